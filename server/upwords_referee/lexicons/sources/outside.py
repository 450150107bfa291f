"""What all lexica outside the process share."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from upwords_referee.lexicons.alphabet import foreign_status
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.rules.words import WordStatus


class OutsideLexicon(ABC):
    """A lexicon whose words lie elsewhere; only strings of its own letters are asked for there."""

    enumerable = False
    digest = ""

    def __init__(self, description: Description) -> None:
        self.id = description.id
        self.name = description.name or description.id
        self.language = description.language
        self.edition = description.edition
        self.licence = description.licence
        self.timeout_seconds = description.timeout_seconds
        self._alphabet = frozenset(description.alphabet)

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return the status of every word asked; SourceUnavailableError if the source cannot say."""
        answers: dict[str, WordStatus] = {}
        asked = []
        for word in dict.fromkeys(words):
            status = foreign_status(word, self._alphabet)
            if status is None:
                asked.append(word)
            else:
                answers[word] = status
        return answers | self._ask(asked) if asked else answers

    def word_counts(self) -> list[tuple[int, int]]:
        """Return no counts: the words cannot be listed."""
        return []

    @abstractmethod
    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        """Return the status of every word, each made of the alphabet; SourceUnavailableError if unknown."""

    @abstractmethod
    def probe(self) -> None:
        """Return if the source answers; SourceUnavailableError if not."""
