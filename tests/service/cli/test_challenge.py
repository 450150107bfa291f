"""The command `challenge`."""

import json

import pytest

from tests.service.cli.calling import MOOD, call


def test_a_play_that_falls_gives_the_board_back_and_undoes_its_score() -> None:
    outcome = call("challenge", MOOD, "5D L...")
    assert outcome.status == 1
    assert " 5  .  .  .  M  O  O  D  .  .  .\n" in outcome.out
    assert "\nTHE PLAY FALLS\n- WORD_NOT_ACCEPTABLE: LOOD on D5, E5, F5 and G5 " in outcome.out
    assert "- Player 0: -5 points.\n" in outcome.out
    assert "LOOD  5D    2111          5  not found\n" in outcome.out


def test_a_play_that_stands_stays_on_the_board() -> None:
    outcome = call("challenge", MOOD, "5D", "W...")
    assert outcome.status == 0
    assert " 5  .  .  .  W2 O  O  D  .  .  .\n" in outcome.out
    assert "\nTHE PLAY STANDS\n" in outcome.out


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("single", None),
        ("void", None),
        ("double", "- Player 3 loses the next turn.\n"),
        ("penalty 5", "- Player 2: +5 points.\n"),
        ("penalty 5 debit-challenger", "- Player 3: -5 points.\n"),
    ],
)
def test_what_a_failed_challenge_costs_is_told(rule: str, told: str | None) -> None:
    outcome = call("challenge", MOOD, "5D W...", "--rule", rule, "--player", "2", "--challenger", "3")
    assert outcome.status == 0
    assert ("Player" in outcome.out) == (told is not None)
    assert told is None or told in outcome.out


def test_the_rule_of_the_position_counts_and_the_option_goes_before_it() -> None:
    position = f"{MOOD} ?/? 0/8 0 cr double;"
    assert "loses the next turn" in call("challenge", position, "5D W...").out
    assert "loses the next turn" not in call("challenge", position, "5D W...", "--rule", "single").out


def test_only_the_words_that_are_challenged_count() -> None:
    crossing = "10/10/10/10/3MOOD3/6O3/10/10/10/10"
    assert call("challenge", crossing, "7F XI", "--word", "XI").status in (0, 1)
    outcome = call("challenge", MOOD, "5D L...", "--word", "mood")
    assert outcome.status == 2
    assert outcome.err.startswith("error: --word: ")


def test_a_blind_answer_does_not_say_which_word_is_wrong() -> None:
    outcome = call("challenge", MOOD, "5D L...", "--blind")
    assert outcome.status == 1
    assert "THE PLAY FALLS" in outcome.out
    assert "LOOD" not in outcome.out


def test_the_response_is_printed_in_json() -> None:
    answer = json.loads(call("challenge", MOOD, "5D L...", "--json").out)
    assert answer["playStands"] is False
    assert answer["adjustments"] == [{"player": 0, "points": -5}]
    assert answer["position"] == {"notation": MOOD}


def test_a_whole_request_is_read() -> None:
    request = {"board": {"notation": MOOD}, "move": {"notation": "5D L..."}, "challenger": 1}
    outcome = call("challenge", "--request", "-", stdin=json.dumps(request).encode())
    assert (outcome.status, outcome.err) == (1, "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "give POSITION (before the play) and MOVE"),
        ((MOOD,), "give POSITION"),
        ((MOOD, "-"), "MOVE: "),
        ((MOOD, "5D W...", "--rule", "triple"), "--rule: "),
        ((f"{MOOD} ?/? 0/8 0 cr triple;", "5D W..."), "POSITION: cr: "),
        ((MOOD, "5D W...", "--lexicon", "none"), "--lexicon: "),
        ((MOOD, "5D W...", "--request", "-"), "leave out POSITION"),
    ],
)
def test_what_cannot_be_understood_is_told(arguments: tuple[str, ...], told: str) -> None:
    outcome = call("challenge", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert told in outcome.err
