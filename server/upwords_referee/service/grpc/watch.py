"""How the observer sees the calls of grpc: around their handlers, whatever these do."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import grpc

from upwords_referee.service import observe, request_id
from upwords_referee.service.grpc.arrival import arrival, host_of
from upwords_referee.service.observe import Call, Meters, Observer

Handler = TypeVar("Handler")
_OF_GRPC = "/grpc."
# Seconds by which a caller's clock may be ahead of ours.
_AT_THE_DEADLINE = 0.01
# grpcio looks for these attributes of a handler's function.
_POOL = "experimental_thread_pool"


def watched(
    path: str, handler: "grpc.RpcMethodHandler[Any, Any]", observer: Observer
) -> "grpc.RpcMethodHandler[Any, Any]":
    """Return the handler of a method, each call of which is seen."""
    meters = observer.meters(path)
    behaviour: Any
    if handler.response_streaming:
        behaviour = handler.stream_stream

        def stream(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
            call = _begin(meters, context, observer)
            try:
                yield from behaviour(requests, context)
            except BaseException:
                call.end(_code(context))
                raise
            call.end("OK")

        return grpc.stream_stream_rpc_method_handler(_alike(stream, behaviour))
    behaviour = handler.stream_unary

    def unary(requests: Iterator[Any], context: grpc.ServicerContext) -> Any:
        call = _begin(meters, context, observer)
        try:
            reply = behaviour(requests, context)
        except BaseException:
            call.end(_code(context))
            raise
        call.end("OK")
        return reply

    return grpc.stream_unary_rpc_method_handler(_alike(unary, behaviour))


class Watch(grpc.ServerInterceptor):
    """Sees the calls that reach none of `handlers`, which are watched already: refused and unknown ones.

    Those of health and reflection are not seen.
    """

    def __init__(self, handlers: "Mapping[str, grpc.RpcMethodHandler[Any, Any]]", observer: Observer) -> None:
        self._handlers = handlers
        self._observer = observer

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], "grpc.RpcMethodHandler[Any, Any] | None"],
        details: grpc.HandlerCallDetails,
    ) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """Return the method's handler, watched."""
        handler = continuation(details)
        path = str(details.method)
        if self._handlers.get(path) is handler is not None or path.startswith(_OF_GRPC):
            return handler
        if handler is None:
            self._observer.unknown()
            return None
        return watched(path, handler, self._observer)


def _begin(meters: Meters, context: grpc.ServicerContext, observer: Observer) -> Call:
    arrived = arrival()
    client = ("", "")
    if observer.log_calls:
        client = host_of(context.peer()), arrived.key if arrived else ""
    call = observer.begin(
        meters, arrived.at if arrived else time.monotonic(), context.invocation_metadata() or (), client
    )
    observe.current.set(call)
    request_id.current.set(call.id)
    if call.id.sent:
        context.set_trailing_metadata(((request_id.HEADER, str(call.id)),))
    return call


def _code(context: grpc.ServicerContext) -> str:
    """Return the name of the status of a call that did not end well."""
    # Whatever we would have said: who waited so long does not hear it.
    if context.time_remaining() < _AT_THE_DEADLINE:
        return grpc.StatusCode.DEADLINE_EXCEEDED.name
    said: Any = context  # whose types lack `code`
    code: grpc.StatusCode | None = said.code()
    if code is not None:
        return code.name
    # A fault of ours is what grpcio calls unknown; else its caller went away.
    return (grpc.StatusCode.UNKNOWN if context.is_active() else grpc.StatusCode.CANCELLED).name


def _alike(function: Handler, behaviour: Any) -> Handler:
    """Return the function with the threads of the one that it stands for."""
    if pool := getattr(behaviour, _POOL, None):
        setattr(function, _POOL, pool)
    return function
