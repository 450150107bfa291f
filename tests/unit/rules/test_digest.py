"""The digest of a ruleset: what it covers, and that it never moves."""

import hashlib
import json
from typing import Any

import pytest

from tests.unit.rules.asking import STANDARD, built_in, house
from upwords_referee.rules.ruleset_data import canonical_json

# Records and pins of years ago name these: they never change.
GOLDEN = {
    "classic-8x8": "f0f60bed82466586ceb534261742e34900f9225d7c7ab4486bc87a373263767d",
    "standard-10x10": "95458ef4192609066b0b708fe847754d2a631e7d4713efb7de6ae561a1e2bd8e",
    "topwords-10x10": "553dc79d454a5faf1457a91d25d386cd7a2dea280288bd1e0d1ab2392e3d3872",
}

DEFAULTS: list[dict[str, Any]] = [
    {"whole_word_rule": "keep-a-letter"},
    {"bare_s_rule": "old-runs"},
    {"bare_s_letter": "s"},
    {"same_letter_rule": "top"},
    {"exchange_tiles": 1},
    {"pass_rounds": 1},
    {"exchange_in_passes": "breaks-run"},
    {"going_out": "ends-game"},
    {"solo_exchanges": 5},
    {"challenge_rule": {}},
    {"challenge_rule": {"kind": "single", "points": 0}},
    {"scoring": {}},
    {"scoring": {"flat_tile": 2}},
    {"scoring": {"stacked_tile": 1}},
    {"scoring": {"letter_bonus": 2}},
    {"scoring": {"letter_bonus_mode": "flat-word"}},
    {"scoring": {"full_rack_bonus": 20}},
    {"scoring": {"unplayed_tile": -5}},
    {"scoring": {"solo_unplayed_tile": 0}},
]
CHANGES: list[dict[str, Any]] = [
    {"rows": 11},
    {"columns": 11},
    {"rack_size": 6},
    {"max_height": 4},
    {"centre": {"squares": [{"row": 4, "column": 4}]}},
    {"tiles": {}},
    {"tiles": {"kinds": [{"letter": "A"}]}},
    {"tiles": {"kinds": [{"letter": "A", "bonus": True}]}},
    {"tiles": {"kinds": [{"letter": "A", "count": 1}]}},
    {"tiles": {"kinds": [{"letter": "A", "spelling": "AB"}]}},
    {"whole_word_rule": "off"},
    {"bare_s_rule": "every-word"},
    {"bare_s_rule": "off"},
    {"bare_s_letter": "E"},
    {"same_letter_rule": "anywhere"},
    {"exchange_tiles": 2},
    {"pass_rounds": 3},
    {"exchange_in_passes": "counts-as-pass"},
    {"exchange_in_passes": "ignored"},
    {"going_out": "others-play-on"},
    {"solo_exchanges": 0},
    {"challenge_rule": {"kind": "void"}},
    {"challenge_rule": {"kind": "double"}},
    {"challenge_rule": {"kind": "penalty"}},
    {"challenge_rule": {"kind": "penalty", "points": 5}},
    {"challenge_rule": {"kind": "penalty", "points": 5, "per": "word"}},
    {"challenge_rule": {"kind": "penalty", "points": 5, "payment": "debit-challenger"}},
    {"scoring": {"flat_tile": 3}},
    {"scoring": {"stacked_tile": 2}},
    {"scoring": {"letter_bonus": 3}},
    {"scoring": {"letter_bonus_mode": "when-placed"}},
    {"scoring": {"letter_bonus_mode": "off"}},
    {"scoring": {"full_rack_bonus": 21}},
    {"scoring": {"unplayed_tile": 0}},
    {"scoring": {"solo_unplayed_tile": -5}},
]


@pytest.mark.parametrize(("id", "digest"), GOLDEN.items())
def test_the_digests_of_the_built_in_rulesets_never_change(id: str, digest: str) -> None:
    assert built_in(id).digest == digest


@pytest.mark.parametrize("option", DEFAULTS, ids=str)
def test_an_option_at_its_default_changes_no_digest(option: dict[str, Any]) -> None:
    assert house(**option).digest == STANDARD.digest


def test_every_change_gives_a_digest_of_its_own() -> None:
    digests = [house(**change).digest for change in CHANGES]
    assert len({STANDARD.digest, *digests}) == len(CHANGES) + 1


def test_what_a_ruleset_is_called_is_not_in_its_digest() -> None:
    called = house(id="club", name="Our club", base="standard-10x10")
    assert called.digest == STANDARD.digest


def test_the_order_of_tiles_and_squares_is_not_in_the_digest() -> None:
    tiles = [{"letter": "A"}, {"letter": "B"}]
    squares = [{"row": 4, "column": 4}, {"row": 5, "column": 5}]
    one = house(tiles={"kinds": tiles}, centre={"squares": squares})
    other = house(tiles={"kinds": tiles[::-1]}, centre={"squares": [*squares[::-1], squares[0]]})
    assert one.digest == other.digest


def test_the_canonical_json_is_plain_sorted_and_what_the_digest_covers() -> None:
    ruleset = house(
        rows=2,
        columns=2,
        centre={"squares": [{"row": 1}, {"column": 1}]},
        tiles={"kinds": [{"letter": "ä"}, {"letter": "q", "spelling": "qu", "count": 1, "bonus": True}]},
        scoring={"letter_bonus": 0, "letter_bonus_mode": "off"},
        same_letter_rule="anywhere",
    )
    text = canonical_json(ruleset)
    assert text == (
        '{"centre":{"squares":[{"column":1,"row":0},{"column":0,"row":1}]},"columns":2,"max_height":5,'
        '"rack_size":7,"rows":2,"same_letter_rule":"SAME_LETTER_RULE_ANYWHERE",'
        '"scoring":{"letter_bonus":0,"letter_bonus_mode":"LETTER_BONUS_MODE_OFF"},'
        '"tiles":{"kinds":[{"bonus":true,"count":1,"letter":"Q","spelling":"QU"},{"letter":"Ä"}]}}'
    )
    assert ruleset.digest == hashlib.sha256(text.encode()).hexdigest()
    assert json.loads(text)["scoring"] == {"letter_bonus": 0, "letter_bonus_mode": "LETTER_BONUS_MODE_OFF"}
