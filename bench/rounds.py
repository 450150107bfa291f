"""Rounds: everything that is compared is run in turn, in an order drawn anew each time."""

import random
import sys
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from bench.client import Call, Client, Load
from bench.machine import cpu_seconds
from bench.target import Target

# What a run of calls is timed by before the rounds, to say how many make a round.
_WARM_UP = 0.15


class Cell(NamedTuple):
    """One thing to measure: a server, a call, and how many calls are in flight."""

    name: str
    target: Target
    call: Call
    in_flight: int


class Sample(NamedTuple):
    """What one round of a cell gave; `cpu_us` is the server's CPU time per call."""

    load: Load
    cpu_us: float


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


def shuffled(blocks: Sequence[Sequence[Cell]], draw: random.Random) -> list[Cell]:
    """Return all cells; blocks come in any order and so do their cells, but a block stays together.

    What is divided by each other is one block, so that a busy moment of the machine meets both.
    """
    order = [draw.sample(block, len(block)) for block in blocks]
    draw.shuffle(order)
    return [cell for block in order for cell in block]


def measure(
    blocks: Sequence[Sequence[Cell]],
    client: Client,
    rounds: int,
    seconds: float,
    *,
    each_round: Callable[[random.Random], None] = lambda _: None,
) -> dict[str, list[Sample]]:
    """Run all cells in each of the rounds for about `seconds` each; return the samples by cell."""
    counts = {cell.name: _calls(cell, client, seconds) for block in blocks for cell in block}
    samples: dict[str, list[Sample]] = {name: [] for name in counts}
    # Seeded, so that a run can be done again; any seed will do.
    draw = random.Random(rounds)
    for turn in range(rounds):
        print(f"\rround {turn + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        for cell in shuffled(blocks, draw):
            samples[cell.name].append(_sample(cell, client, counts[cell.name]))
        each_round(draw)
    print(file=sys.stderr)
    return samples


def ratios(above: Sequence[Sample], below: Sequence[Sample], factor: float = 1) -> Spread:
    """Return the ratio of two cells' rates, taken round by round, times `factor`."""
    return Spread.of([factor * a.load.rate / b.load.rate for a, b in zip(above, below, strict=True)])


def rates(samples: Sequence[Sample], factor: float = 1) -> Spread:
    """Return the rates of a cell's rounds, times `factor`."""
    return Spread.of([factor * sample.load.rate for sample in samples])


def _sample(cell: Cell, client: Client, calls: int) -> Sample:
    before = cpu_seconds(cell.target.pid)
    load = client.run(cell.target.address, cell.call, calls, cell.in_flight)
    return Sample(load, (cpu_seconds(cell.target.pid) - before) / calls * 1e6)


def _calls(cell: Cell, client: Client, seconds: float) -> int:
    """Return how many calls take about `seconds`, from ever longer runs, which also warm up the server."""
    calls = cell.in_flight
    for _ in range(12):
        load = client.run(cell.target.address, cell.call, calls, cell.in_flight)
        if load.seconds >= _WARM_UP:
            break
        calls *= 4
    return max(cell.in_flight, round(load.rate * seconds))
