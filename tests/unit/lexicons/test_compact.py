"""A lexicon in one small file, and everything that can be wrong with the file."""

import json
import sys
import threading
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from upwords_referee.lexicons.build import build_lexicon
from upwords_referee.lexicons.compact import KEPT, MAGIC, CompactLexicon
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus

ENTRIES = [
    ("CAT", WordStatus.ACCEPTABLE),
    ("DOG", WordStatus.ACCEPTABLE),
    ("MONDAY", WordStatus.PROPER_NOUN),
    ("NASA", WordStatus.ABBREVIATION),
    ("DONT", WordStatus.NEEDS_APOSTROPHE),
    ("TSHIRT", WordStatus.NEEDS_HYPHEN),
    ("ISH", WordStatus.AFFIX),
]
RAW = build_lexicon(
    ENTRIES, id="pets", name="Pets", language="en", edition="1", licence="CC0", folding={"É": "E"}
)
PETS = CompactLexicon.from_bytes(RAW, "pets.lexicon")


def plain(*words: str) -> CompactLexicon:
    entries = [(word, WordStatus.ACCEPTABLE) for word in words]
    return CompactLexicon.from_bytes(build_lexicon(entries, id="t"), "t")


def test_every_string_has_the_status_it_was_given() -> None:
    assert PETS.statuses([word for word, _ in ENTRIES]) == dict(ENTRIES)
    assert {status for _, status in ENTRIES} == set(KEPT)


def test_a_string_that_is_not_there_is_not_found() -> None:
    asked = ["COW", "CA", "CATS", "MONDAYS", "", "QQQ", "cat"]
    assert PETS.statuses(iter(asked)) == dict.fromkeys(asked, WordStatus.NOT_FOUND)


def test_a_word_of_foreign_letters_says_what_it_needs() -> None:
    assert PETS.statuses(["CAT'S", "CAT-A", "CÄT"]) == {
        "CAT'S": WordStatus.NEEDS_APOSTROPHE,
        "CAT-A": WordStatus.NEEDS_HYPHEN,
        "CÄT": WordStatus.NOT_FOUND,
    }


@pytest.mark.parametrize("word", ["CAT\0", "CAT\0S", "\0", "CAT\ud800", "\ud800", "C" * 100_000])
def test_a_word_that_the_graph_cannot_take_is_not_found_and_spoils_no_other(word: str) -> None:
    assert PETS.statuses([word, "CAT"]) == {word: WordStatus.NOT_FOUND, "CAT": WordStatus.ACCEPTABLE}


def test_folded_letters_are_spelled_out_before_the_word_is_looked_up() -> None:
    lexicon = CompactLexicon.from_bytes(
        build_lexicon([("CAFE", WordStatus.ACCEPTABLE), ("RENEE", WordStatus.PROPER_NOUN)],
                      id="t", folding={"É": "E"}), "t")  # fmt: skip
    assert lexicon.statuses(["CAFÉ", "RENÉE", "ÉÉ", "CAFÈ"]) == {
        "CAFÉ": WordStatus.ACCEPTABLE,
        "RENÉE": WordStatus.PROPER_NOUN,
        "ÉÉ": WordStatus.NOT_FOUND,
        "CAFÈ": WordStatus.NOT_FOUND,
    }


def test_it_answers_as_a_word_list_of_the_same_words_does() -> None:
    words = ["CAT", "DOG", "ÖL", "Ａ", "\N{DESERET CAPITAL LETTER LONG I}"]  # noqa: RUF001
    lexicon, listed = plain(*words), WordList("t", words)
    asked = [*words, "COW", "D'OG", "ÖLE", "Ö-L", ""]
    assert lexicon.statuses(asked) == listed.statuses(asked)
    assert lexicon.digest == listed.digest
    assert lexicon.alphabet == listed.alphabet
    assert lexicon.word_counts() == listed.word_counts()
    assert list(lexicon.entries()) == list(listed.entries())


