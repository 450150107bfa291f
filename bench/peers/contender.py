"""What is timed: ours in this process, ours over the wire, and the peers."""

import os
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bench.client import Call, Client
from bench.machine import cpu_seconds
from bench.target import Target


class Turn(NamedTuple):
    """What one turn of a contender gave: how many things were done, and in which time."""

    done: int
    seconds: float
    cpu_seconds: float

    @property
    def rate(self) -> float:
        """Things done per second."""
        return self.done / self.seconds

    @property
    def core_rate(self) -> float:
        """Things done per second of CPU time; 0 where that is not known."""
        return self.done / self.cpu_seconds if self.cpu_seconds else 0.0


class Contender(NamedTuple):
    """Somebody who does `done` things each time that it `run`s, in the process `pid`.

    `run` takes how many times, and returns the seconds they took.
    """

    done: int
    pid: int
    run: Callable[[int], float]

    def turn(self, times: int) -> Turn:
        """Run so many times."""
        before = cpu_seconds(self.pid)
        seconds = self.run(times)
        return Turn(self.done * times, seconds, cpu_seconds(self.pid) - before)


def here(done: int, work: Callable[[], int], due: int) -> Contender:
    """Return the contender that does `work` in this process; the work must give `due` each time."""

    def run(times: int) -> float:
        start = time.perf_counter()
        given = sum(work() for _ in range(times))
        seconds = time.perf_counter() - start
        _check(given, due * times)
        return seconds

    return Contender(done, os.getpid(), run)


def there(done: int, pid: int, ask: Callable[[int], tuple[float, int]], due: int) -> Contender:
    """Return the contender in the peers' process; what is asked must give `due` each time."""

    def run(times: int) -> float:
        seconds, given = ask(times)
        _check(given, due * times)
        return seconds

    return Contender(done, pid, run)


def wire(done: int, target: Target, client: Client, call: Call, in_flight: int) -> Contender:
    """Return the contender that is a server, which is called over and over, `in_flight` calls at a time."""
    return Contender(done, target.pid, partial(_called, target.address, client, call, in_flight))


def _called(address: str, client: Client, call: Call, in_flight: int, times: int) -> float:
    # Fewer calls than are in flight would leave connections without any.
    load = client.run(address, call, times * in_flight, in_flight)
    return load.seconds


def _check(given: int, due: int) -> None:
    if given != due:
        raise RuntimeError(f"a contender gave {given} in place of {due}: it did other work than before")
