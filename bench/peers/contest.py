"""A contest: its contenders have their turns round by round, in an order drawn anew each time."""

import random
import sys
from collections.abc import Mapping, Sequence

from bench.peers.contender import Contender, Turn
from bench.rounds import Spread

# What a turn before the rounds must last for its time to be trusted.
_TRUSTED = 0.05

Block = Mapping[str, Contender]
"""Contenders that are divided by each other, by name."""

Turns = dict[str, list[Turn]]
"""The turns of a block's contenders, one for each round."""


def hold(blocks: Mapping[str, Block], rounds: int, seconds: float) -> dict[str, Turns]:
    """Let all contenders run for about `seconds` in each round; return their turns by block.

    Blocks come in any order and so do their contenders, but a block stays together, so that a busy moment
    of the machine meets all of it.
    """
    times = {
        (title, name): _times(contender, seconds)
        for title, block in blocks.items()
        for name, contender in block.items()
    }
    turns: dict[str, Turns] = {title: {name: [] for name in block} for title, block in blocks.items()}
    # Seeded, so that a run can be done again; any seed will do.
    draw = random.Random(rounds)
    for turn in range(rounds):
        print(f"\rround {turn + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        for title in draw.sample(list(blocks), len(blocks)):
            block = blocks[title]
            for name in draw.sample(list(block), len(block)):
                turns[title][name].append(block[name].turn(times[title, name]))
    print(file=sys.stderr)
    return turns


def rate_ratios(above: Sequence[Turn], below: Sequence[Turn]) -> Spread:
    """Return how many times faster one was than the other, round by round."""
    return Spread.of([a.rate / b.rate for a, b in zip(above, below, strict=True)])


def core_ratios(above: Sequence[Turn], below: Sequence[Turn]) -> Spread:
    """Return the same by CPU time; 0 where that is not known."""
    pairs = zip(above, below, strict=True)
    return Spread.of([a.core_rate / b.core_rate if b.core_rate else 0.0 for a, b in pairs])


def core_ratio(above: Sequence[Turn], below: Sequence[Turn]) -> float:
    """Return the same of all rounds together, for turns too short for the CPU clock."""
    one, other = total(below).core_rate, total(above).core_rate
    return other / one if one else 0.0


def total(turns: Sequence[Turn]) -> Turn:
    """Return all turns as if they had been one."""
    return Turn(
        sum(turn.done for turn in turns),
        sum(turn.seconds for turn in turns),
        sum(turn.cpu_seconds for turn in turns),
    )


def _times(contender: Contender, seconds: float) -> int:
    """Return how many times take about `seconds`, from ever longer runs, which also warm up."""
    contender.run(1)  # the first run may be slow for what is opened then
    times, spent = 1, contender.run(1)
    while spent < _TRUSTED:
        times *= 2
        spent = contender.run(times)
    return max(1, round(times * seconds / spent))
