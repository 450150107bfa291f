"""The calls that a server works on, counted from when they come to when they are answered."""

import itertools
from collections import Counter
from concurrent import futures

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
        # Without a lock: single steps of a dict are whole, and a copy is one of them.
        self._paths: dict[int, str] = {}
        self._tokens = itertools.count()

    def pool(self, threads: int, name: str) -> futures.ThreadPoolExecutor:
        """Return a pool whose calls are counted."""
        return GuardedPool(threads, self._admission, self._seconds, name)

    def begin(self, path: str) -> int:
        """Note that a call to this method is worked on; return what `end` needs."""
        token = next(self._tokens)
        self._paths[token] = path
        return token

    def end(self, token: int) -> None:
        """Note that it is worked on no more."""
        del self._paths[token]

    @property
    def calls(self) -> int:
        """The calls that wait or are worked on."""
        return self._admission.count

    def methods(self) -> dict[str, int]:
        """Return how many calls of each method are worked on."""
        return dict(Counter(self._paths.copy().values()))
