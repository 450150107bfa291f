"""A lexicon that is slow to ask, behind an LRU in the process and, if there is one, Redis."""

import threading
from collections.abc import Iterable
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeAlias

from cachetools import LRUCache

from upwords_referee.lexicons.cache.forks import in_child
from upwords_referee.lexicons.cache.metrics import LOOKUPS, SOURCE_ERRORS
from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.sources.hops import MOST_HOPS, hops
from upwords_referee.rules.words import WordStatus

if TYPE_CHECKING:
    # It takes a while to import, and most servers have no Redis.
    from upwords_referee.lexicons.cache.redis_words import RedisWords

LRU_WORDS = 100_000
_WAIT_SECONDS = 30.0

_Waiting: TypeAlias = "Future[WordStatus]"


class CachedLexicon:
    """The lexicon `source` with its answers kept, hits and misses alike: its verdicts never change.

    At most `lru_words` are kept in the process. Words that several calls miss at once are asked once; one
    Redis command and one question to the source serve all words of a call. What the source cannot answer
    is not kept, and raises as the source raised, in the calls that joined too. `source` is public for those
    who watch it.
    """

    def __init__(
        self, source: Lexicon, redis: "RedisWords | None" = None, lru_words: int = LRU_WORDS
    ) -> None:
        self.source = source
        self._redis = redis
        self._edition = f"{source.id}:{source.digest or source.edition}"
        self._known: LRUCache[str, WordStatus] = LRUCache(lru_words)
        self._begin()
        in_child(self._begin)
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
        return self.source.word_counts()

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return the status of every word asked; `words` are in NFC upper case."""
        asked = dict.fromkeys(words)
        answers: dict[str, WordStatus] = {}
        joined: dict[str, _Waiting] = {}
        mine: dict[str, _Waiting] = {}
        waited_for = self._asked[hops.get()]
        with self._lock:
            for word in asked:
                status = self._known.get(word)
                if status is not None:
                    answers[word] = status
                elif word in waited_for:
                    joined[word] = waited_for[word]
                else:
                    mine[word] = waited_for[word] = Future()
        self._count["lru"].inc(len(answers))
        if mine:
            answers |= self._ask(mine)
        for word, waiting in joined.items():
            answers[word] = self._join(waiting)
        self._count["joined"].inc(len(joined))
        return answers

    def close(self) -> None:
        """Close the source, if it can be; Redis, which may serve other lexica, stays."""
        close = getattr(self.source, "close", None)
        if close is not None:
            close()

    def _begin(self) -> None:
        self._lock = threading.Lock()
        # By hops: a call that comes back through other referees must not wait for the one that it is part of.
        self._asked: list[dict[str, _Waiting]] = [{} for _ in range(MOST_HOPS + 1)]

    def _ask(self, mine: dict[str, _Waiting]) -> dict[str, WordStatus]:
        """Answer the words that this call was the first to miss, for itself and for those that joined."""
        answers: dict[str, WordStatus] = {}
        failure: BaseException | None = None
        try:
            answers = self._fetch(list(mine))
        except BaseException as error:
            failure = error
            raise
        finally:
            with self._lock:
                self._known.update(answers)
                for word in mine:
                    del self._asked[hops.get()][word]
            for word, waiting in mine.items():
                if failure is None:
                    waiting.set_result(answers[word])
                else:
                    waiting.set_exception(self._for_others(failure))
        return answers

    def _join(self, waiting: _Waiting) -> WordStatus:
        try:
            return waiting.result(_WAIT_SECONDS)
        except TimeoutError as error:
            if waiting.done():
                raise
            raise SourceUnavailableError(self.id, "it takes too long") from error

    def _for_others(self, failure: BaseException) -> BaseException:
        # What ends this call alone, such as Ctrl-C, ends no other.
        return failure if isinstance(failure, Exception) else SourceUnavailableError(self.id, "broken off")

    def _fetch(self, words: list[str]) -> dict[str, WordStatus]:
        answers = self._redis.read(self._edition, words) if self._redis else {}
        self._count["redis"].inc(len(answers))
        rest = [word for word in words if word not in answers]
        if not rest:
            return answers
        try:
            fresh = self.source.statuses(rest)
            if not fresh.keys() >= set(rest):
                raise SourceUnavailableError(self.id, "it left a word unanswered")
        except Exception:
            SOURCE_ERRORS.labels(self.id).inc(len(rest))
            raise
        self._count["source"].inc(len(rest))
        if self._redis:
            self._redis.write(self._edition, fresh)
        return answers | fresh
