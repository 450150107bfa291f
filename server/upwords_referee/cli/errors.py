"""Why a command cannot be carried out, and the exit status that says so.

CommandError
├── NotUnderstoodError  the question cannot be understood: exit status 2
└── UnansweredError     it cannot be answered: exit status 3
"""

from base64 import b64encode
from collections.abc import Iterable
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.json_format import MessageToDict
from google.rpc import code_pb2, error_details_pb2, status_pb2

VALID, NOT_VALID, NOT_UNDERSTOOD, UNANSWERED = range(4)
"""The exit statuses."""

_CALLERS_FAULT = {
    code_pb2.INVALID_ARGUMENT,
    code_pb2.NOT_FOUND,
    code_pb2.FAILED_PRECONDITION,
    code_pb2.OUT_OF_RANGE,
}

# What the fields of a request are called on the command line, the longest first.
_ARGUMENTS = {
    "overlay.allow": "--allow",
    "overlay.deny": "--deny",
    "overlay": "--allow and --deny",
    "challenged": "--word",
    "challenge_rule": "--rule",
    "player": "--player",
    "challenger": "--challenger",
    "limit": "--best",
    "board": "POSITION",
    "move": "MOVE",
    "racks": "--rack",
    "rack": "--rack",
    "bag_count": "--bag",
    "ruleset": "--ruleset",
    "lexicon": "--lexicon",
    "words": "WORD",
    "id": "ID",
}


class CommandError(Exception):
    """A command that cannot be carried out.

    The text says what is wrong and what to do; `exit_status` is what the process ends with, `code` the
    google.rpc code, `details` what a server said beside the text.
    """

    exit_status: int
    code: int

    def __init__(self, message: str, details: Iterable[AnyMessage] = ()) -> None:
        super().__init__(message)
        self.details = tuple(details)

    def to_json(self) -> dict[str, Any]:
        """Return the error as the value that --json prints."""
        name = code_pb2.Code.Name(code_pb2.Code.ValueType(self.code))
        details = [_detail(detail) for detail in self.details]
        return {"error": {"code": name, "message": str(self), "details": details}}


class NotUnderstoodError(CommandError):
    """The question cannot be understood."""

    exit_status = NOT_UNDERSTOOD
    code = code_pb2.INVALID_ARGUMENT


class UnansweredError(CommandError):
    """The question cannot be answered: no server, or a fault of the referee."""

    exit_status = UNANSWERED
    code = code_pb2.UNAVAILABLE


class ServeError(CommandError):
    """The server cannot start."""

    exit_status = 1
    code = code_pb2.FAILED_PRECONDITION


def error_of(status: status_pb2.Status, *, arguments: bool) -> CommandError:
    """Return the error that a google.rpc status stands for.

    With `arguments` faulty fields are called what they are on the command line, else by their path in the
    request.
    """
    message = "; ".join(_faults(status, arguments)) or status.message
    kind = NotUnderstoodError if status.code in _CALLERS_FAULT else UnansweredError
    error = kind(message, status.details)
    # A server newer than this program may know further codes.
    error.code = status.code if status.code in code_pb2.Code.values() else code_pb2.UNKNOWN
    return error


def _faults(status: status_pb2.Status, arguments: bool) -> Iterable[str]:
    for detail in status.details:
        bad = error_details_pb2.BadRequest()
        if not detail.Unpack(bad):
            continue
        for fault in bad.field_violations:
            name = _argument(fault.field) if arguments else fault.field
            yield f"{name}: {fault.description}" if name else fault.description


def _argument(field: str) -> str:
    for prefix, argument in _ARGUMENTS.items():
        if field == prefix or field.startswith((f"{prefix}.", f"{prefix}[")):
            return argument
    return field


def _detail(detail: AnyMessage) -> dict[str, Any]:
    try:
        return MessageToDict(detail)
    except TypeError:
        # A type that this program does not know: hand it on as it is.
        return {"@type": detail.type_url, "value": b64encode(detail.value).decode()}
