"""Opens what settings name: lexica with their sources and caches, rulesets and house rulings."""

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.embedded import BUILTIN_IDS, builtin_lexicon
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.file import open_lexicon
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.registry import Registry
from upwords_referee.lexicons.rulings import read_rulings
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.redis_list import RedisList
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.settings.lexicons import (
    BuiltinLexicon,
    FileLexicon,
    GrpcLexicon,
    LexiconSettings,
    RedisLexicon,
)
from upwords_referee.service.settings.model import Settings
from upwords_referee.service.shelf import Stock
from upwords_referee.service.stamps import stamp

# What asks Redis and web servers takes a while to import; it is, where there is one.
if TYPE_CHECKING:
    from upwords_referee.lexicons.cache.redis_words import RedisWords

OpenRemote: TypeAlias = Callable[[Description, str, str, bool], Lexicon]
"""Opens a lexicon of another server: description, HOST:PORT, its id there, whether by TLS."""

_Held: TypeAlias = dict[str, tuple[object, Lexicon]]


class Sources:
    """Opens stocks, one after another; what did not change is taken over from the last one, caches and all.

    `open_remote` opens what lies behind gRPC, which this layer does not know.
    """

    def __init__(self, open_remote: OpenRemote) -> None:
        self._open_remote = open_remote
        self._held: _Held = {}
        self._words: dict[str, RedisWords] = {}
        self._clients: dict[tuple[str, float], Any] = {}

    def stock(self, settings: Settings, *, afresh: bool = False) -> Stock:
        """Return what the settings name; files that look unchanged are read again only if `afresh`.

        LexiconError or RulesetFileError if something cannot be used; nothing outside the process is asked.
        """
        folder = settings.rulesets
        rulesets = RulesetBook.with_folder(folder) if folder else RulesetBook.builtin()
        rulings = read_rulings(settings.rulings)
        held: _Held = {}
        lexica: list[Lexicon] = []
        for id in BUILTIN_IDS:
            if not isinstance(settings.lexicons.get(id), BuiltinLexicon):
                lexica.append(builtin_lexicon(id))
        for id, one in settings.lexicons.items():
            key = self._key(one, settings)
            old = self._held.get(id)
            if old and old[0] == key and not (afresh and isinstance(one, FileLexicon)):
                held[id] = old
            else:
                held[id] = key, self._open(id, one, settings)
            lexica.append(held[id][1])
        stock = Stock.of(rulesets, Registry(lexica, settings.default_lexicon), rulings)
        self._held = held
        return stock

    def _key(self, one: LexiconSettings, settings: Settings) -> object:
        """Return what a lexicon depends on; two of one key are the same lexicon."""
        seen = stamp(one.path) if isinstance(one, FileLexicon) else None
        return one, seen, settings.redis_url(), settings.lru_words

    def _open(self, id: str, one: LexiconSettings, settings: Settings) -> Lexicon:
        lexicon: Lexicon
        kept = one.cache != "never"
        redis = bool(settings.redis)
        if isinstance(one, BuiltinLexicon):
            if id not in BUILTIN_IDS:
                raise LexiconError(f"lexicon {id!r} is none of the built-in ones, {', '.join(BUILTIN_IDS)}")
            lexicon, kept = builtin_lexicon(id), one.cache == "always"
        elif isinstance(one, FileLexicon):
            lexicon, kept = _open_file(id, one), one.cache == "always"
        elif isinstance(one, RedisLexicon):
            # Asking Redis what Redis knows would gain nothing.
            lexicon, redis = self._open_list(id, one, settings), False
        elif isinstance(one, GrpcLexicon):
            lexicon = self._open_remote(one.description(id), one.address, one.lexicon, one.tls)
        else:
            from upwords_referee.lexicons.sources.http import HttpLexicon  # noqa: PLC0415

            lexicon = HttpLexicon(one.description(id), one.url.get_secret_value())
        if not kept:
            return lexicon
        return CachedLexicon(lexicon, self._redis_words(settings) if redis else None, settings.lru_words)

    def _open_list(self, id: str, one: RedisLexicon, settings: Settings) -> Lexicon:
        url = settings.redis_url(one.url)
        if not url:
            raise LexiconError(f"lexicon {id!r} lies in Redis, and none is named; set redis, or its own url")
        client = self._client(url, one.timeout_seconds)
        return RedisList(one.description(id), client, one.digest, one.folding)

    def _redis_words(self, settings: Settings) -> "RedisWords":
        """Return the answers kept in the common Redis: one breaker and one writer for the process."""
        from upwords_referee.lexicons.cache.client import connect  # noqa: PLC0415
        from upwords_referee.lexicons.cache.redis_words import RedisWords  # noqa: PLC0415

        url = settings.redis_url()
        if url not in self._words:
            self._words[url] = RedisWords(connect(url))
        return self._words[url]

    def _client(self, url: str, answer_seconds: float) -> Any:
        from upwords_referee.lexicons.cache.client import connect  # noqa: PLC0415

        key = url, answer_seconds
        if key not in self._clients:
            self._clients[key] = connect(url, answer_seconds=answer_seconds)
        return self._clients[key]


def _open_file(id: str, one: FileLexicon) -> Lexicon:
    lexicon = copy.copy(open_lexicon(one.path, id))
    # What the operator says of a list goes before what its file says.
    said = {"name": one.name, "language": one.language, "licence": one.licence, "edition": one.edition}
    vars(lexicon).update({key: text for key, text in said.items() if text})
    return lexicon
