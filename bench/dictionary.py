"""One dictionary, held in different ways: what a lookup and a call cost with each.

The source is always the embedded lexicon, in the process: what is added is the caches' own cost.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.cache.client import connect
from upwords_referee.lexicons.cache.redis_words import RedisWords
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.rules.words import WordStatus

IN_PROCESS = "in-process"
LRU = "lru"
WARM = "redis-warm"
COLD = "redis-cold"
DEAD = "redis-dead"
WAYS = (IN_PROCESS, LRU, WARM, COLD, DEAD)

# Nobody listens on the discard port of this machine.
_DEAD_URL = "redis://127.0.0.1:9"


class _ForgetfulWords(RedisWords):
    """Redis that is asked for every word and never has it."""

    def write(self, edition: str, statuses: Mapping[str, WordStatus]) -> None:
        """Keep nothing."""


class _AlwaysAsked(CachedLexicon):
    """A cached lexicon whose LRU forgets at once, so that every call goes to Redis."""

    def statuses(self, words: Any) -> dict[str, WordStatus]:
        """Return the status of every word asked."""
        found = super().statuses(words)
        with self._lock:
            self._known.clear()
        return found


def held(way: str, redis_url: str) -> Lexicon:
    """Return the embedded lexicon, held in one of the ways."""
    if way == IN_PROCESS:
        return embedded()
    if way == LRU:
        return CachedLexicon(embedded(), RedisWords(connect(redis_url)))
    if way == WARM:
        return _AlwaysAsked(embedded(), RedisWords(connect(redis_url)))
    if way == COLD:
        return _AlwaysAsked(embedded(), _ForgetfulWords(connect(redis_url)))
    return _AlwaysAsked(embedded(), RedisWords(connect(_DEAD_URL)))


def some_words(count: int) -> Sequence[str]:
    """Return words of the lexicon, spread over it."""
    words = sorted(embedded().words())
    return words[:: len(words) // count][:count]
