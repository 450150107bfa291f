"""The words that a play forms, and what each is worth."""

from typing import NamedTuple

from upwords_referee.rules.board import EMPTY, Board, line_squares
from upwords_referee.rules.ruleset import LetterBonusMode, Ruleset
from upwords_referee.rules.square import Square
from upwords_referee.rules.words import WordStatus

_DIGITS = bytes(ord("0") + min(height, 9) for height in range(256))


class FormedWord(NamedTuple):
    """One word on the board: spelling, first square, direction, heights (one digit a tile, "9" for nine
    or more), points with the letter bonus inside, whether all its stacks are one high, and its status.
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
    status: WordStatus = WordStatus.UNCHECKED

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
    flat = tiles == length
    bonus = 0
    if flat:
        score = scoring.flat_tile * length
        if scoring.letter_bonus_mode is LetterBonusMode.FLAT_WORD and not ruleset.bonus_letters.isdisjoint(
            letters
        ):
            bonus = scoring.letter_bonus * sum(letter in ruleset.bonus_letters for letter in letters)
            score += bonus
    else:
        score = scoring.stacked_tile * tiles
    digits = heights.translate(_DIGITS).decode()
    return FormedWord(ruleset.spell(letters), row, column, down, length, digits, score, flat, bonus)


def read_line(
    ruleset: Ruleset, board: Board, down: bool, number: int, placed: list[tuple[int, str]]
) -> FormedWord:
    """Return the word that tiles laid on one line make with each other and what lies there.

    `placed` has the position in the line and the letter of each tile. No square between them is empty,
    and they make a run of two tiles or more.
    """
    letters = list(board.line(down, number))
    heights = bytearray(board.line_heights(down, number))
    for position, letter in placed:
        letters[position] = letter
        heights[position] += 1
    line = "".join(letters)
    start = line.rfind(EMPTY, 0, placed[0][0]) + 1
    end = line.find(EMPTY, placed[0][0])
    if end < 0:
        end = len(line)
    row, column = (start, number) if down else (number, start)
    return score_word(ruleset, line[start:end], bytes(heights[start:end]), row, column, down)


def words_on(ruleset: Ruleset, board: Board) -> list[FormedWord]:
    """Return all words on the board by first square in reading order, across first when equal."""
    words = []
    for run in board.runs():
        heights = bytes(board.height(row, column) for row, column in run.squares())
        words.append(score_word(ruleset, run.letters, heights, run.row, run.column, run.down))
    return words
