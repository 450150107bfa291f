"""Vectors: questions and the answers that the rules give, as data."""

import json
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "vectors"

_KEYS = {"id", "rule", "proves", "source", "method", "repeat", "request", "response", "error"}
_ERROR_KEYS = {"code", "reason", "fields"}


@dataclass(frozen=True)
class Vector:
    """One question and its answer: a `response`, or else an `error`.

    `request` is in proto3 JSON, or for a stream a list of such; `file` is the name of the file without its
    ending, `rule` a section of docs/rules.md or a word for what lies outside it.
    """

    file: str
    id: str
    rule: str
    proves: str
    method: str
    request: Any
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
    return [v for v in vectors if matches(pattern, v.id, v.rule, v.file)]


def matches(pattern: str, *names: str) -> bool:
    """Return whether a shell pattern matches one of the names.

    >>> matches("gap-*", "gap-broken", "3.3"), matches("3.4", "gap-broken", "3.3")
    (True, False)
    """
    return any(fnmatchcase(name, pattern) for name in names)


def _vector(file: str, entry: dict[str, Any]) -> Vector:
    name = f"{file}: {entry.get('id')}"
    if unknown := entry.keys() - _KEYS:
        raise ValueError(f"{name}: unknown keys {sorted(unknown)}")
    outcomes = [key for key in ("response", "error") if key in entry]
    if len(outcomes) != 1:
        raise ValueError(f"{name}: needs a response or an error, and not both")
    if "error" in entry and (unknown := entry["error"].keys() - _ERROR_KEYS):
        raise ValueError(f"{name}: unknown keys in error {sorted(unknown)}")
    copy = json.loads(json.dumps({key: entry[key] for key in ("request", *outcomes)}))
    for path, times in entry.get("repeat", {}).items():
        _repeat(copy, path.split("."), times)
    return Vector(
        file=file,
        id=entry["id"],
        rule=entry["rule"],
        proves=entry["proves"],
        method=entry["method"],
        request=copy.pop("request"),
        expected=copy,
    )


def _repeat(holder: dict[str, Any], path: list[str], times: int) -> None:
    for key in path[:-1]:
        holder = holder[key]
    (sole,) = holder[path[-1]]
    holder[path[-1]] = [sole] * times
