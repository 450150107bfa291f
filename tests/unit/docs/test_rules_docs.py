"""docs/rules.md: every rule and option of the wire is there, and its examples are true."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from google.protobuf.json_format import ParseDict

from upwords.referee.v1 import challenge_pb2, referee_service_pb2, ruleset_pb2, verdict_pb2
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.ruleset_data import canonical_json, parse_ruleset_toml, read_ruleset

ROOT = Path(__file__).resolve().parents[3]
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", RULES, re.DOTALL | re.MULTILINE)
BASE = {
    "rows": 10,
    "columns": 10,
    "centre": {"squares": [{"row": 4, "column": 4}]},
    "rack_size": 7,
    "max_height": 5,
    "tiles": {},
}


def sections() -> dict[str, str]:
    """Return the text between each section's anchor and the next one's, by its number."""
    parts = re.split(r'^<a id="(\d+(?:\.\d+)?)"></a>$', RULES, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def rule_sections() -> list[tuple[str, str]]:
    """Return each rule of the wire with the section that its comment names."""
    proto = (ROOT / "protos/upwords/referee/v1/verdict.proto").read_text(encoding="utf-8")
    return re.findall(r"// (\d+(?:\.\d+)?): .*\n\s+(RULE_\w+) = ", proto)


def documented(language: str) -> list[str]:
    return [text for kind, text in BLOCKS if kind == language]


def read(text: str) -> Ruleset:
    base = read_ruleset(BASE, lambda _: None)
    return read_ruleset(parse_ruleset_toml(text), lambda _: base)


def test_every_rule_of_the_wire_names_a_section() -> None:
    named = {rule for _, rule in rule_sections()}
    assert named == set(verdict_pb2.Rule.keys()) - {"RULE_UNSPECIFIED"}


@pytest.mark.parametrize(("section", "rule"), rule_sections())
def test_the_section_of_a_rule_names_the_rule(section: str, rule: str) -> None:
    assert f"`{rule}`" in sections()[section]


def test_the_sections_are_numbered_without_a_hole() -> None:
    three = [f"3.{number}" for number in range(1, 12)]
    assert list(sections()) == ["1", "2", "3", *three, *map(str, range(4, 11))]


def test_every_field_of_a_ruleset_is_in_section_9() -> None:
    fields = {field.name for field in ruleset_pb2.Ruleset.DESCRIPTOR.fields}
    fields -= {"id", "name", "base", "digest", "scoring"}
    fields |= {f"scoring.{field.name}" for field in ruleset_pb2.Scoring.DESCRIPTOR.fields}
    missing = {field for field in fields if f"`{field}`" not in sections()["9"]}
    assert missing == set()


def test_every_value_of_an_option_is_in_section_9() -> None:
    enums = [
        *ruleset_pb2.DESCRIPTOR.enum_types_by_name.values(),
        *challenge_pb2.DESCRIPTOR.enum_types_by_name.values(),
    ]
    values = {value.name for enum in enums for value in enum.values if value.number}
    missing = {value for value in values if f"`{value}`" not in sections()["9"]}
    assert missing == set()


def test_the_ruleset_files_of_the_page_can_be_read() -> None:
    club, tiny = (read(text) for text in documented("toml"))
    assert (club.exchange_tiles, club.scoring.full_rack_bonus, club.rows) == (3, 50, 10)
    assert (tiny.rows, tiny.max_height, len(tiny.tiles)) == (3, 5, 2)


def test_the_custom_ruleset_of_the_page_is_the_file_beside_it() -> None:
    sent = json.loads(documented("json")[0])
    assert ParseDict(sent, referee_service_pb2.JudgeMoveRequest()).HasField("custom_ruleset")
    base = read_ruleset(BASE, lambda _: None)
    custom = read_ruleset(sent["custom_ruleset"], lambda _: base)
    assert canonical_json(custom) == canonical_json(read(documented("toml")[0]))


def test_the_canonical_json_and_digest_of_the_page_are_those_of_the_example() -> None:
    tiny = read(documented("toml")[1])
    text = documented("json")[1].removesuffix("\n")
    assert text == canonical_json(tiny)
    digest = documented("text")[0].strip()
    assert digest == tiny.digest == hashlib.sha256(text.encode()).hexdigest()
