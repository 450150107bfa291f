"""The gRPC server: the service's methods, health and reflection on one port."""

from collections.abc import Callable, Mapping
from concurrent import futures
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc
from grpc_status import rpc_status

from upwords_referee.lexicons.sources.hops import hops
from upwords_referee.service.call import answer
from upwords_referee.service.errors import RefereeError
from upwords_referee.service.grpc.remote_lexicon import incoming_hops
from upwords_referee.service.limits import MAX_REPLY_BYTES, MAX_TRANSPORT_BYTES
from upwords_referee.service.methods import SERVICES, Method

# The name with "recv" in it, which is widely copied, does nothing.
_OPTIONS = (
    ("grpc.max_receive_message_length", MAX_TRANSPORT_BYTES),
    ("grpc.max_send_message_length", MAX_REPLY_BYTES),
    # Without this a second server on the same port starts silently and takes half of the connections.
    ("grpc.so_reuseport", 0),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
)


# Long calls share one thread: they would only take turns at the interpreter, and the health check and every
# short call would wait for all of them (docs/benchmarks.md).
_LONG_THREADS = 1
_LAST_PORT = 65535


class AddressError(OSError):
    """The address cannot be listened on."""


class RefereeServer:
    """A server of the given methods on one address.

    `threads` short calls are worked on at a time, and one long one; `lexicons` are the ids whose health
    is told as "lexicon/ID".
    """

    def __init__(self, methods: Mapping[str, Method], lexicons: list[str], threads: int) -> None:
        self._server = grpc.server(
            futures.ThreadPoolExecutor(threads, thread_name_prefix="call"), options=_OPTIONS
        )
        self._server.add_generic_rpc_handlers((Handlers(methods),))
        self._health = health.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        services = [service.full_name for service in SERVICES]
        self._names = ["", *services, *(f"lexicon/{id}" for id in lexicons)]
        reflected = [*services, health.SERVICE_NAME, reflection.SERVICE_NAME]
        add_reflection: Any = reflection_pb2_grpc.add_ServerReflectionServicer_to_server
        add_reflection(Reflection(reflected), self._server)

    def listen(self, address: str) -> str:
        """Listen on HOST:PORT (port 0: any free one) and serve; return the address with the real port."""
        host, _, asked = address.rpartition(":")
        try:
            # grpc takes a port over 65535 for another one, without a word.
            port = self._server.add_insecure_port(address) if 0 <= int(asked) <= _LAST_PORT else 0
        except (RuntimeError, ValueError):
            port = 0
        if not port:
            raise AddressError(f"cannot listen on {address}: the port is taken, or the address is not ours")
        self._server.start()
        for name in self._names:
            self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return f"{host}:{port}"

    def stop(self, grace: float) -> None:
        """Tell that the server goes, let calls finish for `grace` seconds, and stop."""
        self._health.enter_graceful_shutdown()
        self._server.stop(grace).wait()

    def set_lexicon(self, id: str, serving: bool) -> None:
        """Tell the health of a lexicon; that of the server as a whole never depends on it."""
        status = health_pb2.HealthCheckResponse
        self._health.set(f"lexicon/{id}", status.SERVING if serving else status.NOT_SERVING)


class Reflection(reflection.ReflectionServicer):
    """Reflection on threads of its own: its streams may stay open, and must not hold those of calls."""

    def ServerReflectionInfo(self, request_iterator: Any, context: Any) -> Any:  # noqa: N802 - grpc's name
        """Answer what is asked about the services."""
        return super().ServerReflectionInfo(request_iterator, context)

    ServerReflectionInfo.experimental_thread_pool = futures.ThreadPoolExecutor(  # type: ignore[attr-defined]
        2, thread_name_prefix="reflection"
    )


class Handlers(grpc.GenericRpcHandler):
    """The methods as grpcio wants them: bytes in, bytes out, so that we say what bad bytes are."""

    def __init__(self, methods: Mapping[str, Method]) -> None:
        long = futures.ThreadPoolExecutor(_LONG_THREADS, thread_name_prefix="long call")
        self._handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
            path: grpc.unary_unary_rpc_method_handler(_unary(method, long if method.long else None))
            for path, method in methods.items()
        }

    def service(self, details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        """Return the handler of a call's method; None: unknown here."""
        return self._handlers.get(details.method)


def _unary(
    method: Method, pool: futures.ThreadPoolExecutor | None = None
) -> Callable[[bytes, grpc.ServicerContext], bytes]:
    def call(request: bytes, context: grpc.ServicerContext) -> bytes:
        hops.set(incoming_hops(context.invocation_metadata() or ()))
        try:
            return answer(method, request)
        except RefereeError as error:
            status = error.status()
        context.abort_with_status(rpc_status.to_status(status))
        raise AssertionError("abort_with_status raises")

    if pool:
        # grpcio looks for this attribute of a handler's function.
        call.experimental_thread_pool = pool  # type: ignore[attr-defined]
    return call
