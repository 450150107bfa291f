"""What is wrong with a setting, as a sentence that names it, its value and what to do."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from pydantic_core import ErrorDetails

from upwords_referee.service.settings.lexicons import KINDS
from upwords_referee.service.settings.model import Settings

PREFIX = "UPWORDS_"
DEEPER = "__"
_SECRET = re.compile(r"pass|secret|token|auth|credential|redis|url|key", re.IGNORECASE)
_SHOWN = 60


def sentence(fault: ErrorDetails, layers: Mapping[str, Mapping[str, Any]], config: Path | None) -> str:
    """Return what is wrong with a setting: its name, where it is from, its value, and what to do."""
    where = [str(part) for part in fault["loc"]]
    if not where:
        return _message(fault)
    known: Mapping[str, Any] = Settings.model_fields
    asks = ""
    if where[0] == "lexicons" and len(where) > 2 and where[2] in KINDS:
        # pydantic names the kind of a table where it has a key.
        kind = where.pop(2)
        known, asks = KINDS[kind].model_fields, f' with source = "{kind}"'
    if fault["type"] in ("union_tag_invalid", "union_tag_not_found"):
        source = str(fault.get("ctx", {}).get("tag", ""))[:_SHOWN]
        where.append("source")
        return f'{_name(where, layers, config)} = "{source}": the sources are {", ".join(sorted(KINDS))}'
    if where[-1] == "[key]":
        where.pop()
        return f"{_name(where, layers, config)}: {_message(fault)}"
    name = _name(where, layers, config)
    if fault["type"] == "missing":
        return f"{name} is missing: a lexicon{asks} needs it"
    value = _shown(where[-1], fault["input"])
    if fault["type"] == "extra_forbidden":
        close = get_close_matches(where[-1], known, n=1)
        mend = f"did you mean {close[0]}?" if close else "docs/settings.md has them all"
        return f"{name} = {value}: there is no such setting{asks}; {mend}"
    return f"{name} = {value}: {_message(fault)}"


def _message(fault: ErrorDetails) -> str:
    message = fault["msg"].removeprefix("Value error, ")
    if not fault["loc"]:
        return message
    if fault["type"].startswith(("model_type", "model_attributes_type", "dict_type")):
        return "must be a table"
    if fault["type"] == "string_pattern_mismatch":
        return "must be HOST:PORT"
    return message[:1].lower() + message[1:]


def _name(where: list[str], layers: Mapping[str, Mapping[str, Any]], config: Path | None) -> str:
    """Return the setting's name as it is written where it came from."""
    for layer, values in layers.items():
        if not _holds(values, where):
            continue
        if layer == "flag":
            return f"--{where[0].replace('_', '-')}"
        if layer == "environment":
            return PREFIX + DEEPER.join(where).upper()
        return f'{".".join(where)} in "{config}"'
    return ".".join(where)


def _holds(values: Any, where: list[str]) -> bool:
    for part in where:
        if isinstance(values, list | tuple):
            return True
        if not isinstance(values, Mapping) or part not in values:
            return False
        values = values[part]
    return True


def _shown(key: str, value: object) -> str:
    """Return a value for people; of what may hold a password only its scheme."""
    if isinstance(value, SecretStr):
        value = value.get_secret_value()
    if isinstance(value, Mapping):
        return "{…}"
    text = value if isinstance(value, str) else repr(value)
    scheme, slashes, _ = text.partition("://")
    if slashes:
        return f'"{scheme[:20]}://…"' if re.fullmatch(r"[a-z+]+", scheme) else '"…"'
    if _SECRET.search(key) or "@" in text:
        return '"…"'
    text = "".join(one if one.isprintable() else "?" for one in text[:_SHOWN])
    return f'"{text}"' if isinstance(value, str) else text
