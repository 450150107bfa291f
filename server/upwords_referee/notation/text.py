"""Game records as text: encodings, lines, and what may stand in a line."""

import re
from typing import NamedTuple

from upwords_referee.notation.errors import RecordError, RecordFault, quoted

LARGEST_RECORD = 256 * 1024

_BREAK = re.compile(r"\r\n|\r|\n")
_ENCODING = re.compile(rb"(?:\A|[\r\n])([ \t]*#character-encoding[ \t]+)([^\s]+)", re.IGNORECASE)
_UTF_8 = {"utf-8", "utf8", "us-ascii", "ascii"}
_LATIN_1 = {"iso-8859-1", "iso8859-1", "latin-1", "latin1", "windows-1252", "cp1252"}
# Five of these bytes are no character there; they stay the control characters that they are in ISO-8859-1.
_WINDOWS = {byte: bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(0x80, 0xA0)}
# Control characters, separators of lines and halves of characters; a tab is white space.
_UNPRINTABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Line(NamedTuple):
    """A line of a text: its number from 1, and what stands in it."""

    number: int
    text: str


def read_lines(text: str | bytes) -> list[Line]:
    """Return the lines of a record that are not blank, without their ends (LF, CRLF or CR).

    Bytes are UTF-8, with a mark before it or none, unless `#character-encoding` says ISO-8859-1 (which is
    taken for Windows-1252, as everywhere). Raises RecordError when they are neither, or too many.
    """
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "replace"))
    if size > LARGEST_RECORD:
        raise RecordError([RecordFault(1, 1, f"a record has at most {LARGEST_RECORD} bytes, not {size}")])
    decoded = decode(text) if isinstance(text, bytes) else text.removeprefix("\ufeff")
    lines = enumerate(_BREAK.split(decoded), start=1)
    return [Line(number, line) for number, line in lines if line.strip()]


def find_unprintable(text: str) -> int:
    """Return the index of the first character that has no place in a line, -1 if there is none."""
    found = _UNPRINTABLE.search(text)
    return found.start() if found else -1


def decode(data: bytes) -> str:
    """Return the text of a record's bytes, in the encoding that it states, without the mark before it.

    Raises RecordError at the first byte, or at the name of the encoding, that makes no sense.
    """
    marked = data.startswith(b"\xef\xbb\xbf")
    data = data.removeprefix(b"\xef\xbb\xbf")
    stated = None if marked else _ENCODING.search(data)
    name = stated[2].decode("ascii", "replace") if stated else "utf-8"
    plain = name.lower().replace("_", "-")
    if plain in _LATIN_1:
        return data.decode("latin-1").translate(_WINDOWS)
    if plain not in _UTF_8:
        assert stated
        message = f"the encoding {quoted(name)} is not known here; save the record as UTF-8 or ISO-8859-1"
        raise _error_at(data[: stated.start(2)], message)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = (
            f"the byte 0x{data[error.start]:02X} is not UTF-8; save the record as UTF-8, "
            'or state its encoding in the first line, like "#character-encoding ISO-8859-1"'
        )
        raise _error_at(data[: error.start], message) from None


def _error_at(before: bytes, message: str) -> RecordError:
    lines = _BREAK.split(before.decode("utf-8", "replace"))
    return RecordError([RecordFault(len(lines), len(lines[-1]) + 1, message)])
