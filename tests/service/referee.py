"""A referee as its callers see it: requests out over a real socket, answers or refusals back."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import grpc
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.methods import Method, build_methods

DEADLINE = 20.0
# What grpc-message sends as it is; every other byte takes three.
PLAIN = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) != "%")


@dataclass(frozen=True)
class Refusal:
    """A call that ended with a status; `status` is None when it came without details."""

    code: grpc.StatusCode
    message: str
    status: status_pb2.Status | None
    trailers: tuple[tuple[str, str | bytes], ...]

    def detail(self, kind: type[Any]) -> Any:
        """Return the detail of this kind, None if there is none."""
        found = kind()
        for detail in self.status.details if self.status else ():
            if detail.Unpack(found):
                return found
        return None

    @property
    def reason(self) -> str:
        info = self.detail(error_details_pb2.ErrorInfo)
        return str(info.reason) if info else ""

    @property
    def metadata(self) -> dict[str, str]:
        return dict(self.detail(error_details_pb2.ErrorInfo).metadata)

    @property
    def violations(self) -> Sequence[error_details_pb2.BadRequest.FieldViolation]:
        bad = self.detail(error_details_pb2.BadRequest)
        return list(bad.field_violations) if bad else []

    @property
    def fields(self) -> list[str]:
        return [violation.field for violation in self.violations if violation.field]

    def header_bytes(self) -> int:
        """Return what the trailers weigh by HTTP/2's count: names, values (binary in base64), 32 each."""
        sent = [("grpc-status", "13"), ("grpc-message", quote(self.message, safe=PLAIN))]
        sent += [
            (name, "=" * (4 * ((len(value) + 2) // 3)) if isinstance(value, bytes) else value)
            for name, value in self.trailers
        ]
        return sum(len(name) + len(value) + 32 for name, value in sent)


class Referee:
    """Calls to one address; every method is found by the type of its request."""

    def __init__(self, address: str, methods: dict[str, Method]) -> None:
        self.address = address
        self.methods = methods
        self._by_request = {method.request.DESCRIPTOR.full_name: method for method in methods.values()}
        self.channel = grpc.insecure_channel(address, options=[("grpc.max_receive_message_length", -1)])

    def method_of(self, request: Message) -> Method:
        """Return the method that takes this request."""
        return self._by_request[request.DESCRIPTOR.full_name]

    def send(self, path: str, data: bytes, deadline: float = DEADLINE) -> bytes:
        """Return the bytes of a reply; raises grpc.RpcError."""
        return self._callable(path)(data, timeout=deadline)

    def start(self, request: Message, deadline: float = DEADLINE) -> "grpc.Future[bytes]":
        """Send a request and return its call, which is under way."""
        return self._callable(self.method_of(request).path).future(
            request.SerializeToString(), timeout=deadline
        )

    def _callable(self, path: str) -> "grpc.UnaryUnaryMultiCallable[bytes, bytes]":
        return self.channel.unary_unary(path, request_serializer=bytes, response_deserializer=bytes)

    def ask(self, request: Message, deadline: float = DEADLINE) -> Any:
        """Return the response to a request; raises grpc.RpcError."""
        method = self.method_of(request)
        return method.response.FromString(self.send(method.path, request.SerializeToString(), deadline))

    def refusal(self, request: Message | tuple[str, bytes], deadline: float = DEADLINE) -> Refusal:
        """Return how a request, or the bytes sent to a path, is refused; AssertionError if it is answered."""
        outcome = self.outcome(request, deadline)
        assert isinstance(outcome, Refusal), f"answered: {outcome!r}"
        return outcome

    def outcome(self, request: Message | tuple[str, bytes], deadline: float = DEADLINE) -> bytes | Refusal:
        """Return the bytes of the reply, or the refusal; a stream is one of this request alone."""
        if isinstance(request, Message):
            request = self.method_of(request).path, request.SerializeToString()
        try:
            reply = self.send(*request, deadline)
        except grpc.RpcError as error:
            return refusal_of(error)
        return self._refused_in_stream(request[0], reply) or reply

    def _refused_in_stream(self, path: str, reply: bytes) -> Refusal | None:
        """Return the refusal that a reply of a stream tells; other replies tell none."""
        if not self.methods[path].stream:
            return None
        response: Any = self.methods[path].response.FromString(reply)
        return refusal_in(response.error) if response.HasField("error") else None


def refusal_in(status: status_pb2.Status) -> Refusal:
    """Return the refusal that stands in a message."""
    (code,) = [code for code in grpc.StatusCode if code.value[0] == status.code]
    return Refusal(code, status.message, status, ())


def refusal_of(error: grpc.RpcError) -> Refusal:
    """Return what the caller was told."""
    assert isinstance(error, grpc.Call)
    trailers = tuple((name, value) for name, value in error.trailing_metadata() or ())
    return Refusal(error.code(), error.details() or "", rpc_status.from_call(error), trailers)


@contextmanager
def serving(*lexica: Lexicon, rulesets: RulesetBook | None = None, threads: int = 8) -> Iterator[Referee]:
    """Serve with these lexica, the first as the default, on a port of its own."""
    with running(*lexica, rulesets=rulesets, threads=threads) as (referee, _):
        yield referee


@contextmanager
def running(
    *lexica: Lexicon, rulesets: RulesetBook | None = None, threads: int = 8
) -> Iterator[tuple[Referee, RefereeServer]]:
    """As `serving`; yield the server too, for tests that stop it."""
    registry = Registry(lexica, lexica[0].id)
    methods = build_methods(rulesets or RulesetBook.builtin(), registry)
    server = RefereeServer(methods, registry.ids(), threads)
    referee = Referee(server.listen("127.0.0.1:0"), methods)
    try:
        yield referee, server
    finally:
        referee.channel.close()
        server.stop(grace=0)
