"""Answers about words in Redis: one key a word, read with one command, written behind the calls."""

import queue
import random
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import redis

from upwords_referee.lexicons.cache.breaker import Breaker
from upwords_referee.lexicons.cache.metrics import REDIS_DROPPED, REDIS_ERRORS, REDIS_UP
from upwords_referee.rules.words import WordStatus

KEEP_SECONDS = 24 * 3600
JITTER = 0.2
_MOST_WAITING = 10_000
_MOST_AT_ONCE = 500

# What a lexicon can say of a word, as it is kept: a digit.
_KEPT = {str(int(status)): status for status in WordStatus if status <= WordStatus.AFFIX}


class RedisWords:
    """Answers that several processes share.

    Nothing here raises: a Redis that fails, freezes or answers nonsense knows no word. The first failure
    opens the breaker, and until Redis is back nobody asks it.
    """

    def __init__(self, client: Any, *, keep_seconds: int = KEEP_SECONDS) -> None:
        self._client = client
        self._keep_seconds = keep_seconds
        REDIS_UP.set(1)
        self.breaker = Breaker("redis", client.ping, lambda closed: REDIS_UP.set(int(closed)))
        self._waiting: queue.Queue[tuple[str, Mapping[str, WordStatus]]] = queue.Queue(_MOST_WAITING)
        threading.Thread(target=self._write_behind, name="redis writer", daemon=True).start()

    def read(self, edition: str, words: Sequence[str]) -> dict[str, WordStatus]:
        """Return the statuses that are kept of the words under a lexicon's edition; others are left out."""
        if not self.breaker.closed:
            return {}
        try:
            values = self._client.mget([key(edition, word) for word in words])
        except Exception as error:
            self._note("mget", error)
            return {}
        if not isinstance(values, list) or len(values) != len(words):
            REDIS_ERRORS.labels("mget", "nonsense").inc()
            return {}
        found = {}
        for word, value in zip(words, values, strict=True):
            status = _KEPT.get(value) if isinstance(value, str) else None
            if status is not None:
                found[word] = status
            elif value is not None:
                REDIS_ERRORS.labels("mget", "nonsense").inc()
        return found

    def write(self, edition: str, statuses: Mapping[str, WordStatus]) -> None:
        """Keep the statuses, soon; dropped when Redis is down or too many wait."""
        if not self.breaker.closed:
            REDIS_DROPPED.labels("down").inc(len(statuses))
            return
        try:
            self._waiting.put_nowait((edition, statuses))
        except queue.Full:
            REDIS_DROPPED.labels("full").inc(len(statuses))

    def flush(self) -> None:
        """Wait until everything that was to be written is written or dropped."""
        self._waiting.join()

    def _write_behind(self) -> None:
        while True:
            edition, statuses = self._waiting.get()
            try:
                self._write(edition, list(statuses.items()))
            finally:
                self._waiting.task_done()

    def _write(self, edition: str, statuses: list[tuple[str, WordStatus]]) -> None:
        for start in range(0, len(statuses), _MOST_AT_ONCE):
            some = statuses[start : start + _MOST_AT_ONCE]
            if not self.breaker.closed:
                REDIS_DROPPED.labels("down").inc(len(some))
                continue
            try:
                pipe = self._client.pipeline(transaction=False)
                for word, status in some:
                    pipe.set(key(edition, word), str(int(status)), ex=self._lifetime())
                pipe.execute()
            except Exception as error:
                REDIS_DROPPED.labels("failed").inc(len(some))
                self._note("set", error)

    def _lifetime(self) -> int:
        # Spread, so that what was written together does not expire together.
        return round(self._keep_seconds * random.uniform(1 - JITTER, 1 + JITTER))

    def _note(self, command: str, error: Exception) -> None:
        REDIS_ERRORS.labels(command, type(error).__name__).inc()
        # A Redis that is full, or a replica, refuses to write but reads as ever.
        if command == "mget" or not refuses_writes(error):
            self.breaker.failed(error)


def key(edition: str, word: str) -> str:
    """Return the key of a word: the braces keep one edition's words in one slot of a cluster."""
    return f"upwords:1:{{{edition}}}:{word}"


def refuses_writes(error: Exception) -> bool:
    """Return whether Redis is there and only does not take what is written."""
    return isinstance(error, redis.ResponseError)
