"""Making a compact lexicon: what goes in, what is refused, and what its digest covers."""

import random
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import pytest

from upwords_referee.lexicons.build import build_lexicon
from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.rules.words import WordStatus

T = TypeVar("T")
GOOD, NAME, SHORT = WordStatus.ACCEPTABLE, WordStatus.PROPER_NOUN, WordStatus.ABBREVIATION


def built(*entries: tuple[str, WordStatus], **more: Any) -> CompactLexicon:
    return CompactLexicon.from_bytes(build_lexicon(entries, **{"id": "t", **more}), "t")


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_words_become_composed_and_upper_case() -> None:
    assert list(built(("cat", GOOD), ("cafe\N{COMBINING ACUTE ACCENT}", GOOD)).words()) == ["CAFÉ", "CAT"]


def test_the_file_is_the_same_whatever_the_order() -> None:
    entries = [(f"{a}{b}{c}", GOOD) for a in "ABCÄ" for b in "XYZ" for c in "PQR"]
    first = build_lexicon(entries, id="t")
    random.Random(1).shuffle(entries)
    assert build_lexicon(entries, id="t") == first


def test_the_digest_is_that_of_the_words_by_code_point_a_line_each() -> None:
    higher, high = "\N{DESERET CAPITAL LETTER LONG I}", "\N{FULLWIDTH LATIN CAPITAL LETTER A}"
    lexicon = built((higher, GOOD), ("DOG", GOOD), (high, GOOD), ("CAT", GOOD))
    assert lexicon.digest == digest(f"CAT\nDOG\n{high}\n{higher}\n")


def test_the_digest_covers_why_a_string_is_refused() -> None:
    assert built(("CAT", GOOD), ("BOB", NAME)).digest == digest("BOB\tPROPER_NOUN\nCAT\n")


def test_the_digest_covers_what_is_folded_for_that_decides_verdicts() -> None:
    lexicon = built(("CAT", GOOD), ("Z", GOOD), folding={"É": "E", "B": "P"})
    assert lexicon.digest == digest("B\t=P\nCAT\nZ\nÉ\t=E\n")


def test_the_digest_does_not_cover_names_and_texts() -> None:
    texts = {"name": "Pets", "language": "en", "edition": "2", "licence": "CC0"}
    assert built(("CAT", GOOD), id="pets", **texts).digest == built(("CAT", GOOD)).digest


def test_a_word_and_its_folded_spelling_are_one() -> None:
    lexicon = built(("straße", GOOD), ("STRASSE", GOOD), folding={"ß": "SS"})
    assert list(lexicon.entries()) == [("STRASSE", GOOD)]
    assert lexicon.word_counts() == [(7, 1)]


def test_without_a_folding_sharp_s_stays_one_letter() -> None:
    assert list(built(("straße", GOOD), ("STRASSE", GOOD)).words()) == ["STRASSE", "STRAßE"]


@pytest.mark.parametrize("folding", [{}, {"Á": "A"}])
def test_an_acceptable_word_stays_acceptable_wherever_else_it_stands(folding: dict[str, str]) -> None:
    for entries in ([("may", GOOD), ("May", NAME)], [("May", NAME), ("may", GOOD), ("MAY", SHORT)]):
        assert list(built(*entries, folding=folding).entries()) == [("MAY", GOOD)]


def test_of_two_reasons_the_first_stands() -> None:
    assert list(built(("A", GOOD), ("Ada", NAME), ("ADA", SHORT)).entries()) == [("A", GOOD), ("ADA", NAME)]


@pytest.mark.parametrize(
    ("entries", "more", "reason"),
    [
        ([], {}, "the list holds no acceptable word"),
        ([("BOB", NAME)], {}, "the list holds no acceptable word"),
        ([("", GOOD)], {}, "'' is not 1 to 64 letters"),
        ([("DON'T", GOOD)], {}, '"DON\'T" is not 1 to 64 letters'),
        ([("A B", NAME)], {}, "'A B' is not 1 to 64 letters"),
        ([("A" * 65, GOOD)], {}, "' is not 1 to 64 letters"),
        ([("K9", GOOD)], {}, "'K9' is not 1 to 64 letters"),
        ([("A\0", GOOD)], {}, "is not 1 to 64 letters"),
        ([("Å" * 40, GOOD)], {"folding": {"Å": "AA"}}, "is not 1 to 64 letters"),
        ([("CAT", WordStatus.NOT_FOUND)], {}, "NOT_FOUND is nothing that a list says of a word"),
        ([("CAT", WordStatus.DENIED)], {}, "DENIED is nothing that a list says of a word"),
        ([("CAT", GOOD)], {"id": "none"}, "'none' is reserved"),
        ([("CAT", GOOD)], {"id": "A b"}, "'A b' is no lexicon id"),
        ([("CAT", GOOD)], {"name": "a\nb"}, "name is not at most 200 printable characters"),
        ([("CAT", GOOD)], {"licence": "x" * 201}, "licence is not at most 200 printable characters"),
        ([("CAT", GOOD)], {"folding": {"é": "E"}}, "'é' is no single letter in NFC upper case"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_cannot_be_a_lexicon_is_refused(
    entries: Sequence[tuple[str, WordStatus]], more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(LexiconError) as caught:
        built(*entries, **more)
    assert reason in str(caught.value)


def test_who_watches_sees_every_word_twice() -> None:
    seen: dict[str, int] = {}

    def watch(items: Sequence[T], doing: str, /) -> Iterable[T]:
        for item in items:
            seen[doing] = seen.get(doing, 0) + 1
            yield item

    built(("CAT", GOOD), ("DOG", GOOD), ("cat", GOOD), watch=watch)
    assert seen == {"reading": 3, "packing": 2}
