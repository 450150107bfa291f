"""Answers as plain values: `{"response": …}` in proto3 JSON, or `{"error": …}`."""

from collections.abc import Sequence
from typing import Any

from google.protobuf import json_format, message
from google.rpc import code_pb2, error_details_pb2, status_pb2

Answer = dict[str, Any]


def render(answer: message.Message) -> dict[str, Any]:
    """Return a response as proto3 JSON, zeros shown, with each `google.rpc.Status` as `render_error` has it."""
    shown = json_format.MessageToDict(answer, always_print_fields_with_no_presence=True)
    rendered: dict[str, Any] = _with_errors(shown)
    return rendered


def render_stream(answers: Sequence[message.Message]) -> list[dict[str, Any]]:
    """Return the answers of a stream sorted by id: they may come in any order."""
    return sorted((render(answer) for answer in answers), key=lambda answer: str(answer["id"]))


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
        "code": code_pb2.Code.Name(status.code),
        "domain": "",
        "reason": "",
        "fields": [],
        "message": status.message,
        "metadata": {},
        "field_violations": [],
        "retry_delay_ms": None,
    }
    for detail in status.details:
        info, request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        retry = error_details_pb2.RetryInfo()
        if detail.Unpack(info):
            shown["domain"], shown["reason"] = info.domain, info.reason
            shown["metadata"] = dict(info.metadata)
        elif detail.Unpack(request):
            shown["field_violations"] += [
                {"field": violation.field, "description": violation.description}
                for violation in request.field_violations
            ]
        elif detail.Unpack(retry):
            shown["retry_delay_ms"] = retry.retry_delay.ToMilliseconds()
    shown["fields"] = [violation["field"] for violation in shown["field_violations"]]
    return shown
