"""Every rule: the smallest position that breaks it alone, what is said then, and the nearest legal one."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.unit.rules.asking import ask, board, house, names
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Move, Play
from upwords_referee.rules.rule import Rule
from upwords_referee.rules.table import RULES
from upwords_referee.rules.words import WordStatus

EMPTY = board()
MOOD = board("5 3MOOD3")
ANYWHERE = house(same_letter_rule="anywhere")


@dataclass(frozen=True)
class Question:
    """A move on a board, and what else is known."""

    board: Board
    move: Move | str
    known: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    """What breaks a rule, what is said, and what just does not break it."""

    broken: Question
    sentence: str
    squares: str
    word: str
    reference: str
    legal: Question


EXAMPLES = {
    Rule.NO_TILES: Example(
        Question(EMPTY, Play(())),
        "The play lays no tile.",
        "",
        "",
        "3.1",
        Question(EMPTY, "5E AT"),
    ),
    Rule.TOO_MANY_TILES: Example(
        Question(EMPTY, "5B PAINTERS"),
        "The play lays 8 tiles, on B5, C5, D5, E5, F5, G5, H5 and I5; a rack holds 7.",
        "B5 C5 D5 E5 F5 G5 H5 I5",
        "",
        "3.1",
        Question(EMPTY, "5B PAINTER"),
    ),
    Rule.TILE_NOT_ON_RACK: Example(
        Question(EMPTY, "5E TOT", {"rack": "TO"}),
        "The move takes 2 of the tile T, on E5 and G5; the rack holds 1.",
        "E5 G5",
        "T",
        "3.10",
        Question(EMPTY, "5E TOT", {"rack": "TOT"}),
    ),
    Rule.OUT_OF_BOUNDS: Example(
        Question(board("5 6MOOD"), "5G ....Y"),
        "A tile is laid off the board of 10 rows and 10 columns: row 5, column 11.",
        "K5",
        "",
        "3.1",
        Question(board("5 5MOOD1"), "5F ....Y"),
    ),
    Rule.SAME_SQUARE_TWICE: Example(
        Question(EMPTY, Play.of([(4, 4, "A"), (4, 4, "I"), (4, 5, "T")])),
        "More than one tile is laid on E5.",
        "E5",
        "",
        "3.1",
        Question(EMPTY, Play.of([(4, 4, "A"), (4, 5, "T")])),
    ),
    Rule.NOT_IN_LINE: Example(
        Question(EMPTY, Play.of([(4, 4, "A"), (5, 5, "T")])),
        "The tiles on E5 and F6 lie neither in one row nor in one column.",
        "E5 F6",
        "",
        "3.2",
        Question(EMPTY, Play.of([(4, 4, "A"), (5, 4, "T")])),
    ),
    Rule.GAP: Example(
        Question(EMPTY, "5E A.T"),
        "Between the first and the last tile of the play, F5 would stay empty.",
        "F5",
        "",
        "3.3",
        Question(board("4 5O4", "5 5N4"), "5E A.T"),
    ),
    Rule.MISSES_CENTRE: Example(
        Question(EMPTY, "4E AT"),
        "The first word must cover a centre square, E5, F5, E6 and F6; this play covers E4 and F4.",
        "E4 F4",
        "",
        "3.4",
        Question(EMPTY, "5D AT"),
    ),
    Rule.TOO_FEW_TILES: Example(
        Question(EMPTY, "5E A"),
        "The first word needs two tiles or more; this play has only the one on E5.",
        "E5",
        "",
        "3.4",
        Question(EMPTY, "5E AT"),
    ),
    Rule.NOT_CONNECTED: Example(
        Question(MOOD, "6H AT"),
        "No tile of the play on H6 and I6 lies on or beside a tile of the board.",
        "H6 I6",
        "",
        "3.5",
        Question(MOOD, "6G AT"),
    ),
    Rule.STACK_TOO_HIGH: Example(
        Question(board("5 3(ABCDM)OOD3"), "5D W..."),
        "A stack may be 5 high; the play would make it higher on D5.",
        "D5",
        "",
        "3.6",
        Question(board("5 3(ABCM)OOD3"), "5D W..."),
    ),
    Rule.SAME_LETTER: Example(
        Question(MOOD, "5D M..."),
        "A tile is laid on the same letter on D5.",
        "D5",
        "",
        "3.7",
        Question(MOOD, "5D W..."),
    ),
    Rule.SAME_LETTER_IN_STACK: Example(
        Question(board("5 3(WM)OOD3"), "5D W...", {"ruleset": ANYWHERE}),
        "The stack already holds the same letter further down on D5.",
        "D5",
        "",
        "9",
        Question(board("5 3(WM)OOD3"), "5D F...", {"ruleset": ANYWHERE}),
    ),
    Rule.COVERS_WHOLE_WORD: Example(
        Question(MOOD, "5D FEAR"),
        "Every letter of the old word MOOD on D5, E5, F5 and G5 would be covered.",
        "D5 E5 F5 G5",
        "MOOD",
        "3.8",
        Question(MOOD, "5D FEA."),
    ),
    Rule.BARE_S: Example(
        Question(MOOD, "5D ....S"),
        "A single S that only lengthens old words may not be laid on H5.",
        "H5",
        "",
        "3.9",
        Question(MOOD, "5D ....Y"),
    ),
    Rule.FORMS_NO_WORD: Example(
        Question(board("5 3MOOD3", "9 8X1"), "9I O"),
        "The tile on I9 forms no word.",
        "I9",
        "",
        "3.11",
        Question(board("5 3MOOD3", "9 8X1"), "9H S."),
    ),
    Rule.WORD_NOT_ACCEPTABLE: Example(
        Question(EMPTY, "5E QX", {"statuses": {"QUX": WordStatus.NOT_FOUND}}),
        "QUX on E5 and F5 is not acceptable: the lexicon does not have it.",
        "E5 F5",
        "QUX",
        "2",
        Question(EMPTY, "5E QX", {"statuses": {"QUX": WordStatus.ALLOWED}}),
    ),
    Rule.EXCHANGE_COUNT: Example(
        Question(EMPTY, "-EA"),
        "An exchange gives back exactly 1 of the tiles, not 2.",
        "",
        "",
        "6",
        Question(EMPTY, "-E"),
    ),
    Rule.EXCHANGE_BAG_EMPTY: Example(
        Question(EMPTY, "-E", {"bag_count": 0}),
        "The bag is empty, so that nothing can be exchanged.",
        "",
        "",
        "6",
        Question(EMPTY, "-E", {"bag_count": 1}),
    ),
}


def test_every_rule_has_an_example_and_one_row_of_the_table_in_the_order_of_reports() -> None:
    assert list(EXAMPLES) == list(Rule)
    assert [entry.rule for entry in RULES] == list(Rule)


@pytest.mark.parametrize(("rule", "example"), EXAMPLES.items(), ids=lambda value: getattr(value, "name", ""))
def test_the_smallest_breaking_position_breaks_this_rule_alone(rule: Rule, example: Example) -> None:
    judgement = ask(example.broken.board, example.broken.move, **example.broken.known)
    assert not judgement.valid
    (violation,) = judgement.violations
    assert violation.rule is rule
    assert violation.message == example.sentence
    assert names(violation.squares) == example.squares
    assert violation.word == example.word
    assert violation.reference == example.reference


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=[rule.name for rule in EXAMPLES])
def test_its_nearest_neighbour_is_legal(example: Example) -> None:
    judgement = ask(example.legal.board, example.legal.move, **example.legal.known)
    assert judgement.violations == ()
    assert judgement.valid
