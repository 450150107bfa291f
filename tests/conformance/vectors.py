"""Conformance vectors: load them, send them to a referee, compare the answer with what is expected."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import descriptor_pool, json_format, message, message_factory
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

# The generated modules are imported for their descriptors: methods are looked up by name.
from upwords.referee.v1 import lexicon_service_pb2, referee_service_pb2

FOLDER = Path(__file__).parent / "vectors"
DOMAIN = "upwords.referee"
DEADLINE = 10.0
SERVICES = (referee_service_pb2.DESCRIPTOR, lexicon_service_pb2.DESCRIPTOR)

_KEYS = {"id", "rule", "proves", "source", "method", "repeat", "request", "response", "error"}
_GRID_KEYS = {"letters", "heights"}
_REASON = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")

_ERROR_KEYS = {"code", "reason", "fields"}


@dataclass(frozen=True)
class Vector:
    """One question and the answer that the rules give: a `response`, or else an `error`."""

    file: str
    id: str
    rule: str
    proves: str
    method: str
    request: dict[str, Any]
    expected: dict[str, Any]


def load(pattern: str = "*") -> list[Vector]:
    """Return the vectors whose id, rule section or file name matches a shell pattern.

    Raises ValueError when a file holds something that is no vector.
    """
    vectors = [
        _vector(path.stem, entry)
        for path in sorted(FOLDER.glob("*.json"))
        for entry in json.loads(path.read_text(encoding="utf-8"))
    ]
    return [v for v in vectors if any(fnmatchcase(name, pattern) for name in (v.id, v.rule, v.file))]


def _vector(file: str, entry: dict[str, Any]) -> Vector:
    name = f"{file}: {entry.get('id')}"
    if unknown := entry.keys() - _KEYS:
        raise ValueError(f"{name}: unknown keys {sorted(unknown)}")
    outcomes = [key for key in ("response", "error") if key in entry]
    if len(outcomes) != 1:
        raise ValueError(f"{name}: needs a response or an error, and not both")
    if "error" in entry and (unknown := entry["error"].keys() - _ERROR_KEYS):
        raise ValueError(f"{name}: unknown keys in error {sorted(unknown)}")
    request = json.loads(json.dumps(entry["request"]))
    for path, times in entry.get("repeat", {}).items():
        _repeat(request, path.split("."), times)
    return Vector(
        file=file,
        id=entry["id"],
        rule=entry["rule"],
        proves=entry["proves"],
        method=entry["method"],
        request=request,
        expected={outcomes[0]: entry[outcomes[0]]},
    )


def _repeat(request: dict[str, Any], path: list[str], times: int) -> None:
    holder = request
    for key in path[:-1]:
        holder = holder[key]
    (sole,) = holder[path[-1]]
    holder[path[-1]] = [sole] * times


def messages(vector: Vector) -> tuple[message.Message, type[message.Message]]:
    """Return the vector's request and the class of its response; raises KeyError for an unknown method."""
    service, method = vector.method.split("/")
    pool = descriptor_pool.Default()
    found = pool.FindServiceByName(service).methods_by_name[method]
    request = message_factory.GetMessageClass(found.input_type)()
    json_format.ParseDict(vector.request, request)
    return request, message_factory.GetMessageClass(found.output_type)


def send(channel: grpc.Channel, vector: Vector, deadline: float = DEADLINE) -> dict[str, Any]:
    """Return the answer to a vector as `{"response": …}` or `{"error": …}`; `deadline` is in seconds."""
    request, response_class = messages(vector)
    call = channel.unary_unary(
        f"/{vector.method}",
        request_serializer=type(request).SerializeToString,
        response_deserializer=response_class.FromString,
    )
    try:
        return {"response": render(call(request, timeout=deadline))}
    except grpc.RpcError as error:
        if not isinstance(error, grpc.Call):
            raise
        status = rpc_status.from_call(error)
        if status is None:
            status = status_pb2.Status(code=error.code().value[0], message=error.details() or "")
        return {"error": render_error(status)}


