"""What a tile on one square makes across the line of play."""

from __future__ import annotations

from upwords_referee.movegen.tile_graph import TileGraph
from upwords_referee.rules.board import EMPTY, Board
from upwords_referee.rules.ruleset import LetterBonusMode, Ruleset


class Crossing:
    """The cross word through one square: the tiles `before` and `after` it, and what it is worth.

    `mask` has the bits of the letters that make it acceptable, all of them if there is none (`exists`).
    """

    __slots__ = ("_bonus", "_points", "_texts", "after", "before", "exists", "mask")

    def __init__(self, mask: int, before: str, after: str, points: int, bonus: int) -> None:
        self.exists: bool = bool(before or after)
        self.mask: int = mask
        self.before: str = before
        self.after: str = after
        self._points: int = points
        self._bonus: int = bonus
        self._texts: dict[str, str] = {}

    def score(self, ruleset: Ruleset, letter: str) -> int:
        """Return what the word is worth with this letter."""
        if self._bonus and letter in ruleset.bonus_letters:
            return self._points + self._bonus
        return self._points

    def text(self, ruleset: Ruleset, letter: str) -> str:
        """Return what the word spells with this letter."""
        text = self._texts.get(letter)
        if text is None:
            text = self._texts[letter] = ruleset.spell(self.before + letter + self.after)
        return text


def read_crossing(
    ruleset: Ruleset, board: Board, graph: TileGraph, none: Crossing, row: int, column: int, down: bool
) -> Crossing:
    """Return the crossing that runs down or across through a square; `none` if nothing lies beside it."""
    if not board.has_neighbour(row, column, down):
        return none
    number, at = (column, row) if down else (row, column)
    line = board.line(down, number)
    first = line.rfind(EMPTY, 0, at) + 1
    end = line.find(EMPTY, at + 1)
    if end < 0:
        end = len(line)
    before, after = line[first:at], line[at + 1 : end]
    tiles = sum(board.line_heights(down, number)[first:end]) + 1
    length = end - first
    scoring = ruleset.scoring
    if tiles > length:
        return Crossing(graph.between(before, after), before, after, scoring.stacked_tile * tiles, 0)
    points, bonus = scoring.flat_tile * length, 0
    if scoring.letter_bonus_mode is LetterBonusMode.FLAT_WORD:
        bonus = scoring.letter_bonus
        points += bonus * sum([letter in ruleset.bonus_letters for letter in before + after])
    return Crossing(graph.between(before, after), before, after, points, bonus)
