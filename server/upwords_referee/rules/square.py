"""Squares and their names."""

from collections.abc import Iterable
from typing import NamedTuple

COLUMN_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"

_MOST_ROWS = 99
_MOST_NAMED = 12


class Square(NamedTuple):
    """One square of the board: row and column from 0 at the top left."""

    row: int
    column: int


def square_name(row: int, column: int) -> str:
    """Return the square's name as players write it, column letter and row number from 1.

    >>> square_name(4, 2)
    'C5'

    Columns and rows that notation has no name for are given by number, from 1 like the rows.
    """
    if 0 <= column < len(COLUMN_LETTERS) and row >= 0:
        return f"{COLUMN_LETTERS[column]}{row + 1}"
    return _numbers(row, column)


def square_names(
    squares: Iterable[tuple[int, int]], rows: int = _MOST_ROWS, columns: int = len(COLUMN_LETTERS)
) -> str:
    """Return the squares' names joined for a sentence; beyond a dozen they are only counted.

    Those off a board of so many rows and columns are given by number.
    """
    names = [
        square_name(row, column) if row < rows and column < columns else _numbers(row, column)
        for row, column in squares
    ]
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} more"]
    mark = "; " if any("," in name for name in names) else ", "
    if len(names) < 2:
        return "".join(names)
    return f"{mark.join(names[:-1])} and {names[-1]}"


def _numbers(row: int, column: int) -> str:
    return f"row {row + 1}, column {column + 1}"
