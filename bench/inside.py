"""Work without a transport in a process of its own: `python -m bench.inside`. So both builds can take turns.

Prints the build of its engine; then for each line "TIMES NAME" of standard input does that work so many
times, and prints the seconds.
"""

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bench import questions
from bench.build import environment
from bench.find_plays import usual_station
from bench.target import build_calls, methods
from bench.timing import timed
from upwords_referee.library.engine import engine
from upwords_referee.library.judge import judge
from upwords_referee.service.call import answer

LIBRARY = "judge, library"
JUDGE = "JudgeMove, bytes to bytes"
BATCH = "batch of 1,000, bytes to bytes"
FIND = "find_plays, library"
WORKS = (LIBRARY, JUDGE, BATCH, FIND)

_ROOT = Path(__file__).resolve().parent.parent


class Inside:
    """Such a process, as those who started it see it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(self, name: str, times: int) -> float:
        """Have it do a work so many times; return the seconds."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{times} {name}\n")
        self._process.stdin.flush()
        return float(self.line())

    def line(self) -> str:
        """Return its next line."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError("the process that works without a transport has ended")
        return line


@contextmanager
def inside(build: str) -> Iterator[Inside]:
    """Start such a process with a build, on the CPU of this one, and end it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.inside"],
        cwd=_ROOT,
        env=environment(build),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    # Leaving the block closes standard input, which ends the process.
    with process:
        started = Inside(process)
        if (its_build := started.line()) != build:
            raise RuntimeError(f"a process has loaded the build {its_build} in place of {build}")
        yield started


def main() -> None:
    """Work as the lines say."""
    calls, station = build_calls(), usual_station()
    works: dict[str, Callable[[], object]] = {
        LIBRARY: partial(judge, *questions.single()),
        JUDGE: partial(answer, methods()[calls.judge.path], calls.judge.request),
        BATCH: partial(answer, methods()[calls.own_boards.path], calls.own_boards.request),
        FIND: station.search,
    }
    # As the referee's own process does.
    gc.collect()
    gc.freeze()
    print(engine(), flush=True)
    for line in sys.stdin:
        times, _, name = line.strip().partition(" ")
        print(timed(works[name], int(times)), flush=True)


if __name__ == "__main__":
    main()
