"""Rulesets as data: what is read, what is inherited, what is refused and in which words."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest

from tests.unit.rules.asking import STANDARD, TOPWORDS, house
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer
from upwords_referee.rules.ruleset import (
    BareSRule,
    LetterBonusMode,
    Ruleset,
    SameLetterRule,
    Scoring,
    TileKind,
    WholeWordRule,
)
from upwords_referee.rules.ruleset_data import (
    ENGLISH_LETTERS,
    RulesetError,
    UnknownBaseError,
    is_ruleset_id,
    parse_ruleset_toml,
    read_challenge_rule,
    read_ruleset,
    ruleset_data,
)
from upwords_referee.rules.square import Square

COMPLETE = {
    "rows": 3,
    "columns": 4,
    "centre": {"squares": [{"row": 1, "column": 1}]},
    "rack_size": 2,
    "max_height": 1,
    "tiles": {"kinds": [{"letter": "A"}]},
}


def faults(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(RulesetError) as caught:
        read_ruleset(data, lambda _: STANDARD)
    return [(fault.path, fault.message) for fault in caught.value.faults]


# What is inherited.


def test_a_ruleset_without_fields_is_its_base_under_no_name() -> None:
    plain = house()
    assert (plain.id, plain.name, plain.base) == ("", "", "")
    assert plain.digest == STANDARD.digest
    inherited = [f.name for f in fields(Ruleset) if f.name not in {"id", "name", "base"}]
    assert [getattr(plain, name) for name in inherited] == [getattr(STANDARD, name) for name in inherited]


def test_the_base_is_looked_up_by_id_and_is_the_standard_if_none_is_named() -> None:
    asked: list[str] = []

    def base(id: str) -> Ruleset:
        asked.append(id)
        return TOPWORDS

    for data in ({}, {"base": ""}, {"base": "topwords-10x10"}):
        assert read_ruleset(data, base).bare_s_rule is BareSRule.OFF
    assert asked == ["standard-10x10", "standard-10x10", "topwords-10x10"]


def test_an_unknown_base_is_named_in_the_refusal() -> None:
    with pytest.raises(UnknownBaseError, match='there is no ruleset "nowhere" to inherit from') as caught:
        read_ruleset({"base": "nowhere"}, lambda _: None)
    assert caught.value.base == "nowhere"


def test_a_complete_ruleset_needs_no_base() -> None:
    ruleset = read_ruleset(COMPLETE, lambda _: None)
    assert (ruleset.rows, ruleset.columns, ruleset.rack_size, ruleset.max_height) == (3, 4, 2, 1)
    assert ruleset.centre == {Square(1, 1)}
    assert ruleset.tiles == (TileKind("A", "A", None, False),)
    assert ruleset.scoring == Scoring()
    assert (ruleset.whole_word_rule, ruleset.bare_s_rule) == (
        WholeWordRule.KEEP_A_LETTER,
        BareSRule.OLD_RUNS,
    )
    assert (ruleset.bare_s_letter, ruleset.same_letter_rule, ruleset.exchange_tiles) == (
        "S",
        SameLetterRule.TOP,
        1,
    )


@pytest.mark.parametrize("key", COMPLETE)
def test_without_a_base_every_needed_field_must_be_there(key: str) -> None:
    with pytest.raises(RulesetError) as caught:
        read_ruleset({name: value for name, value in COMPLETE.items() if name != key}, lambda _: None)
    (fault,) = caught.value.faults
    assert fault == (key, "is missing, and there is no base to inherit it from")


def test_numbers_of_the_score_are_inherited_one_by_one() -> None:
    scoring = read_ruleset({"scoring": {"flat_tile": 9}}, lambda _: TOPWORDS).scoring
    assert (scoring.flat_tile, scoring.full_rack_bonus) == (9, 10)
    assert scoring.letter_bonus_mode is LetterBonusMode.WHEN_PLACED


def test_lists_are_inherited_as_a_whole_and_an_empty_list_is_not_absent() -> None:
    assert house(centre={"squares": []}).centre == frozenset()
    assert house(centre={}).centre == frozenset()
    assert house(tiles={"kinds": []}).tiles == house(tiles={}).tiles == ENGLISH_LETTERS
    assert [kind.letter for kind in house(tiles={"kinds": [{"letter": "Z"}, {"letter": "A"}]}).tiles] == [
        "A",
        "Z",
    ]


def test_the_letters_for_an_empty_list_are_a_to_z_with_q_as_qu_uncounted() -> None:
    assert "".join(kind.letter for kind in ENGLISH_LETTERS) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert all(kind.count is None for kind in ENGLISH_LETTERS)
    unusual = [kind for kind in ENGLISH_LETTERS if kind.bonus or kind.spelling != kind.letter]
    assert unusual == [TileKind("Q", "QU", None, True)]


def test_an_inherited_centre_must_fit_the_board() -> None:
    message = (
        "the inherited centre does not fit the board of {} rows and {} columns; give one, or an empty list"
    )
    assert faults({"rows": 5}) == [("centre", message.format(5, 10))]
    assert faults({"columns": 5}) == [("centre", message.format(10, 5))]
    assert house(rows=6, columns=6).centre == STANDARD.centre
    assert house(rows=2, columns=2, centre={}).centre == frozenset()


# What is read.


@pytest.mark.parametrize(
    ("key", "value", "read"),
    [
        ("whole_word_rule", "off", WholeWordRule.OFF),
        ("whole_word_rule", "keep-a-letter", WholeWordRule.KEEP_A_LETTER),
        ("whole_word_rule", "WHOLE_WORD_RULE_OFF", WholeWordRule.OFF),
        ("bare_s_rule", "every-word", BareSRule.EVERY_WORD),
        ("bare_s_rule", "EVERY_WORD", BareSRule.EVERY_WORD),
        ("bare_s_rule", "BARE_S_RULE_EVERY_WORD", BareSRule.EVERY_WORD),
        ("bare_s_rule", "old-runs", BareSRule.OLD_RUNS),
        ("same_letter_rule", "anywhere", SameLetterRule.ANYWHERE),
        ("same_letter_rule", "SAME_LETTER_RULE_TOP", SameLetterRule.TOP),
        ("bare_s_letter", "d", "D"),
        ("bare_s_letter", "a\u0308", "Ä"),
        ("exchange_tiles", 25, 25),
        ("name", "n" * 200, "n" * 200),
        ("id", "Any text!", "Any text!"),
    ],
)
def test_enums_are_read_by_short_or_full_names_and_letters_in_any_case(
    key: str, value: object, read: object
) -> None:
    assert getattr(house(**{key: value}), key) == read


@pytest.mark.parametrize(
    "mode", ["when-placed", "WHEN_PLACED", "LETTER_BONUS_MODE_WHEN_PLACED", "letter-bonus-mode-when-placed"]
)
def test_the_mode_of_the_letter_bonus_is_read_by_its_short_or_full_name(mode: str) -> None:
    ruleset = house(scoring={"letter_bonus_mode": mode})
    assert ruleset.scoring.letter_bonus_mode is LetterBonusMode.WHEN_PLACED


@pytest.mark.parametrize("unset", ["", "unspecified", "UNSPECIFIED"])
def test_an_enum_that_is_not_specified_is_inherited(unset: str) -> None:
    full = {"": "", "unspecified": "BARE_S_RULE_UNSPECIFIED"}.get(unset, unset)
    ruleset = read_ruleset(
        {
            "whole_word_rule": unset,
            "bare_s_rule": full,
            "bare_s_letter": "",
            "scoring": {"letter_bonus_mode": unset},
        },
        lambda _: TOPWORDS,
    )
    assert (ruleset.whole_word_rule, ruleset.bare_s_rule) == (WholeWordRule.OFF, BareSRule.OFF)
    assert ruleset.scoring == TOPWORDS.scoring


def test_a_tile_may_spell_several_letters_be_counted_and_earn_the_bonus() -> None:
    ruleset = house(
        tiles={"kinds": [{"letter": "q", "spelling": "qu", "count": 0, "bonus": True}, {"letter": "ß"}]}
    )
    assert ruleset.tiles == (TileKind("Q", "QU", 0, True), TileKind("ß", "ß", None, False))


def test_squares_of_the_centre_count_from_zero_and_zero_may_be_left_out() -> None:
    assert house(centre={"squares": [{}, {"row": 9}, {"column": 9}]}).centre == {
        Square(0, 0),
        Square(9, 0),
        Square(0, 9),
    }


def test_the_digest_is_ignored_on_input() -> None:
    assert house(digest="something else").digest == STANDARD.digest


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("rack_size", 0, 25),
        ("max_height", 1, 8),
        ("exchange_tiles", 1, 25),
        ("pass_rounds", 1, 10),
        ("solo_exchanges", 0, 1000),
        ("rows", 2, 25),
        ("columns", 2, 25),
    ],
)
def test_numbers_have_bounds(key: str, low: int, high: int) -> None:
    for value in (low, high):
        assert getattr(house(centre={}, **{key: value}), key) == value
    for value in (low - 1, high + 1):
        told = f"must be a whole number from {low} to {high}, not {value}"
        assert faults({"centre": {}, key: value}) == [(key, told)]


def test_a_challenge_rule_is_inherited_as_a_whole() -> None:
    club = house(challenge_rule={"kind": "penalty", "points": 5, "per": "word"})
    assert club.challenge_rule == ChallengeRule(ChallengeKind.PENALTY, 5, PenaltyPer.WORD)
    assert read_ruleset({"challenge_rule": {}}, lambda _: club).challenge_rule == club.challenge_rule
    other = read_ruleset({"challenge_rule": {"kind": "penalty"}}, lambda _: club).challenge_rule
    assert other == ChallengeRule(ChallengeKind.PENALTY, 0, PenaltyPer.PLAY, PenaltyPayment.CREDIT_OPPONENT)


def test_the_rule_of_a_call_is_read_alone() -> None:
    assert read_challenge_rule({"kind": "CHALLENGE_KIND_DOUBLE"}) == ChallengeRule(ChallengeKind.DOUBLE)
    assert read_challenge_rule({"kind": "CHALLENGE_KIND_UNSPECIFIED"}) is None
    with pytest.raises(RulesetError, match=r"^challenge_rule\.kind: must be one of"):
        read_challenge_rule({"kind": "x"})


def test_a_set_has_a_size_if_all_its_tiles_are_counted() -> None:
    assert STANDARD.set_size == 100
    assert house(tiles={"kinds": [{"letter": "A", "count": 3}, {"letter": "B"}]}).set_size is None


@pytest.mark.parametrize("key", [f.name for f in fields(Scoring) if f.name != "letter_bonus_mode"])
def test_numbers_of_the_score_have_bounds(key: str) -> None:
    for value in (-1000, 1000):
        assert getattr(house(scoring={key: value}).scoring, key) == value
    for value in (-1001, 1001):
        told = f"must be a whole number from -1000 to 1000, not {value}"
        assert faults({"scoring": {key: value}}) == [(f"scoring.{key}", told)]


# What is refused.

A_NUMBER = "must be a whole number from"
PENALTY_ONLY = "has points, per or payment, which go with the kind PENALTY only"
BARE_S_NAMES = "must be one of BARE_S_RULE_OLD_RUNS, BARE_S_RULE_EVERY_WORD, BARE_S_RULE_OFF, not"


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        ({"colour": 1}, "colour", "is no field of a ruleset"),
        ({"id": 5}, "id", "must be text of at most 64 characters"),
        ({"id": "i" * 65}, "id", "must be text of at most 64 characters"),
        ({"name": "n" * 201}, "name", "must be text of at most 200 characters"),
        ({"base": "b" * 65}, "base", "must be text of at most 64 characters"),
        ({"rack_size": True}, "rack_size", f"{A_NUMBER} 0 to 25, not True"),
        ({"rack_size": 7.0}, "rack_size", f"{A_NUMBER} 0 to 25, not 7.0"),
        ({"rack_size": "7"}, "rack_size", f"{A_NUMBER} 0 to 25, not '7'"),
        ({"bare_s_rule": "sometimes"}, "bare_s_rule", f"{BARE_S_NAMES} 'sometimes'"),
        ({"bare_s_rule": "SAME_LETTER_RULE_TOP"}, "bare_s_rule", f"{BARE_S_NAMES} 'SAME_LETTER_RULE_TOP'"),
        ({"bare_s_rule": False}, "bare_s_rule", f"{BARE_S_NAMES} False"),
        ({"bare_s_rule": 99}, "bare_s_rule", f"{BARE_S_NAMES} 99"),
        (
            {"whole_word_rule": 0},
            "whole_word_rule",
            "must be one of WHOLE_WORD_RULE_KEEP_A_LETTER, WHOLE_WORD_RULE_OFF, not 0",
        ),
        ({"bare_s_letter": "SS"}, "bare_s_letter", "must be one letter, not 'SS'"),
        ({"bare_s_letter": "."}, "bare_s_letter", "must be one letter, not '.'"),
        ({"bare_s_letter": False}, "bare_s_letter", "must be one letter, not False"),
        ({"centre": []}, "centre", "must be a table of squares"),
        ({"centre": {"square": []}}, "centre.square", "is no field there"),
        ({"centre": {"squares": {}}}, "centre.squares", "must be a list of at most 625"),
        ({"centre": {"squares": [{}] * 626}}, "centre.squares", "must be a list of at most 625"),
        ({"centre": {"squares": ["E5"]}}, "centre.squares[0]", "must be a table of column, row"),
        ({"centre": {"squares": [{"x": 1}]}}, "centre.squares[0].x", "is no field there"),
        (
            {"centre": {"squares": [{"row": 25}]}},
            "centre.squares[0].row",
            f"{A_NUMBER} 0 to 24, not 25",
        ),
        (
            {"centre": {"squares": [{"column": -1}]}},
            "centre.squares[0].column",
            f"{A_NUMBER} 0 to 24, not -1",
        ),
        (
            {"centre": {"squares": [{}, {"row": 10}]}},
            "centre.squares[1]",
            "is off the board of 10 rows and 10 columns",
        ),
        (
            {"centre": {"squares": [{"column": 10}]}},
            "centre.squares[0]",
            "is off the board of 10 rows and 10 columns",
        ),
        ({"tiles": 5}, "tiles", "must be a table of kinds"),
        ({"tiles": {"kinds": 5}}, "tiles.kinds", "must be a list of at most 100"),
        ({"tiles": {"kinds": [{"letter": "A"}] * 101}}, "tiles.kinds", "must be a list of at most 100"),
        ({"tiles": {"kinds": [{"letter": "A", "x": 1}]}}, "tiles.kinds[0].x", "is no field there"),
        ({"tiles": {"kinds": [{"count": 1}]}}, "tiles.kinds[0].letter", "must be one letter, not ''"),
        ({"tiles": {"kinds": [{"letter": "_"}]}}, "tiles.kinds[0].letter", "must be one letter, not '_'"),
        ({"tiles": {"kinds": [{"letter": "7"}]}}, "tiles.kinds[0].letter", "must be one letter, not '7'"),
        (
            {"tiles": {"kinds": [{"letter": "A"}, {"letter": "a"}]}},
            "tiles.kinds[1].letter",
            "A is there already",
        ),
        (
            {"tiles": {"kinds": [{"letter": "A", "spelling": "A-"}]}},
            "tiles.kinds[0].spelling",
            "must be 1 to 8 letters, not 'A-'",
        ),
        (
            {"tiles": {"kinds": [{"letter": "A", "spelling": "ABCDEFGHI"}]}},
            "tiles.kinds[0].spelling",
            "must be 1 to 8 letters, not 'ABCDEFGHI'",
        ),
        (
            {"tiles": {"kinds": [{"letter": "A", "spelling": 0}]}},
            "tiles.kinds[0].spelling",
            "must be 1 to 8 letters, not 0",
        ),
        (
            {"tiles": {"kinds": [{"letter": "A", "count": -1}]}},
            "tiles.kinds[0].count",
            f"{A_NUMBER} 0 to 10000, not -1",
        ),
        (
            {"tiles": {"kinds": [{"letter": "A", "bonus": 1}]}},
            "tiles.kinds[0].bonus",
            "must be true or false, not 1",
        ),
        (
            {"scoring": 5},
            "scoring",
            "must be a table of flat_tile, full_rack_bonus, letter_bonus, letter_bonus_mode, "
            "solo_unplayed_tile, stacked_tile, unplayed_tile",
        ),
        ({"scoring": {"x": 1}}, "scoring.x", "is no field there"),
        ({"scoring": {"flat_tile": "2"}}, "scoring.flat_tile", f"{A_NUMBER} -1000 to 1000, not '2'"),
        (
            {"scoring": {"letter_bonus_mode": "never"}},
            "scoring.letter_bonus_mode",
            "must be one of LETTER_BONUS_MODE_FLAT_WORD, LETTER_BONUS_MODE_WHEN_PLACED, "
            "LETTER_BONUS_MODE_OFF, not 'never'",
        ),
        (
            {"scoring": {"letter_bonus_mode": False}},
            "scoring.letter_bonus_mode",
            "must be one of LETTER_BONUS_MODE_FLAT_WORD, LETTER_BONUS_MODE_WHEN_PLACED, "
            "LETTER_BONUS_MODE_OFF, not False",
        ),
        ({"challenge_rule": 5}, "challenge_rule", "must be a table of kind, payment, per, points"),
        ({"challenge_rule": {"x": 1}}, "challenge_rule.x", "is no field there"),
        (
            {"challenge_rule": {"kind": "triple"}},
            "challenge_rule.kind",
            "must be one of CHALLENGE_KIND_SINGLE, CHALLENGE_KIND_VOID, CHALLENGE_KIND_DOUBLE, "
            "CHALLENGE_KIND_PENALTY, not 'triple'",
        ),
        (
            {"challenge_rule": {"kind": "penalty", "per": "game"}},
            "challenge_rule.per",
            "must be one of PENALTY_PER_WORD, PENALTY_PER_PLAY, not 'game'",
        ),
        (
            {"challenge_rule": {"kind": "penalty", "points": -1}},
            "challenge_rule.points",
            f"{A_NUMBER} 0 to 1000, not -1",
        ),
        ({"challenge_rule": {"kind": "double", "points": 5}}, "challenge_rule", PENALTY_ONLY),
        ({"challenge_rule": {"kind": "void", "per": "word"}}, "challenge_rule", PENALTY_ONLY),
        ({"challenge_rule": {"payment": "credit-opponent"}}, "challenge_rule", PENALTY_ONLY),
    ],
)
def test_each_fault_alone(data: dict[str, Any], path: str, message: str) -> None:
    assert faults(data) == [(path, message)]


def test_a_kind_that_is_no_table_has_no_letter_either() -> None:
    assert faults({"tiles": {"kinds": ["A"]}}) == [
        ("tiles.kinds[0]", "must be a table of bonus, count, letter, spelling"),
        ("tiles.kinds[0].letter", "must be one letter, not ''"),
    ]


def test_all_faults_are_told_and_always_in_the_same_order() -> None:
    data = {
        "zebra": 1,
        "apple": 1,
        "rows": 1,
        "bare_s_rule": "x",
        "scoring": {"z": 1, "a": 1},
        "tiles": {"kinds": [{"letter": "", "count": "x", "bonus": "x"}]},
    }
    assert [path for path, _ in faults(data)] == [
        "apple",
        "zebra",
        "rows",
        "bare_s_rule",
        "tiles.kinds[0].letter",
        "tiles.kinds[0].count",
        "tiles.kinds[0].bonus",
        "scoring.a",
        "scoring.z",
    ]
    with pytest.raises(RulesetError, match=r"^apple: is no field of a ruleset; zebra: is no field"):
        read_ruleset(data, lambda _: STANDARD)


# TOML, and back to data.


def test_toml_that_is_none_is_refused_with_its_place() -> None:
    with pytest.raises(RulesetError, match=r"\(file\): no TOML: .*line 1"):
        parse_ruleset_toml("rows == 5")


def test_toml_gives_the_data_of_a_ruleset() -> None:
    data = parse_ruleset_toml('bare_s_rule = "every-word"\n[scoring]\nfull_rack_bonus = 50\n')
    ruleset = read_ruleset(data, lambda _: STANDARD)
    assert (ruleset.bare_s_rule, ruleset.scoring.full_rack_bonus) == (BareSRule.EVERY_WORD, 50)


@pytest.mark.parametrize("ruleset", [STANDARD, TOPWORDS, house(tiles={}, centre={}, exchange_tiles=3)])
def test_the_data_of_a_ruleset_is_complete_and_reads_back_without_its_base(ruleset: Ruleset) -> None:
    data = ruleset_data(ruleset)
    assert data["digest"] == ruleset.digest
    assert read_ruleset({**data, "base": ""}, lambda _: None) == read_ruleset(
        {**data, "base": ""}, lambda _: TOPWORDS
    )
    assert read_ruleset(data, lambda _: STANDARD) == ruleset


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("standard-10x10", True),
        ("a", True),
        ("0._-", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("", False),
        ("A", False),
        ("-a", False),
        ("ä", False),
        ("a b", False),
        ("a\n", False),
    ],
)
def test_ids_are_short_and_plain(text: str, good: bool) -> None:
    assert is_ruleset_id(text) == good
