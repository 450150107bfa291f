"""Rounds: everything that is compared is run in turn, in an order drawn anew each time."""

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import NamedTuple, TypeVar

from bench.turn import Turn

T = TypeVar("T")

Block = Mapping[str, Callable[[], T]]
"""What is divided by each other: by name, what is done in a round and returns what it gave."""

Turns = dict[str, list[Turn]]
"""What the rounds gave, by name."""


class Spread(NamedTuple):
    """The median of the rounds, and the least and the most of them."""

    middle: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return the spread of one or more values."""
        return cls(median(values), min(values), max(values))

    def text(self, form: str = ",.0f") -> str:
        """Return "median (least-most)"."""
        return f"{self.middle:{form}} ({self.least:{form}}-{self.most:{form}})"


def shuffled(blocks: Sequence[Sequence[T]], draw: random.Random) -> list[T]:
    """Return the members of all blocks; blocks come in any order, and so do the members of each.

    A block stays together, so that a busy moment of the machine meets all that is divided by each other.
    """
    order = [draw.sample(block, len(block)) for block in blocks]
    draw.shuffle(order)
    return [member for block in order for member in block]


def take_turns(
    blocks: Sequence[Block[T]], rounds: int, *, each_round: Callable[[random.Random], None] = lambda _: None
) -> dict[str, list[T]]:
    """Run everything once in each of the rounds; return what it gave, by name."""
    turns: dict[str, list[T]] = {name: [] for block in blocks for name in block}
    members = [list(block.items()) for block in blocks]
    # Seeded, so that a run can be done again; any seed will do.
    draw = random.Random(rounds)
    for number in range(rounds):
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        for name, run in shuffled(members, draw):
            turns[name].append(run())
        each_round(draw)
    print(file=sys.stderr)
    return turns


def ratios(above: Sequence[float], below: Sequence[float]) -> Spread:
    """Return one divided by the other, round by round."""
    return Spread.of([a / b for a, b in zip(above, below, strict=True)])


def faster(above: Sequence[Turn], below: Sequence[Turn], factor: float = 1) -> Spread:
    """Return how many times faster one was than the other, round by round, times `factor`."""
    return ratios([factor * turn.rate for turn in above], [turn.rate for turn in below])


def rates(turns: Sequence[Turn], factor: float = 1) -> Spread:
    """Return what was done per second, times `factor`."""
    return Spread.of([factor * turn.rate for turn in turns])


def times(turns: Sequence[Turn]) -> Spread:
    """Return the microseconds for one."""
    return Spread.of([turn.us for turn in turns])


def cpu(turns: Sequence[Turn]) -> float:
    """Return the median of the server's CPU time of a call in microseconds; 0 where it is not known."""
    return median(turn.cpu_us or 0 for turn in turns)


def latency(turns: Sequence[Turn]) -> str:
    """Return the medians of "p50/p99" in milliseconds."""
    p50 = median(turn.p50_ms or 0 for turn in turns)
    p99 = median(turn.p99_ms or 0 for turn in turns)
    return f"{p50:.2f}/{p99:.2f}"