def test_no_letter_is_special() -> None:
    # An alphabet of one's own: what is folded, and how, is nowhere but in the list.
    lexicon = CompactLexicon.from_bytes(
        build_lexicon(
            [("あいう", WordStatus.ACCEPTABLE), ("EZ", WordStatus.ACCEPTABLE), ("SS", WordStatus.AFFIX)],
            id="t", folding={"A": "あい", "S": "Z"}), "t")  # fmt: skip
    assert lexicon.alphabet == frozenset("あいうEZ")
    assert lexicon.statuses(["Aう", "あいう", "ES", "EZ", "SS", "É", "ßE"]) == {
        "Aう": WordStatus.ACCEPTABLE,
        "あいう": WordStatus.ACCEPTABLE,
        "ES": WordStatus.ACCEPTABLE,
        "EZ": WordStatus.ACCEPTABLE,
        "SS": WordStatus.AFFIX,
        "É": WordStatus.NOT_FOUND,
        "ßE": WordStatus.NOT_FOUND,
    }


def test_words_are_the_acceptable_ones_by_code_point() -> None:
    assert list(PETS.words()) == ["CAT", "DOG"]
    assert list(plain("B", "ä", "a", "Ａ", "\N{DESERET CAPITAL LETTER LONG I}").words()) == [  # noqa: RUF001
        "A", "B", "Ä", "Ａ", "\N{DESERET CAPITAL LETTER LONG I}"]  # fmt: skip # noqa: RUF001


def test_entries_are_all_by_code_point() -> None:
    assert list(PETS.entries()) == sorted(ENTRIES)


def test_the_graph_tells_what_words_go_on_from_a_prefix() -> None:
    assert PETS.graph.has_keys_with_prefix("CA")
    assert not PETS.graph.has_keys_with_prefix("CO")
    assert list(PETS.graph.iteritems("D")) == [("DOG", 1), ("DONT", 5)]
    assert list(PETS.graph.iterprefixes("CATS")) == ["CAT"]
    assert PETS.graph.get("MONDAY") == WordStatus.PROPER_NOUN


def test_it_counts_the_acceptable_words_only() -> None:
    assert PETS.word_counts() == [(3, 2)]


def test_it_says_what_it_is() -> None:
    lexicon: Lexicon = PETS
    assert (lexicon.id, lexicon.name, lexicon.language) == ("pets", "Pets", "en")
    assert (lexicon.edition, lexicon.licence, lexicon.enumerable) == ("1", "CC0", True)
    assert repr(lexicon) == f"<CompactLexicon 'pets': 2 words, digest {lexicon.digest[:12]}>"


def test_another_id_may_be_given_and_is_the_name_of_a_lexicon_without_one() -> None:
    assert CompactLexicon.from_bytes(RAW, "f", "club").id == "club"
    assert CompactLexicon.from_bytes(RAW, "f", "club").name == "Pets"
    assert plain("CAT").name == "t"


def test_threads_may_ask_at_once() -> None:
    asked = [word for word, _ in ENTRIES] + ["COW", "CAFÉ", "CAT'S", "CAT\0"]
    right = PETS.statuses(asked)
    wrong: list[object] = []

    def ask() -> None:
        for _ in range(300):
            answers = PETS.statuses(asked)
            if answers != right or list(PETS.words()) != ["CAT", "DOG"]:
                wrong.append(answers)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# What can be wrong with a file


def refusal(raw: bytes) -> str:
    with pytest.raises(LexiconError) as caught:
        CompactLexicon.from_bytes(raw, "f")
    return str(caught.value)


def signed(content: bytes) -> bytes:
    """Return a file of this content whose checksum is right."""
    return MAGIC + b"1 " + sha256(content).hexdigest().encode() + b"\n" + content


def test_another_kind_of_file_is_refused() -> None:
    for raw in (b"", b"CAT\n", b"UPWORDS", RAW[1:]):
        assert refusal(raw) == '"f" is no compact lexicon; build it with `upwords-referee lexicon build`'


def test_another_form_is_refused_by_its_number() -> None:
    assert refusal(RAW.replace(b"LEXICON 1 ", b"LEXICON 2 ", 1)) == (
        'lexicon "f" has form 2, and this program reads 1; build it with `upwords-referee lexicon build`'
    )


def test_a_file_cut_short_anywhere_is_broken() -> None:
    for length in (*range(len(MAGIC), 400), *range(400, len(RAW), 97), len(RAW) - 1):
        assert "is broken: its content has not its checksum" in refusal(RAW[:length]), length


