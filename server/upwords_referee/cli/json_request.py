"""Whole requests in proto3 JSON, and words, from files and standard input."""

import sys
from pathlib import Path
from typing import TypeVar

from google.protobuf.json_format import Parse, ParseError
from google.protobuf.message import Message

from upwords_referee.cli.errors import NotUnderstoodError

MAX_INPUT_BYTES = 1 << 20
_LONGEST_REASON = 300

Request = TypeVar("Request", bound=Message)


def read_request(source: str, request: type[Request]) -> Request:
    """Return the request in a file, "-" for standard input; NotUnderstoodError if it holds none."""
    text = read_text(source)
    name = request.DESCRIPTOR.name
    where = _called(source)
    try:
        message: Request = Parse(text, request())
    except (ParseError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        if len(reason) > _LONGEST_REASON:
            reason = reason[: _LONGEST_REASON - 1] + "…"
        raise NotUnderstoodError(f"{where} holds no {name} in proto3 JSON: {reason}") from None
    return message


def read_text(source: str) -> str:
    """Return the UTF-8 text of a file, "-" for standard input, at most 1 MB; else NotUnderstoodError."""
    where = _called(source)
    try:
        if source == "-":
            raw = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1) if sys.stdin else b""
        else:
            with Path(source).open("rb") as stream:
                raw = stream.read(MAX_INPUT_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise NotUnderstoodError(f"{where} cannot be read ({reason}); check the path") from None
    if len(raw) > MAX_INPUT_BYTES:
        raise NotUnderstoodError(f"{where} is larger than 1 MB; ask in parts")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotUnderstoodError(f"{where} is not UTF-8 (byte {error.start + 1}); save it as UTF-8") from None


def _called(source: str) -> str:
    return "standard input" if source == "-" else f"the file {source}"
