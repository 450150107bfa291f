"""The words that a play forms, and what each is worth."""

from typing import Any, Final

from upwords_referee.rules.board import EMPTY, Board, line_squares
from upwords_referee.rules.move import Placement
from upwords_referee.rules.ruleset import LetterBonusMode, Ruleset
from upwords_referee.rules.square import Square
from upwords_referee.rules.value import Value
from upwords_referee.rules.words import WordStatus

_DIGITS: Final = bytes(ord("0") + min(height, 9) for height in range(256))
_PRESUMED: Final = WordStatus.ACCEPTABLE


class FormedWord(Value):
    """One word on the board: spelling, first square, direction, heights (one digit a tile, "9" for nine
    or more), points with the letter bonus inside, whether all its stacks are one high, and its status,
    which is presumed acceptable until it is ruled on.
    """

    __slots__ = ("bonus", "column", "down", "flat", "heights", "length", "row", "score", "status", "text")

    def __init__(
        self,
        text: str,
        row: int,
        column: int,
        down: bool,
        length: int,
        heights: str,
        score: int,
        flat: bool,
        bonus: int,
        status: WordStatus = _PRESUMED,
    ) -> None:
        self.text: Final = text
        self.row: Final = row
        self.column: Final = column
        self.down: Final = down
        self.length: Final = length
        self.heights: Final = heights
        self.score: Final = score
        self.flat: Final = flat
        self.bonus: Final = bonus
        self.status: Final = status

    def fields(self) -> tuple[Any, ...]:
        """Return the fields in the order of the constructor."""
        return (*self._measured(), self.status)

    def ruled(self, status: WordStatus) -> "FormedWord":
        """Return the word with its status."""
        return FormedWord(*self._measured(), status)

    def _measured(self) -> tuple[str, int, int, bool, int, str, int, bool, int]:
        place = (self.text, self.row, self.column, self.down, self.length)
        return (*place, self.heights, self.score, self.flat, self.bonus)

    def squares(self) -> tuple[Square, ...]:
        """Return its squares in reading order."""
        return line_squares(self.row, self.column, self.down, self.length)


def score_word(
    ruleset: Ruleset, letters: str, heights: bytes, row: int, column: int, down: bool
) -> FormedWord:
    """Return the word that these tiles, with these heights, make from (row, column) on (section 5)."""
    length = len(letters)
    tiles = sum(heights)
    scoring = ruleset.scoring
    # Most words hold neither a tile that spells two letters nor one that earns a bonus.
    special = not ruleset.special_letters.isdisjoint(letters)
    text = ruleset.spell(letters) if special else letters
    if tiles > length:
        digits = heights.translate(_DIGITS).decode()
        return FormedWord(text, row, column, down, length, digits, scoring.stacked_tile * tiles, False, 0)
    bonus = 0
    if special and scoring.letter_bonus_mode is LetterBonusMode.FLAT_WORD:
        bonus = scoring.letter_bonus * sum([letter in ruleset.bonus_letters for letter in letters])
    score = scoring.flat_tile * length + bonus
    return FormedWord(text, row, column, down, length, "1" * length, score, True, bonus)


def read_line(ruleset: Ruleset, board: Board, down: bool, placed: tuple[Placement, ...]) -> FormedWord:
    """Return the word that tiles laid on one line make with each other and what lies there.

    `placed` are in order. No square between them is empty, and there are two, or one that touches a tile of
    the line.
    """
    number, first = _on_line(placed[0], down)
    _, last = _on_line(placed[-1], down)
    line = board.line(down, number)
    start = line.rfind(EMPTY, 0, first) + 1
    end = line.find(EMPTY, last + 1)
    if end < 0:
        end = len(line)
    letters = list(line[start:end])
    heights = list(board.line_heights(down, number)[start:end])
    for placement in placed:
        _, position = _on_line(placement, down)
        letters[position - start] = placement[2]
        heights[position - start] += 1
    if down:
        return score_word(ruleset, "".join(letters), bytes(heights), start, number, True)
    return score_word(ruleset, "".join(letters), bytes(heights), number, start, False)


def _on_line(placement: Placement, down: bool) -> tuple[int, int]:
    """Return the number of the line on which a tile lies, and its position there."""
    row, column, _ = placement
    return (column, row) if down else (row, column)


def words_on(ruleset: Ruleset, board: Board) -> list[FormedWord]:
    """Return all words on the board by first square in reading order, across first when equal."""
    words = []
    for run in board.runs():
        heights = bytes([board.height(row, column) for row, column in run.squares()])
        words.append(score_word(ruleset, run.letters, heights, run.row, run.column, run.down))
    return words
