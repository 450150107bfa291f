"""A referee that answers GetRuleset as a test says."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc

from upwords_referee_client import messages as pb

Answer = Callable[[pb.GetRulesetRequest, Any], pb.GetRulesetResponse]


@contextmanager
def fake(answer: Answer) -> Iterator[str]:
    """Serve on a free port, and give its HOST:PORT."""
    pool = ThreadPoolExecutor(4)
    server = grpc.server(pool)
    handler = grpc.unary_unary_rpc_method_handler(
        answer, pb.GetRulesetRequest.FromString, pb.GetRulesetResponse.SerializeToString
    )
    service = "upwords.referee.v1.RefereeService"
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {"GetRuleset": handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(0).wait()
        pool.shutdown()
