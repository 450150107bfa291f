"""What every lexicon can do, wherever its words lie."""

from collections.abc import Iterable
from typing import Protocol

from upwords_referee.rules.words import WordStatus


class Lexicon(Protocol):
    """A set of words, immutable under its digest."""

    @property
    def id(self) -> str:
        """Short name for calls."""

    @property
    def name(self) -> str:
        """Name for people."""

    @property
    def language(self) -> str:
        """BCP 47 tag; empty when nobody said."""

    @property
    def digest(self) -> str:
        """Lower-case hex SHA-256 of the words: NFC upper case, sorted by code point, a newline after each."""

    @property
    def edition(self) -> str:
        """Edition as its maker or the operator names it; may be empty."""

    @property
    def licence(self) -> str:
        """Licence in a few words; may be empty."""

    @property
    def enumerable(self) -> bool:
        """Whether all its words can be listed."""

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return the status of every word asked; `words` are in NFC upper case, repeats are answered once."""

    def word_counts(self) -> list[tuple[int, int]]:
        """Return (letters, acceptable words of that length), shortest first; empty if not enumerable."""
