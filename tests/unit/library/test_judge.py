"""Judging and inspecting as library calls: what may be left out, and what is refused."""

from typing import Any

import pytest

from upwords_referee.lexicons.overlay import Overlay
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.library.judge import inspect, judge
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.position import parse_board, parse_position
from upwords_referee.rules.move import Exchange, Move, Pass, Play
from upwords_referee.rules.ruleset_data import read_ruleset
from upwords_referee.rules.words import WordStatus

MOOD = "10/10/10/10/3MOOD3/10/10/10/10/10"
EMPTY_8 = "8/8/8/8/8/8/8/8"
BOOK = RulesetBook.builtin()
HOUSE = read_ruleset({"same_letter_rule": "anywhere"}, BOOK.get)


def test_board_and_move_are_notation_or_values() -> None:
    board = parse_board(MOOD)
    position = parse_position(f"{MOOD} A 0 0")
    play = Play.of([(4, 3, "W")])
    whole = f"  {MOOD} ? ? 0 lex other;"
    verdicts = [
        judge(before, move) for before in (MOOD, whole, board, position) for move in ("5d w...", play)
    ]
    assert verdicts == [verdicts[0]] * 8
    assert (verdicts[0].valid, verdicts[0].score) == (True, 5)
    assert inspect(MOOD) == inspect(whole) == inspect(board) == inspect(position)


def test_exchanges_and_passes_are_judged_too() -> None:
    assert judge(MOOD, Pass()).valid
    assert judge(MOOD, "-").score == 0
    assert judge(MOOD, Exchange("E"), rack="E", bag_count=1).valid
    (violation,) = judge(MOOD, "-E", bag_count=0).violations
    assert violation.rule.name == "EXCHANGE_BAG_EMPTY"


def test_the_ruleset_is_that_of_the_boards_size_or_the_one_named_or_given() -> None:
    assert judge(EMPTY_8, "4D CAT").valid
    assert judge(MOOD, "5D PALE", ruleset="topwords-10x10").valid
    assert not judge(MOOD, "5D PALE").valid
    given = judge("10/10/10/10/3(WM)OOD3/10/10/10/10/10", "5D W...", ruleset=HOUSE)
    assert [violation.rule.name for violation in given.violations] == ["SAME_LETTER_IN_STACK"]


def test_words_are_ruled_by_the_lexicon_and_before_it_by_the_overlay() -> None:
    assert judge(MOOD, "5D Z...").words[0].status is WordStatus.NOT_FOUND
    assert judge(MOOD, "5D Z...", lexicon="none").words[0].status is WordStatus.UNCHECKED
    own = WordList("own", ["ZOOD"])
    assert judge(MOOD, "5D Z...", lexicon=own).valid
    allowed, denied = Overlay.from_words(allow=["zood"]), Overlay.from_words(deny=["wood"])
    assert judge(MOOD, "5D Z...", overlay=allowed).words[0].status is WordStatus.ALLOWED
    assert judge(MOOD, "5D W...", overlay=denied, lexicon="none").words[0].status is WordStatus.DENIED
    assert inspect(MOOD, overlay=Overlay.from_words(deny=["mood"])).findings[0].word == "MOOD"


def test_a_rack_is_read_in_any_case_and_an_empty_one_is_known() -> None:
    assert judge(MOOD, "5D W...", rack="qwertyu").valid
    assert judge(MOOD, "5D W...", rack=None).valid
    (violation,) = judge(MOOD, "5D W...", rack="").violations
    assert violation.rule.name == "TILE_NOT_ON_RACK"
    unlimited = read_ruleset({"rack_size": 0}, BOOK.get)
    assert judge(MOOD, "5D W...", rack="w" * 8, ruleset=unlimited).valid


@pytest.mark.parametrize(
    ("board", "move", "known", "message"),
    [
        ("", "-", {}, "a board has 2 to 25 rows"),
        ("10/10", "-", {}, "a board of 2 rows and 10 columns needs a ruleset"),
        ("A3/4", "-", {}, "a board of 2 rows and 4 columns needs a ruleset"),
        (MOOD, "5D W?", {}, "no tile has the letter"),
        (MOOD, "5D WÄ", {}, "no tile has the letter"),
        (MOOD, "WOOD", {}, "is no move"),
        (MOOD, "-", {"ruleset": "club"}, "there is no ruleset 'club'; known are classic-8x8, standard-10x10"),
        (MOOD, "-", {"ruleset": "classic-8x8"}, "the board: has 10 rows and 10 columns"),
        (MOOD.replace("M", "Ä"), "-", {}, "the board: D5 has 'Ä', a letter that no tile has"),
        (MOOD.replace("M", "(ABCDEF)"), "-", {}, "the board: a stack may be 5 high; it is higher on D5"),
        (MOOD, "-", {"lexicon": "other"}, "there is no built-in lexicon 'other'; known are enable and none"),
        (MOOD, "-", {"rack": "A?"}, "'?' on a rack is a letter that no tile has"),
        (MOOD, "-", {"rack": "ABCDEFGH"}, "the rack has 8 tiles; it holds at most 7"),
        (MOOD.replace("M", "(_M)"), "5D W...", {"ruleset": HOUSE}, "asks for buried tiles"),
    ],
)
def test_what_cannot_be_understood_is_a_value_error_that_says_why(
    board: str, move: str, known: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match="^.*" + message.replace("?", r"\?").replace("(", r"\(")):
        judge(board, move, **known)


def test_a_position_to_be_inspected_may_have_stacks_that_are_too_high_but_no_strange_letters() -> None:
    found = inspect(MOOD.replace("M", "(ABCDEM)"))
    assert [finding.kind.name for finding in found.findings] == ["STACK_TOO_HIGH"]
    assert not found.sound
    with pytest.raises(ValueError, match="a letter that no tile has"):
        inspect(MOOD.replace("M", "Ä"))
    with pytest.raises(ValueError, match="'ß' on a rack"):
        inspect(MOOD, racks=("A", "ß"))


def test_racks_and_bag_are_counted() -> None:
    full = inspect(MOOD, racks=("aeinrst", "AEIORST"), bag_count=82)
    assert full.sound
    assert full.findings == ()
    short = inspect(MOOD, racks=("AEINRST", "AEIORST"), bag_count=81)
    assert [finding.kind.name for finding in short.findings] == ["TILE_COUNT_SHORT"]
    assert short.sound


@pytest.mark.parametrize(
    "move",
    [Play.of([(4, 3, "?")]), Play.of([(4, 3, "w")]), Exchange("?")],
    ids=["a sign", "lower case", "exchange"],
)
def test_a_move_given_as_a_value_has_only_letters_that_tiles_have(move: Move) -> None:
    with pytest.raises(ValueError, match="a letter that no tile has"):
        judge(MOOD, move)


def test_a_bag_holds_no_negative_number_of_tiles() -> None:
    with pytest.raises(ValueError, match="the bag cannot hold -1 tiles"):
        judge(MOOD, "-", bag_count=-1)
    with pytest.raises(ValueError, match="the bag cannot hold -1 tiles"):
        inspect(MOOD, bag_count=-1)


def test_a_position_has_at_most_four_racks() -> None:
    with pytest.raises(ValueError, match="there are 5 racks"):
        inspect(MOOD, racks=("A",) * 5)
