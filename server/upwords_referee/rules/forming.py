"""The words that a play forms, and what each is worth."""

from typing import Any, Final

from upwords_referee.rules.board import MOST_STACKED, Board, line_squares
from upwords_referee.rules.move import Placement
from upwords_referee.rules.ruleset import LetterBonusMode, Ruleset
from upwords_referee.rules.square import Square
from upwords_referee.rules.value import Value
from upwords_referee.rules.words import WordStatus

_DIGITS: Final = [str(min(height, 9)) for height in range(MOST_STACKED + 2)]
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
    ruleset: Ruleset, letters: str, digits: str, tiles: int, row: int, column: int, down: bool
) -> FormedWord:
    """Return the word that begins at (row, column) and what it is worth (section 5).

    `letters` are its top letters, `digits` the heights of its stacks, `tiles` their sum.
    """
    length = len(letters)
    scoring = ruleset.scoring
    # Most words hold neither a tile that spells two letters nor one that earns a bonus.
    special = not ruleset.special_letters.isdisjoint(letters)
    text = ruleset.spell(letters) if special else letters
    if tiles > length:
        return FormedWord(text, row, column, down, length, digits, scoring.stacked_tile * tiles, False, 0)
    bonus = 0
    if special and scoring.letter_bonus_mode is LetterBonusMode.FLAT_WORD:
        bonus = scoring.letter_bonus * sum([letter in ruleset.bonus_letters for letter in letters])
    score = scoring.flat_tile * length + bonus
    return FormedWord(text, row, column, down, length, digits, score, True, bonus)


def read_line(ruleset: Ruleset, board: Board, down: bool, placed: tuple[Placement, ...]) -> FormedWord:
    """Return the word that tiles laid on one line make with each other and what lies there.

    `placed` are in order. No square between them is empty, and there are two, or one that touches a tile of
    the line.
    """
    tops, heights, width = board.letters, board.heights, board.columns
    row, column, letter = placed[0]
    square = row * width + column
    if down:
        step, position, length = width, row, board.rows
    else:
        step, position, length = 1, column, width
    while position and heights[square - step]:
        square -= step
        position -= 1
    start = position
    laid, next_laid = 0, row if down else column
    letters: list[str] = []
    digits: list[str] = []
    tiles = 0
    while position < length:
        height = heights[square]
        if position == next_laid:
            letters.append(letter)
            height += 1
            laid += 1
            if laid < len(placed):
                row, column, letter = placed[laid]
                next_laid = row if down else column
        elif height:
            letters.append(tops[square])
        else:
            break
        digits.append(_DIGITS[height])
        tiles += height
        square += step
        position += 1
    if down:
        row = start
    else:
        column = start
    return score_word(ruleset, "".join(letters), "".join(digits), tiles, row, column, down)


def words_on(ruleset: Ruleset, board: Board) -> list[FormedWord]:
    """Return all words on the board by first square in reading order, across first when equal."""
    words = []
    for run in board.runs():
        heights = [board.height(row, column) for row, column in run.squares()]
        digits = "".join([_DIGITS[height] for height in heights])
        words.append(score_word(ruleset, run.letters, digits, sum(heights), run.row, run.column, run.down))
    return words
