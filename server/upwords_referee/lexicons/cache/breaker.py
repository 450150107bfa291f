"""A breaker: what is broken is left alone until a probe in the background finds it well again."""

import random
import threading
from collections.abc import Callable

import structlog

from upwords_referee.lexicons.cache.forks import in_child

PROBE_SECONDS = 0.5

_log = structlog.get_logger("upwords_referee")


class Breaker:
    """Keeps calls from paying for a broken store.

    The first failure opens it: `closed` is False and nobody asks the store. While it is open, a thread
    calls `probe` about every `probe_seconds`, and closes it on the first one that does not raise. Each
    change is one line in the log and a call of `changed`, which must be quick, with whether it is closed.
    """

    def __init__(
        self,
        name: str,
        probe: Callable[[], object],
        changed: Callable[[bool], None] = lambda _: None,
        *,
        probe_seconds: float = PROBE_SECONDS,
    ) -> None:
        self._name = name
        self._probe = probe
        self._changed = changed
        self._probe_seconds = probe_seconds
        self._begin()
        in_child(self._begin)

    def failed(self, error: BaseException) -> None:
        """Tell that the store failed: open the breaker, if it is not open already."""
        if not self._set(closed=False):
            return
        # The name of the error only: its text may hold addresses and more.
        _log.warning("store failed; going on without it", store=self._name, error=type(error).__name__)
        try:
            threading.Thread(target=self._watch, name=f"probe {self._name}", daemon=True).start()
        except RuntimeError:
            # No thread to be had: better that the next call tries again than that none ever does.
            self._set(closed=True)

    def end(self) -> None:
        """Open it for good."""
        self._ended.set()
        self.closed = False

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.closed = True
        self._changed(True)

    def _set(self, *, closed: bool) -> bool:
        """Return whether that is a change."""
        with self._lock:
            if self.closed == closed or self._ended.is_set():
                return False
            self.closed = closed
            self._changed(closed)
            return True

    def _watch(self) -> None:
        # Not on the beat, so that many processes do not probe a store at once.
        while not self._ended.wait(self._probe_seconds * random.uniform(0.8, 1.2)):
            try:
                self._probe()
            except Exception:
                continue
            if self._set(closed=True):
                _log.info("store is well again", store=self._name)
            return
