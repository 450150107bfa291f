"""One call, whatever the transport: bytes in, bytes out, every fault a RefereeError."""

from typing import Any

from google.protobuf.message import DecodeError

from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.service.errors import (
    DeadlineExceededError,
    InvalidArgumentError,
    Reason,
    RefereeError,
    ResourceExhaustedError,
)
from upwords_referee.service.faults import internal_error, source_error
from upwords_referee.service.limits import MAX_REPLY_BYTES, MAX_REQUEST_BYTES
from upwords_referee.service.methods import Method
from upwords_referee.service.wanted import CallEndedError, OutOfTimeError


def answer(method: Method, request: bytes) -> bytes:
    """Return the reply to a request.

    Raises RefereeError, or CallEndedError when nobody waits for the reply any more, and nothing else.
    """
    return _reply(method, _parse(method, request))


def answer_in_stream(method: Method, request: bytes) -> bytes:
    """Return the reply to one request of a stream; an error is a reply too, under the request's id.

    Raises CallEndedError as `answer` does, and nothing else.
    """
    id = ""
    try:
        message = _parse(method, request)
        id = message.id
        return _reply(method, message)
    except RefereeError as error:
        return method.response(id=id, error=error.status()).SerializeToString()


def _parse(method: Method, request: bytes) -> Any:
    if len(request) > MAX_REQUEST_BYTES:
        raise InvalidArgumentError(
            f"the request has {len(request)} bytes; at most {MAX_REQUEST_BYTES}", Reason.REQUEST_TOO_LARGE
        )
    try:
        return method.request.FromString(request)
    except DecodeError:
        name = method.request.DESCRIPTOR.full_name
        raise InvalidArgumentError(f"the bytes are no {name}", Reason.UNREADABLE_BYTES) from None
    except Exception:
        raise internal_error(method.path) from None


def _reply(method: Method, request: Any) -> bytes:
    try:
        reply = method.handle(request).SerializeToString()
    except OutOfTimeError as error:
        raise DeadlineExceededError(error.seconds) from None
    except (RefereeError, CallEndedError):
        raise
    except SourceUnavailableError as error:
        raise source_error(error) from None
    except Exception:
        raise internal_error(method.path) from None
    if len(reply) > MAX_REPLY_BYTES:
        raise ResourceExhaustedError(
            f"the reply would have {len(reply)} bytes; at most {MAX_REPLY_BYTES}: ask for less at once",
            Reason.REPLY_TOO_LARGE,
        )
    return reply
