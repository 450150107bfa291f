"""Moves: what a player does in a turn."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from upwords_referee.rules.value import Value

Placement = tuple[int, int, str]
"""One tile laid on one square, which may be off the board: row, column, letter."""


class Play(Value):
    """The tiles laid in one turn, in any order."""

    __slots__ = ("placements",)

    def __init__(self, placements: tuple[Placement, ...]) -> None:
        self.placements: Final = placements

    @classmethod
    def of(cls, placements: Iterable[tuple[int, int, str]]) -> "Play":
        """Return the play that lays each (row, column, letter)."""
        return cls(tuple([(row, column, letter) for row, column, letter in placements]))

    def fields(self) -> tuple[Any, ...]:
        """Return the fields in the order of the constructor."""
        return (self.placements,)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles given back to the bag, one character each."""

    letters: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is laid and nothing exchanged."""


Move = Play | Exchange | Pass
