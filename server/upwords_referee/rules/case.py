"""A case before the judge: a play on a board, with what its rules ask about worked out once."""

from typing import NamedTuple

from upwords_referee.rules.board import EMPTY, Board
from upwords_referee.rules.forming import FormedWord, read_line
from upwords_referee.rules.move import Placement, Play
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.square import Square


class UnknownBuriedError(ValueError):
    """The house rule asks about buried tiles that the snapshot does not show; `squares` names them."""

    def __init__(self, squares: list[Square]) -> None:
        super().__init__("the ruleset asks for buried tiles that the board does not show")
        self.squares = squares


class LaidTile(NamedTuple):
    """A played tile and what it falls on: the top letter ("." if none) and height before the play."""

    row: int
    column: int
    letter: str
    top: str
    height: int


class Case:
    """One play on one board.

    `placements` are in reading order. `in_bounds`, `distinct` and `in_line` say whether the squares are
    sound; only then may the play be laid (`tiles`, `gap`) and, without a gap, its words be read.
    """

    __slots__ = (
        "across",
        "board",
        "distinct",
        "down",
        "first_word",
        "gap",
        "in_bounds",
        "in_line",
        "placements",
        "rack",
        "ruleset",
        "tiles",
        "words",
    )

    def __init__(self, ruleset: Ruleset, board: Board, play: Play, rack: str | None) -> None:
        self.ruleset = ruleset
        self.board = board
        self.rack = rack
        placements = play.placements
        if len(placements) > 1:
            placements = tuple(sorted(placements))
        self.placements: tuple[Placement, ...] = placements
        rows = {placement[0] for placement in placements}
        columns = {placement[1] for placement in placements}
        self.in_bounds = (
            min(rows, default=0) >= 0
            and min(columns, default=0) >= 0
            and max(rows, default=0) < board.rows
            and max(columns, default=0) < board.columns
        )
        self.in_line = len(rows) == 1 or len(columns) == 1
        # In a line, all squares differ exactly when the coordinates along it do.
        self.distinct = len(placements) == (
            len(rows) * len(columns)
            if self.in_line
            else len({(row, column) for row, column, _ in placements})
        )
        # A single tile has no direction: neither across nor down.
        self.across = len(columns) > 1
        self.down = len(rows) > 1
        self.words: tuple[FormedWord, ...] = ()
        self.first_word = False
        self.gap: list[Square] = []
        self.tiles: list[LaidTile] = []

    @property
    def letters(self) -> str:
        """The letters of the played tiles, by square in reading order."""
        return "".join(letter for _, _, letter in self.placements)

    def squares_of(self, letter: str) -> tuple[tuple[int, int], ...]:
        """Return the squares on which a tile of this letter is played."""
        return tuple((row, column) for row, column, tile in self.placements if tile == letter)

    def lay(self) -> None:
        """Work out what each tile falls on; the squares must be sound."""
        board = self.board
        letters, heights, width = board.letters, board.heights, board.columns
        self.first_word = board.is_empty
        for row, column, letter in self.placements:
            square = row * width + column
            self.tiles.append(LaidTile(row, column, letter, letters[square], heights[square]))
        first, last = self.tiles[0], self.tiles[-1]
        if last.row - first.row + last.column - first.column >= len(self.tiles):
            line, number, played = self.line()
            between = range(played[0], played[-1])
            empty = [at for at in between if line[at] == EMPTY and at not in played]
            self.gap = [self.square(number, at) for at in empty]

    def line(self) -> tuple[str, int, list[int]]:
        """Return the old line of a play of two or more tiles: its letters, number, played positions."""
        if self.down:
            number = self.tiles[0].column
            return self.board.line(True, number), number, [tile.row for tile in self.tiles]
        number = self.tiles[0].row
        return self.board.line(False, number), number, [tile.column for tile in self.tiles]

    def square(self, number: int, position: int) -> Square:
        """Return the square at a position of the play's line."""
        return Square(position, number) if self.down else Square(number, position)

    def read(self) -> None:
        """Read the words that the play forms, in the order of the contract; there must be no gap."""
        tiles = self.tiles
        if len(tiles) > 1:
            down = self.down
            number = tiles[0].column if down else tiles[0].row
            placed = [(tile.row if down else tile.column, tile.letter) for tile in tiles]
            main = read_line(self.ruleset, self.board, down, number, placed)
            # The tiles are in the order of the line, but a cross word may start before its neighbour's.
            crosses = sorted((word for tile in tiles if (word := self._cross(tile, not down))), key=_start)
            self.words = (main, *crosses)
        else:
            words = [word for down in (False, True) if (word := self._cross(tiles[0], down))]
            self.words = tuple(sorted(words, key=_start))

    def _cross(self, tile: LaidTile, down: bool) -> FormedWord | None:
        board = self.board
        letters = board.letters
        square = tile.row * board.columns + tile.column
        if down:
            above = tile.row > 0 and letters[square - board.columns] != EMPTY
            below = tile.row + 1 < board.rows and letters[square + board.columns] != EMPTY
            if above or below:
                return read_line(self.ruleset, board, True, tile.column, [(tile.row, tile.letter)])
        else:
            before = tile.column > 0 and letters[square - 1] != EMPTY
            behind = tile.column + 1 < board.columns and letters[square + 1] != EMPTY
            if before or behind:
                return read_line(self.ruleset, board, False, tile.row, [(tile.column, tile.letter)])
        return None


def _start(word: FormedWord) -> tuple[int, int, bool]:
    return word.row, word.column, word.down
