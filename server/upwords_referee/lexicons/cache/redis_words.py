"""Answers about words in Redis: one key a word, read with one command, written behind the calls."""

import random
import threading
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import redis

from upwords_referee.lexicons.cache.asker import Asker, LateError
from upwords_referee.lexicons.cache.breaker import Breaker
from upwords_referee.lexicons.cache.metrics import REDIS_DROPPED, REDIS_ERRORS, REDIS_UP
from upwords_referee.lexicons.cache.worker import Worker
from upwords_referee.rules.words import WordStatus

KEEP_SECONDS = 24 * 3600
JITTER = 0.2
WAIT_SECONDS = 0.04
"""The most that a call waits for Redis."""
STUCK_SECONDS = 0.2
"""A command that takes longer has failed, though the client still waits."""
MOST_WAITING = 10_000
"""The most words that wait to be written."""
_MOST_AT_ONCE = 500
_PROBE_SECONDS = 1.0

# What a lexicon can say of a word, as it is kept: a digit.
_KEPT = {b"%d" % status: status for status in WordStatus if status <= WordStatus.AFFIX}

_Answer: TypeAlias = tuple[str, str, WordStatus]


class RedisWords:
    """Answers that several processes share.

    Nothing here raises, and `read` returns within `WAIT_SECONDS`: a Redis that fails, freezes or answers
    nonsense knows no word. The first failure opens the breaker `reads`, and until Redis is back nobody asks
    it. One that reads but takes no writes, being full or a replica, opens the breaker `writes` only. The
    client, which may serve others too, is its maker's to close.
    """

    def __init__(self, client: Any, *, keep_seconds: int = KEEP_SECONDS) -> None:
        self._client = client
        self._keep_seconds = keep_seconds
        self._suspect = "probe"
        self._asker = Asker("redis reader", self._mget)
        self._writer: Worker[_Answer | threading.Event] = Worker("redis writer", self._write, _MOST_AT_ONCE)
        up = {use: REDIS_UP.labels(use) for use in ("read", "write")}
        self.reads = Breaker("redis", self._probe_reads, lambda closed: up["read"].set(int(closed)))
        self.writes = Breaker(
            "writes to redis", self._probe_writes, lambda closed: up["write"].set(int(closed))
        )

    def read(self, edition: str, words: Sequence[str]) -> dict[str, WordStatus]:
        """Return the statuses that are kept of the words under a lexicon's edition; others are left out."""
        if not self.reads.closed:
            return {}
        try:
            values = self._asker.ask(edition, words, WAIT_SECONDS)
        except LateError as error:
            # A busy machine makes answers late too, and there the breaker would do no good. The client's own
            # time-outs are the kernel's and mean Redis; what passes them by is stuck.
            REDIS_ERRORS.labels("mget", "late").inc()
            if self._asker.busy_seconds() > STUCK_SECONDS:
                self._failed(edition, error)
            return {}
        except Exception as error:
            self._failed(edition, error)
            return {}
        return {word: status for word in words if isinstance(status := values[word], WordStatus)}

    def write(self, edition: str, statuses: Mapping[str, WordStatus]) -> None:
        """Keep the statuses, soon; dropped when Redis is down, takes no writes, or too many wait."""
        if why := self._why_not(len(statuses)):
            REDIS_DROPPED.labels(why).inc(len(statuses))
            return
        for word, status in statuses.items():
            self._writer.give((edition, word, status))

    def waiting(self) -> int:
        """Return how many words wait to be written."""
        return self._writer.waiting()

    def flush(self, seconds: float = 10.0) -> bool:
        """Wait until everything given so far is written or dropped; return whether it is."""
        done = threading.Event()
        self._writer.give(done)
        return done.wait(seconds)

    def close(self) -> None:
        """Stop asking and writing, for good; what waits to be written is dropped."""
        self.reads.end()
        self.writes.end()
        self._asker.close()
        self._writer.close()

    def _failed(self, edition: str, error: Exception) -> None:
        self._suspect = edition
        self.reads.failed(error)

    def _mget(self, edition: str, words: list[str]) -> dict[str, object]:
        try:
            values = self._client.mget([key(edition, word) for word in words])
            if not isinstance(values, list) or len(values) != len(words):
                raise ValueError("no value for each word")
        except Exception as error:
            REDIS_ERRORS.labels("mget", _kind(error)).inc()
            raise
        statuses = [_KEPT.get(value) if isinstance(value, bytes) else None for value in values]
        # Garbage under one key is one word that is not known; the true answer is soon written over it.
        if garbage := statuses.count(None) - values.count(None):
            REDIS_ERRORS.labels("mget", "garbage").inc(garbage)
        return dict(zip(words, statuses, strict=True))

    def _why_not(self, words: int) -> str:
        if not self.reads.closed:
            return "down"
        if not self.writes.closed:
            return "refused"
        return "full" if self._writer.waiting() + words > MOST_WAITING else ""

    def _write(self, given: list[_Answer | threading.Event]) -> None:
        answers = [one for one in given if not isinstance(one, threading.Event)]
        if answers and (why := self._why_not(0)):
            REDIS_DROPPED.labels(why).inc(len(answers))
        elif answers:
            try:
                pipe = self._client.pipeline(transaction=False)
                for edition, word, status in answers:
                    pipe.execute_command("SET", key(edition, word), int(status), "EX", self._lifetime())
                pipe.execute()
            except Exception as error:
                REDIS_DROPPED.labels("failed").inc(len(answers))
                REDIS_ERRORS.labels("set", _kind(error)).inc()
                if refuses(error):
                    self.writes.failed(error)
                else:
                    self._failed(answers[0][0], error)
        for one in given:
            if isinstance(one, threading.Event):
                one.set()

    def _lifetime(self) -> int:
        # Spread, so that what was written together does not expire together.
        return max(1, round(self._keep_seconds * random.uniform(1 - JITTER, 1 + JITTER)))

    def _probe_reads(self) -> None:
        # By the way that calls go and where they failed: a PING may work where they do not. Nobody writes
        # these keys; who finds something there answers the same to everybody.
        values = self._asker.ask(self._suspect, ["probe", "nothing"], _PROBE_SECONDS)
        if any(value is not None for value in values.values()):
            raise ValueError("values where there are none")

    def _probe_writes(self) -> None:
        self._client.set(key("probe", "write"), "1", ex=1)


def key(edition: str, word: str) -> str:
    """Return the key of a word: `upwords:1:{ID:DIGEST or EDITION}:WORD`.

    Its value is a digit, the number of the word's status. The braces keep one edition's words in one slot
    of a cluster.
    """
    return f"upwords:1:{{{edition}}}:{word}"


def refuses(error: Exception) -> bool:
    """Return whether Redis is there and only does not take what is written."""
    return isinstance(error, redis.ResponseError)


def _kind(error: Exception) -> str:
    return "nonsense" if isinstance(error, ValueError) else type(error).__name__