def render(answer: message.Message) -> dict[str, Any]:
    """Return a response as proto3 JSON, with each `google.rpc.Status` in it as `render_error` has it."""
    shown = json_format.MessageToDict(answer, always_print_fields_with_no_presence=True)
    rendered: dict[str, Any] = _with_errors(shown)
    return rendered


def _with_errors(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_errors(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"code", "message", "details"}:
        return render_error(json_format.ParseDict(value, status_pb2.Status()))
    return {key: _with_errors(item) for key, item in value.items()}


def render_error(status: status_pb2.Status) -> dict[str, Any]:
    """Return what vectors say of an error: code, domain, reason and fields; and the text, for people."""
    shown: dict[str, Any] = {
        "code": code_pb2.Code.Name(status.code),
        "domain": "",
        "reason": "",
        "fields": [],
        "message": status.message,
    }
    for detail in status.details:
        info, request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        if detail.Unpack(info):
            shown["domain"], shown["reason"] = info.domain, info.reason
        elif detail.Unpack(request):
            shown["fields"] += [violation.field for violation in request.field_violations]
    return shown


def compare(vector: Vector, answer: dict[str, Any]) -> list[str]:
    """Return every difference between the answer and what the vector expects, each with its path."""
    (outcome,) = vector.expected
    if outcome not in answer:
        if "error" in answer:
            return [f"expected a response, got {answer['error']['code']} ({answer['error']['message']})"]
        return [f"expected {vector.expected['error']['code']}, got a response: {_show(answer['response'])}"]
    return list(differences(vector.expected, answer))


def differences(expected: Any, actual: Any, path: str = "") -> Iterator[str]:
    """Yield where `actual` does not hold what `expected` says; keys that it does not name are free."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            yield from _at_key(key, value, actual, f"{path}.{key}" if path else key)
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield f"{path}: expected {len(expected)} elements, got {len(actual)}: {_show(actual)}"
        for index, (value, item) in enumerate(zip(expected, actual, strict=False)):
            yield from differences(value, item, f"{path}[{index}]")
    elif type(expected) is not type(actual) or expected != actual:
        yield f"{path}: expected {_show(expected)}, got {_show(actual)}"


def _at_key(key: str, value: Any, actual: dict[str, Any], path: str) -> Iterator[str]:
    if value is None:
        if key in actual:
            yield f"{path}: expected absent, got {_show(actual[key])}"
    elif key not in actual:
        yield f"{path}: expected {_show(value)}, got nothing"
    elif key == "error":
        yield from _error_differences(value, actual[key], path)
    elif key in _GRID_KEYS:
        # The contract leaves it to the writer of a grid how rows are separated.
        yield from differences(_joined(value), _joined(actual[key]), path)
    elif key == "stacks":
        # A stack list may come in any order.
        yield from differences(_sorted(value), _sorted(actual[key]), path)
    else:
        yield from differences(value, actual[key], path)


def _error_differences(expected: dict[str, Any], actual: dict[str, Any], path: str) -> Iterator[str]:
    if actual["code"] != expected["code"]:
        yield f"{path}.code: expected {expected['code']}, got {actual['code']} ({actual['message']})"
    if actual["domain"] != DOMAIN:
        yield f"{path}.domain: expected {DOMAIN!r} in an ErrorInfo, got {actual['domain']!r}"
    reason = expected.get("reason")
    if actual["reason"] != reason if reason else not _REASON.fullmatch(actual["reason"]):
        yield f"{path}.reason: expected {reason or 'UPPER_SNAKE_CASE'}, got {actual['reason']!r}"
    for field in expected.get("fields", []):
        if field not in actual["fields"]:
            yield f"{path}.fields: expected {field!r} among {actual['fields']}"


def _joined(text: Any) -> Any:
    return text.replace("/", "").replace("\n", "") if isinstance(text, str) else text


def _sorted(stacks: Any) -> Any:
    return sorted(stacks, key=lambda stack: (stack["row"], stack["column"]))


def _show(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:199]}…"
