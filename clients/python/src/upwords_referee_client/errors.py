"""Errors: what could not be understood or answered, with the referee's details.

Exception
└── RefereeError
    └── StreamEndedError
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import grpc
from google.rpc import code_pb2, error_details_pb2, status_pb2

_DETAILS_HEADER = "grpc-status-details-bin"


@dataclass(frozen=True)
class FieldViolation:
    """A field of a request that the referee cannot take.

    `field` is its path from the request, such as "move.notation" or "requests[3].board"; `description` says
    what is wrong.
    """

    field: str
    description: str


class RefereeError(Exception):
    """A call that ended with another status than OK; every error of a call is one.

    `code` is the gRPC status code, `message` one or more English sentences. `reason` names the fault in
    UPPER_SNAKE_CASE within `domain`, both empty if the status has no details; `metadata` says more about it.
    `field_violations` are in the referee's order. `retry_delay` says how long to wait before the same call
    may do better; None: waiting does not help.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        *,
        reason: str = "",
        domain: str = "",
        metadata: Mapping[str, str] | None = None,
        field_violations: Iterable[FieldViolation] = (),
        retry_delay: timedelta | None = None,
    ) -> None:
        super().__init__(f"{_name(code)}: {message}")
        self.code = code
        self.message = message
        self.reason = reason
        self.domain = domain
        self.metadata = dict(metadata or {})
        self.field_violations = tuple(field_violations)
        self.retry_delay = retry_delay

    @property
    def code_name(self) -> str:
        """The code as gRPC spells it, such as "INVALID_ARGUMENT"."""
        return _name(self.code)

    @property
    def retryable(self) -> bool:
        """Whether the same call may do better later: exactly when the referee names a delay."""
        return self.retry_delay is not None


class StreamEndedError(RefereeError):
    """A stream that has ended takes no more questions; what it answers last tells why."""

    def __init__(self) -> None:
        super().__init__(grpc.StatusCode.FAILED_PRECONDITION, "the stream has ended")


def error_of(status: Any) -> RefereeError | None:
    """Decode the status of one result of a batch, or of one answer of a stream; None if it is OK.

    >>> from upwords_referee_client.messages import BatchResult
    >>> error_of(BatchResult(error={"code": 5, "message": "no such lexicon"}).error).code_name
    'NOT_FOUND'
    """
    return _decode(status_pb2.Status.FromString(status.SerializeToString())) if status.code else None


def error_from(call: Any) -> RefereeError:
    """Decode how a call of gRPC ended."""
    for name, value in call.trailing_metadata() or ():
        if name == _DETAILS_HEADER:
            try:
                status = status_pb2.Status.FromString(value)
            except ValueError:
                break
            if status.code == call.code().value[0]:
                return _decode(status)
    return RefereeError(call.code(), call.details() or "")


def _decode(status: status_pb2.Status) -> RefereeError:
    found: dict[str, Any] = {"field_violations": []}
    for detail in _details(status):
        match detail:
            case error_details_pb2.ErrorInfo():
                found.update(reason=detail.reason, domain=detail.domain, metadata=detail.metadata)
            case error_details_pb2.BadRequest():
                found["field_violations"] += [
                    FieldViolation(each.field, each.description) for each in detail.field_violations
                ]
            case error_details_pb2.RetryInfo():
                found["retry_delay"] = detail.retry_delay.ToTimedelta()
    return RefereeError(_code(status.code), status.message, **found)


def _details(status: status_pb2.Status) -> Iterator[Any]:
    """Yield the details of known kinds; a newer server may send others."""
    for packed in status.details:
        for kind in (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest, error_details_pb2.RetryInfo):
            detail = kind()
            try:
                if packed.Unpack(detail):
                    yield detail
            except ValueError:
                continue


def _code(number: int) -> grpc.StatusCode:
    return next((code for code in grpc.StatusCode if code.value[0] == number), grpc.StatusCode.UNKNOWN)


def _name(code: grpc.StatusCode) -> str:
    name: str = code_pb2.Code.Name(code.value[0])
    return name
