"""The commands `rulesets` and `lexicons`."""

import json
from pathlib import Path

import pytest

from tests.service.cli.calling import call
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.library.rulesets import RulesetBook


def test_all_rulesets_are_listed() -> None:
    outcome = call("rulesets")
    assert outcome.status == 0
    assert [line.split()[0] for line in outcome.out.splitlines()[1:]] == RulesetBook.builtin().ids()
    assert "classic-8x8     8x8    7     5       Upwords 8x8, 64 tiles\n" in outcome.out


def test_a_ruleset_is_shown_whole() -> None:
    outcome = call("rulesets", "classic-8x8")
    ruleset = RulesetBook.builtin().get("classic-8x8")
    assert ruleset is not None
    assert outcome.status == 0
    assert f"digest                    {ruleset.digest}\n" in outcome.out
    assert "centre                    D4, E4, D5 and E5\n" in outcome.out
    assert "tiles                     A5 B2 " in outcome.out


def test_rulesets_of_a_folder_are_listed(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('id = "house"\nname = "House"\nrack_size = 0\n')
    assert "house           10x10  0     5       House\n" in call("rulesets", "--rulesets", str(tmp_path)).out
    shown = call("rulesets", "house", "--rulesets", str(tmp_path)).out
    assert "rack                      no limit\n" in shown


def test_rulesets_in_json_are_the_response() -> None:
    answer = json.loads(call("rulesets", "--json").out)
    assert [ruleset["id"] for ruleset in answer["rulesets"]] == RulesetBook.builtin().ids()
    assert json.loads(call("rulesets", "classic-8x8", "--json").out)["ruleset"]["maxHeight"] == 5


def test_all_lexica_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("lood\n")
    outcome = call("lexicons", "--lexicon", f"club={path}")
    assert outcome.status == 0
    listed = [line.split()[:2] for line in outcome.out.splitlines()]
    assert listed[0] == ["id", "words"]
    assert ["club", "1"] in listed
    assert ["enable", "172823"] in listed


def test_a_lexicon_is_shown_whole() -> None:
    outcome = call("lexicons", "enable")
    assert outcome.status == 0
    assert f"digest      {embedded().digest}\n" in outcome.out
    assert json.loads(call("lexicons", "enable", "--json").out)["lexicon"]["id"] == "enable"
    listed = json.loads(call("lexicons", "--json").out)["lexicons"]
    assert "enable" in [lexicon["id"] for lexicon in listed]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("rulesets", "nix"), "id: there is no ruleset 'nix'; known are classic-8x8"),
        (("rulesets", "--rulesets", "/nix/nix"), "/nix/nix is no folder of rulesets"),
        (("lexicons", "nix"), "id: there is no lexicon 'nix'; known are "),
        (("lexicons", "none"), "id: there is no lexicon 'none' to describe; known are "),
        (("lexicons", "--lexicon", "club"), "lexicon 'club' is not of the form ID=PATH"),
        (("lexicons", "--lexicon", "enable=/dev/null"), 'word list "/dev/null" holds no word'),
    ],
)
def test_what_is_not_there_is_status_2(arguments: tuple[str, ...], error: str) -> None:
    outcome = call(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {error}")
