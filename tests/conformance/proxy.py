"""A server that passes every call on to a real one, and changes what that answers."""

from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager
from typing import Any, cast

import grpc
from grpc_status import rpc_status

from upwords_referee.conformance.messages import Method, method_of

Change = Callable[[Method, Any], None]
"""Changes a response in place; what it does not care for it leaves as it is."""


class Proxy(grpc.GenericRpcHandler):
    """Passes calls on."""

    def __init__(self, channel: grpc.Channel, change: Change) -> None:
        self.channel = channel
        self.change = change

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        path = handler_call_details.method
        method = method_of(path.strip("/"))
        if method.streams:
            return grpc.stream_stream_rpc_method_handler(
                lambda requests, context: self.stream(path, method, requests)
            )
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: self.unary(path, method, request, context)
        )

    def unary(self, path: str, method: Method, request: bytes, context: grpc.ServicerContext) -> bytes:
        call: Any = self.channel.unary_unary(path)
        try:
            return self.changed(method, call(request, timeout=10))
        except grpc.RpcError as error:
            status = rpc_status.from_call(cast(grpc.Call, error))
            assert status is not None
            context.abort_with_status(rpc_status.to_status(status))
            raise AssertionError("abort raises") from None

    def stream(self, path: str, method: Method, requests: Iterable[bytes]) -> Iterator[bytes]:
        call: Any = self.channel.stream_stream(path)
        for answer in call(iter(list(requests)), timeout=10):
            yield self.changed(method, answer)

    def changed(self, method: Method, answer: bytes) -> bytes:
        response: Any = method.response.FromString(answer)
        self.change(method, response)
        return cast(bytes, response.SerializeToString(deterministic=True))


@contextmanager
def serving(handler: grpc.GenericRpcHandler) -> Iterator[str]:
    """Serve on a free port of this machine; yield HOST:PORT."""
    options = [("grpc.max_send_message_length", -1)]
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=4), handlers=[handler], options=options)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(grace=None).wait(timeout=10)


@contextmanager
def proxying(address: str, change: Change) -> Iterator[str]:
    """Serve what the server at the address answers, changed; yield HOST:PORT."""
    options = [("grpc.max_receive_message_length", -1)]
    with grpc.insecure_channel(address, options=options) as channel, serving(Proxy(channel, change)) as own:
        yield own
