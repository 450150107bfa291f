"""Bearer keys: what a caller shows to be let in, kept as hashes in a file.

A key is 256 random bits. Nobody can guess one, so a plain SHA-256 of it is safe to keep: the slow hashes that
passwords need defend against guessing, and would cost every call milliseconds.
"""

import hashlib
import hmac
import secrets
import threading
import time
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import structlog

from upwords_referee.service.scopes import ALL, ANY, NAMES
from upwords_referee.service.settings.reading import SettingsError
from upwords_referee.service.stamps import Stamp, stamp

PREFIX = "upw_"
"""What every key begins with, so that people and scanners know one when they see it."""

_KEY_BYTES = 32
_LONGEST_KEY = 256
_LARGEST_FILE = 1 << 20
_LOOK_SECONDS = 0.5
_SETTLED_SECONDS = 1.0
_FIELDS = {"name", "hash", "scopes", "expires"}

_log = structlog.get_logger("upwords_referee")


class KeysError(SettingsError):
    """A file of keys that cannot be used; the text names the key at fault, and shows no hash."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: whose it is, the SHA-256 of it in hex, what it is good for, and until when (UTC).

    Several keys may have one name: they are those of one client.
    """

    name: str
    hash: str
    scopes: frozenset[str]
    expires: datetime | None = None

    def allows(self, scope: str) -> bool:
        """Return whether the key is good for a scope."""
        return scope == ANY or scope in self.scopes or ALL in self.scopes

    def expired(self, now: datetime) -> bool:
        """Return whether the key is good no more."""
        return self.expires is not None and now >= self.expires


def new_key() -> str:
    """Return a new key."""
    return PREFIX + secrets.token_urlsafe(_KEY_BYTES)


def hash_key(key: str) -> str:
    """Return the hash of a key, as the file has it."""
    return hashlib.sha256(key.encode()).hexdigest()


class Keys:
    """The keys of a file, found by what a caller sends."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self._by_hash: dict[str, Key] = {}
        for key in keys:
            if key.hash in self._by_hash:
                raise KeysError(f"the keys {self._by_hash[key.hash].name!r} and {key.name!r} are the same")
            self._by_hash[key.hash] = key

    def __len__(self) -> int:
        return len(self._by_hash)

    def find(self, sent: str) -> Key | None:
        """Return the key that this is, unless it has expired; None if it is no key of ours."""
        if len(sent) > _LONGEST_KEY:
            return None
        hash = hash_key(sent)
        # Looking up tells by its time at most which hashes there are, and from a hash nobody finds a key.
        key = self._by_hash.get(hash)
        if key is None or not hmac.compare_digest(key.hash, hash):
            return None
        return None if key.expires and key.expired(datetime.now(UTC)) else key


def read_keys(path: Path) -> Keys:
    """Return the keys of a file; KeysError if it is no good."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file can be called that"
        raise KeysError(f'keys: cannot read "{path}": {reason}') from None
    if len(data) > _LARGEST_FILE:
        raise KeysError(f'keys: "{path}" is larger than 1 MB; name a file of [[keys]]')
    try:
        return Keys(_parse(data))
    except KeysError as error:
        raise KeysError(f'keys in "{path}": {error}') from None


def _parse(data: bytes) -> Iterable[Key]:
    try:
        tables = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        # The error of the parser may show a line, and a line may hold a key.
        raise KeysError("is no TOML; `upwords-referee key new NAME` prints what to add") from None
    unknown = sorted(tables.keys() - {"keys"})
    if unknown:
        raise KeysError(f"{unknown[0]!r} is nothing that can stand here; every key is a table [[keys]]")
    listed = tables.get("keys", [])
    if not isinstance(listed, list):
        raise KeysError("every key is a table of its own: [[keys]], with two brackets")
    return [_key(number, table) for number, table in enumerate(listed, start=1)]


def _key(number: int, table: Any) -> Key:
    if not isinstance(table, Mapping):
        raise KeysError(f"key {number} is no table; write [[keys]]")
    name = table.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= 64 or not name.isprintable():
        raise KeysError(f"key {number} needs a name of 1 to 64 characters")
    called = f"key {name!r}"
    unknown = sorted(table.keys() - _FIELDS)
    if unknown:
        raise KeysError(f"{called}: there is no {unknown[0]!r}; a key has name, hash, scopes and expires")
    hash = table.get("hash")
    if not isinstance(hash, str) or len(hash) != 64 or not set(hash.lower()) <= set("0123456789abcdef"):
        raise KeysError(f"{called}: hash must be 64 hex digits, as `upwords-referee key hash` prints them")
    scopes, expires = _scopes(called, table.get("scopes")), _expires(called, table.get("expires"))
    return Key(name, hash.lower(), scopes, expires)


def _scopes(called: str, listed: Any) -> frozenset[str]:
    known = (ALL, *NAMES)
    if not isinstance(listed, list) or not listed:
        raise KeysError(f'{called}: scopes must be a list of {", ".join(known)}, such as ["judge"]')
    for scope in listed:
        if scope not in known:
            raise KeysError(f"{called}: there is no scope {scope!r}; there are {', '.join(known)}")
    return frozenset(listed)


def _expires(called: str, when: Any) -> datetime | None:
    if when is None:
        return None
    if isinstance(when, datetime):
        return when if when.tzinfo else when.replace(tzinfo=UTC)
    if isinstance(when, date):
        return datetime(when.year, when.month, when.day, tzinfo=UTC)
    raise KeysError(f"{called}: expires must be a date, such as 2027-01-31, without quotes")


class KeyRing:
    """The keys of a file, which are read again when the file changes.

    Looks at the file twice a second at most, and only when it is asked. A file that is no good is one line in
    the log, and the keys from before stay. Raises KeysError if the file is no good at the start.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self._lock = threading.Lock()
        self._seen = stamp(self._path)
        self._pending: Stamp = self._seen
        self._keys = read_keys(self._path)
        self._next_look = time.monotonic() + _LOOK_SECONDS

    def find(self, sent: str) -> Key | None:
        """Return the key that this is, as `Keys.find` does."""
        if time.monotonic() >= self._next_look:
            self._look()
        return self._keys.find(sent)

    def _look(self) -> None:
        if not self._lock.acquire(blocking=False):
            return  # another call looks
        try:
            now = stamp(self._path)
            if now != self._seen and self._settled(now):
                self._load(now)
            self._pending = now
            self._next_look = time.monotonic() + _LOOK_SECONDS
        finally:
            self._lock.release()

    def _settled(self, now: Stamp) -> bool:
        """Return whether nobody is still writing: half a file of keys may read as a whole one."""
        return now == self._pending or (now is not None and time.time() - now[0] / 1e9 > _SETTLED_SECONDS)

    def _load(self, now: Stamp) -> None:
        self._seen = now
        try:
            self._keys = read_keys(self._path)
        except KeysError as error:
            _log.error("keys refused; those from before stay", reason=str(error))
        else:
            _log.info("keys reloaded", keys=len(self._keys))
