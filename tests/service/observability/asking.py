"""Calls with what the caller is told beside the answer."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import grpc
from google.protobuf.message import Message

from tests.service.referee import Referee, refusal_of
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc.observation import Observation
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.methods import build_methods

REFEREE = "/upwords.referee.v1.RefereeService/"
HEADER = "x-request-id"
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = f"00-{TRACE}-b7ad6b7169203331-01"


class Told(NamedTuple):
    """How a call ended, and the id that came back; empty if none did."""

    code: grpc.StatusCode
    id: str


def ask(
    channel: grpc.Channel, request: Message | bytes, *metadata: tuple[str, str], method: str = ""
) -> Told:
    """Ask the method that takes this request, or the one named."""
    if isinstance(request, Message):
        method = method or request.DESCRIPTOR.name.removesuffix("Request")
        request = request.SerializeToString()
    callable: Any = channel.unary_unary(REFEREE + method)
    try:
        _, call = callable.with_call(request, timeout=20, metadata=metadata)
    except grpc.RpcError as error:
        refusal = refusal_of(error)
        return Told(refusal.code, _id(refusal.trailers))
    return Told(grpc.StatusCode.OK, _id(call.trailing_metadata()))


def stream(
    channel: grpc.Channel, requests: Iterator[bytes], method: str = "StreamJudgeMoves", seconds: float = 20
) -> Any:
    """Send requests as they come, and return the call."""
    callable: Any = channel.stream_stream(REFEREE + method)
    return callable(requests, timeout=seconds)


def held(ended: threading.Event, *requests: Message) -> Iterator[bytes]:
    """Yield requests, and no end before this is ended."""
    yield from (request.SerializeToString() for request in requests)
    ended.wait(20)


def _id(trailers: object) -> str:
    assert isinstance(trailers, tuple)
    return "".join(value for name, value in trailers if name == HEADER)


@contextmanager
def observed(observation: Observation) -> Iterator[Referee]:
    """Serve in this process with this observation."""
    lexicons = Registry([embedded()], embedded().id)
    methods = build_methods(RulesetBook.builtin(), lexicons)
    server = RefereeServer(methods, lexicons.ids(), 8, observation=observation)
    referee = Referee(server.listen("127.0.0.1:0"), methods)
    try:
        yield referee
    finally:
        referee.channel.close()
        server.stop(grace=0)


def page() -> str:
    """Return the page that documents all this."""
    return Path(__file__).resolve().parents[3].joinpath("docs/observability.md").read_text("utf-8")
