"""A lexicon held in the process."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from upwords_referee.lexicons.alphabet import foreign_status
from upwords_referee.lexicons.digest import digest_of
from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.graph import NO_WORDS, GraphTables, graph_tables, pack_graph, unpack_graph
from upwords_referee.rules.letters import upper
from upwords_referee.rules.words import WordStatus


class WordList:
    """An immutable lexicon over a set of words: those in it are ACCEPTABLE, all others are not.

    `words` are in NFC upper case and made of letters only, in any order, repeats allowed; else ValueError.
    `name` is the id if empty. `alphabet` is the set of letters that occur.

    >>> pets = WordList("pets", ["CAT", "DOG"])
    >>> {word: status.name for word, status in pets.statuses(["CAT", "COW", "CAT'S"]).items()}
    {'CAT': 'ACCEPTABLE', 'COW': 'NOT_FOUND', "CAT'S": 'NEEDS_APOSTROPHE'}
    """

    enumerable: Final = True
    folding: Final = Folding({})

    def __init__(
        self,
        id: str,
        words: Iterable[str],
        *,
        name: str = "",
        language: str = "",
        edition: str = "",
        licence: str = "",
    ) -> None:
        # Lists mostly come sorted, and sorting a sorted list is nearly free; sorting the set is not.
        listed = sorted(words)
        text = "\n".join(listed)  # apart, for the end of one word may compose with the start of the next
        if not all(map(str.isalpha, listed)) or upper(text) != text:
            raise ValueError(f"words of lexicon {id!r} must be letters in NFC upper case")
        self.id: Final = id
        self.name: Final = name or id
        self.language: Final = language
        self.edition: Final = edition
        self.licence: Final = licence
        self.words: Final = frozenset(listed)
        self.alphabet: Final = frozenset(text) - {"\n"}
        self.digest: Final = digest_of(listed if len(listed) == len(self.words) else sorted(self.words))

    def __repr__(self) -> str:
        return f"<WordList {self.id!r}: {len(self.words)} words, digest {self.digest[:12]}>"

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return the status of every word asked; `words` are in NFC upper case."""
        known, acceptable, miss = self.words, WordStatus.ACCEPTABLE, self._miss
        return {word: acceptable if word in known else miss(word) for word in words}

    def word_counts(self) -> list[tuple[int, int]]:
        """Return (letters, words of that length), shortest first."""
        return list(self._word_counts)

    def entries(self) -> Iterator[tuple[str, WordStatus]]:
        """Yield every word, by code point, and ACCEPTABLE."""
        return ((word, WordStatus.ACCEPTABLE) for word in sorted(self.words))

    @cached_property
    def tables(self) -> GraphTables:
        """The tables of a graph of the words, each with the number of ACCEPTABLE; built when first asked for,
        a second per million words.
        """
        if not self.words:
            return NO_WORDS  # the library makes no graph of none
        number = int(WordStatus.ACCEPTABLE)
        return graph_tables(unpack_graph(pack_graph((word, number) for word in sorted(self.words))))

    def _miss(self, word: str) -> WordStatus:
        status = foreign_status(word, self.alphabet)
        return WordStatus.NOT_FOUND if status is None else status

    @cached_property
    def _word_counts(self) -> list[tuple[int, int]]:
        return sorted(Counter(map(len, self.words)).items())
