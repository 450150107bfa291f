"""Answers as plain values: `{"response": …}` in proto3 JSON, or `{"error": …}`."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from google.protobuf import any_pb2, json_format, message
from google.rpc import code_pb2, error_details_pb2, status_pb2

Answer = dict[str, Any]

_DETAILS = (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest, error_details_pb2.RetryInfo)


def render(answer: message.Message) -> dict[str, Any]:
    """Return a response as proto3 JSON, zeros shown.

    Each `google.rpc.Status` in it is as `render_error` has it.
    """
    shown = json_format.MessageToDict(_readable(answer), always_print_fields_with_no_presence=True)
    rendered: dict[str, Any] = _with_errors(shown)
    return rendered


def render_stream(answers: Sequence[message.Message]) -> list[dict[str, Any]]:
    """Return the answers of a stream sorted by id: they may come in any order."""
    return sorted(map(render, answers), key=lambda answer: (answer["id"], json.dumps(answer)))


def _readable(answer: message.Message) -> message.Message:
    """Return the message without details in its statuses that JSON cannot show: a server may send any."""
    copy = type(answer)()
    copy.CopyFrom(answer)
    for status in _statuses(copy):
        kept = [detail for detail in status.details if _unpack(detail) is not None]
        del status.details[:]
        status.details.extend(kept)
    return copy


def _statuses(answer: Any) -> Iterator[status_pb2.Status]:
    for result in [answer, *getattr(answer, "results", [])]:
        if isinstance(getattr(result, "error", None), status_pb2.Status) and result.HasField("error"):
            yield result.error


def _unpack(detail: any_pb2.Any) -> message.Message | None:
    """Return the detail that is packed in it; None for one of another kind, or that cannot be read."""
    for kind in _DETAILS:
        found: message.Message = kind()
        try:
            if detail.Unpack(found):
                return found
        except message.DecodeError:
            return None
    return None


def _with_errors(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_errors(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"code", "message", "details"}:
        return render_error(json_format.ParseDict(value, status_pb2.Status()))
    return {key: _with_errors(item) for key, item in value.items()}


def render_error(status: status_pb2.Status) -> dict[str, Any]:
    """Return what a status says, its details decoded; `fields` are those of the field violations."""
    shown: dict[str, Any] = {
        "code": _code_name(status.code),
        "domain": "",
        "reason": "",
        "fields": [],
        "message": status.message,
        "metadata": {},
        "field_violations": [],
        "retry_delay_ms": None,
    }
    for detail in map(_unpack, status.details):
        match detail:
            case error_details_pb2.ErrorInfo():
                shown["domain"], shown["reason"] = detail.domain, detail.reason
                shown["metadata"] = dict(detail.metadata)
            case error_details_pb2.BadRequest():
                shown["field_violations"] += [
                    {"field": violation.field, "description": violation.description}
                    for violation in detail.field_violations
                ]
            case error_details_pb2.RetryInfo():
                shown["retry_delay_ms"] = detail.retry_delay.ToMilliseconds()
    shown["fields"] = [violation["field"] for violation in shown["field_violations"]]
    return shown


def _code_name(code: int) -> str:
    return code_pb2.Code.Name(code) if code in code_pb2.Code.values() else f"CODE_{code}"
