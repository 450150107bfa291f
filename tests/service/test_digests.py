"""Digests as the documents define them, worked out again from what the server itself says."""

import hashlib
import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tests.service.questions import check, custom, judge, overlay, tiles
from tests.service.referee import Referee, serving
from upwords.referee.v1 import challenge_pb2 as challenge
from upwords.referee.v1 import lexicon_service_pb2 as words_pb
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1 import ruleset_pb2 as rs
from upwords_referee.lexicons.file import read_word_list

# docs/rules.md, section 9.
OPTIONS = {
    "whole_word_rule": "WHOLE_WORD_RULE_KEEP_A_LETTER",
    "bare_s_rule": "BARE_S_RULE_OLD_RUNS",
    "bare_s_letter": "S",
    "same_letter_rule": "SAME_LETTER_RULE_TOP",
    "exchange_tiles": 1,
    "pass_rounds": 1,
    "exchange_in_passes": "EXCHANGE_IN_PASSES_BREAKS_RUN",
    "going_out": "GOING_OUT_ENDS_GAME",
    "challenge_rule": {"kind": "CHALLENGE_KIND_SINGLE"},
    "solo_exchanges": 5,
}
SCORING = {
    "flat_tile": 2,
    "stacked_tile": 1,
    "letter_bonus": 2,
    "letter_bonus_mode": "LETTER_BONUS_MODE_FLAT_WORD",
    "full_rack_bonus": 20,
    "unplayed_tile": -5,
    "solo_unplayed_tile": 0,
}


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def plain(message: Any, name: str) -> Any:
    """Return a field as JSON has it: enum values by name."""
    field = message.DESCRIPTOR.fields_by_name[name]
    value = getattr(message, name)
    if field.message_type:
        return {part.name: plain(value, part.name) for part, _ in value.ListFields()}
    return field.enum_type.values_by_number[value].name if field.enum_type else value


def canonical(ruleset: rs.Ruleset) -> str:
    """Return the canonical JSON of docs/rules.md, "Digest", from a complete ruleset."""
    data: dict[str, Any] = {
        name: getattr(ruleset, name) for name in ("rows", "columns", "rack_size", "max_height")
    }
    centre = sorted((square.row, square.column) for square in ruleset.centre.squares)
    data["centre"] = {"squares": [{"row": row, "column": column} for row, column in centre]}
    kinds = []
    for kind in sorted(ruleset.tiles.kinds, key=lambda kind: kind.letter):
        shown: dict[str, Any] = {"letter": kind.letter}
        if kind.spelling != kind.letter:
            shown["spelling"] = kind.spelling
        if kind.HasField("count"):
            shown["count"] = kind.count
        if kind.bonus:
            shown["bonus"] = True
        kinds.append(shown)
    data["tiles"] = {"kinds": kinds}
    data |= {name: plain(ruleset, name) for name in OPTIONS if plain(ruleset, name) != OPTIONS[name]}
    scoring = ruleset.scoring
    changed = {name: plain(scoring, name) for name in SCORING if plain(scoring, name) != SCORING[name]}
    if changed:
        data["scoring"] = changed
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("id", ["classic-8x8", "standard-10x10", "topwords-10x10"])
def test_the_digest_of_a_listed_ruleset_is_that_of_its_canonical_json(referee: Referee, id: str) -> None:
    ruleset = referee.ask(pb.GetRulesetRequest(id=id)).ruleset
    assert ruleset.digest == sha256(canonical(ruleset))


CHANGES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "rack": {"rack_size": 0},
    "height": {"max_height": 8},
    "centre": {"centre": {"squares": [{"row": 9, "column": 1}, {"row": 0, "column": 3}]}},
    "no centre": {"centre": {}},
    "scoring": {"scoring": {"flat_tile": 0, "unplayed_tile": -1}},
    "scoring said at its default": {"scoring": {"flat_tile": 2}},
    "bonus off": {"scoring": {"letter_bonus_mode": rs.LETTER_BONUS_MODE_OFF}},
    "whole word": {"whole_word_rule": rs.WHOLE_WORD_RULE_OFF},
    "bare S": {"bare_s_rule": rs.BARE_S_RULE_EVERY_WORD, "bare_s_letter": "N"},
    "same letter": {"same_letter_rule": rs.SAME_LETTER_RULE_ANYWHERE},
    "exchange": {"exchange_tiles": 3},
    "passes": {"pass_rounds": 3, "exchange_in_passes": rs.EXCHANGE_IN_PASSES_COUNTS_AS_PASS},
    "passes said at their default": {"pass_rounds": 1},
    "going out": {"going_out": rs.GOING_OUT_OTHERS_PLAY_ON},
    "solo": {"solo_exchanges": 0, "scoring": {"solo_unplayed_tile": -5}},
    "challenge said at its default": {"challenge_rule": {"kind": challenge.CHALLENGE_KIND_SINGLE}},
    "double challenge": {"challenge_rule": {"kind": challenge.CHALLENGE_KIND_DOUBLE}},
    "penalty": {
        "challenge_rule": {
            "kind": challenge.CHALLENGE_KIND_PENALTY,
            "points": 5,
            "per": challenge.PENALTY_PER_WORD,
            "payment": challenge.PENALTY_PAYMENT_DEBIT_CHALLENGER,
        }
    },
    "tiles": {
        "tiles": tiles(
            rs.TileKind(letter="Ä", spelling="AE", count=0), rs.TileKind(letter="B", spelling="B", bonus=True)
        )
    },
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_digest_of_a_custom_ruleset_is_that_of_its_canonical_json(referee: Referee, change: str) -> None:
    complete = referee.ask(pb.GetRulesetRequest(id="standard-10x10")).ruleset
    for name in ("centre", "tiles"):
        if name in CHANGES[change]:
            complete.ClearField(name)
    complete.MergeFrom(custom(**CHANGES[change]))
    question = judge(custom_ruleset=custom(**CHANGES[change]), board={"notation": "/".join(["10"] * 10)})
    question.move.notation = "-"
    assert referee.ask(question).provenance.ruleset_digest == sha256(canonical(complete))


