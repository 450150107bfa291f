"""The lexicon "none"."""

from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.none import NONE
from upwords_referee.rules.words import WordStatus


def test_none_checks_no_word() -> None:
    assert NONE.statuses(["CAT", "XYZZY", "DON'T"]) == dict.fromkeys(
        ["CAT", "XYZZY", "DON'T"], WordStatus.UNCHECKED
    )


def test_none_has_no_words_to_name_or_list() -> None:
    lexicon: Lexicon = NONE
    assert (lexicon.id, lexicon.digest, lexicon.enumerable, lexicon.word_counts()) == ("none", "", False, [])
