"""Health and reflection, on threads of their own: health must answer while every call waits."""

from collections.abc import Callable, Iterator
from concurrent import futures
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

from upwords_referee.service.admission import Admission
from upwords_referee.service.grpc.arrival import GuardedPool
from upwords_referee.service.grpc.calls import begin
from upwords_referee.service.grpc.patience import Patience
from upwords_referee.service.limits import RECEIVE_SECONDS, STREAM_IDLE_SECONDS

_HEALTH_THREADS = 64
# A call whose message is there already may still wait for the interpreter.
_HEALTH_SPARE_SECONDS = 0.1
_REFLECTION_THREADS = 4


def add_health(server: grpc.Server, servicer: health_pb2_grpc.HealthServicer) -> None:
    """Add the methods of health, which need no key and are refused to nobody.

    Of callers who send no message the oldest are ended, when they have half of the threads.
    """
    pool = futures.ThreadPoolExecutor(_HEALTH_THREADS, thread_name_prefix="health")
    inbox = Patience(RECEIVE_SECONDS, _HEALTH_THREADS // 2, _HEALTH_SPARE_SECONDS)
    methods: Any = servicer

    def check(requests: Iterator[Any], context: grpc.ServicerContext) -> Any:
        return methods.Check(inbox.message(requests, context), context)

    def watch(requests: Iterator[Any], context: grpc.ServicerContext, send: Callable[[Any], None]) -> None:
        methods.Watch(inbox.message(requests, context), context, send)

    functions: tuple[Any, Any] = check, watch
    for function in functions:
        # grpcio looks for these attributes.
        function.experimental_thread_pool = pool
    # An open watch holds no thread.
    functions[1].experimental_non_blocking = True
    types: Any = (health_pb2.HealthCheckRequest.FromString, health_pb2.HealthCheckResponse.SerializeToString)
    handlers = {
        "Check": grpc.stream_unary_rpc_method_handler(functions[0], *types),
        "Watch": grpc.stream_stream_rpc_method_handler(functions[1], *types),
    }
    _add(server, health.SERVICE_NAME, handlers)


def add_reflection(server: grpc.Server, services: list[str], seconds: float) -> None:
    """Add the method of reflection; its streams may stay open, but only so many."""
    servicer: Any = reflection.ReflectionServicer([*services, reflection.SERVICE_NAME])
    idle = Patience(STREAM_IDLE_SECONDS, _REFLECTION_THREADS)

    def info(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
        begin(context)
        return idle.messages(
            requests, context, lambda request: next(servicer.ServerReflectionInfo(iter([request]), context))
        )

    function: Any = info
    function.experimental_thread_pool = GuardedPool(
        _REFLECTION_THREADS, Admission(_REFLECTION_THREADS), seconds, "reflection"
    )
    handler = grpc.stream_stream_rpc_method_handler(
        function,
        reflection_pb2.ServerReflectionRequest.FromString,
        reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    _add(server, reflection.SERVICE_NAME, {"ServerReflectionInfo": handler})


def _add(server: grpc.Server, service: str, handlers: dict[str, "grpc.RpcMethodHandler[Any, Any]"]) -> None:
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
    # As generated code does it: a registered method does not wait in grpc's one queue for all others.
    registering: Any = server
    registering.add_registered_method_handlers(service, handlers)
