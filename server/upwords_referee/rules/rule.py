"""The names of the rules, and how a broken one is reported."""

from enum import IntEnum
from typing import NamedTuple

from upwords_referee.rules.square import Square


class Rule(IntEnum):
    """A rule that a move can break, in the order of reports; the numbers are those of the wire."""

    NO_TILES = 1
    TOO_MANY_TILES = 2
    TILE_NOT_ON_RACK = 3
    OUT_OF_BOUNDS = 4
    SAME_SQUARE_TWICE = 5
    NOT_IN_LINE = 6
    GAP = 7
    MISSES_CENTRE = 8
    TOO_FEW_TILES = 9
    NOT_CONNECTED = 10
    STACK_TOO_HIGH = 11
    SAME_LETTER = 12
    SAME_LETTER_IN_STACK = 13
    COVERS_WHOLE_WORD = 14
    BARE_S = 15
    FORMS_NO_WORD = 16
    WORD_NOT_ACCEPTABLE = 17
    EXCHANGE_COUNT = 18
    EXCHANGE_BAG_EMPTY = 19


class Violation(NamedTuple):
    """One broken rule: a sentence, the squares in reading order, the word or letter concerned if any,
    and the section of docs/rules.md.
    """

    rule: Rule
    message: str
    squares: tuple[Square, ...]
    word: str
    reference: str
