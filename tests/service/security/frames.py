"""HTTP/2 by hand, for what no proper client does."""

import select
import socket
import struct
import time
from typing import NamedTuple, Self

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1
ENHANCE_YOUR_CALM = 11
CANCEL = 8
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


class Frame(NamedTuple):
    """One frame as it was received."""

    kind: int
    flags: int
    stream: int
    payload: bytes


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """Return the bytes of a frame."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def fields(*pairs: tuple[str, str]) -> bytes:
    """Return header fields in HPACK, each literal and remembered by nobody."""
    return b"".join(b"\x00" + _text(name) + _text(value) for name, value in pairs)


def _text(text: str) -> bytes:
    data = text.encode("latin-1")
    if len(data) < 127:
        return bytes([len(data)]) + data
    rest, length = len(data) - 127, b"\x7f"
    while rest >= 128:
        length += bytes([rest & 127 | 128])
        rest >>= 7
    return length + bytes([rest]) + data


def message(data: bytes, compressed: bool = False) -> bytes:
    """Return a message as gRPC frames it."""
    return struct.pack(">BI", compressed, len(data)) + data


class Connection:
    """A connection of HTTP/2, with settings of one's own; answers to settings are not awaited."""

    def __init__(self, address: str, settings: bytes = b"", greet: bool = True, small: bool = False) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.socket()
        if small:  # before it connects, or the system has a large buffer already
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(20)
        self.socket.connect((host, int(port)))
        self._received = b""
        self._next = 1
        if greet:
            self.send(_PREFACE + frame(SETTINGS, 0, 0, settings) + frame(SETTINGS, ACK, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes."""
        self.socket.sendall(data)

    def start(self, path: str, body: bytes | None = None, *more: tuple[str, str]) -> int:
        """Begin a call, with its one message if there is a body; return its stream."""
        stream, data = self.call(path, body, *more)
        self.send(data)
        return stream

    def call(self, path: str, body: bytes | None = None, *more: tuple[str, str]) -> tuple[int, bytes]:
        """Return the stream and the bytes of a call, which are not sent yet."""
        stream = self._next
        self._next += 2
        head = fields(
            (":method", "POST"),
            (":scheme", "http"),
            (":path", path),
            (":authority", "test"),
            ("te", "trailers"),
            ("content-type", "application/grpc"),
            *more,
        )
        sent = frame(HEADERS, END_HEADERS, stream, head)
        if body is not None:
            sent += frame(DATA, END_STREAM, stream, body)
        return stream, sent

    def next(self) -> Frame | None:
        """Return the next frame, and answer it if it is a ping; None when the server has closed."""
        while (found := self._taken()) is None:
            try:
                data = self.socket.recv(1 << 16)
            except ConnectionError:
                return None
            if not data:
                return None
            self._received += data
        if found.kind == PING and not found.flags & ACK:
            self.send(frame(PING, ACK, 0, found.payload))
        return found

    def pass_over(self) -> None:
        """Take what has come, as `next` does, and forget it."""
        while len(self._received) >= 9 or select.select([self.socket], [], [], 0)[0]:
            if not self.next():
                return

    def _taken(self) -> Frame | None:
        """Take the first frame out of what has come, if it is whole."""
        if len(self._received) < 9 or len(self._received) < 9 + self._length():
            return None
        length = self._length()
        kind, flags, stream = struct.unpack(">BBI", self._received[3:9])
        payload, self._received = self._received[9 : 9 + length], self._received[9 + length :]
        return Frame(kind, flags, stream & 0x7FFFFFFF, payload)

    def _length(self) -> int:
        return int.from_bytes(self._received[:3], "big")

    def until(self, kind: int, stream: int | None = None) -> Frame | None:
        """Return the next frame of this kind, on this stream if one is named; None at the end."""
        while found := self.next():
            if found.kind == kind and stream in (None, found.stream):
                return found
        return None

    def closed(self, seconds: float) -> bool:
        """Return whether the server closes the connection before long."""
        self.socket.settimeout(seconds)
        give_up = time.monotonic() + seconds
        try:
            while time.monotonic() < give_up:
                if not self.socket.recv(1 << 16):
                    return True
        except TimeoutError:
            return False
        except OSError:
            return True
        return False
