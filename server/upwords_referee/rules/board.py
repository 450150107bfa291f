"""The board: what lies on every square, and its runs."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from upwords_referee.rules.move import Play
from upwords_referee.rules.square import Square
from upwords_referee.rules.value import Value

EMPTY: Final = "."
UNKNOWN: Final = "_"
MOST_STACKED: Final = 99

_NOTHING_KNOWN: Final[dict[int, str]] = {}


class Run(NamedTuple):
    """A maximal line of two or more occupied squares: first square, direction, top letters."""

    row: int
    column: int
    down: bool
    letters: str

    def squares(self) -> tuple[Square, ...]:
        """Return its squares in reading order."""
        return line_squares(self.row, self.column, self.down, len(self.letters))


def line_squares(row: int, column: int, down: bool, length: int) -> tuple[Square, ...]:
    """Return `length` squares from (row, column) on, across or down."""
    if down:
        return tuple(Square(row + step, column) for step in range(length))
    return tuple(Square(row, column + step) for step in range(length))


class Board(Value):
    """A snapshot of the board, row by row from the top left.

    `letters` has one character per square, the top letter or "."; `heights` one number per square, 0
    where it is empty, at most 99. `stacks` gives, by square index, the tiles from bottom to top of
    stacks with a buried tile that is known, "_" for one that is not; what lies under a square it does not
    list is unknown. Build it with the classmethods: they keep the three in step.
    """

    __slots__ = ("columns", "heights", "letters", "rows", "sound_for", "stacks")

    def __init__(
        self,
        rows: int,
        columns: int,
        letters: str,
        heights: bytes,
        stacks: Mapping[int, str] = _NOTHING_KNOWN,
    ) -> None:
        self.rows: Final = rows
        self.columns: Final = columns
        self.letters: Final = letters
        self.heights: Final = heights
        self.stacks: Final = stacks
        # No field, but a note: the ruleset that the board was last found sound for (rules/snapshot.py).
        self.sound_for: object = None

    def fields(self) -> tuple[Any, ...]:
        """Return the fields in the order of the constructor."""
        return self.rows, self.columns, self.letters, self.heights, self.stacks

    @classmethod
    def empty(cls, rows: int, columns: int) -> "Board":
        """Return a board without tiles."""
        return cls(rows, columns, EMPTY * (rows * columns), bytes(rows * columns))

    @classmethod
    def of_stacks(cls, rows: int, columns: int, stacks: Mapping[tuple[int, int], str]) -> "Board":
        """Return the board with these tiles, bottom to top, by (row, column)."""
        letters = [EMPTY] * (rows * columns)
        heights = bytearray(rows * columns)
        buried = {}
        for (row, column), tiles in stacks.items():
            square = row * columns + column
            letters[square] = tiles[-1]
            heights[square] = len(tiles)
            if tiles[:-1].strip(UNKNOWN):
                buried[square] = tiles
        return cls(rows, columns, "".join(letters), bytes(heights), buried)

    @property
    def is_empty(self) -> bool:
        """Whether no tile lies on the board."""
        return self.heights == bytes(len(self.heights))

    def top(self, row: int, column: int) -> str:
        """Return the top letter of a square, "." where it is empty."""
        return self.letters[row * self.columns + column]

    def height(self, row: int, column: int) -> int:
        """Return the number of tiles on a square."""
        return self.heights[row * self.columns + column]

    def stack(self, row: int, column: int) -> str:
        """Return a square's tiles from bottom to top, "_" for each unknown one, "" where it is empty."""
        return self._stack(row * self.columns + column)

    def _stack(self, square: int) -> str:
        height = self.heights[square]
        if height < 2:
            return self.letters[square] if height else ""
        return self.stacks.get(square) or UNKNOWN * (height - 1) + self.letters[square]

    def occupied(self) -> Iterator[tuple[Square, str]]:
        """Yield every occupied square with its stack, in reading order."""
        for square, height in enumerate(self.heights):
            if height:
                yield Square(*divmod(square, self.columns)), self._stack(square)

    def line(self, down: bool, number: int) -> str:
        """Return the top letters of one column (down) or one row."""
        if down:
            return self.letters[number :: self.columns]
        return self.letters[number * self.columns : (number + 1) * self.columns]

    def line_heights(self, down: bool, number: int) -> bytes:
        """Return the heights of one column (down) or one row."""
        if down:
            return self.heights[number :: self.columns]
        return self.heights[number * self.columns : (number + 1) * self.columns]

    def has_neighbour(self, row: int, column: int, down: bool) -> bool:
        """Return whether a tile lies directly before or behind a square of the board, in its column (down)
        or in its row.
        """
        heights, width = self.heights, self.columns
        square = row * width + column
        if down:
            return (row > 0 and heights[square - width] > 0) or (
                row + 1 < self.rows and heights[square + width] > 0
            )
        return (column > 0 and heights[square - 1] > 0) or (column + 1 < width and heights[square + 1] > 0)

    def runs(self) -> list[Run]:
        """Return all runs by first square in reading order, across first when equal."""
        found = []
        for down, lines in ((False, self.rows), (True, self.columns)):
            for number in range(lines):
                line = self.line(down, number)
                for start, end in spans(line):
                    row, column = (start, number) if down else (number, start)
                    found.append(Run(row, column, down, line[start:end]))
        return sorted(found, key=lambda run: (run.row, run.column, run.down))

    def after(self, play: Play) -> "Board":
        """Return the board with the play's tiles on it; all must be on the board."""
        letters = list(self.letters)
        heights = bytearray(self.heights)
        stacks = dict(self.stacks)
        for row, column, letter in play.placements:
            square = row * self.columns + column
            if heights[square]:
                under = stacks.get(square) or UNKNOWN * (heights[square] - 1) + letters[square]
                stacks[square] = under + letter
            letters[square] = letter
            heights[square] += 1
        return Board(self.rows, self.columns, "".join(letters), bytes(heights), stacks)


def spans(line: str) -> list[tuple[int, int]]:
    """Return start and end of every stretch of two or more tiles in a line."""
    found = []
    start = 0
    for end in range(len(line) + 1):
        if end == len(line) or line[end] == EMPTY:
            if end - start >= 2:
                found.append((start, end))
            start = end + 1
    return found
