"""Comparing an answer with what a vector expects, or with another answer."""

import json
import re
from collections.abc import Iterator
from typing import Any

from upwords_referee.conformance.answers import Answer
from upwords_referee.conformance.vectors import Vector

DOMAIN = "upwords.referee"

_GRID_KEYS = {"letters", "heights"}
_REASON = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


def compare(vector: Vector, answer: Answer) -> list[str]:
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


def changes(sent: Any, seen: Any, path: str = "") -> Iterator[str]:
    """Yield where what a client saw is not exactly what the server sent."""
    if isinstance(sent, dict) and isinstance(seen, dict):
        for key in sorted(sent.keys() | seen.keys()):
            below = f"{path}.{key}" if path else key
            if key not in seen:
                yield f"{below}: the server sent {_show(sent[key])}, the client did not see it"
            elif key not in sent:
                yield f"{below}: the client saw {_show(seen[key])}, the server did not send it"
            else:
                yield from changes(sent[key], seen[key], below)
    elif isinstance(sent, list) and isinstance(seen, list) and len(sent) == len(seen):
        for index, (value, item) in enumerate(zip(sent, seen, strict=True)):
            yield from changes(value, item, f"{path}[{index}]")
    elif type(sent) is not type(seen) or sent != seen:
        yield f"{path}: the server sent {_show(sent)}, the client saw {_show(seen)}"


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
