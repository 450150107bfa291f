"""The id of a request: what its caller, the log, the traces and an error call it."""

import re
import secrets
from collections.abc import Iterable
from contextvars import ContextVar

HEADER = "x-request-id"
TRACE_HEADER = "traceparent"
LONGEST = 64

_TRACE = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?")


class RequestId:
    """The id of one request: its caller's, else that of its trace (W3C), else a fresh one, made when needed.

    A caller's id has 1 to 64 printable ASCII characters and is sent once; any other counts as none.
    """

    __slots__ = ("_text", "sent", "trace")

    def __init__(self, metadata: Iterable[tuple[str, str | bytes]] = ()) -> None:
        self.trace = ""
        """The id of the trace that the call belongs to, empty if it tells of none."""
        given: list[str] = []
        for name, value in metadata:
            if name == HEADER:
                given.append(value if isinstance(value, str) else "")
            elif name == TRACE_HEADER and isinstance(value, str):
                found = _TRACE.fullmatch(value)
                self.trace = found[1] if found else ""
        self._text = given[0] if len(given) == 1 and _is_good(given[0]) else self.trace
        self.sent = bool(self._text)
        """Whether it came with the call, whose caller then waits to see it again."""

    def join(self, trace: str) -> None:
        """Take the id of a trace that was begun here, if there is none yet."""
        self._text = self._text or trace

    def __str__(self) -> str:
        if not self._text:
            self._text = secrets.token_hex(16)
        return self._text


current: ContextVar[RequestId | None] = ContextVar("request_id", default=None)
"""The id of the request that is worked on; a transport sets it for each call."""


def request_id() -> str:
    """Return the id of the request that is worked on, a fresh one outside of any."""
    return str(current.get() or RequestId())


def _is_good(text: str) -> bool:
    return 0 < len(text) <= LONGEST and text.isascii() and text.isprintable()
