"""The lexicon that comes with the package and is the default."""

from hashlib import sha256
from importlib.resources import files

import pytest

from upwords_referee.lexicons.digest import digest_of
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.rules.words import WordStatus

DATA = files("upwords_referee.lexicons").joinpath("data")


def test_the_digest_is_that_of_the_words() -> None:
    assert embedded().digest == digest_of(embedded().words())
    assert embedded().digest == "77a8b7729436793e0094b68243ffb3ff0825332ceec5f427880138971d6135c4"


def test_the_words_are_enable_as_released_but_for_case() -> None:
    released = "".join(f"{word.lower()}\n" for word in embedded().words())
    digest = sha256(released.encode()).hexdigest()
    assert digest == "3f16130220645692ed49c7134e24a18504c2ca55b3c012f7290e3e77c63b1a89"


def test_it_holds_all_words_of_enable_by_length() -> None:
    counts = embedded().word_counts()
    assert sum(count for _, count in counts) == sum(1 for _ in embedded().words()) == 172_823
    assert counts[0] == (2, 96)
    assert counts[-1] == (28, 1)
    assert sum(count for length, count in counts if length <= 10) == 125_543


def test_it_says_of_no_string_why_it_is_no_word() -> None:
    assert {status for _, status in embedded().entries()} == {WordStatus.ACCEPTABLE}


def test_it_is_made_of_the_26_letters_and_folds_none() -> None:
    assert embedded().alphabet == frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert not embedded().folding


@pytest.mark.parametrize("word", ["QUIT", "NETS", "AA", "PARIS", "BELATED"])
def test_a_word_of_enable_is_acceptable(word: str) -> None:
    assert embedded().statuses([word]) == {word: WordStatus.ACCEPTABLE}


@pytest.mark.parametrize("word", ["NASA", "S", "QIT", "TEH"])
def test_a_string_that_enable_lacks_is_not_found(word: str) -> None:
    assert embedded().statuses([word]) == {word: WordStatus.NOT_FOUND}


def test_it_says_what_it_is() -> None:
    enable = embedded()
    assert (enable.id, enable.name, enable.language, enable.edition) == ("enable", "ENABLE", "en", "")
    assert enable.licence == "Public domain (see ENABLE-NOTICE.txt)"


def test_it_is_read_once_per_process() -> None:
    assert embedded() is embedded()


def test_the_notice_that_its_licence_names_is_carried_and_credits_the_makers() -> None:
    notice = DATA.joinpath("ENABLE-NOTICE.txt").read_text("utf-8")
    assert "M. Cooper and Alan Beale" in notice
    assert "is herewith formally released\n  into the Public Domain" in notice
    assert "may *not*\n  legally copyright or in any way restrict redistribution" in notice
