"""How every call begins and ends at grpc, whatever its kind."""

import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import grpc
from grpc_status import rpc_status

from upwords_referee.lexicons.sources.hops import hops
from upwords_referee.service.errors import RefereeError
from upwords_referee.service.grpc.arrival import arrival
from upwords_referee.service.grpc.remote_lexicon import incoming_hops
from upwords_referee.service.metrics import CALLS_REFUSED
from upwords_referee.service.request_id import HEADER, request_id
from upwords_referee.service.wanted import OutOfTimeError, wanted


@dataclass(frozen=True)
class _Ending(grpc.Status):
    code: grpc.StatusCode
    details: str
    trailing_metadata: tuple[tuple[str, str | bytes], ...]


def begin(context: grpc.ServicerContext) -> None:
    """Note, for the work on this call, how it came here and whether it is still waited for.

    Ends the call if it was refused when it arrived.
    """
    arrived = arrival()
    if arrived and arrived.refusal:
        refuse(context, arrived.refusal)
    hops.set(incoming_hops(context.invocation_metadata() or ()))
    if arrived:
        wanted.set(_still_wanted(context, arrived.at, arrived.seconds))


def begin_message(context: grpc.ServicerContext) -> None:
    """Note that the work on a stream's next message begins, which has its own time."""
    if arrived := arrival():
        wanted.set(_still_wanted(context, time.monotonic(), arrived.seconds))


def _still_wanted(context: grpc.ServicerContext, since: float, seconds: float) -> Callable[[], bool]:
    # The call holds its context variables: a strong reference back would keep it, and its stream of the
    # connection, until the collector comes round.
    called = weakref.ref(context)

    def ask() -> bool:
        context = called()
        # A call whose deadline has passed is no longer active either: grpc watches the clock.
        if context is None or not context.is_active():
            return False
        if time.monotonic() - since > seconds:
            raise OutOfTimeError(seconds)
        return True

    return ask


def refuse(context: grpc.ServicerContext, error: RefereeError) -> NoReturn:
    """End the call with the error's status and details, and the id of the request."""
    CALLS_REFUSED.labels(error.reason).inc()
    status = rpc_status.to_status(error.status())
    trailers = (*(status.trailing_metadata or ()), (HEADER, request_id()))
    context.abort_with_status(_Ending(status.code, status.details, trailers))
    raise AssertionError("abort_with_status raises")


def end(context: grpc.ServicerContext) -> NoReturn:
    """End a call that nobody waits for; its caller knows already."""
    context.abort(grpc.StatusCode.CANCELLED, "the call has ended")
    raise AssertionError("abort raises")
