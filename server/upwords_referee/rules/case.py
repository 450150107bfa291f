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

    Known once the play is laid: the top letter ("." if none) and the height under each tile, how many tiles
    fall on others, the greatest of the heights, whether this is the first word, and the gap.
    """

    __slots__ = (
        "across",
        "board",
        "covered",
        "distinct",
        "down",
        "first_word",
        "gap",
        "highest",
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
        if not _in_order(placements):
            placements = tuple(sorted(placements))
        self.placements: tuple[Placement, ...] = placements
        self.letters = "".join([letter for _, _, letter in placements])
        self.in_bounds = self.distinct = self.in_line = True
        self.across = self.down = False
        if placements:
            self._look_at_squares(placements)
        self.tops: list[str] = []
        self.under: list[int] = []
        self.covered = 0
        self.highest = 0
        self.first_word = False
        self.gap: list[Square] = []
        self.words: list[FormedWord] = []

    def _look_at_squares(self, placements: tuple[Placement, ...]) -> None:
        top, left, _ = placements[0]
        bottom, right, _ = placements[-1]
        last_row, last_column = top, left - 1
        for row, column, _ in placements:
            # In reading order, the same square twice comes one after the other.
            if row == last_row and column == last_column:
                self.distinct = False
            last_row, last_column = row, column
            if column < left:
                left = column
            elif column > right:
                right = column
        self.in_bounds = top >= 0 and left >= 0 and bottom < self.board.rows and right < self.board.columns
        self.across = left != right
        self.down = top != bottom
        self.in_line = not (self.across and self.down)

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
        tops, under = self.tops, self.under
        for row, column, _ in placements:
            square = row * width + column
            tops.append(letters[square])
            height = heights[square]
            under.append(height)
            if height:
                self.covered += 1
                self.highest = max(self.highest, height)
        # A tile on a tile shows without a look at the whole board that it is not empty.
        self.first_word = not self.covered and board.is_empty
        top, left, _ = placements[0]
        bottom, right, _ = placements[-1]
        if bottom - top + right - left >= len(placements):
            line, number, played = self.line()
            between = range(played[0], played[-1])
            empty = [at for at in between if line[at] == EMPTY and at not in played]
            self.gap = [self.square(number, at) for at in empty]

    def line(self) -> tuple[str, int, list[int]]:
        """Return the old line of a play of two or more tiles: its letters, number, played positions."""
        if self.down:
            number = self.placements[0][1]
            return self.board.line(True, number), number, [row for row, _, _ in self.placements]
        number = self.placements[0][0]
        return self.board.line(False, number), number, [column for _, column, _ in self.placements]

    def square(self, number: int, position: int) -> Square:
        """Return the square at a position of the play's line."""
        return Square(position, number) if self.down else Square(number, position)

    def read(self) -> None:
        """Read the words that the play forms, in the order of the contract."""
        ruleset, board, placements, down = self.ruleset, self.board, self.placements, self.down
        words: list[FormedWord] = []
        for placement in placements:
            row, column, _ = placement
            if board.has_neighbour(row, column, not down):
                _put(words, read_line(ruleset, board, not down, (placement,)))
        if len(placements) > 1:
            words.insert(0, read_line(ruleset, board, down, placements))
        else:
            row, column, _ = placements[0]
            if board.has_neighbour(row, column, False):
                _put(words, read_line(ruleset, board, False, placements))
        self.words = words


def _in_order(placements: tuple[Placement, ...]) -> bool:
    """Return whether the tiles come in reading order, no two on a square; most do."""
    last_row = last_column = -1
    for row, column, _ in placements:
        if row < last_row or (row == last_row and column <= last_column):
            return False
        last_row, last_column = row, column
    return True


def _put(words: list[FormedWord], word: FormedWord) -> None:
    """Put a word among others by first square in reading order, across first when equal."""
    at = len(words)
    while at and _is_before(word, words[at - 1]):
        at -= 1
    words.insert(at, word)


def _is_before(word: FormedWord, other: FormedWord) -> bool:
    if word.row != other.row:
        return word.row < other.row
    if word.column != other.column:
        return word.column < other.column
    return other.down and not word.down
