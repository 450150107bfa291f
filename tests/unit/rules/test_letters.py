"""Letters as the game reads them."""

import unicodedata

import pytest

from upwords_referee.rules.letters import upper


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", ""),
        ("quiz", "QUIZ"),
        ("ä", "Ä"),
        ("a\u0308", "Ä"),
        ("A\u0308", "Ä"),
        ("λ", "Λ"),
        ("ж", "Ж"),
        ("ß", "ß"),
        ("ŉ", "ŉ"),
        ("i\u0307", "İ"),
        ("\u0131\u0301", "Í"),
    ],
)
def test_text_is_read_composed_and_in_upper_case_one_character_for_one(text: str, read: str) -> None:
    assert upper(text) == read
    assert len(upper(text)) <= len(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize("text", ["i\u0307", "ß", "ǆ", "ΐ", "\u017f\u0301", "ﬀ", "\u0958"])
def test_what_was_read_reads_the_same_again(text: str) -> None:
    assert upper(upper(text)) == upper(text) == unicodedata.normalize("NFC", upper(text))
