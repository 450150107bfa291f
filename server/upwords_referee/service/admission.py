"""Admission: how many calls may be in work or waiting for it, of all clients and of one."""

import threading
from collections.abc import Callable

from upwords_referee.service.errors import Reason, ResourceExhaustedError

RETRY_SECONDS = 0.5


class Admission:
    """Counts calls in work or waiting, and says no to one more than `most`, or `most_per_client` of a client.

    0 per client: no limit for one.
    """

    def __init__(self, most: int, most_per_client: int = 0) -> None:
        self._most = most
        self._most_per_client = most_per_client
        self._lock = threading.Lock()
        self._count = 0
        self._by_client: dict[str, int] = {}

    @property
    def count(self) -> int:
        """The calls that are in work or waiting."""
        return self._count

    def enter(self, client: Callable[[], str]) -> str:
        """Count a call in, and return what `leave` needs.

        `client` says whose call it is, and is asked only if that matters. Raises ResourceExhaustedError.
        """
        name = client() if self._most_per_client else ""
        with self._lock:
            if self._count >= self._most:
                raise ResourceExhaustedError(
                    f"{self._most} calls are in work or waiting, which is all that the server takes",
                    Reason.TOO_MANY_CALLS,
                    RETRY_SECONDS,
                )
            if self._most_per_client:
                own = self._by_client.get(name, 0)
                if own >= self._most_per_client:
                    raise ResourceExhaustedError(
                        f"{own} calls of yours are in work or waiting, which is all that one client may have",
                        Reason.TOO_MANY_CALLS_OF_CLIENT,
                        RETRY_SECONDS,
                    )
                self._by_client[name] = own + 1
            self._count += 1
        return name

    def leave(self, name: str) -> None:
        """Count a call out that `enter` returned this name for."""
        with self._lock:
            self._count -= 1
            if self._most_per_client:
                own = self._by_client[name] - 1
                if own:
                    self._by_client[name] = own
                else:
                    # Clients come and go: none that has no call is remembered.
                    del self._by_client[name]
