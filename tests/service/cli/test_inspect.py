"""The command `inspect`."""

import json
from typing import Any

import pytest

from tests.service.cli.calling import MOOD, WOOD, call

DRAWN = """\
    A  B  C  D  E  F  G  H  I  J
 1  .  .  .  .  .  .  .  .  .  .
 2  .  .  .  .  .  .  .  .  .  .
 3  .  .  .  .  .  .  .  .  .  .
 4  .  .  .  .  .  .  .  .  .  .
 5  .  .  .  W2 O  O  D  .  .  .
 6  .  .  .  .  .  .  .  .  .  .
 7  .  .  .  .  .  .  .  .  .  .
 8  .  .  .  .  .  .  .  .  .  .
 9  .  .  .  .  .  .  .  .  .  .
10  .  .  .  .  .  .  .  .  .  .

SOUND

word  from  heights  points  status
WOOD  5D    2111          5  acceptable

unseen 95: A7 B3 C4 D4 E8 F3 G3 H3 I7 J1 K2 L5 M4 N5 O5 P3 Q1 R5 S6 T5 U5 V1 W1 X1 Y2 Z1

judged by standard-10x10 and lexicon enable
"""


def found(*arguments: str, stdin: bytes = b"") -> dict[str, Any]:
    outcome = call("inspect", "--json", *arguments, stdin=stdin)
    answer: dict[str, Any] = json.loads(outcome.out)
    assert outcome.status == (0 if answer.get("sound") else 1), outcome
    return answer


def kinds(answer: dict[str, Any]) -> list[str]:
    return [finding["kind"].removeprefix("FINDING_KIND_") for finding in answer["findings"]]


def test_a_sound_position_is_drawn_with_its_words_and_unseen_tiles() -> None:
    assert call("inspect", WOOD) == (0, DRAWN, "")


def test_every_finding_is_told_with_its_severity() -> None:
    outcome = call("inspect", MOOD.replace("/10/10/10/10/10", "/8A1/10/10/10/10"))
    assert outcome.status == 1
    assert "NOT SOUND\n- error, disconnected: The tiles on I6 do not hang together" in outcome.out
    assert "- error, lone tile: No word runs through I6.\n" in outcome.out


def test_a_warning_leaves_the_position_sound() -> None:
    outcome = call("inspect", MOOD, "--rack", "ABC", "--bag", "1")
    assert outcome.status == 0
    assert "SOUND\n- warning, tile count short: " in outcome.out


def test_racks_and_bag_come_from_the_position_or_from_options() -> None:
    large = "A" * 8
    assert "RACK_TOO_LARGE" in kinds(found(f"{MOOD} {large}/? 0/0 0"))
    assert "RACK_TOO_LARGE" not in kinds(found(f"{MOOD} {large}/? 0/0 0", "--rack", "ABC"))
    assert "RACK_TOO_LARGE" in kinds(found(MOOD, "--rack", "-", "--rack", large))
    assert "TILE_COUNT_SHORT" in kinds(found(f"{MOOD} ABC 0 0 bag 1;"))
    assert "TILE_COUNT_SHORT" not in kinds(found(f"{MOOD} ABC 0 0 bag 1;", "--bag", "93"))


def test_tiles_on_an_unknown_rack_are_not_missed() -> None:
    assert kinds(found(f"{MOOD} ABC/? 0/0 0 bag 80;")) == []


def test_a_rack_keeps_its_number_beside_an_unknown_one() -> None:
    assert "Rack 2 holds 8 tiles" in call("inspect", f"{MOOD} ?/{'A' * 8} 0/0 0").out


def test_a_stack_that_is_too_high_is_a_finding_and_drawn() -> None:
    outcome = call("inspect", MOOD.replace("M", "(ABCDEFM)"))
    assert outcome.status == 1
    assert " 5  .  .  .  M7 O  O  D" in outcome.out


def test_a_whole_request_is_inspected() -> None:
    request = {
        "board": {"grid": {"letters": "." * 43 + "WOOD" + "." * 53, "heights": "0" * 43 + "2111" + "0" * 53}}
    }
    outcome = call("inspect", "--request", "-", stdin=json.dumps(request).encode())
    assert outcome.status == 0
    assert "- note, unknown buried: Buried tiles on D5 are not known.\n" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), "give POSITION, as in: "),
        (("x",), "POSITION: a board has 2 to 25 rows"),
        ((MOOD, *["--rack", "A"] * 5), "--rack: has 5 racks; at most 4"),
        ((MOOD, "--rack", "A1"), '--rack: "1" is a letter that no tile has'),
        (("--request", "-", "--rack", "A"), "--request holds the whole question: leave out --rack"),
        ((MOOD, "5D W..."), "Got unexpected extra argument"),
    ],
)
def test_a_question_that_is_not_understood_says_what_is_wrong(arguments: tuple[str, ...], error: str) -> None:
    outcome = call("inspect", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {error}")
