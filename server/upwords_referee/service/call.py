"""One call, whatever the transport: bytes in, bytes out, every fault a RefereeError."""

from google.protobuf.message import DecodeError

from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.service.errors import InvalidArgumentError, Reason, RefereeError, ResourceExhaustedError
from upwords_referee.service.faults import internal_error, source_error
from upwords_referee.service.limits import MAX_REPLY_BYTES, MAX_REQUEST_BYTES
from upwords_referee.service.methods import Method


def answer(method: Method, request: bytes) -> bytes:
    """Return the reply to a request; raises RefereeError and nothing else."""
    try:
        if len(request) > MAX_REQUEST_BYTES:
            raise InvalidArgumentError(
                f"the request has {len(request)} bytes; at most {MAX_REQUEST_BYTES}", Reason.REQUEST_TOO_LARGE
            )
        reply = method.handle(_parse(method, request)).SerializeToString()
        if len(reply) > MAX_REPLY_BYTES:
            raise ResourceExhaustedError(
                f"the reply would have {len(reply)} bytes; at most {MAX_REPLY_BYTES}: ask for less at once",
                Reason.REPLY_TOO_LARGE,
            )
        return reply
    except RefereeError:
        raise
    except SourceUnavailableError as error:
        raise source_error(error) from None
    except Exception:
        raise internal_error(method.path) from None


def _parse(method: Method, request: bytes) -> object:
    try:
        return method.request.FromString(request)
    except DecodeError:
        name = method.request.DESCRIPTOR.full_name
        raise InvalidArgumentError(f"the bytes are no {name}", Reason.UNREADABLE_BYTES) from None
