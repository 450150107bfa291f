"""The peers' process, and what is asked of it."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bench.peers.install import Installed
from bench.peers.neutral import Laid, NeutralPosition, laid


class Verdict(NamedTuple):
    """What the toolkit says of a play: its points, or why it refuses the play; `error` is empty if not."""

    points: int
    error: str


class Search(NamedTuple):
    """How many plays the solver lists for a rack, and those that the toolkit accepts, with their points."""

    listed: int
    accepted: list[tuple[Laid, int]]


class Loaded(NamedTuple):
    """The answers on all positions: verdicts by play, and a search where there is a rack."""

    node: str
    verdicts: list[list[Verdict]]
    searches: list[Search | None]


class Peer:
    """The peers in their process; RuntimeError if it does not answer what it should."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def load(self, words: Path, positions: Sequence[NeutralPosition]) -> Loaded:
        """Load positions in place of all others, answer on them once, and warm up."""
        answer = self._ask(do="load", words=str(words), positions=positions)
        verdicts = [[Verdict(**verdict) for verdict in each] for each in answer["verdicts"]]
        return Loaded(answer["node"], verdicts, [search and _search(search) for search in answer["found"]])

    def judge(self, times: int) -> tuple[float, int]:
        """Judge all plays so many times; return the seconds and the points of all."""
        answer = self._ask(do="judge", times=times)
        return answer["seconds"], answer["points"]

    def find(self, position: int, times: int) -> tuple[float, int]:
        """Find and check the plays of a position so many times; return the seconds and all plays found."""
        answer = self._ask(do="find", position=position, times=times)
        return answer["seconds"], answer["plays"]

    def _ask(self, **request: object) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise RuntimeError("the peers' process has ended") from None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the peers' process has ended without an answer")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"the peers' process failed: {answer['error']}")
        return answer


@contextmanager
def peer(installed: Installed) -> Iterator[Peer]:
    """Run the peers, on the CPU of this process, and stop them at the end."""
    process = subprocess.Popen(
        installed.command, cwd=installed.home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    # Leaving the block closes standard input, which ends the process.
    with process:
        yield Peer(process)


def _search(answer: dict[str, Any]) -> Search:
    return Search(answer["listed"], [(laid(play["placements"]), play["points"]) for play in answer["plays"]])
