"""A server that does what a case says: it fails, waits, or answers as a newer server would."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import status_pb2
from grpc_status import rpc_status

from upwords_referee.conformance.messages import Method, method_of

_LONGEST_WAIT_SECONDS = 5.0
_THREADS = 8


@dataclass
class Visit:
    """What the server saw of one case: its calls, and whether the last of them has ended."""

    calls: int = 0
    key: str | None = None
    deadline: float | None = None
    ended: threading.Event = field(default_factory=threading.Event)

    def wait(self) -> None:
        """Wait until the caller has given up; for a bounded time."""
        self.ended.wait(_LONGEST_WAIT_SECONDS)


@dataclass(frozen=True)
class Call:
    """One call of a case: what is seen of the case so far, and the requests, one unless it is a stream."""

    visit: Visit
    requests: list[Any]


Reply = Message | bytes
Serve = Callable[[Call], Iterable[Reply]]
# Requests that have no room for a name belong to the one case of their kind.
LIST_CASES = {"ListRulesetsRequest": "list-rulesets", "ListLexiconsRequest": "list-lexicons"}


class RefusedError(Exception):
    """Ends a call with a status."""

    def __init__(self, code: int, message: str, *details: Message, also: Iterable[any_pb2.Any] = ()) -> None:
        super().__init__(message)
        self.status = status_pb2.Status(code=code, message=message)
        for detail in details:
            wrapped = any_pb2.Any()
            wrapped.Pack(detail)
            self.status.details.append(wrapped)
        self.status.details.extend(also)


def name_in(request: Any) -> str:
    """Return the name of the case that a request, the first one of a stream, belongs to.

    It stands where a server looks for something by its id.
    """
    kind = request.DESCRIPTOR.name
    if kind in LIST_CASES:
        return LIST_CASES[kind]
    if kind == "GetRulesetRequest":
        return str(request.id)
    if kind == "StreamJudgeMovesRequest":
        return str(request.id).partition(":")[0]
    if kind == "HealthCheckRequest":
        return str(request.service)
    return str(request.lexicon)


class Scripted(grpc.GenericRpcHandler):
    """Answers each case by its script."""

    def __init__(self, scripts: dict[str, Serve]) -> None:
        self._scripts = scripts
        self.visits = {name: Visit() for name in scripts}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """Return the handler of a method; every message is read by its script's case."""
        try:
            method = method_of(handler_call_details.method.strip("/"))
        except (KeyError, ValueError):
            return None
        if method.name == "Watch":
            # A client that watches the health of its server finds that this one tells none.
            return None
        if method.streams:
            return grpc.stream_stream_rpc_method_handler(
                lambda requests, context: self._stream(method, requests, context)
            )
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: next(iter(self._answer(method, [request], context)))
        )

    def _stream(
        self, method: Method, requests: Iterator[bytes], context: grpc.ServicerContext
    ) -> Iterator[bytes]:
        yield from self._answer(method, list(requests), context)

    def _answer(
        self, method: Method, requests: list[bytes], context: grpc.ServicerContext
    ) -> Iterator[bytes]:
        read = [method.request.FromString(request) for request in requests]
        name = name_in(read[0]) if read else ""
        if name not in self._scripts:
            context.abort(grpc.StatusCode.NOT_FOUND, f"there is no case {name!r}")
        visit = self.visits[name]
        visit.calls += 1
        visit.deadline = context.time_remaining()
        visit.key = _authorization(context)
        if not context.add_callback(visit.ended.set):
            visit.ended.set()
        try:
            for reply in self._scripts[name](Call(visit, read)):
                yield reply if isinstance(reply, bytes) else reply.SerializeToString()
        except RefusedError as refused:
            context.abort_with_status(rpc_status.to_status(refused.status))


def _authorization(context: grpc.ServicerContext) -> str | None:
    for name, value in context.invocation_metadata():
        if name == "authorization":
            return value if isinstance(value, str) else value.decode()
    return None


@contextmanager
def serving(scripts: dict[str, Serve]) -> Iterator[tuple[str, dict[str, Visit]]]:
    """Serve the scripts on a free port, on loopback; yield HOST:PORT and what is seen of each case."""
    handler = Scripted(scripts)
    server = grpc.server(
        futures.ThreadPoolExecutor(max_workers=_THREADS),
        handlers=[handler],
        options=[("grpc.max_send_message_length", -1)],
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}", handler.visits
    finally:
        server.stop(grace=0).wait(timeout=10)
