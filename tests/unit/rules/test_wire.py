"""The domain and the wire: the same names and numbers, the same shape of a ruleset."""

from enum import IntEnum
from importlib import resources
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict, ParseDict

from tests.unit.rules.asking import STANDARD, TOPWORDS, built_in, house
from upwords.referee.v1 import challenge_pb2, lexicon_pb2, position_pb2, ruleset_pb2, verdict_pb2
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.challenge_rule import ChallengeKind, PenaltyPayment, PenaltyPer
from upwords_referee.rules.inspection import FindingKind, Severity
from upwords_referee.rules.rule import Rule
from upwords_referee.rules.ruleset import (
    BareSRule,
    ExchangeInPasses,
    GoingOut,
    LetterBonusMode,
    Ruleset,
    SameLetterRule,
    WholeWordRule,
)
from upwords_referee.rules.ruleset_data import parse_ruleset_toml, read_ruleset, ruleset_data
from upwords_referee.rules.words import WordStatus

ENUMS: list[tuple[type[IntEnum], Any, str]] = [
    (Rule, verdict_pb2.Rule, "RULE_"),
    (WordStatus, lexicon_pb2.WordStatus, "WORD_STATUS_"),
    (FindingKind, position_pb2.FindingKind, "FINDING_KIND_"),
    (Severity, position_pb2.Severity, "SEVERITY_"),
    (LetterBonusMode, ruleset_pb2.LetterBonusMode, "LETTER_BONUS_MODE_"),
    (WholeWordRule, ruleset_pb2.WholeWordRule, "WHOLE_WORD_RULE_"),
    (BareSRule, ruleset_pb2.BareSRule, "BARE_S_RULE_"),
    (SameLetterRule, ruleset_pb2.SameLetterRule, "SAME_LETTER_RULE_"),
    (ExchangeInPasses, ruleset_pb2.ExchangeInPasses, "EXCHANGE_IN_PASSES_"),
    (GoingOut, ruleset_pb2.GoingOut, "GOING_OUT_"),
    (ChallengeKind, challenge_pb2.ChallengeKind, "CHALLENGE_KIND_"),
    (PenaltyPer, challenge_pb2.PenaltyPer, "PENALTY_PER_"),
    (PenaltyPayment, challenge_pb2.PenaltyPayment, "PENALTY_PAYMENT_"),
]
FOLDER = resources.files("upwords_referee.library").joinpath("rulesets")
FILES = {file.name: file.read_text("utf-8") for file in FOLDER.iterdir() if file.name.endswith(".toml")}
CUSTOM = house(
    rows=4,
    columns=6,
    centre={"squares": [{"row": 0, "column": 5}]},
    rack_size=0,
    max_height=8,
    tiles={"kinds": [{"letter": "Ä", "spelling": "AE", "count": 0}, {"letter": "B", "bonus": True}]},
    scoring={"flat_tile": -7, "unplayed_tile": 0, "letter_bonus_mode": "off"},
    whole_word_rule="off",
    bare_s_rule="every-word",
    bare_s_letter="ä",
    same_letter_rule="anywhere",
    exchange_tiles=25,
    pass_rounds=10,
    exchange_in_passes="ignored",
    going_out="others-play-on",
    challenge_rule={"kind": "penalty", "points": 1000, "per": "word", "payment": "debit-challenger"},
    solo_exchanges=0,
    id="x",
    name="y",
)


@pytest.mark.parametrize(
    ("domain", "wire", "prefix"), ENUMS, ids=lambda value: getattr(value, "__name__", "")
)
def test_every_enum_has_the_names_and_numbers_of_the_wire(
    domain: type[IntEnum], wire: Any, prefix: str
) -> None:
    assert {f"{prefix}{member.name}": member.value for member in domain} | {
        f"{prefix}UNSPECIFIED": 0
    } == dict(wire.items())


@pytest.mark.parametrize("ruleset", [*RulesetBook.builtin(), CUSTOM], ids=lambda ruleset: str(ruleset.id))
def test_a_ruleset_sent_as_a_message_comes_back_the_same(ruleset: Ruleset) -> None:
    message = ParseDict(ruleset_data(ruleset), ruleset_pb2.Ruleset())
    data = MessageToDict(message, preserving_proto_field_name=True)
    assert read_ruleset(data, RulesetBook.builtin().get) == ruleset
    assert read_ruleset(data, lambda _: TOPWORDS) == ruleset


def test_a_complete_ruleset_sets_every_field_of_the_message() -> None:
    message = ParseDict(ruleset_data(CUSTOM), ruleset_pb2.Ruleset())
    unset = {field.name for field in message.DESCRIPTOR.fields} - {
        field.name for field, _ in message.ListFields()
    }
    assert unset == {"base"}
    scored = {field.name for field, _ in message.scoring.ListFields()}
    assert scored == {field.name for field in message.scoring.DESCRIPTOR.fields}


def test_an_empty_message_inherits_everything() -> None:
    data = MessageToDict(ruleset_pb2.Ruleset(), preserving_proto_field_name=True)
    assert read_ruleset(data, lambda _: STANDARD).digest == STANDARD.digest


def test_a_number_of_an_enum_that_is_newer_than_this_version_is_refused() -> None:
    message = ruleset_pb2.Ruleset(bare_s_rule=99)  # type: ignore[arg-type]
    data = MessageToDict(message, preserving_proto_field_name=True)
    with pytest.raises(ValueError, match=r"bare_s_rule: must be one of .*, not 99"):
        read_ruleset(data, lambda _: STANDARD)


def with_full_names(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a TOML file with its short enum values in full, as the message needs them."""

    def full(key: str, value: object) -> object:
        if key.endswith(("_rule", "_mode")) and isinstance(value, str):
            return f"{key}_{value}".replace("-", "_").upper()
        return with_full_names(value) if isinstance(value, dict) else value

    return {key: full(key, value) for key, value in data.items()}


@pytest.mark.parametrize("file", sorted(FILES))
def test_the_file_of_a_built_in_ruleset_has_the_shape_of_the_message(file: str) -> None:
    data = parse_ruleset_toml(FILES[file])
    message = ParseDict(with_full_names(data), ruleset_pb2.Ruleset())
    sent = MessageToDict(message, preserving_proto_field_name=True)
    ruleset = built_in(data["id"])
    assert file == f"{ruleset.id}.toml"
    base = None if ruleset.id == "standard-10x10" else STANDARD
    assert read_ruleset(sent, lambda _: base) == ruleset
