"""The words that a play forms, and what each is worth."""

from typing import NamedTuple

from upwords_referee.rules.board import EMPTY, Board, line_squares
from upwords_referee.rules.ruleset import LetterBonusMode, Ruleset
from upwords_referee.rules.square import Square
from upwords_referee.rules.words import WordStatus

_DIGITS = bytes(ord("0") + min(height, 9) for height in range(256))


class FormedWord(NamedTuple):
    """One word on the board: spelling, first square, direction, heights (one digit a tile, "9" for nine
    or more), points with the letter bonus inside, whether all its stacks are one high, and its status,
    which is presumed acceptable until it is ruled on.
    """

    text: str
    row: int
    column: int
    down: bool
    length: int
    heights: str
    score: int
    flat: bool
    bonus: int
    status: WordStatus = WordStatus.ACCEPTABLE

    def squares(self) -> tuple[Square, ...]:
        """Return its squares in reading order."""
        return line_squares(self.row, self.column, self.down, self.length)


def score_word(
    ruleset: Ruleset, letters: str, heights: bytes | bytearray, row: int, column: int, down: bool
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
        bonus = scoring.letter_bonus * sum(letter in ruleset.bonus_letters for letter in letters)
    score = scoring.flat_tile * length + bonus
    return FormedWord(text, row, column, down, length, "1" * length, score, True, bonus)


def read_line(
    ruleset: Ruleset, board: Board, down: bool, number: int, placed: list[tuple[int, str]]
) -> FormedWord:
    """Return the word that tiles laid on one line make with each other and what lies there.

    `placed` has the position in the line and the letter of each tile, in order. No square between them is
    empty, and there are two, or one that touches a tile of the line.
    """
    line = board.line(down, number)
    start = line.rfind(EMPTY, 0, placed[0][0]) + 1
    end = line.find(EMPTY, placed[-1][0] + 1)
    if end < 0:
        end = len(line)
    letters = list(line[start:end])
    heights = bytearray(board.line_heights(down, number)[start:end])
    for position, letter in placed:
        letters[position - start] = letter
        heights[position - start] += 1
    if down:
        return score_word(ruleset, "".join(letters), heights, start, number, True)
    return score_word(ruleset, "".join(letters), heights, number, start, False)


def words_on(ruleset: Ruleset, board: Board) -> list[FormedWord]:
    """Return all words on the board by first square in reading order, across first when equal."""
    words = []
    for run in board.runs():
        heights = bytes(board.height(row, column) for row, column in run.squares())
        words.append(score_word(ruleset, run.letters, heights, run.row, run.column, run.down))
    return words
