"""House rulings go before the lexicon."""

from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from hashlib import sha256

import pytest

from upwords_referee.lexicons.none import NONE
from upwords_referee.lexicons.overlay import EMPTY, Overlay, statuses
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus


class Recorder(WordList):
    """A word list that remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__("t", ["CAT", "DOG"])
        self.calls: list[list[str]] = []

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        asked = list(words)
        self.calls.append(asked)
        return super().statuses(asked)


def test_an_allowed_word_stands_though_the_list_lacks_it() -> None:
    assert statuses(Recorder(), Overlay.from_words(allow=["QI"]), ["QI"]) == {"QI": WordStatus.ALLOWED}


def test_a_denied_word_falls_though_the_list_has_it() -> None:
    assert statuses(Recorder(), Overlay.from_words(deny=["CAT"]), ["CAT"]) == {"CAT": WordStatus.DENIED}


def test_a_ruled_word_never_reaches_the_lexicon_and_the_rest_go_in_one_call() -> None:
    lexicon = Recorder()
    answers = statuses(lexicon, Overlay.from_words(["QI"], ["CAT"]), iter(["DOG", "QI", "COW", "CAT"]))
    assert lexicon.calls == [["DOG", "COW"]]
    assert answers == {
        "DOG": WordStatus.ACCEPTABLE,
        "QI": WordStatus.ALLOWED,
        "COW": WordStatus.NOT_FOUND,
        "CAT": WordStatus.DENIED,
    }


def test_the_lexicon_is_not_asked_if_every_word_is_ruled() -> None:
    lexicon = Recorder()
    statuses(lexicon, Overlay.from_words(["QI"], ["CAT"]), ["QI", "CAT"])
    assert lexicon.calls == []


def test_without_an_overlay_the_lexicon_is_asked_once() -> None:
    lexicon = Recorder()
    assert statuses(lexicon, EMPTY, ["CAT", "COW"]) == lexicon.statuses(["CAT", "COW"])
    assert lexicon.calls[0] == ["CAT", "COW"]


def test_an_overlay_rules_over_the_lexicon_none() -> None:
    assert statuses(NONE, Overlay.from_words(["QI"], ["CAT"]), ["QI", "CAT", "COW"]) == {
        "QI": WordStatus.ALLOWED,
        "CAT": WordStatus.DENIED,
        "COW": WordStatus.UNCHECKED,
    }


def test_apply_leaves_out_what_it_does_not_rule() -> None:
    assert Overlay.from_words(["QI"]).apply(["QI", "CAT"]) == {"QI": WordStatus.ALLOWED}


def test_a_rule_may_be_for_a_word_with_a_sign() -> None:
    overlay = Overlay.from_words(allow=["don't"])
    assert statuses(Recorder(), overlay, ["DON'T"]) == {"DON'T": WordStatus.ALLOWED}


def test_lower_case_and_decomposed_words_are_read_as_upper_case() -> None:
    assert Overlay.from_words(["qi"], ["e\N{COMBINING ACUTE ACCENT}te"]) == Overlay(
        frozenset({"QI"}), frozenset({"\N{LATIN CAPITAL LETTER E WITH ACUTE}TE"})
    )


def test_the_digest_lists_rulings_sorted_by_word_with_their_status() -> None:
    overlay = Overlay.from_words(allow=["ZA", "AI"], deny=["OK", "ÉH"])
    lines = "AI\tALLOWED\nOK\tDENIED\nZA\tALLOWED\nÉH\tDENIED\n"
    assert overlay.digest == sha256(lines.encode()).hexdigest()


def test_the_digest_tells_allow_from_deny() -> None:
    assert Overlay.from_words(allow=["QI"]).digest != Overlay.from_words(deny=["QI"]).digest


def test_an_overlay_without_words_is_falsy_and_has_no_digest() -> None:
    assert not Overlay.from_words()
    assert (EMPTY.digest, Overlay.from_words().digest) == ("", "")
    assert Overlay.from_words(deny=["QI"])


def test_a_word_both_allowed_and_denied_is_refused() -> None:
    with pytest.raises(ValueError, match="'QI' is both allowed and denied"):
        Overlay.from_words(["QI", "ZA"], ["qi"])


@pytest.mark.parametrize("word", ["", "A\tALLOWED\nB", "ICE CREAM", "A\N{NO-BREAK SPACE}B", "\ud800"])
def test_a_word_that_could_forge_a_digest_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="is empty or holds white space or a control character"):
        Overlay.from_words(allow=[word])


def test_an_overlay_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        EMPTY.allow = frozenset({"QI"})  # type: ignore[misc]
