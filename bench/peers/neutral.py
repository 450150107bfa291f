"""The neutral form of positions and plays, in which the peers are given them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypedDict

from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Placement, Play

SIZE = 10
"""Rows and columns of the only board that the peers know."""

Laid = tuple[Placement, ...]
"""A play as what it lays, in reading order: the same for all who lay the same."""


class NeutralPosition(TypedDict):
    """A board by rows, the tiles in hand (empty if no plays are to be found) and plays to be judged."""

    letters: list[str]
    heights: list[list[int]]
    rack: str
    plays: list[Laid]


def neutral(board: Board, *, rack: str = "", plays: Sequence[Play] = ()) -> NeutralPosition:
    """Return the position in the neutral form; ValueError if its board is not of the peers' size."""
    if (board.rows, board.columns) != (SIZE, SIZE):
        raise ValueError(f"the peers know boards of {SIZE}x{SIZE} alone, not of {board.rows}x{board.columns}")
    rows = range(board.rows)
    return {
        "letters": [board.line(False, row) for row in rows],
        "heights": [list(board.line_heights(False, row)) for row in rows],
        "rack": rack,
        "plays": [laid(play.placements) for play in plays],
    }


def laid(placements: Iterable[Sequence[int | str]]) -> Laid:
    """Return the placements, as we have them or as JSON gives them, in reading order."""
    return tuple(sorted((int(row), int(column), str(tile)) for row, column, tile in placements))


def write_words(lexicon: CompactLexicon, path: Path) -> None:
    """Write the words as the peers read them, one per line; lower case is what their preparation needs."""
    path.write_text("".join(f"{word.lower()}\n" for word in lexicon.words()), "utf-8")
