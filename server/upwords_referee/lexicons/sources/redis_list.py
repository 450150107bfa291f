"""A word list that lies in Redis as one hash, and how it gets there."""

import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from upwords_referee.lexicons.build import Entry, canonical_lines
from upwords_referee.lexicons.cache.asker import Asker
from upwords_referee.lexicons.cache.breaker import Breaker
from upwords_referee.lexicons.cache.metrics import REDIS_ERRORS, REDIS_UP
from upwords_referee.lexicons.digest import digest_of
from upwords_referee.lexicons.errors import LexiconError, SourceUnavailableError
from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.kind import SourceKind
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.rules.words import WordStatus

# No word holds this character: the marker is set last, and says that the list is whole.
MARKER = "\0complete"
_CHUNK = 2_000
_LOADING_SECONDS = 3600
_PLAIN = Folding({})
_STATUS = {b"%d" % status: status for status in WordStatus if status <= WordStatus.AFFIX}


class RedisList(OutsideLexicon):
    """The list with this digest in Redis, one HMGET for all words of a call.

    The marker is asked for in the same command: a list that is not there, half loaded or evicted reads as
    "cannot say", never as "no word". `folding` is the one that the list was built with. The client, which
    may serve others too, is its maker's to close.
    """

    kind = SourceKind.REDIS

    def __init__(
        self, description: Description, client: Any, digest: str, folding: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(description)
        self.digest = digest
        self._folding = Folding(folding or {})
        self._client = client
        self._asker = Asker(f"redis list {self.id}", self._hmget)
        up = REDIS_UP.labels(f"list:{self.id}")
        self._breaker = Breaker(f"redis list {self.id}", self._answers, lambda closed: up.set(int(closed)))

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return the status of every word asked; SourceUnavailableError if Redis cannot say."""
        if not self._folding:
            return super().statuses(words)
        spelled = {word: self._folding.apply(word) for word in words}
        answers = super().statuses(spelled.values())
        return {word: answers[spelling] for word, spelling in spelled.items()}

    def probe(self) -> None:
        """Ask for the marker."""
        self._ask([])

    def close(self) -> None:
        """Stop asking, for good."""
        self._breaker.end()
        self._asker.close()

    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        if not self._breaker.closed:
            raise SourceUnavailableError(self.id, "Redis failed a moment ago")
        asked = [MARKER, *words]
        try:
            values = self._asker.ask(self.digest, asked, self.timeout_seconds)
        except Exception as error:
            self._breaker.failed(error)
            raise SourceUnavailableError(self.id, f"Redis failed ({type(error).__name__})") from None
        if not _is_marker(values[MARKER], self.digest):
            raise SourceUnavailableError(self.id, "its list is not in Redis, or not whole; push it")
        answers = {}
        for word in words:
            value = values[word]
            status = _STATUS.get(value) if isinstance(value, bytes) else WordStatus.NOT_FOUND
            if status is None:
                REDIS_ERRORS.labels("hmget", "garbage").inc()
                raise SourceUnavailableError(self.id, "its list in Redis is broken; push it again")
            answers[word] = status
        return answers

    def _hmget(self, digest: str, words: list[str]) -> dict[str, bytes | None]:
        try:
            values = self._client.hmget(list_key(digest), words)
            if not isinstance(values, list) or len(values) != len(words):
                raise ValueError("no value for each word")
            if not all(value is None or isinstance(value, bytes) for value in values):
                raise ValueError("not all values are strings")
        except Exception as error:
            REDIS_ERRORS.labels("hmget", type(error).__name__).inc()
            raise
        return dict(zip(words, values, strict=True))

    def _answers(self) -> None:
        # Whether the list is there is another question: a Redis that says it is not there is well.
        self._asker.ask(self.digest, [MARKER], self.timeout_seconds)


def list_key(digest: str) -> str:
    """Return the key of a list: `upwords:1:{list:DIGEST}:words`.

    It is a hash, word to the number of its status, and the marker. The braces keep a list and its next
    loading, `upwords:1:{list:DIGEST}:loading:RANDOM`, in one slot of a cluster.
    """
    return f"upwords:1:{{list:{digest}}}:words"


def push(client: Any, digest: str, entries: Iterable[Entry], folding: Mapping[str, str] | None = None) -> int:
    """Load a list into Redis and return how many strings it has; what was there stays until it is whole.

    `entries` come by code point. They are loaded under a name of their own, compared with the digest,
    counted, and only then marked as whole and renamed, in one transaction. LexiconError if they are not the
    list with this digest or if Redis does not take them; what was loaded by then expires within the hour.
    """
    loading = f"upwords:1:{{list:{digest}}}:loading:{uuid.uuid4().hex}"
    taken: list[Entry] = []
    try:
        for entry in entries:
            taken.append(entry)
            if len(taken) % _CHUNK == 0:
                _load(client, loading, taken[-_CHUNK:])
        if rest := len(taken) % _CHUNK:
            _load(client, loading, taken[-rest:])
        if digest_of(canonical_lines(taken, Folding(folding) if folding else _PLAIN)) != digest:
            raise LexiconError("the words are not those of the digest; the list was not pushed")
        held = client.hlen(loading)
        if held != len(taken):
            raise LexiconError(f"Redis holds {held} words of {len(taken)}; the list was not pushed")
        pipe = client.pipeline(transaction=True)
        pipe.hset(loading, MARKER, json.dumps({"digest": digest, "count": len(taken)}))
        pipe.persist(loading)
        # By its name: the library's own method is not for clusters, though both keys are in one slot.
        pipe.execute_command("RENAME", loading, list_key(digest))
        pipe.execute()
    except BaseException as error:
        with suppress(Exception):
            client.unlink(loading)
        if isinstance(error, LexiconError) or not isinstance(error, Exception):
            raise
        raise LexiconError(f"the list was not pushed: {type(error).__name__}: {error}") from None
    return len(taken)


def drop(client: Any, digest: str) -> bool:
    """Remove a list from Redis; return whether it was there. LexiconError if Redis fails."""
    try:
        return bool(client.unlink(list_key(digest)))
    except Exception as error:
        raise LexiconError(f"Redis did not drop the list: {error}") from None


def _load(client: Any, key: str, entries: Sequence[Entry]) -> None:
    # In one transaction, lest a key be left that never expires.
    pipe = client.pipeline(transaction=True)
    pipe.hset(key, mapping={word: str(int(status)) for word, status in entries})
    pipe.expire(key, _LOADING_SECONDS)
    pipe.execute()


def _is_marker(value: object, digest: str) -> bool:
    try:
        marker = json.loads(value) if isinstance(value, bytes) else None
    except ValueError:
        return False
    return isinstance(marker, dict) and marker.get("digest") == digest
