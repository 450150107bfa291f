"""Admission: how many calls may be in work or waiting for it, of all clients and of one."""

import threading

from upwords_referee.service.errors import Reason, ResourceExhaustedError

RETRY_SECONDS = 0.5


class Admission:
    """Counts calls in work or waiting, and says no to one more than `most`, or `most_per_client` of a client.

    0 per client: no limit for one, and `by_client` is false: nobody need say whose a call is.
    """

    def __init__(self, most: int, most_per_client: int = 0) -> None:
        self.by_client = most_per_client > 0
        self._most = most
        self._most_per_client = most_per_client
        self._lock = threading.Lock()
        self._count = 0
        self._clients: dict[str, int] = {}

    @property
    def count(self) -> int:
        """The calls that are in work or waiting."""
        return self._count

    def enter(self, client: str) -> None:
        """Count a call of this client in; `leave` counts it out. Raises ResourceExhaustedError."""
        with self._lock:
            if self._count >= self._most:
                raise ResourceExhaustedError(
                    f"{self._most} calls are in work or waiting, which is all that the server takes",
                    Reason.TOO_MANY_CALLS,
                    RETRY_SECONDS,
                )
            if self.by_client:
                own = self._clients.get(client, 0)
                if own >= self._most_per_client:
                    raise ResourceExhaustedError(
                        f"{own} calls of yours are in work or waiting, which is all that one client may have",
                        Reason.TOO_MANY_CALLS_OF_CLIENT,
                        RETRY_SECONDS,
                    )
                self._clients[client] = own + 1
            self._count += 1

    def leave(self, client: str) -> None:
        """Count a call of this client out."""
        with self._lock:
            self._count -= 1
            if self.by_client:
                own = self._clients[client] - 1
                if own:
                    self._clients[client] = own
                else:
                    # Clients come and go: none that has no call is remembered.
                    del self._clients[client]
