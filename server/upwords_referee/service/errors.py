"""Why a question has no verdict: the errors of the service and the status each becomes.

RefereeError
├── InvalidArgumentError     the question cannot be understood
├── NotFoundError            it names a ruleset or lexicon that the server does not have
├── FailedPreconditionError  a pinned digest is not the one the server holds, sources go in a circle, or
│                            plays are sought in a lexicon that cannot be enumerated
├── UnauthenticatedError     the server takes calls with a key only, and this is none that it knows
├── PermissionDeniedError    the key may not call this method
├── ResourceExhaustedError   the answer would be too large, or too much is open at once
├── DeadlineExceededError    the call took longer than the server lets any call take
├── UnavailableError         a dictionary outside the server cannot be asked now
└── InternalError            a fault of ours
"""

from enum import StrEnum
from typing import NamedTuple

from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2

from upwords_referee.service.limits import (
    MAX_DETAIL_BYTES,
    MAX_FIELD_VIOLATIONS,
    MAX_MESSAGE_BYTES,
    MAX_TEXT_BYTES,
)

DOMAIN = "upwords.referee"


class Reason(StrEnum):
    """The machine-readable reason of an error, in ErrorInfo; `meaning` says it in words."""

    meaning: str

    def __new__(cls, value: str, meaning: str) -> "Reason":
        """Make a member of its value and its meaning."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member

    UNREADABLE_BYTES = "UNREADABLE_BYTES", "The bytes are no message of the method's type."
    REQUEST_TOO_LARGE = "REQUEST_TOO_LARGE", "The request is larger than 1 MB."
    INVALID_FIELD = "INVALID_FIELD", "A field cannot be understood; BadRequest names each one."
    UNKNOWN_RULESET = (
        "UNKNOWN_RULESET",
        "No ruleset has this id; `known` in the metadata lists all.",
    )
    UNKNOWN_LEXICON = (
        "UNKNOWN_LEXICON",
        "No lexicon has this id; `known` in the metadata lists all.",
    )
    RULESET_DIGEST_MISMATCH = (
        "RULESET_DIGEST_MISMATCH",
        "The pinned ruleset digest is not the one in use, which is `held` in the metadata.",
    )
    LEXICON_DIGEST_MISMATCH = (
        "LEXICON_DIGEST_MISMATCH",
        "The pinned lexicon digest is not the one in use, which is `held` in the metadata.",
    )
    LEXICON_UNREACHABLE = (
        "LEXICON_UNREACHABLE",
        "The source of the lexicon, `lexicon` in the metadata, cannot say what is a word; ask again.",
    )
    SOURCE_LOOP = (
        "SOURCE_LOOP",
        "The lexicon's source is a referee that asks a referee, and so on, more than 4 in a row, as when two "
        "point at each other. Asking again does not help; the operator must mend the sources.",
    )
    LEXICON_NOT_ENUMERABLE = (
        "LEXICON_NOT_ENUMERABLE",
        "Plays are found only by a lexicon whose words can be listed; `lexicon` in the metadata cannot.",
    )
    UNAUTHENTICATED = (
        "UNAUTHENTICATED",
        "The server takes calls with a key only, in the metadata `authorization: Bearer KEY`; the call has "
        "none, or one that is unknown or has expired.",
    )
    PERMISSION_DENIED = (
        "PERMISSION_DENIED",
        "The key may not call this method; it lacks the scope that is `scope` in the metadata.",
    )
    TOO_MANY_CALLS = (
        "TOO_MANY_CALLS",
        "As many calls are in work or waiting as the server takes; try again later, or elsewhere.",
    )
    TOO_MANY_CALLS_OF_CLIENT = (
        "TOO_MANY_CALLS_OF_CLIENT",
        "As many calls of this key, or of this address, are in work or waiting as the server takes of one.",
    )
    DEADLINE = (
        "DEADLINE",
        "The call took longer than the server lets any call take, `seconds` in the metadata; ask for less.",
    )
    SHUTTING_DOWN = (
        "SHUTTING_DOWN",
        "The server is about to end and takes no new call; ask again, where another one may answer.",
    )
    TOO_MANY_STREAMS = "TOO_MANY_STREAMS", "As many streams are open as the server takes; try again later."
    REPLY_TOO_LARGE = "REPLY_TOO_LARGE", "The reply would be larger than 4 MB; ask for less at once."
    INTERNAL = "INTERNAL", "A fault of the server; `request_id` in the metadata finds it in the server's log."


class FieldFault(NamedTuple):
    """One field that cannot be understood: its path in proto names with indexes from 0, and a sentence."""

    field: str
    description: str


class RefereeError(Exception):
    """A question without a verdict; `status()` is what the caller is told."""

    code: int
    reason: Reason
    retry_seconds = 0.0
    """After how long asking again may help; 0: it does not."""

    def __init__(
        self,
        message: str,
        reason: Reason,
        faults: tuple[FieldFault, ...] = (),
        metadata: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.faults = faults
        self.metadata = metadata or {}

    def status(self) -> status_pb2.Status:
        """Return the google.rpc status, under 4 KB whatever the faults are."""
        status = status_pb2.Status(code=self.code, message=_cut(str(self), MAX_MESSAGE_BYTES))
        info = error_details_pb2.ErrorInfo(domain=DOMAIN, reason=self.reason)
        for key, value in self.metadata.items():
            info.metadata[key] = _cut(value, MAX_TEXT_BYTES)
        _pack(status, info)
        if self.retry_seconds:
            retry = error_details_pb2.RetryInfo()
            retry.retry_delay.FromNanoseconds(round(self.retry_seconds * 1e9))
            _pack(status, retry)
        if self.faults:
            _pack(status, self._bad_request(MAX_DETAIL_BYTES - status.ByteSize()))
        return status

    def _bad_request(self, room: int) -> error_details_pb2.BadRequest:
        """Return as many faults as fit, and how many more there are."""
        bad = error_details_pb2.BadRequest()
        # Room for the envelope of the detail and for "and N more".
        room -= 128
        for shown, fault in enumerate(self.faults):
            field, text = _cut(fault.field, 100), _cut(fault.description, MAX_TEXT_BYTES)
            violation = error_details_pb2.BadRequest.FieldViolation(field=field, description=text)
            room -= violation.ByteSize() + 3
            if shown == MAX_FIELD_VIOLATIONS or room < 0:
                bad.field_violations.add(description=f"and {len(self.faults) - shown} more")
                break
            bad.field_violations.append(violation)
        return bad


class InvalidArgumentError(RefereeError):
    """The question cannot be understood."""

    code = code_pb2.INVALID_ARGUMENT

    @classmethod
    def of_fields(cls, faults: list[FieldFault]) -> "InvalidArgumentError":
        """Return the error of one or more faulty fields."""
        first = faults[0]
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        return cls(f"{first.field}: {first.description}{more}", Reason.INVALID_FIELD, tuple(faults))


class NotFoundError(RefereeError):
    """The question names something that the server does not have."""

    code = code_pb2.NOT_FOUND


class FailedPreconditionError(RefereeError):
    """The server holds something else than the question pins, or is set up so that it cannot answer."""

    code = code_pb2.FAILED_PRECONDITION


class UnauthenticatedError(RefereeError):
    """The call has no key that the server knows. The text says nothing of the key that was sent."""

    code = code_pb2.UNAUTHENTICATED

    def __init__(self) -> None:
        super().__init__(
            "this server takes calls with a valid key only: send the metadata `authorization: Bearer KEY`",
            Reason.UNAUTHENTICATED,
        )


class PermissionDeniedError(RefereeError):
    """The key is good, but not for this method."""

    code = code_pb2.PERMISSION_DENIED

    def __init__(self, scope: str) -> None:
        super().__init__(
            f"the key lacks the scope {scope!r}", Reason.PERMISSION_DENIED, metadata={"scope": scope}
        )


class DeadlineExceededError(RefereeError):
    """The call took longer than the server lets any call take, whatever its own deadline."""

    code = code_pb2.DEADLINE_EXCEEDED

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"no call may take longer than {seconds:g} s here: ask for less at once",
            Reason.DEADLINE,
            metadata={"seconds": f"{seconds:g}"},
        )


class ResourceExhaustedError(RefereeError):
    """Answering would take more than the service allows; `retry_seconds` as for RefereeError."""

    code = code_pb2.RESOURCE_EXHAUSTED

    def __init__(self, message: str, reason: Reason, retry_seconds: float = 0.0) -> None:
        super().__init__(message, reason)
        self.retry_seconds = retry_seconds


class UnavailableError(RefereeError):
    """The words cannot be looked up now; asking again may help. No verdict."""

    code = code_pb2.UNAVAILABLE

    def __init__(self, message: str, reason: Reason, metadata: dict[str, str], retry_seconds: float) -> None:
        super().__init__(message, reason, metadata=metadata)
        self.retry_seconds = retry_seconds


class InternalError(RefereeError):
    """A fault of ours; the caller learns nothing but the id under which it was logged."""

    code = code_pb2.INTERNAL

    def __init__(self, request_id: str) -> None:
        super().__init__(
            f"internal error, request {request_id}", Reason.INTERNAL, metadata={"request_id": request_id}
        )


def _pack(status: status_pb2.Status, detail: Message) -> None:
    status.details.add().Pack(detail)


def _cut(text: str, most: int) -> str:
    """Return the text in at most that many bytes of UTF-8."""
    encoded = text.encode()
    return text if len(encoded) <= most else encoded[: most - 3].decode(errors="ignore") + "…"
