"""What a client saw, checked for the form of the protocol and rendered like any answer."""

from base64 import b64decode
from typing import Any

from google.protobuf.message import DecodeError

from upwords_referee.conformance.answers import Answer, render, render_stream
from upwords_referee.conformance.messages import Method

_ERROR = {
    "code": str,
    "message": str,
    "reason": str,
    "domain": str,
    "metadata": dict,
    "field_violations": list,
    "retry_delay_ms": (int, float, type(None)),
}


class ProtocolError(ValueError):
    """A line that is not of the protocol; the text says why."""


def seen(method: Method, answer: dict[str, Any]) -> Answer:
    """Return the answer that a program wrote; raises ProtocolError."""
    if answer.keys() == {"response"}:
        if method.streams:
            return {"response": render_stream([_parse(method, each) for each in _list(answer["response"])])}
        return {"response": render(_parse(method, answer["response"]))}
    if answer.keys() == {"error"}:
        return {"error": _error(answer["error"])}
    raise ProtocolError(f"an answer has a response or an error, not {sorted(answer)}")


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ProtocolError("the response of a stream is a list")
    return value


def _parse(method: Method, encoded: Any) -> Any:
    if not isinstance(encoded, str):
        raise ProtocolError("a response is a text in base64")
    try:
        return method.response.FromString(b64decode(encoded, validate=True))
    except (ValueError, DecodeError) as error:
        raise ProtocolError(f"the response is no {method.response.DESCRIPTOR.name}: {error}") from None


def _error(error: Any) -> dict[str, Any]:
    if not isinstance(error, dict) or error.keys() != _ERROR.keys():
        raise ProtocolError(f"an error has the keys {sorted(_ERROR)}")
    for key, kind in _ERROR.items():
        if not isinstance(error[key], kind):  # type: ignore[arg-type]
            raise ProtocolError(f"error.{key} is of another type")
    for violation in error["field_violations"]:
        if not isinstance(violation, dict) or violation.keys() != {"field", "description"}:
            raise ProtocolError("a field violation has a field and a description")
    delay = error["retry_delay_ms"]
    if isinstance(delay, float) and delay.is_integer():
        # Some languages know no other numbers.
        error = {**error, "retry_delay_ms": int(delay)}
    return {**error, "fields": [violation["field"] for violation in error["field_violations"]]}
