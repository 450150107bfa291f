"""A lexicon that is opened with the first question: what it needs must not be there before a fork."""

import threading
from collections.abc import Callable, Sequence

from upwords_referee.lexicons.cache.forks import in_child
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.kind import SourceKind
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.rules.words import WordStatus


class LaterLexicon(OutsideLexicon):
    """A lexicon on another server over gRPC; `open` opens it, once in each process that asks it."""

    kind = SourceKind.GRPC

    def __init__(self, description: Description, open: Callable[[], OutsideLexicon]) -> None:
        super().__init__(description)
        self._open = open
        self._begin()
        in_child(self._begin)

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._opened: OutsideLexicon | None = None

    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
            opened = self._opened
        return opened.statuses(words)
