"""A breaker: what is broken is left alone until a probe in the background finds it well again."""

import threading
from collections.abc import Callable

import structlog

PROBE_SECONDS = 0.5

_log = structlog.get_logger("upwords_referee")


class Breaker:
    """Keeps calls from paying for a broken store.

    The first failure opens it: `closed` is False and nobody asks the store. While it is open, a thread
    calls `probe` every half second, and closes it on the first one that does not raise. Each change is one
    line in the log and a call of `changed` with whether it is closed now.
    """

    def __init__(
        self, name: str, probe: Callable[[], object], changed: Callable[[bool], None] = lambda _: None
    ) -> None:
        self._name = name
        self._probe = probe
        self._changed = changed
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.closed = True

    def failed(self, error: BaseException) -> None:
        """Tell that the store failed: open the breaker, if it is not open already."""
        with self._lock:
            if not self.closed or self._ended.is_set():
                return
            self.closed = False
        self._changed(False)
        _log.warning("store failed; going on without it", store=self._name, error=type(error).__name__)
        threading.Thread(target=self._watch, name=f"probe {self._name}", daemon=True).start()

    def end(self) -> None:
        """Stop probing for good."""
        self._ended.set()

    def _watch(self) -> None:
        while not self._ended.wait(PROBE_SECONDS):
            try:
                self._probe()
            except Exception:
                continue
            self.closed = True
            self._changed(True)
            _log.info("store is well again", store=self._name)
            return
