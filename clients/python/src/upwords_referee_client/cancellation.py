"""Ending calls from another thread."""

import threading
from typing import Any


class Cancellation:
    """Ends the calls that it was given to, now and later, with CANCELLED."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: set[Any] = set()
        self._cancelled = False

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    def cancel(self) -> None:
        """End the calls; it may be called more than once, from any thread."""
        with self._lock:
            self._cancelled = True
            calls = list(self._calls)
        for call in calls:
            call.cancel()

    def attach(self, call: Any) -> None:
        """End this call too when the time comes; clients do it for theirs."""
        with self._lock:
            self._calls.add(call)
            cancelled = self._cancelled
        if cancelled:
            call.cancel()

    def detach(self, call: Any) -> None:
        """Forget a call that has ended."""
        with self._lock:
            self._calls.discard(call)
