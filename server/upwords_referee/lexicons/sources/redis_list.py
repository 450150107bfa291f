"""A word list that lies in Redis as one hash, and how it gets there."""

import json
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from upwords_referee.lexicons.cache.breaker import Breaker
from upwords_referee.lexicons.cache.metrics import REDIS_ERRORS
from upwords_referee.lexicons.errors import LexiconError, SourceUnavailableError
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.rules.words import WordStatus

# No word holds this character: the marker is set last, and says that the list is whole.
MARKER = "\0complete"
_CHUNK = 2_000
_LOADING_SECONDS = 3600
_STATUS = {str(int(status)): status for status in WordStatus if status <= WordStatus.AFFIX}


class RedisList(OutsideLexicon):
    """The list with this digest in Redis, one HMGET a call.

    The marker is asked for in the same command: a list that is not there, half loaded or evicted reads as
    "cannot say", never as "no word".
    """

    def __init__(self, description: Description, client: Any, digest: str) -> None:
        super().__init__(description)
        self.digest = digest
        self._client = client
        self._breaker = Breaker(f"redis list {self.id}", self._probe_once)

    def probe(self) -> None:
        """Ask for the marker."""
        self._ask([])

    def _probe_once(self) -> None:
        self._client.ping()

    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        if not self._breaker.closed:
            raise SourceUnavailableError(self.id, "Redis does not answer")
        try:
            values = self._client.hmget(list_key(self.digest), [MARKER, *words])
        except Exception as error:
            REDIS_ERRORS.labels("hmget", type(error).__name__).inc()
            self._breaker.failed(error)
            raise SourceUnavailableError(self.id, "Redis does not answer") from None
        if not isinstance(values, list) or len(values) != len(words) + 1:
            raise SourceUnavailableError(self.id, "Redis answered nonsense")
        if not _is_marker(values[0], self.digest):
            raise SourceUnavailableError(self.id, "its list is not in Redis, or not whole; push it")
        answers = {}
        for word, value in zip(words, values[1:], strict=True):
            status = WordStatus.NOT_FOUND if value is None else _STATUS.get(value)
            if status is None:
                raise SourceUnavailableError(self.id, "Redis answered nonsense")
            answers[word] = status
        return answers


def list_key(digest: str) -> str:
    """Return the key of a list; the braces keep a list and its next loading in one slot of a cluster."""
    return f"upwords:1:{{list:{digest}}}:words"


def push(client: Any, digest: str, entries: Iterable[tuple[str, WordStatus]]) -> int:
    """Load a list into Redis and return how many strings it has; what was there stays until it is whole.

    It is loaded under a name of its own, counted, marked as whole and only then renamed. LexiconError if
    Redis does not take it; what was loaded by then expires within the hour.
    """
    loading = f"upwords:1:{{list:{digest}}}:loading:{uuid.uuid4().hex}"
    count = 0
    chunk: dict[str, str] = {}
    try:
        for word, status in entries:
            chunk[word] = str(int(status))
            count += 1
            if len(chunk) == _CHUNK:
                _load(client, loading, chunk)
                chunk = {}
        _load(client, loading, chunk)
        held = client.hlen(loading)
        if held != count:
            raise LexiconError(f"Redis holds {held} words of {count}; the list was not pushed")
        client.hset(loading, MARKER, json.dumps({"digest": digest, "count": count}))
        client.persist(loading)
        client.rename(loading, list_key(digest))
    except LexiconError:
        raise
    except Exception as error:
        raise LexiconError(f"Redis did not take the list: {error}") from None
    return count


def drop(client: Any, digest: str) -> bool:
    """Remove a list from Redis; return whether it was there. LexiconError if Redis fails."""
    try:
        return bool(client.unlink(list_key(digest)))
    except Exception as error:
        raise LexiconError(f"Redis did not drop the list: {error}") from None


def _load(client: Any, key: str, chunk: dict[str, str]) -> None:
    if chunk:
        client.hset(key, mapping=chunk)
        client.expire(key, _LOADING_SECONDS)


def _is_marker(value: object, digest: str) -> bool:
    if not isinstance(value, str):
        return False
    try:
        marker = json.loads(value)
    except ValueError:
        return False
    return isinstance(marker, dict) and marker.get("digest") == digest
