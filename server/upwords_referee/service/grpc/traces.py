"""Traces by OpenTelemetry: a span for each call, within the trace that its caller tells of."""

import threading
from collections.abc import Iterable

from google.rpc import code_pb2
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, format_trace_id
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from upwords_referee.service.request_id import RequestId
from upwords_referee.version import __version__

# Of a server's errors OpenTelemetry counts these as its own, not as its callers'.
_OURS = frozenset({"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"})
_propagator = TraceContextTextMapPropagator()


class CallSpan:
    """The span of one call; `trace` is the id of its trace."""

    def __init__(self, span: Span) -> None:
        self._span = span
        self.trace = format_trace_id(span.get_span_context().trace_id)

    def verdict(self, valid: bool, lexicon: str) -> None:
        """Note a verdict."""
        self._span.set_attribute("upwords.valid", valid)
        self._span.set_attribute("upwords.lexicon", lexicon)

    def end(self, code: str) -> None:
        """End with the name of a status code."""
        self._span.set_attribute("rpc.grpc.status_code", code_pb2.Code.Value(code))
        if code in _OURS:
            # The code alone: what a fault says may hold anything.
            self._span.set_status(Status(StatusCode.ERROR, code))
        self._span.end()


class OpenTelemetry:
    """Makes the spans of calls."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("upwords_referee", __version__)

    @classmethod
    def by_environment(cls) -> "OpenTelemetry":
        """Return what sends spans by OTLP over gRPC, as the OTEL_… variables say."""
        # Below what OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME say.
        own = Resource({"service.name": "upwords-referee", "service.version": __version__})
        named = Resource.create()
        if str(named.attributes.get("service.name", "")).startswith("unknown_service"):
            resource = named.merge(own)
        else:
            resource = own.merge(named)
        provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        return cls(provider)

    def begin(
        self, path: str, metadata: Iterable[tuple[str, str | bytes]], request_id: RequestId
    ) -> CallSpan:
        """Begin the span of a call."""
        service, _, method = path.removeprefix("/").partition("/")
        carrier = {name: value for name, value in metadata if isinstance(value, str)}
        span = self._tracer.start_span(
            f"{service}/{method}",
            context=_propagator.extract(carrier),
            kind=SpanKind.SERVER,
            attributes={"rpc.system": "grpc", "rpc.service": service, "rpc.method": method},
        )
        found = CallSpan(span)
        if span.is_recording():
            request_id.join(found.trace)
            span.set_attribute("upwords.request_id", str(request_id))
        return found

    def close(self, seconds: float) -> None:
        """Send the spans that wait, for no longer than this."""
        # In a thread, as one that cannot reach its collector takes its time.
        sending = threading.Thread(target=self._provider.force_flush, name="last traces", daemon=True)
        sending.start()
        sending.join(seconds)
