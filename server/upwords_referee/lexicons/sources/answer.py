"""The answer of a web server, read within bounds."""

import http.client
import io
import socket
import time
from typing import Any

MOST_BYTES = 128 << 10


class BoundedAnswer(http.client.HTTPResponse):
    """An answer that ends by the time its connection has, and after 128 KB, with whatever it is sent.

    Time-outs of sockets are for each read: a server that sends a byte now and then would never meet one.
    """

    def __init__(self, sock: socket.socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        # The time left for all of the call stands in the socket's time-out when its answer is awaited.
        ends = time.monotonic() + (sock.gettimeout() or 0)
        raw = self.fp.detach()
        self.fp = io.BufferedReader(_BoundedReader(raw, sock, ends))


class _BoundedReader(io.RawIOBase):
    def __init__(self, raw: io.RawIOBase, sock: socket.socket, ends: float) -> None:
        self._raw = raw
        self._socket = sock
        self._ends = ends
        self._left = MOST_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        seconds = self._ends - time.monotonic()
        if seconds <= 0:
            raise TimeoutError("the answer takes too long")
        if self._left <= 0:
            raise OSError("the answer is too long")
        self._socket.settimeout(seconds)
        read = self._raw.readinto(buffer)
        self._left -= read or 0
        return read

    def close(self) -> None:
        self._raw.close()
        super().close()