def test_a_file_with_one_changed_byte_is_broken() -> None:
    start = RAW.index(b" ", len(MAGIC))
    for at in range(start, len(RAW), 7):
        changed = bytearray(RAW)
        changed[at] ^= 1
        assert refusal(bytes(changed)), at


def test_a_file_with_something_behind_it_is_broken() -> None:
    assert "is broken" in refusal(RAW + b"\0")


def test_a_file_without_a_header_is_refused() -> None:
    assert 'lexicon "f" has no header' in refusal(signed(b"CAT"))
    assert 'lexicon "f" has no header' in refusal(signed(b" " * 300_000 + b"\n"))


FIRST, LINE, GRAPH = RAW.split(b"\n", 2)


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    header = json.loads(LINE)
    change(header)
    return signed(json.dumps(header).encode() + b"\n" + GRAPH)


def test_the_header_is_what_these_tests_take_it_for() -> None:
    assert CompactLexicon.from_bytes(changed(lambda header: header.update(name="X")), "f").name == "X"


@pytest.mark.parametrize(
    "line",
    [b"", b"null", b"[]", b"{}", b"{", b"7", b"\xff", b'"x"', b"[" * 100_000],
    ids=lambda line: repr(line[:8]),
)
def test_a_header_that_is_no_object_of_the_right_members_is_refused(line: bytes) -> None:
    assert refusal(signed(line + b"\n" + GRAPH)).startswith('lexicon "f" has a bad header (')


@pytest.mark.parametrize(
    ("member", "value", "reason"),
    [
        ("id", "No Id", "'No Id' is no lexicon id"),
        ("id", "none", "reserved"),
        ("id", 7, "a text is no text"),
        ("name", "x" * 201, "name is not at most 200 printable characters"),
        ("edition", "a\x1b[2J", "edition is not at most 200 printable characters"),
        ("licence", None, "a text is no text"),
        ("digest", "ABC", "digest 'ABC' is no SHA-256"),
        ("alphabet", "", "alphabet is not letters"),
        ("alphabet", "BA", "alphabet is not letters"),
        ("alphabet", "Aa", "alphabet is not letters"),
        ("alphabet", "A7", "alphabet is not letters"),
        ("alphabet", "AÉ", "alphabet holds a letter that is folded"),
        ("word_counts", {"3": 2}, "word_counts are no pairs"),
        ("word_counts", [[3]], "word_counts are no pairs"),
        ("word_counts", [[3, "2"]], "word_counts are no pairs"),
        ("word_counts", [[3, True]], "word_counts are no pairs"),
        ("word_counts", [[3, 0]], "word_counts are not lengths and counts"),
        ("word_counts", [[4, 1], [3, 1]], "word_counts are not lengths and counts"),
        ("folding", [], "folding does not map letters"),
        ("folding", {"É": 1}, "folding does not map letters"),
        ("folding", {"ÉÉ": "E"}, "'ÉÉ' is no single letter"),
        ("extra", "", "it has not the members id, name,"),
    ],
    ids=repr,
)
def test_a_header_with_a_bad_member_is_refused_by_name(member: str, value: object, reason: str) -> None:
    told = refusal(changed(lambda header: header.update({member: value})))
    assert told.startswith('lexicon "f" has a bad header (')
    assert reason in told


@pytest.mark.parametrize(
    "graph",
    [b"", b"\0", b"\0\0\0\0\0\0\0\0", b"\xff\xff\xff\xff", GRAPH[:-1], GRAPH + b"\0", GRAPH[4:], GRAPH[:1028],
     bytes(len(GRAPH)), GRAPH[3::-1] + GRAPH[4:], b"\xff" * len(GRAPH),
        (1).to_bytes(4, sys.byteorder) + bytes(4) + (2).to_bytes(4, sys.byteorder) + bytes(4)],
    ids=lambda graph: repr(graph[:8]) + str(len(graph)),
)  # fmt: skip
def test_a_graph_of_wrong_sizes_is_refused_and_never_reaches_the_library(graph: bytes) -> None:
    told = 'the words of lexicon "f" cannot be read (its tables have other sizes than they tell)'
    assert told in refusal(signed(LINE + b"\n" + graph))
