"""The service's methods under asyncio, for the comparison of transports only.

Like the sync server it runs `service.call.answer` to its end; here that holds up the event loop.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from upwords_referee.service.call import answer
from upwords_referee.service.errors import RefereeError
from upwords_referee.service.methods import Method

Context: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"


async def start(
    methods: Mapping[str, Method], extra: grpc.GenericRpcHandler, options: tuple[tuple[str, int], ...]
) -> tuple[grpc.aio.Server, str]:
    """Start a server with the methods, `extra` and health on a free port; return it and its address."""
    server = grpc.aio.server(options=options)
    server.add_generic_rpc_handlers((AioHandlers(methods), extra))
    servicer = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    await servicer.set("", health_pb2.HealthCheckResponse.SERVING)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    return server, f"127.0.0.1:{port}"


class AioHandlers(grpc.GenericRpcHandler):
    """The methods as grpc.aio wants them: bytes in, bytes out."""

    def __init__(self, methods: Mapping[str, Method]) -> None:
        self._handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
            path: grpc.unary_unary_rpc_method_handler(_unary(method)) for path, method in methods.items()
        }

    def service(self, details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        """Return the handler of a call's method; None: unknown here."""
        return self._handlers.get(details.method)


def _unary(method: Method) -> Callable[[bytes, Context], Awaitable[bytes]]:
    async def call(request: bytes, context: Context) -> bytes:
        try:
            return answer(method, request)
        except RefereeError as error:
            status = error.status()
        await context.abort_with_status(rpc_status.to_status(status))
        raise AssertionError("abort_with_status raises")

    return call
