"""The one place that sees every call: it counts it, times it and, if asked to, logs it."""

import time
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Protocol

import structlog
from prometheus_client import Counter as CounterMetric

from upwords_referee.service import metrics
from upwords_referee.service.request_id import RequestId

UNKNOWN = "unknown"
"""What every method that the server does not have is called in metrics and logs."""

_log = structlog.get_logger("upwords_referee")


class Span(Protocol):
    """One call in a trace."""

    trace: str
    """The id of the trace."""

    def verdict(self, valid: bool, lexicon: str) -> None:
        """Note a verdict."""

    def end(self, code: str) -> None:
        """End with the name of a status code."""


class Tracer(Protocol):
    """What makes spans."""

    def begin(self, path: str, metadata: Iterable[tuple[str, str | bytes]], request_id: RequestId) -> Span:
        """Begin the span of a call."""

    def close(self, seconds: float) -> None:
        """Send what was not sent yet, for no longer than this."""


class Meters:
    """What is counted of the method at a path, found once for all its calls."""

    __slots__ = ("_codes", "in_flight", "name", "path", "seconds")

    def __init__(self, path: str, *, timed: bool) -> None:
        self.path = path
        self.name = path.rpartition("/")[2]
        self.in_flight = metrics.CALLS_IN_FLIGHT.labels(self.name)
        self.seconds = metrics.CALL_SECONDS.labels(self.name) if timed else None
        self._codes: dict[str, CounterMetric] = {}

    def ended(self, code: str) -> CounterMetric:
        """Return what counts the calls that ended with a status code, given by its name."""
        found = self._codes.get(code)
        if found is None:
            found = self._codes[code] = metrics.CALLS.labels(self.name, code)
        return found


class Call:
    """One call under way."""

    __slots__ = ("_began", "_client", "_log_it", "_meters", "id", "span")

    def __init__(
        self,
        meters: Meters,
        began: float,
        id: RequestId,
        span: Span | None,
        client: tuple[str, str],
        log_it: bool,
    ) -> None:
        self._meters = meters
        self._began = began
        self.id = id
        self.span = span
        self._client = client
        self._log_it = log_it
        meters.in_flight.inc()

    def end(self, code: str) -> None:
        """Note that the call ended with this status code, by its name."""
        seconds = time.monotonic() - self._began
        meters = self._meters
        meters.in_flight.dec()
        meters.ended(code).inc()
        if meters.seconds:
            meters.seconds.observe(seconds)
        if self.span:
            self.span.end(code)
        if self._log_it:
            self._write(code, seconds)

    def _write(self, code: str, seconds: float) -> None:
        peer, key = self._client
        more = {"key": key} if key else {}
        if trace := self.span.trace if self.span else self.id.trace:
            more["trace_id"] = trace
        _log.info(
            "call",
            method=self._meters.name,
            code=code,
            seconds=round(seconds, 6),
            request_id=str(self.id),
            peer=peer,
            **more,
        )


current: ContextVar[Call | None] = ContextVar("call", default=None)
"""The call that is worked on."""


class Observer:
    """Sees the calls of some methods, given by path with whether they are streams.

    `log_calls`: each is a line in the log. `tracer`: each is a span.
    """

    def __init__(
        self, paths: Mapping[str, bool], *, log_calls: bool = False, tracer: Tracer | None = None
    ) -> None:
        # A stream lasts as long as its caller likes; the answers in it are timed one by one.
        self._meters = {path: Meters(path, timed=not stream) for path, stream in paths.items()}
        self._unknown = Meters(UNKNOWN, timed=False)
        self.log_calls = log_calls
        self._tracer = tracer

    def meters(self, path: str) -> Meters:
        """Return what the calls of a method are counted by, to begin them with."""
        return self._meters.get(path, self._unknown)

    def begin(
        self,
        meters: Meters,
        began: float,
        metadata: Iterable[tuple[str, str | bytes]],
        client: tuple[str, str] = ("", ""),
    ) -> Call:
        """Note that a call came at `began` (monotonic); `client` is its host and the name of its key."""
        id = RequestId(metadata)
        tracer = self._tracer
        span = tracer.begin(meters.path, metadata, id) if tracer and meters is not self._unknown else None
        return Call(meters, began, id, span, client, self.log_calls)

    def unknown(self) -> None:
        """Count a call to a method that the server does not have."""
        self._unknown.ended("UNIMPLEMENTED").inc()
