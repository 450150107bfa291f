"""Word lists in Redis: put there, verified, removed."""

import os
from typing import Any

from upwords_referee.cli.errors import NotUnderstoodError, UnansweredError
from upwords_referee.lexicons.build import Watch
from upwords_referee.lexicons.cache.client import connect
from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.lexicons.embedded import BUILTIN_IDS
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.sources.description import ENGLISH, Description
from upwords_referee.lexicons.sources.redis_list import RedisList, drop, push
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.service.settings.reading import SettingsError, read_settings
from upwords_referee.service.settings.sentences import PREFIX
from upwords_referee.service.settings.toml import toml_lines

_ANSWER_SECONDS = 10.0
_CHUNK = 2_000


def open_redis(option: str | None) -> Any:
    """Return a client for the URL of --redis, else of the settings in the environment.

    NotUnderstoodError, which does not show the URL, if there is none or it is no good.
    """
    names = (f"{PREFIX}REDIS", f"{PREFIX}REDIS_PASSWORD")
    environ = {name: os.environ[name] for name in names if name in os.environ}
    try:
        url = read_settings(None, {"redis": option} if option else {}, environ).redis_url()
        if not url:
            raise NotUnderstoodError("name the Redis, as in --redis redis://127.0.0.1:6379")
        return connect(url, answer_seconds=_ANSWER_SECONDS)
    except (SettingsError, LexiconError) as error:
        raise NotUnderstoodError(str(error)) from None


def push_list(client: Any, lexicon: CompactLexicon | WordList, watch: Watch) -> int:
    """Put the list into Redis, read all of it back, and return how many strings it has.

    UnansweredError if Redis does not take it, or gives back something else.
    """
    entries = list(lexicon.entries())
    folding = _folding(lexicon)
    try:
        count = push(client, lexicon.digest, watch(entries, "pushing"), folding)
        alphabet = "".join(sorted(lexicon.alphabet))
        description = Description(lexicon.id, edition="", alphabet=alphabet, timeout_seconds=_ANSWER_SECONDS)
        held = RedisList(description, client, lexicon.digest, folding)
        for start in watch(range(0, len(entries), _CHUNK), "verifying"):
            some = dict(entries[start : start + _CHUNK])
            if held.statuses(some) != some:
                raise UnansweredError("Redis gave back another list than was pushed; push it again")
    except LexiconError as error:
        raise UnansweredError(str(error)) from None
    return count


def drop_list(client: Any, digest: str) -> bool:
    """Remove a list; return whether it was there. UnansweredError if Redis fails."""
    try:
        return drop(client, digest)
    except LexiconError as error:
        raise UnansweredError(str(error)) from None


def settings_of(lexicon: CompactLexicon | WordList) -> list[str]:
    """Return the lines of a settings file that name the list in Redis."""
    # Ids of built-in lexica are taken.
    id = f"{lexicon.id}-redis" if lexicon.id in BUILTIN_IDS else lexicon.id
    alphabet = "".join(sorted(lexicon.alphabet))
    values: dict[str, str | dict[str, str]] = {
        "source": "redis",
        "digest": lexicon.digest,
        "name": lexicon.name if lexicon.name != lexicon.id else "",
        "language": lexicon.language,
        "licence": lexicon.licence,
        "edition": lexicon.edition,
        "folding": _folding(lexicon),
        "alphabet": "" if lexicon.alphabet <= set(ENGLISH) else alphabet,
    }
    return list(toml_lines(f"lexicons.{_key(id)}", values))


def _folding(lexicon: CompactLexicon | WordList) -> dict[str, str]:
    return lexicon.folding.letters if isinstance(lexicon, CompactLexicon) else {}


def _key(id: str) -> str:
    return f'"{id}"' if "." in id else id
