"""What an item measures with: the client, the number of rounds, the length of a turn, and servers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from bench import timing
from bench.client import Client, Question
from bench.rounds import Block, Turns, take_turns
from bench.target import Target, targets
from bench.turn import Turn
from upwords_referee.service.grpc.process import DEFAULT_THREADS

SERVER = f"sync{DEFAULT_THREADS}"
"""The referee's own server with its usual number of threads."""

# Work without a wire has less to even out than calls have.
_SHARE_IN_PROCESS = 0.25


class Lab(NamedTuple):
    """The client, how many rounds there are, and how long a turn is."""

    client: Client
    rounds: int
    seconds: float

    @contextmanager
    def server(self, questions: Iterable[Question]) -> Iterator[Target]:
        """Run the referee's own server; all questions are checked before and after."""
        with targets([SERVER], questions) as running:
            yield running[SERVER]

    def calls(
        self, target: Target, question: Question, in_flight: int, connections: int = 0
    ) -> Callable[[], Turn]:
        """Return what calls a server for a turn."""
        return timing.calls(target, question, in_flight, self.client, self.seconds, connections)

    def work(self, do: Callable[[], object]) -> Callable[[], Turn]:
        """Return what does work of this process for a turn."""
        return timing.work(do, self.seconds * _SHARE_IN_PROCESS)

    def repeated(self, run: Callable[[int], float]) -> Callable[[], Turn]:
        """Return the same for what runs so many times as it is told, and returns the seconds."""
        return timing.repeated(run, self.seconds * _SHARE_IN_PROCESS)

    def turns(self, blocks: Sequence[Block[Turn]]) -> Turns:
        """Run everything in all rounds."""
        return take_turns(blocks, self.rounds)
