"""The lexicon "none", for games that leave words to challenges."""

from collections.abc import Iterable

from upwords_referee.rules.words import WordStatus

NONE_ID = "none"


class NoLexicon:
    """A lexicon that rules on no word: everything is UNCHECKED, and its digest is empty.

    >>> NoLexicon().statuses(["XYZZY"])
    {'XYZZY': <WordStatus.UNCHECKED: 10>}
    """

    id = NONE_ID
    name = "No lexicon"
    language = ""
    digest = ""
    edition = ""
    licence = ""
    enumerable = False

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return UNCHECKED for every word."""
        return dict.fromkeys(words, WordStatus.UNCHECKED)

    def word_counts(self) -> list[tuple[int, int]]:
        """Return no counts: there are no words."""
        return []


NONE = NoLexicon()
