"""The calls that a server works on, counted from when they come to when they are answered."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent import futures
from contextlib import contextmanager

from upwords_referee.service.admission import Admission
from upwords_referee.service.grpc.arrival import GuardedPool


class Work:
    """Counts the calls that wait for a thread of its pools or have one, and knows the methods of the latter.

    `admission` says how many may be, and `seconds` how long each may take. `closed` is set when no new call
    is to be taken any more.
    """

    def __init__(self, admission: Admission, seconds: float) -> None:
        self.closed = False
        self._admission = admission
        self._seconds = seconds
        self._lock = threading.Lock()
        self._methods: Counter[str] = Counter()

    def pool(self, threads: int, name: str) -> futures.ThreadPoolExecutor:
        """Return a pool whose calls are counted."""
        return GuardedPool(threads, self._admission, self._seconds, name)

    @contextmanager
    def on(self, path: str) -> Iterator[None]:
        """Work on a call to this method meanwhile."""
        with self._lock:
            self._methods[path] += 1
        try:
            yield
        finally:
            with self._lock:
                self._methods[path] -= 1

    @property
    def calls(self) -> int:
        """The calls that wait or are worked on."""
        return self._admission.count

    def methods(self) -> dict[str, int]:
        """Return how many calls of each method are worked on."""
        with self._lock:
            return {path: calls for path, calls in self._methods.items() if calls}
