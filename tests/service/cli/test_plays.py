"""The command `plays`."""

import json

import pytest

from tests.service.cli.calling import MOOD, call

BEST = """\
points  play        words
    22  4B PLUGS    PLUGS UM GO SO
    20  4C BUDS     BUDS UM DO SO

428 legal plays, the best 2 shown

judged by standard-10x10 and lexicon enable
"""


def test_the_best_plays_are_shown_with_all_their_words() -> None:
    assert call("plays", MOOD, "--rack", "BDGLPSU", "--best", "2") == (0, BEST, "")


def test_a_play_on_stacks_is_shown_as_people_read_it() -> None:
    outcome = call("plays", MOOD, "--rack", "W")
    assert "5D W...  5D (M>W)OOD  WOOD\n" in outcome.out


def test_the_rack_of_a_whole_position_counts() -> None:
    asked = call("plays", f"{MOOD} BDGLPSU/? 0/8 0 lex enable; rs standard-10x10;", "--best", "2")
    assert asked == call("plays", MOOD, "--rack", "BDGLPSU", "--best", "2")


def test_no_play_is_status_1() -> None:
    outcome = call("plays", MOOD, "--rack", "VVV")
    assert outcome.status == 1
    assert outcome.out.startswith("0 legal plays\n")


@pytest.mark.parametrize(
    ("rack", "status", "told"), [("W", 0, "There is a play."), ("V", 1, "There is no play.")]
)
def test_whether_there_is_any_play_is_told(rack: str, status: int, told: str) -> None:
    outcome = call("plays", MOOD, "--rack", rack, "--any")
    assert outcome.status == status
    assert told in outcome.out.splitlines()


def test_the_response_is_printed_in_json() -> None:
    outcome = call("plays", MOOD, "--rack", "W", "--json")
    answer = json.loads(outcome.out)
    best = answer["plays"][0]
    assert (answer["total"], best["score"]) == (5, 5)
    assert best["notation"] == "5D W..."
    assert best["words"] == ["WOOD"]
    assert best["placements"] == [{"row": 4, "column": 3, "tile": "W"}]


def test_a_whole_request_is_read() -> None:
    request = {
        "customRuleset": {"rows": 2, "columns": 3, "centre": {}},
        "board": {"grid": {"letters": "A....."}},
        "rack": "B",
    }
    outcome = call("plays", "--request", "-", "--json", stdin=json.dumps(request).encode())
    assert outcome.status == 0
    assert [play["words"] for play in json.loads(outcome.out)["plays"]] == [["AB"], ["AB"]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "give POSITION and --rack"),
        ((MOOD,), "whose plays? Give the tiles in hand"),
        ((f"{MOOD} ?/? 0/0 0",), "whose plays?"),
        ((MOOD, "--rack", "ABCDEFGH"), "--rack: "),
        ((MOOD, "--rack", "1"), "--rack: "),
        ((MOOD, "--rack", "A", "--lexicon", "none"), "none"),
        ((MOOD, "--request", "-"), "leave out POSITION"),
    ],
)
def test_what_cannot_be_understood_is_told(arguments: tuple[str, ...], told: str) -> None:
    outcome = call("plays", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert told in outcome.err
