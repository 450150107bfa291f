"""A lexicon in one small file that opens in a millisecond.

The file: a line `UPWORDS LEXICON`, the version of the form and the SHA-256 of all that follows; a line of
JSON, the header; and the graph of the words, each with the number of its status.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from typing import Final

from upwords_referee.lexicons.alphabet import foreign_status
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.graph import GraphTables, WordGraph, graph_tables, unpack_graph
from upwords_referee.lexicons.header import MAX_HEADER, Header
from upwords_referee.rules.words import WordStatus

MAGIC: Final = b"UPWORDS LEXICON "
VERSION: Final = b"1"

KEPT: Final = (
    WordStatus.ACCEPTABLE,
    WordStatus.PROPER_NOUN,
    WordStatus.ABBREVIATION,
    WordStatus.NEEDS_APOSTROPHE,
    WordStatus.NEEDS_HYPHEN,
    WordStatus.AFFIX,
)
"""What a list can say of a string; of one that it does not hold it says NOT_FOUND."""

_STATUS = {int(status): status for status in KEPT}
_BUILD = "build it with `upwords-referee lexicon build`"
_MAX_FIRST_LINE = 128


class CompactLexicon:
    """An immutable lexicon over a graph of words, some of which may be there to be refused with a reason.

    Words are looked up as `folding` spells them, and answered under the spelling asked. Reading is safe from
    any number of threads.
    """

    enumerable: Final = True

    def __init__(self, header: Header, graph: WordGraph, id: str = "") -> None:
        self.id: Final = id or header.id
        self.name: Final = header.name or self.id
        self.language: Final = header.language
        self.edition: Final = header.edition
        self.licence: Final = header.licence
        self.digest: Final = header.digest
        self.alphabet: Final = frozenset(header.alphabet)
        self.folding: Final = Folding(header.folding)
        self.graph: Final = graph
        """The words and their status numbers, for walking letter by letter; refused words are in it too."""
        self._word_counts = tuple(header.word_counts)

    def __repr__(self) -> str:
        count = sum(count for _, count in self._word_counts)
        return f"<CompactLexicon {self.id!r}: {count} words, digest {self.digest[:12]}>"

    @classmethod
    def from_bytes(cls, raw: bytes, source: str, id: str = "") -> "CompactLexicon":
        """Return the lexicon of a file's content, under the id `id`, or under its own if that is empty.

        LexiconError, which calls the file `source`, if it is no such file, of another version, or broken.
        """
        if not raw.startswith(MAGIC):
            raise LexiconError(f'"{source}" is no compact lexicon; {_BUILD}')
        end = raw.find(b"\n", 0, _MAX_FIRST_LINE)
        version, _, checksum = raw[len(MAGIC) : end].partition(b" ")
        if end >= 0 and version != VERSION:
            form = version[:20].decode("ascii", "backslashreplace")
            raise LexiconError(
                f'lexicon "{source}" has form {form}, and this program reads {VERSION.decode()}; {_BUILD}'
            )
        content = memoryview(raw)[end + 1 :]
        if end < 0 or sha256(content).hexdigest().encode() != checksum:
            raise LexiconError(
                f'lexicon "{source}" is broken: its content has not its checksum; copy it again, or {_BUILD}'
            )
        start = raw.find(b"\n", end + 1, end + 1 + MAX_HEADER) + 1
        if not start:
            raise LexiconError(f'lexicon "{source}" has no header; {_BUILD}')
        try:
            header = Header.from_json(raw[end + 1 : start])
        except (ValueError, LexiconError, RecursionError) as error:
            raise LexiconError(f'lexicon "{source}" has a bad header ({error}); {_BUILD}') from None
        try:
            graph = unpack_graph(raw[start:])
        except (ValueError, OSError) as error:
            raise LexiconError(
                f'the words of lexicon "{source}" cannot be read ({error}); {_BUILD}, on this kind of machine'
            ) from None
        return cls(header, graph, id)

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return the status of every word asked; `words` are in NFC upper case."""
        asked = list(words)
        find, status_of, look = self.graph.get, _STATUS, self._status
        try:
            # The library takes U+0000 for the end of a word.
            return {
                word: look(word) if (number := find(word)) is None or "\0" in word else status_of[number]
                for word in asked
            }
        except UnicodeEncodeError:
            return {word: look(word) for word in asked}

    def word_counts(self) -> list[tuple[int, int]]:
        """Return (letters, acceptable words of that length), shortest first."""
        return list(self._word_counts)

    def words(self) -> Iterator[str]:
        """Yield the acceptable words, by code point."""
        return (word for word, status in self.graph.iteritems() if status == WordStatus.ACCEPTABLE)

    def entries(self) -> Iterator[tuple[str, WordStatus]]:
        """Yield every string that the list says something of, by code point, and what it says."""
        for word, status in self.graph.iteritems():
            yield word, _STATUS[status]

    @cached_property
    def tables(self) -> GraphTables:
        """The tables of the graph, read when first asked for."""
        return graph_tables(self.graph)

    def _status(self, word: str) -> WordStatus:
        if self.folding:
            word = self.folding.apply(word)
        status = foreign_status(word, self.alphabet)
        if status is not None:
            return status
        # Made of the alphabet, the word holds nothing that the library cannot take.
        number = self.graph.get(word)
        return WordStatus.NOT_FOUND if number is None else _STATUS[number]
