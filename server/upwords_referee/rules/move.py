"""Moves: what a player does in a turn."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Placement(NamedTuple):
    """One tile laid on one square, which may be off the board: the rules say so then."""

    row: int
    column: int
    letter: str


@dataclass(frozen=True, slots=True)
class Play:
    """The tiles laid in one turn, in any order."""

    placements: tuple[Placement, ...]

    @classmethod
    def of(cls, placements: Iterable[tuple[int, int, str]]) -> "Play":
        """Return the play that lays each (row, column, letter)."""
        return cls(tuple(Placement(*placement) for placement in placements))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles given back to the bag, one character each."""

    letters: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is laid and nothing exchanged."""


Move = Play | Exchange | Pass
