"""Strings not made of the lexicon's letters are answered without it."""

import pytest

from upwords_referee.lexicons.alphabet import foreign_status
from upwords_referee.rules.words import WordStatus

LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("DON'T", WordStatus.NEEDS_APOSTROPHE),
        ("DON\N{RIGHT SINGLE QUOTATION MARK}T", WordStatus.NEEDS_APOSTROPHE),
        ("CO-OP", WordStatus.NEEDS_HYPHEN),
        ("CO\N{HYPHEN}OP", WordStatus.NEEDS_HYPHEN),
        ("JACK-O'-LANTERN", WordStatus.NEEDS_HYPHEN),
        ("O'ER-LEAP", WordStatus.NEEDS_APOSTROPHE),
        ("CAFÉ'S", WordStatus.NEEDS_APOSTROPHE),
        ("CAFÉ", WordStatus.NOT_FOUND),
        ("ICE CREAM", WordStatus.NOT_FOUND),
        ("K9", WordStatus.NOT_FOUND),
        ("cat", WordStatus.NOT_FOUND),
    ],
)
def test_first_sign_of_a_foreign_word_decides(word: str, status: WordStatus) -> None:
    assert foreign_status(word, LETTERS) is status


@pytest.mark.parametrize("word", ["CAT", "QQQ", ""])
def test_a_word_of_the_alphabet_must_be_looked_up(word: str) -> None:
    assert foreign_status(word, LETTERS) is None


def test_the_alphabet_is_the_lexicon_s_not_ascii() -> None:
    assert foreign_status("CAFÉ", LETTERS | {"É"}) is None
