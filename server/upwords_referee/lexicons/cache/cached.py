"""A lexicon that is slow to ask, behind an LRU in the process and, if there is one, Redis."""

import threading
from collections.abc import Iterable
from concurrent.futures import Future
from typing import TypeAlias

from cachetools import LRUCache

from upwords_referee.lexicons.cache.metrics import LOOKUPS, SOURCE_ERRORS
from upwords_referee.lexicons.cache.redis_words import RedisWords
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.rules.words import WordStatus

LRU_WORDS = 100_000
_WAIT_SECONDS = 30.0

_Waiting: TypeAlias = "Future[WordStatus]"


class CachedLexicon:
    """The lexicon `source` with its answers kept, hits and misses alike: its verdicts never change.

    At most `lru_words` are kept in the process. Words that several calls miss at once are asked once; one
    Redis command and one question to the source serve all words of a call. What the source cannot answer
    is not kept, and raises as the source raised.
    """

    def __init__(self, source: Lexicon, redis: RedisWords | None = None, lru_words: int = LRU_WORDS) -> None:
        self._source = source
        self._redis = redis
        self._edition = f"{source.id}:{source.digest or source.edition}"
        self._lock = threading.Lock()
        self._known: LRUCache[str, WordStatus] = LRUCache(lru_words)
        self._asked: dict[str, _Waiting] = {}
        self._count = {
            layer: LOOKUPS.labels(source.id, layer) for layer in ("lru", "joined", "redis", "source")
        }
        self.id = source.id
        self.name = source.name
        self.language = source.language
        self.digest = source.digest
        self.edition = source.edition
        self.licence = source.licence
        self.enumerable = source.enumerable

    def word_counts(self) -> list[tuple[int, int]]:
        """Return the source's counts."""
        return self._source.word_counts()

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return the status of every word asked; `words` are in NFC upper case."""
        answers: dict[str, WordStatus] = {}
        joined: dict[str, _Waiting] = {}
        mine: dict[str, _Waiting] = {}
        with self._lock:
            for word in words:
                status = self._known.get(word)
                if status is not None:
                    answers[word] = status
                elif word in self._asked and word not in mine:
                    joined[word] = self._asked[word]
                elif word not in mine:
                    mine[word] = self._asked[word] = Future()
        self._count["lru"].inc(len(answers))
        if mine:
            answers |= self._ask(mine)
        for word, waiting in joined.items():
            answers[word] = waiting.result(_WAIT_SECONDS)
        self._count["joined"].inc(len(joined))
        return answers

    def _ask(self, mine: dict[str, _Waiting]) -> dict[str, WordStatus]:
        """Answer the words that this call was the first to miss, for itself and for those that joined."""
        try:
            answers = self._fetch(list(mine))
        except BaseException as error:
            with self._lock:
                for word in mine:
                    del self._asked[word]
            for waiting in mine.values():
                waiting.set_exception(error)
            raise
        with self._lock:
            self._known.update(answers)
            for word in mine:
                del self._asked[word]
        for word, waiting in mine.items():
            waiting.set_result(answers[word])
        return answers

    def _fetch(self, words: list[str]) -> dict[str, WordStatus]:
        answers = self._redis.read(self._edition, words) if self._redis else {}
        self._count["redis"].inc(len(answers))
        rest = [word for word in words if word not in answers]
        if not rest:
            return answers
        try:
            fresh = self._source.statuses(rest)
        except Exception:
            SOURCE_ERRORS.labels(self.id).inc(len(rest))
            raise
        self._count["source"].inc(len(rest))
        if self._redis:
            self._redis.write(self._edition, fresh)
        return answers | fresh
