"""Things that are timed in turns of a given length: calls of a server, and work of this process."""

import gc
import time
from collections.abc import Callable
from functools import partial

from bench.client import Client, Question
from bench.machine import cpu_seconds
from bench.target import Target
from bench.turn import Turn

# What a run before the rounds must last for its time to say how many make a round.
_TRUSTED = 0.15
_MOST_STEPS = 12


def calls(
    target: Target, question: Question, in_flight: int, client: Client, seconds: float, connections: int = 0
) -> Callable[[], Turn]:
    """Warm the server up; return what makes calls for about `seconds`, `in_flight` at a time.

    `connections` are what they are spread over; 0: as usual for so many.
    """

    def run(calls: int) -> float:
        return client.run(target.address, question, calls, in_flight, connections).seconds

    count = max(in_flight, _count(run, in_flight, seconds))

    def turn() -> Turn:
        before = cpu_seconds(target.pid)
        load = client.run(target.address, question, count, in_flight, connections)
        used = (cpu_seconds(target.pid) - before) / count * 1e6
        return Turn(load.rate, used, load.p50_ms, load.p99_ms)

    return turn


def work(do: Callable[[], object], seconds: float) -> Callable[[], Turn]:
    """Warm up; return what does it over and over in this process for about `seconds`."""
    # As the referee's own process does.
    gc.collect()
    gc.freeze()
    return repeated(partial(timed, do), seconds)


def repeated(run: Callable[[int], float], seconds: float) -> Callable[[], Turn]:
    """Return the same for what runs so many times as it is told, and returns the seconds."""
    count = _count(run, 1, seconds)
    return lambda: Turn(count / run(count))


def timed(do: Callable[[], object], times: int) -> float:
    """Do it so many times; return the seconds."""
    start = time.perf_counter()
    for _ in range(times):
        do()
    return time.perf_counter() - start


def _count(run: Callable[[int], float], least: int, seconds: float) -> int:
    """Return how many take about `seconds`, from ever longer runs, at least 1."""
    count, trusted = least, min(_TRUSTED, seconds)
    run(count)
    for _ in range(_MOST_STEPS):
        spent = run(count)
        if spent >= trusted:
            break
        count *= 4
    return max(1, round(count * seconds / spent))
