"""Letters that a lexicon spells otherwise."""

import pytest

from upwords_referee.lexicons.folding import Folding


def test_each_letter_is_spelled_as_said_and_no_other_is_touched() -> None:
    folding = Folding({"Ĳ": "IJ", "Ë": "E"})
    assert folding.apply("ĲSËÖß") == "IJSEÖß"


def test_nothing_is_folded_unless_said() -> None:
    assert Folding({}).apply("STRAßE CAFÉ ĲS") == "STRAßE CAFÉ ĲS"
    assert not Folding({})
    assert Folding({"A": "B"})


@pytest.mark.parametrize("letter", ["", "AB", "a", "7", "'", " ", "E\N{COMBINING ACUTE ACCENT}"])
def test_only_single_upper_case_letters_are_folded(letter: str) -> None:
    with pytest.raises(ValueError, match="is no single letter in NFC upper case"):
        Folding({letter: "X"})


@pytest.mark.parametrize("spelling", ["", "e", "E'", "A B", "E\N{COMBINING ACUTE ACCENT}", "A" * 9])
def test_a_letter_becomes_upper_case_letters_only(spelling: str) -> None:
    with pytest.raises(ValueError, match="is not 1 to 8 letters in NFC upper case"):
        Folding({"É": spelling})


@pytest.mark.parametrize("letters", [{"A": "A"}, {"A": "B", "B": "C"}, {"A": "XB", "B": "X"}])
def test_a_spelling_is_not_itself_folded(letters: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="is folded too"):
        Folding(letters)


def test_the_lines_of_the_digest_come_by_letter() -> None:
    assert Folding({"ß": "SS", "É": "E"}).lines() == ["É\t=E", "ß\t=SS"]
