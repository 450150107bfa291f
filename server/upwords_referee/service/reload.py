"""Hot reload: what changed is loaded beside what is served, and swapped whole or refused."""

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import structlog

from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.library.rulesets import RulesetFileError
from upwords_referee.service.settings.model import Settings
from upwords_referee.service.settings.reading import SettingsError, read_settings
from upwords_referee.service.shelf import Shelf, Stock
from upwords_referee.service.sources import Sources
from upwords_referee.service.stamps import Stamp, stamps

_LOOK_SECONDS = 0.1
_SETTLED_SECONDS = 0.2
_MOST_WAITS = 10
_RETIRED_SECONDS = 60.0
_AT_START_ONLY = (
    "listen",
    "threads",
    "workers",
    "metrics",
    "drain_seconds",
    "grace_seconds",
    "log_level",
    "log_calls",
    "decision_log",
    "traces",
)

UNUSABLE = (LexiconError, RulesetFileError, SettingsError)
"""What loading raises when a file or a setting is no good."""

_log = structlog.get_logger("upwords_referee")


class Supply:
    """Loads what the settings name, and knows which files that came from.

    `config` is the settings file, if there is one; `flags` go before it and before `environ`.
    """

    def __init__(
        self,
        sources: Sources,
        config: Path | None = None,
        flags: Mapping[str, Any] | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._sources = sources
        self._config = [config.absolute()] if config else []
        self._flags = dict(flags or {})
        self._environ = dict(environ)
        self._named: list[Path] = []
        self._seen: dict[Path, Stamp] = {}

    def load(self, *, afresh: bool = False) -> tuple[Settings, Stock]:
        """Return the settings and the stock they name; what cannot be used raises, with a text for people.

        `afresh`: files that look unchanged are read again too.
        """
        # Files are looked at before they are read, so that a change in between is seen later.
        self._seen = self.look()
        settings = read_settings(self._config[0] if self._config else None, self._flags, self._environ)
        self._named = settings.files()
        self._seen = {**stamps(self._named), **{path: self._seen[path] for path in self._config}}
        return settings, self._sources.stock(settings, afresh=afresh)

    def look(self) -> dict[Path, Stamp]:
        """Return how the files look now."""
        return stamps([*self._config, *self._named])

    def unchanged(self) -> bool:
        """Return whether the files look as they did when they were last loaded, or when that failed."""
        return self.look() == self._seen


class Reloader:
    """A thread that keeps a shelf up to date.

    It looks at the files every `reload_seconds` of the settings, unless not `by_itself`, and at once when
    asked. `swapped` is called with each new stock, `reloaded` with "swapped" or "refused" after each reload.
    What cannot be used is one line in the log, and the old stock stays.
    """

    def __init__(
        self,
        supply: Supply,
        settings: Settings,
        shelf: Shelf,
        swapped: Callable[[Stock], None] = lambda _: None,
        reloaded: Callable[[str], None] = lambda _: None,
        *,
        by_itself: bool = True,
    ) -> None:
        self._supply = supply
        self._settings = settings
        self._shelf = shelf
        self._swapped = swapped
        self._reloaded = reloaded
        self._by_itself = by_itself
        self._asked = False
        self._afresh = False
        self._last = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="reload", daemon=True)

    def start(self) -> None:
        """Start to watch."""
        self._thread.start()

    def ask(self, *, afresh: bool = True) -> None:
        """Load everything anew, or what changed, soon; a signal handler may call this."""
        # Flags and no event: a handler that interrupts another one must not wait for its lock.
        self._afresh = self._afresh or afresh
        self._asked = True

    def end(self) -> None:
        """Stop watching; what is being loaded is not served any more."""
        self._ended.set()

    def step(self) -> None:
        """Look at the files if it is time to, or if somebody asked; raises nothing."""
        now, every = time.monotonic(), self._settings.reload_seconds
        due = self._by_itself and every > 0 and now - self._last >= every
        if not (due or self._asked):
            return
        afresh, self._asked, self._afresh, self._last = self._afresh, False, False, now
        try:
            self.look(afresh=afresh)
        except Exception:
            # The watch goes on: it is the only one.
            _log.exception("reload failed; the old state keeps serving")

    def look(self, *, afresh: bool = False) -> None:
        """Load what changed, or everything, and serve it if it is good."""
        if not afresh and self._supply.unchanged():
            return
        if not self._settled():
            if afresh:
                self.ask()
            return
        try:
            settings, stock = self._supply.load(afresh=afresh)
        except Exception as error:
            # Half a file is no file: once it is whole, it is loaded again.
            if self._supply.unchanged():
                _log.error("reload refused; the old state keeps serving", reason=_reason(error))
                self._reloaded("refused")
            return
        if self._ended.is_set() or not self._supply.unchanged():
            return
        self._swap(settings, stock)

    def _swap(self, settings: Settings, stock: Stock) -> None:
        old = list(self._shelf.stock.lexicons)
        self._shelf.replace(stock)
        self._swapped(stock)
        _retire(one for one in old if all(one is not new for new in stock.lexicons))
        waiting = [
            name for name in _AT_START_ONLY if getattr(settings, name) != getattr(self._settings, name)
        ]
        if waiting:
            _log.warning("these settings count from the next start", settings=waiting)
        self._settings = settings
        _log.info("reloaded", **told(stock))
        self._reloaded("swapped")

    def _settled(self) -> bool:
        """Wait a moment until nobody writes to the files; False if somebody still does."""
        before = self._supply.look()
        for _ in range(_MOST_WAITS):
            if self._ended.wait(_SETTLED_SECONDS):
                return False
            after = self._supply.look()
            if after == before:
                return True
            before = after
        return False

    def _watch(self) -> None:
        while not self._ended.wait(_LOOK_SECONDS):
            self.step()


def _retire(lexica: Iterable[Lexicon]) -> None:
    """Close lexica once the calls that still ask them have ended."""
    closes = [close for one in lexica if (close := getattr(one, "close", None))]

    def close_all() -> None:
        for close in closes:
            close()

    if closes:
        timer = threading.Timer(_RETIRED_SECONDS, close_all)
        timer.daemon = True
        timer.start()


def told(stock: Stock) -> dict[str, Any]:
    """Return what the log tells of a stock."""
    lexica = {one.id: one.digest[:12] or one.edition for one in stock.lexicons}
    return {
        "lexica": lexica,
        "rulesets": stock.rulesets.ids(),
        "rulings": len(stock.rulings.allow) + len(stock.rulings.deny),
    }


def _reason(error: Exception) -> str:
    # Of a fault of ours only the kind: its text may hold anything.
    return str(error) if isinstance(error, UNUSABLE) else type(error).__name__
