"""Making a compact lexicon."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Protocol, TypeVar

from upwords_referee.lexicons.compact import KEPT, MAGIC, VERSION
from upwords_referee.lexicons.digest import digest_of
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.graph import pack_graph
from upwords_referee.lexicons.header import Header
from upwords_referee.lexicons.lines import MAX_WORD
from upwords_referee.rules.letters import upper
from upwords_referee.rules.words import WordStatus

T = TypeVar("T")

Entry = tuple[str, WordStatus]
"""A string and what a list says of it: one of `KEPT`."""


class Watch(Protocol):
    """Yields what it is given, and may tell somebody how far it is."""

    def __call__(self, items: Sequence[T], doing: str, /) -> Iterable[T]:
        """Yield the items; `doing` says what is done with them."""


def _unwatched(items: Sequence[T], _doing: str) -> Iterable[T]:
    return items


def build_lexicon(
    entries: Sequence[Entry],
    *,
    id: str,
    name: str = "",
    language: str = "",
    edition: str = "",
    licence: str = "",
    folding: Mapping[str, str] | None = None,
    watch: Watch = _unwatched,
) -> bytes:
    """Return the file of a compact lexicon, the same for the same words and texts, in whatever order.

    Words are in any case and become NFC upper case, spelled as `folding` says. Of a string that is there
    twice ACCEPTABLE stands, else what was said first. LexiconError if there is no acceptable word, a word is
    not 1 to 64 letters, or a text or the folding is no good.
    """
    try:
        folds = Folding(folding or {})
        words = _merge(watch(entries, "reading"), folds)
        acceptable = Counter(len(word) for word, status in words.items() if status is WordStatus.ACCEPTABLE)
        if not acceptable:
            raise LexiconError("the list holds no acceptable word")
        ordered = sorted(words.items())
        header = Header(
            id=id,
            name=name,
            language=language,
            edition=edition,
            licence=licence,
            digest=digest_of(canonical_lines(ordered, folds)),
            alphabet="".join(sorted(set().union(*words))),
            word_counts=sorted(acceptable.items()),
            folding=folds.letters,
        )
    except ValueError as error:
        raise LexiconError(f"the lexicon cannot be built: {error}") from None
    graph = pack_graph((word, int(status)) for word, status in watch(ordered, "packing"))
    content = header.to_json() + graph
    return MAGIC + VERSION + b" " + sha256(content).hexdigest().encode() + b"\n" + content


def canonical_lines(entries: Iterable[Entry], folding: Folding) -> list[str]:
    """Return the lines whose SHA-256 is the digest of a lexicon; `entries` come by code point.

    A line is WORD, or WORD[TAB]STATUS of one that is there to be refused, or LETTER[TAB]=SPELLING of a letter
    that is folded, for that decides verdicts too.
    """
    lines = [
        word if status is WordStatus.ACCEPTABLE else f"{word}\t{status.name}" for word, status in entries
    ]
    # A folded letter is in no word, so that no two lines have the same first part.
    return sorted(lines + folding.lines(), key=_word_of_line) if folding else lines


def _word_of_line(line: str) -> str:
    return line.partition("\t")[0]


def _merge(entries: Iterable[Entry], folding: Folding) -> dict[str, WordStatus]:
    words: dict[str, WordStatus] = {}
    for text, status in entries:
        word = folding.apply(upper(text))
        if not word.isalpha() or len(word) > MAX_WORD or upper(word) != word:
            raise ValueError(f"{text[:80]!r} is not 1 to {MAX_WORD} letters in NFC")
        if status not in KEPT:
            raise ValueError(f"{status.name} is nothing that a list says of a word")
        if status is WordStatus.ACCEPTABLE or word not in words:
            words[word] = status
    return words
