"""How every call begins and ends at grpc, whatever its kind."""

import time
from collections.abc import Callable
from typing import NoReturn

import grpc
from grpc_status import rpc_status

from upwords_referee.lexicons.sources.hops import hops
from upwords_referee.service.errors import RefereeError
from upwords_referee.service.grpc.arrival import arrival
from upwords_referee.service.grpc.remote_lexicon import incoming_hops
from upwords_referee.service.wanted import OutOfTimeError, wanted


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
    def ask() -> bool:
        # A call whose deadline has passed is no longer active either: grpc watches the clock.
        if not context.is_active():
            return False
        if time.monotonic() - since > seconds:
            raise OutOfTimeError(seconds)
        return True

    return ask


def refuse(context: grpc.ServicerContext, error: RefereeError) -> NoReturn:
    """End the call with the error's status and details."""
    context.abort_with_status(rpc_status.to_status(error.status()))
    raise AssertionError("abort_with_status raises")


def end(context: grpc.ServicerContext) -> NoReturn:
    """End a call that nobody waits for; its caller knows already."""
    context.abort(grpc.StatusCode.CANCELLED, "the call has ended")
    raise AssertionError("abort raises")
