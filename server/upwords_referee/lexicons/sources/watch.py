"""Watching a source: whether it answers, found out between the calls and not by them."""

import threading
import time
from collections.abc import Callable

import structlog

from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.lexicons.sources.outside import OutsideLexicon

WELL_SECONDS = 5.0
DOWN_SECONDS = 1.0
_LEAST_SECONDS = 0.5

_log = structlog.get_logger("upwords_referee")


class Watch:
    """A thread that probes a lexicon's source, and keeps its `failure` and who else wants to know up to date.

    It probes at once, then every 5 seconds, every second while the source does not answer, and soon after
    a call failed. `changed` is called with the lexicon's id and whether the source answers: after the first
    probe, and then on each change, which is one line in the log.
    """

    def __init__(self, lexicon: OutsideLexicon, changed: Callable[[str, bool], None]) -> None:
        self._lexicon = lexicon
        self._changed = changed
        self._ended = False
        self._thread = threading.Thread(target=self._run, name=f"watch {lexicon.id}", daemon=True)

    def start(self) -> None:
        """Start to probe."""
        self._thread.start()

    def end(self) -> None:
        """Stop probing, soon."""
        self._ended = True
        self._lexicon.suspect.set()

    def _run(self) -> None:
        lexicon = self._lexicon
        known: bool | None = None
        while not self._ended:
            lexicon.suspect.clear()
            failure = self._probe()
            reachable = failure is None
            lexicon.failure = failure
            if reachable is not known and not self._ended:
                known = reachable
                self._changed(lexicon.id, reachable)
                if reachable:
                    _log.info("lexicon's source answers", lexicon=lexicon.id)
                else:
                    _log.warning("lexicon's source does not answer", lexicon=lexicon.id, why=str(failure))
            # Calls that fail one after the other must not make a probe each.
            if not self._ended:
                time.sleep(_LEAST_SECONDS)
                lexicon.suspect.wait(WELL_SECONDS if reachable else DOWN_SECONDS)
        # Nobody would find it well again.
        lexicon.failure = None

    def _probe(self) -> SourceUnavailableError | None:
        try:
            self._lexicon.probe()
        except SourceUnavailableError as error:
            return error
        except Exception:
            _log.exception("a probe failed by a fault of ours", lexicon=self._lexicon.id)
            return SourceUnavailableError(self._lexicon.id, "a fault of ours")
        return None