def test_the_example_of_the_rules_has_the_digest_that_they_print(referee: Referee) -> None:
    ruleset = custom(
        rows=3,
        columns=3,
        rack_size=2,
        centre={"squares": [{"row": 1, "column": 1}]},
        tiles=tiles(rs.TileKind(letter="Ä"), rs.TileKind(letter="Q", spelling="QU", count=1, bonus=True)),
    )
    question = judge(custom_ruleset=ruleset, board={"notation": "3/3/3"}, move={"notation": "-"})
    digest = referee.ask(question).provenance.ruleset_digest
    assert digest == "23b59b027b91d9f8e28e8d6e4a43c9015bffa83938c0fc2cda7ed96e8c1261d1"


# SHA-256 over the 172,823 words of ENABLE as its makers list them, in upper case and sorted.
ENABLE = "77a8b7729436793e0094b68243ffb3ff0825332ceec5f427880138971d6135c4"


def test_the_digest_of_enable_is_that_of_its_words(referee: Referee) -> None:
    assert referee.ask(words_pb.GetLexiconRequest(id="enable")).lexicon.digest == ENABLE
    assert referee.ask(judge()).provenance.lexicon_digest == ENABLE


def test_the_digest_of_a_word_file_is_that_of_its_words(tmp_path: Path) -> None:
    listed = ["zebra", "Mood", "WOOD", "e\u0301te", "\N{LATIN SMALL LETTER A WITH DIAERESIS}rger", "mood"]
    file = tmp_path / "words.txt"
    file.write_text("\n".join(listed), encoding="utf-8")
    words = sorted({unicodedata.normalize("NFC", word).upper() for word in file.read_text("utf-8").split()})
    digest = sha256("".join(f"{word}\n" for word in words))
    with serving(read_word_list(file, "ours")) as referee:
        assert referee.ask(words_pb.GetLexiconRequest(id="ours")).lexicon.digest == digest
        assert referee.ask(judge()).provenance.lexicon_digest == digest


RULINGS: dict[str, tuple[list[str], list[str], str]] = {
    "allowed": (["zzz"], [], "ZZZ\tALLOWED\n"),
    "denied": ([], ["zzz"], "ZZZ\tDENIED\n"),
    "sorted together": (["b", "D"], ["c", "A"], "A\tDENIED\nB\tALLOWED\nC\tDENIED\nD\tALLOWED\n"),
    "said twice": (["A", "a"], [], "A\tALLOWED\n"),
    "sorted by code point": (
        ["Z", "ä", "\N{GRINNING FACE}", "\N{FULLWIDTH LATIN SMALL LETTER A}"],
        [],
        "Z\tALLOWED\nÄ\tALLOWED\n\N{FULLWIDTH LATIN CAPITAL LETTER A}\tALLOWED\n\N{GRINNING FACE}\tALLOWED\n",
    ),
    "composed": (["E\u0301"], [], "É\tALLOWED\n"),
}


@pytest.mark.parametrize("name", RULINGS)
def test_the_digest_of_an_overlay_is_that_of_its_rulings(referee: Referee, name: str) -> None:
    allow, deny, text = RULINGS[name]
    assert referee.ask(judge(overlay=overlay(allow, deny))).provenance.overlay_digest == sha256(text)


def test_a_verdict_can_be_had_again_by_its_provenance(referee: Referee) -> None:
    verdict = referee.ask(judge(overlay=overlay(["ZZZ"])))
    used = verdict.provenance
    again = judge(
        ruleset=used.ruleset,
        ruleset_digest=used.ruleset_digest,
        lexicon=used.lexicon,
        lexicon_digest=used.lexicon_digest,
        overlay=overlay(["ZZZ"]),
    )
    assert referee.ask(again) == verdict


def test_one_word_more_changes_the_overlays_digest(referee: Referee) -> None:
    digests = {
        referee.ask(judge(overlay=overlay(allow, deny))).provenance.overlay_digest
        for allow, deny in ((["AB"], []), (["A", "B"], []), ([], ["AB"]), (["ABC"], []))
    }
    assert len(digests) == 4


def test_lists_of_words_are_described(referee: Referee) -> None:
    (listed,) = referee.ask(words_pb.ListLexiconsRequest()).lexicons
    assert listed == referee.ask(words_pb.GetLexiconRequest(id="enable")).lexicon
    assert sum(entry.count for entry in listed.word_counts) == 172_823
    assert referee.ask(check("zzz")).words[0].word == "ZZZ"
