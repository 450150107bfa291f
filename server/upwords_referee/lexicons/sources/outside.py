"""What all lexica outside the process share."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from upwords_referee.lexicons.alphabet import foreign_status
from upwords_referee.lexicons.errors import LexiconError, SourceUnavailableError
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.kind import SourceKind
from upwords_referee.rules.words import WordStatus


class OutsideLexicon(ABC):
    """A lexicon whose words lie elsewhere; only strings of its own letters are asked for there.

    `failure` is why the source does not answer, once a watch found that out; until the watch finds it well
    again, calls are refused without asking. `suspect` is set when a call failed. LexiconError if the
    description has no edition and nothing else names what is cached.
    """

    kind: ClassVar[SourceKind]
    enumerable = False
    digest = ""

    def __init__(self, description: Description) -> None:
        self.id = description.id
        if not description.edition and self.kind is not SourceKind.REDIS:
            raise LexiconError(f"lexicon {self.id!r}: edition is missing; change it when the words change")
        self.name = description.name or description.id
        self.language = description.language
        self.edition = description.edition
        self.licence = description.licence
        self.timeout_seconds = description.timeout_seconds
        self.failure: SourceUnavailableError | None = None
        self.suspect = threading.Event()
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
        if not asked:
            return answers
        if self.failure:
            raise self.failure.with_traceback(None)
        try:
            return answers | self._ask(asked)
        except SourceUnavailableError:
            self.suspect.set()
            raise

    @property
    def reachable(self) -> bool:
        """Whether the source answers, as far as is known."""
        return self.failure is None

    def word_counts(self) -> list[tuple[int, int]]:
        """Return no counts: the words cannot be listed."""
        return []

    def probe(self) -> None:
        """Return if the source answers; SourceUnavailableError if not."""
        self._ask([min(self._alphabet)])

    @abstractmethod
    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        """Return the status of every word, each made of the alphabet; SourceUnavailableError if unknown."""


def outside(lexicon: Lexicon) -> OutsideLexicon | None:
    """Return the lexicon outside the process that this one is, or keeps the answers of; None if neither."""
    source = getattr(lexicon, "source", lexicon)
    return source if isinstance(source, OutsideLexicon) else None
