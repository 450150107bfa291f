"""A case before the judge: a play on a board, with what its rules ask about worked out once."""

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


class Case:
    """One play on one board.

    `placements` are in reading order, `letters` are theirs. `in_bounds`, `distinct` and `in_line` say
    whether the squares are sound; only then may the play be laid, and, without a `gap`, its words be read.
    `across` and `down` say how the line runs; for a single tile, which has no direction, both are False.
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
        "letters",
        "placements",
        "rack",
        "ruleset",
        "tops",
        "under",
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
        self.letters = "".join([letter for _, _, letter in placements])
        rows = {row for row, _, _ in placements}
        columns = {column for _, column, _ in placements}
        self.in_bounds = not placements or (
            min(rows) >= 0 and max(rows) < board.rows and min(columns) >= 0 and max(columns) < board.columns
        )
        self.across = len(columns) > 1
        self.down = len(rows) > 1
        self.in_line = not (self.across and self.down)
        # In a line, all squares differ exactly when the coordinates along it do.
        different = (
            max(len(rows), len(columns))
            if self.in_line
            else len({(row, column) for row, column, _ in placements})
        )
        self.distinct = len(placements) == different
        # Known once the play is laid: the top letter ("." if none) and the height under each tile.
        self.tops = ""
        self.under = b""
        self.first_word = False
        self.gap: list[Square] = []
        self.words: tuple[FormedWord, ...] = ()

    def squares_of(self, letter: str) -> tuple[tuple[int, int], ...]:
        """Return the squares on which a tile of this letter is played."""
        return tuple([(row, column) for row, column, tile in self.placements if tile == letter])

    def squares_where(self, chosen: list[bool]) -> list[Square]:
        """Return the squares of the played tiles that are chosen, in reading order."""
        return [
            Square(row, column) for (row, column, _), yes in zip(self.placements, chosen, strict=True) if yes
        ]

    def lay(self) -> None:
        """Work out what each tile falls on, and the gap if there is one."""
        board, placements = self.board, self.placements
        letters, heights, width = board.letters, board.heights, board.columns
        squares = [row * width + column for row, column, _ in placements]
        self.tops = "".join([letters[square] for square in squares])
        self.under = bytes([heights[square] for square in squares])
        # A tile on a tile shows without a look at the whole board that it is not empty.
        self.first_word = not any(self.under) and board.is_empty
        (top, left, _), (bottom, right, _) = placements[0], placements[-1]
        if bottom - top + right - left >= len(placements):
            line, number, played = self.line()
            between = range(played[0], played[-1])
            empty = [at for at in between if line[at] == EMPTY and at not in played]
            self.gap = [self.square(number, at) for at in empty]

    def line(self) -> tuple[str, int, list[int]]:
        """Return the old line of a play of two or more tiles: its letters, number, played positions."""
        if self.down:
            number = self.placements[0].column
            return self.board.line(True, number), number, [row for row, _, _ in self.placements]
        number = self.placements[0].row
        return self.board.line(False, number), number, [column for _, column, _ in self.placements]

    def square(self, number: int, position: int) -> Square:
        """Return the square at a position of the play's line."""
        return Square(position, number) if self.down else Square(number, position)

    def read(self) -> None:
        """Read the words that the play forms, in the order of the contract."""
        ruleset, board, placements, down = self.ruleset, self.board, self.placements, self.down
        words = []
        for row, column, letter in placements:
            if board.has_neighbour(row, column, not down):
                number, position = (row, column) if down else (column, row)
                words.append(read_line(ruleset, board, not down, number, [(position, letter)]))
        # The tiles are in the order of the line, but a cross word may start before its neighbour's.
        words.sort(key=_start)
        if len(placements) > 1:
            if down:
                number, placed = placements[0].column, [(row, letter) for row, _, letter in placements]
            else:
                number, placed = placements[0].row, [(column, letter) for _, column, letter in placements]
            words.insert(0, read_line(ruleset, board, down, number, placed))
            self.words = tuple(words)
            return
        row, column, letter = placements[0]
        if board.has_neighbour(row, column, False):
            words.append(read_line(ruleset, board, False, row, [(column, letter)]))
            words.sort(key=_start)
        self.words = tuple(words)


def _start(word: FormedWord) -> tuple[int, int, bool]:
    return word.row, word.column, word.down
