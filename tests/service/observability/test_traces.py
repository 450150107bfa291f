"""Traces: one span a call, in its caller's trace, and no call is harmed by them."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from tests.service.cli.calling import run
from tests.service.observability.asking import HEADER, PARENT, REFEREE, TRACE, ask, held, observed, stream
from tests.service.process.serving import server, soon
from tests.service.questions import in_stream, item, judge, move
from tests.service.referee import Referee, serving
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.service.grpc.observation import Observation
from upwords_referee.service.grpc.traces import OpenTelemetry


class Traced:
    """A referee in this process, and the spans of its calls."""

    def __init__(self, referee: Referee, exporter: InMemorySpanExporter) -> None:
        self.referee = referee
        self._exporter = exporter

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self._exporter.get_finished_spans()

    def span(self) -> ReadableSpan:
        """Return the one span that there is, soon."""
        soon(lambda: self.spans)
        (found,) = self.spans
        return found


@pytest.fixture
def traced() -> Iterator[Traced]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    with observed(Observation(tracer=OpenTelemetry(provider))) as referee:
        yield Traced(referee, exporter)


def test_a_call_is_a_span_in_its_callers_trace(traced: Traced) -> None:
    ask(traced.referee.channel, judge(move=move("5D L...")), ("traceparent", PARENT))
    span = traced.span()
    assert span.name == "upwords.referee.v1.RefereeService/JudgeMove"
    assert span.kind is SpanKind.SERVER
    assert (span.parent and f"{span.parent.span_id:016x}") == "b7ad6b7169203331"
    assert span.context
    assert f"{span.context.trace_id:032x}" == TRACE
    assert dict(span.attributes or {}) == {
        "rpc.system": "grpc",
        "rpc.service": "upwords.referee.v1.RefereeService",
        "rpc.method": "JudgeMove",
        "rpc.grpc.status_code": 0,
        "upwords.request_id": TRACE,
        "upwords.valid": False,
        "upwords.lexicon": "enable",
    }
    assert span.status.status_code is StatusCode.UNSET


def test_a_trace_that_begins_here_is_the_id_of_its_request(traced: Traced) -> None:
    told = ask(traced.referee.channel, judge(ruleset="x"))
    span = traced.span()
    assert span.parent is None
    assert span.context
    assert f"{span.context.trace_id:032x}" == told.id
    # The caller's fault is no error of the server's.
    assert (span.attributes or {})["rpc.grpc.status_code"] == 5
    assert span.status.status_code is StatusCode.UNSET


def test_a_trace_that_is_not_sampled_makes_no_span(traced: Traced) -> None:
    told = ask(traced.referee.channel, judge(), ("traceparent", PARENT[:-2] + "00"))
    assert (told.id, traced.spans) == (TRACE, ())


@pytest.mark.parametrize("request_", [judge(ruleset="x"), judge(board=None), judge(lexicon="x"), b"\xff"])
def test_an_error_is_told_as_without_traces(request_: Any, traced: Traced) -> None:
    question = (REFEREE + "JudgeMove", request_) if isinstance(request_, bytes) else request_
    with serving(embedded()) as plain:
        expected = plain.refusal(question)
    refusal = traced.referee.refusal(question)
    assert (refusal.code, refusal.message, refusal.status) == (
        expected.code,
        expected.message,
        expected.status,
    )
    assert [name for name, _ in refusal.trailers] == [name for name, _ in expected.trailers]
    assert refusal.status
    assert refusal.status.details
    assert HEADER in dict(refusal.trailers)


def test_a_cancelled_call_stops_its_work(traced: Traced) -> None:
    many = pb.BatchJudgeMovesRequest(requests=[item(board=judge().board)] * 1000)
    call = traced.referee.start(many)
    time.sleep(0.02)
    call.cancel()
    soon(lambda: len(traced.spans) == 1, 5)
    assert (traced.span().attributes or {})["rpc.grpc.status_code"] == grpc.StatusCode.CANCELLED.value[0]


def test_a_cancelled_stream_ends_its_span(traced: Traced) -> None:
    ended = threading.Event()
    call = stream(traced.referee.channel, held(ended, in_stream()))
    next(call)
    assert traced.spans == ()
    call.cancel()
    attributes = traced.span().attributes or {}
    ended.set()
    # grpc may tell the end of the requests before it tells that the call was cancelled.
    assert attributes["rpc.grpc.status_code"] in (0, grpc.StatusCode.CANCELLED.value[0])
    assert attributes["upwords.valid"] is True


class Collector(TraceServiceServicer):
    """Takes spans by OTLP over gRPC, as a collector does."""

    def __init__(self) -> None:
        self.services: set[str] = set()
        self.spans: list[Any] = []

    def Export(self, request: Any, context: object) -> ExportTraceServiceResponse:  # noqa: N802 - as grpc asks
        for resource in request.resource_spans:
            told = {one.key: one.value.string_value for one in resource.resource.attributes}
            self.services.add(told["service.name"])
            self.spans += [span for scope in resource.scope_spans for span in scope.spans]
        return ExportTraceServiceResponse()


@pytest.fixture
def collector() -> Iterator[tuple[Collector, str]]:
    collector = Collector()
    server = grpc.server(futures.ThreadPoolExecutor(2))
    add_TraceServiceServicer_to_server(collector, server)  # type: ignore[no-untyped-call]
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield collector, f"http://127.0.0.1:{port}"
    server.stop(0).wait(20)


@pytest.mark.parametrize(("workers", "name"), [("1", ""), ("2", "club-referee")])
def test_spans_reach_a_collector_and_the_last_ones_before_the_end(
    workers: str, name: str, collector: tuple[Collector, str], tmp_path: Path
) -> None:
    taken, endpoint = collector
    env = {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint} | ({"OTEL_SERVICE_NAME": name} if name else {})
    arguments = ["--traces", "--workers", workers, "--drain-seconds", "0"]
    with server(tmp_path, *arguments, env=env) as running:
        for _ in range(5):
            with running.channel() as channel:
                assert ask(channel, judge(), ("traceparent", PARENT)).id == TRACE
        running.signal(15)
        assert running.process.wait(20) == 0
    assert [span.trace_id.hex() for span in taken.spans] == [TRACE] * 5
    assert taken.services == {name or "upwords-referee"}


def test_a_collector_that_is_not_there_harms_no_call_and_no_end(tmp_path: Path) -> None:
    with server(tmp_path, "--traces", "--drain-seconds", "0") as running:
        with running.channel() as channel:
            assert {ask(channel, judge()).code for _ in range(20)} == {grpc.StatusCode.OK}
        start = running.signal(15)
        assert running.process.wait(20) == 0
        assert time.monotonic() - start < 3


def test_traces_without_the_extra_are_a_fault_of_the_settings(tmp_path: Path) -> None:
    # A program in which nothing of OpenTelemetry can be found.
    hidden = (
        "import sys; sys.modules['opentelemetry'] = None; "
        "from upwords_referee.cli.main import main; sys.exit(main())"
    )
    config = tmp_path / "server.toml"
    config.write_text("traces = true\n")
    for command in (["config", "check", str(config)], ["serve", "--listen", "127.0.0.1:0", "--traces"]):
        done = subprocess.run(
            [sys.executable, "-c", hidden, *command], capture_output=True, text=True, timeout=30, check=False
        )
        assert done.returncode in (1, 2), done.stderr
        assert "traces" in done.stderr
        assert "pip install 'upwords-referee[traces]'" in done.stderr
    assert run("config", "check", str(config)).status == 0
