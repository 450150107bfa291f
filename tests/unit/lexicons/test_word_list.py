"""A lexicon held in the process."""

from hashlib import sha256

import pytest

from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus


def test_a_word_of_the_list_is_acceptable_and_another_not_found() -> None:
    assert WordList("t", ["CAT", "DOG"]).statuses(["CAT", "GOD"]) == {
        "CAT": WordStatus.ACCEPTABLE,
        "GOD": WordStatus.NOT_FOUND,
    }


def test_a_word_of_foreign_letters_says_what_it_needs() -> None:
    assert WordList("t", ["CAT"]).statuses(["CAT'S", "CAT-A", "COW", ""]) == {
        "CAT'S": WordStatus.NEEDS_APOSTROPHE,
        "CAT-A": WordStatus.NEEDS_HYPHEN,
        "COW": WordStatus.NOT_FOUND,
        "": WordStatus.NOT_FOUND,
    }


def test_a_word_asked_twice_is_answered_once() -> None:
    assert WordList("t", ["CAT"]).statuses(iter(["CAT", "CAT"])) == {"CAT": WordStatus.ACCEPTABLE}


def test_the_alphabet_is_the_letters_that_occur() -> None:
    assert WordList("t", ["CAFÉ", "TO"]).alphabet == frozenset("CAFÉTO")


def test_the_digest_is_over_sorted_distinct_words() -> None:
    words = WordList("t", ["ÉTÉ", "DOG", "CAT", "DOG"])
    assert words.digest == sha256("CAT\nDOG\nÉTÉ\n".encode()).hexdigest()
    assert words.words == {"CAT", "DOG", "ÉTÉ"}


def test_the_digest_sorts_by_code_point() -> None:
    high, higher = "\N{FULLWIDTH LATIN CAPITAL LETTER A}", "\N{GOTHIC LETTER AHSA}"  # UTF-16 swaps these
    assert WordList("t", [higher, high]).digest == sha256(f"{high}\n{higher}\n".encode()).hexdigest()


def test_the_digest_knows_neither_order_nor_name() -> None:
    assert WordList("a", ["CAT", "DOG"]).digest == WordList("b", ["DOG", "CAT"], edition="2").digest


def test_words_are_counted_by_length_shortest_first() -> None:
    assert WordList("t", ["HOUSE", "CAT", "AA", "DOG", "DOG"]).word_counts() == [(2, 1), (3, 2), (5, 1)]


def test_a_caller_cannot_change_the_counts() -> None:
    words = WordList("t", ["CAT"])
    words.word_counts().clear()
    assert words.word_counts() == [(3, 1)]


@pytest.mark.parametrize("word", ["cat", "CAT'S", "", "C4T", "A B", "CAT\n", "E\N{COMBINING ACUTE ACCENT}"])
def test_a_word_not_in_canonical_form_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="letters in NFC upper case"):
        WordList("t", ["DOG", word])


def test_words_that_would_compose_with_each_other_stay_apart() -> None:
    initial, vowel = "\N{HANGUL CHOSEONG KIYEOK}", "\N{HANGUL JUNGSEONG A}"
    assert WordList("t", [initial, vowel]).words == {initial, vowel}


def test_the_name_is_the_id_unless_given() -> None:
    assert WordList("club", ["CAT"]).name == "club"
    assert WordList("club", ["CAT"], name="Club list").name == "Club list"


def test_it_is_a_lexicon_and_says_what_it_was_told() -> None:
    lexicon: Lexicon = WordList("t", ["CAT"], language="en-GB", edition="2019", licence="CC0")
    assert (lexicon.id, lexicon.language, lexicon.edition, lexicon.licence) == ("t", "en-GB", "2019", "CC0")
    assert lexicon.enumerable


def test_its_repr_is_short_whatever_the_list() -> None:
    words = WordList("t", ["CAT", "DOG"])
    assert repr(words) == f"<WordList 't': 2 words, digest {words.digest[:12]}>"
