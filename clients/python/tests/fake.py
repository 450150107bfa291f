"""Servers that answer as a test says."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc

from upwords_referee_client import messages as pb

Answer = Callable[[pb.GetRulesetRequest, Any], pb.GetRulesetResponse]


@contextmanager
def fake(answer: Answer, credentials: grpc.ServerCredentials | None = None) -> Iterator[str]:
    """Answer GetRuleset on a free port, and give its HOST:PORT."""
    handler = grpc.unary_unary_rpc_method_handler(
        answer, pb.GetRulesetRequest.FromString, pb.GetRulesetResponse.SerializeToString
    )
    with _serving("GetRuleset", handler, credentials) as target:
        yield target


@contextmanager
def silent() -> Iterator[str]:
    """Take streams and never answer, on a free port, and give its HOST:PORT."""
    over = threading.Event()

    def converse(_requests: Any, context: Any) -> Iterator[Any]:
        context.add_callback(over.set)
        over.wait(30)
        yield from ()

    handler: Any = grpc.stream_stream_rpc_method_handler(converse)
    with _serving("StreamJudgeMoves", handler) as target:
        yield target


@contextmanager
def _serving(method: str, handler: Any, credentials: grpc.ServerCredentials | None = None) -> Iterator[str]:
    pool = ThreadPoolExecutor(4)
    server = grpc.server(pool)
    service = "upwords.referee.v1.RefereeService"
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: handler}),))
    port = (
        server.add_secure_port("127.0.0.1:0", credentials)
        if credentials
        else server.add_insecure_port("127.0.0.1:0")
    )
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(0).wait()
        pool.shutdown()
