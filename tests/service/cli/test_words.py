"""The command `words`."""

import json
from pathlib import Path

import pytest

from tests.service.cli.calling import call


def test_all_words_acceptable_is_status_0() -> None:
    assert call("words", "quiz", "Wood") == (0, "word  status\nQUIZ  acceptable\nWOOD  acceptable\n", "")


def test_one_word_that_is_not_is_status_1() -> None:
    assert call("words", "quiz", "lood") == (1, "word  status\nQUIZ  acceptable\nLOOD  not found\n", "")


def test_a_word_may_begin_with_a_hyphen_and_keeps_its_place() -> None:
    outcome = call("words", "-ing", "quiz")
    assert outcome == (1, "word  status\n-ING  needs hyphen\nQUIZ  acceptable\n", "")


def test_words_come_from_standard_input_one_a_line() -> None:
    outcome = call("words", "wood", "-", stdin=b"quiz\r\n\n  quiet \n")
    assert outcome == (0, "word   status\nWOOD   acceptable\nQUIZ   acceptable\nQUIET  acceptable\n", "")


def test_a_word_cannot_steer_the_terminal() -> None:
    assert call("words", "\x1b[2j") == (1, "word  status\n?[2J  not found\n", "")


def test_no_words_on_standard_input_are_all_acceptable() -> None:
    assert call("words", "-") == (0, "", "")


def test_json_says_false() -> None:
    outcome = call("words", "lood", "--json")
    assert outcome.status == 1
    assert json.loads(outcome.out) == {
        "words": [{"word": "LOOD", "status": "WORD_STATUS_NOT_FOUND"}],
        "allAcceptable": False,
    }


def test_house_rulings_and_a_list_of_ones_own_count(tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("lood\n")
    assert call("words", "lood", "--lexicon", f"club={path}").status == 0
    assert call("words", "quiz", "--lexicon", f"club={path}").status == 1
    assert call("words", "lood", "--allow", "lood").status == 0
    assert call("words", "quiz", "--deny", "quiz").status == 1
    assert "unchecked" in call("words", "lood", "--lexicon", "none").out


@pytest.mark.parametrize(
    ("arguments", "stdin", "error"),
    [
        ((), b"", "Missing argument 'WORD...'"),
        (("",), b"", "WORD: a word has 1 to 64 characters, not 0"),
        (("a" * 65,), b"", "WORD: a word has 1 to 64 characters, not 65"),
        (("-",), b"a\n" * 1001, "WORD: has 1001 words; at most 1000"),
        (("-",), b"a" * (1 << 20) + b"\n", "standard input is larger than 1 MB"),
        (("-",), b"\xe9t\xe9", "standard input is not UTF-8 (byte 1)"),
        (("a", "--lexicon", "nix"), b"", "lexicon: there is no lexicon 'nix'"),
    ],
)
def test_a_question_that_is_not_understood_says_what_is_wrong(
    arguments: tuple[str, ...], stdin: bytes, error: str
) -> None:
    outcome = call("words", *arguments, stdin=stdin)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {error}")
