"""Writing to the terminal, a pipe or a file."""

import json
import os
import sys
from collections.abc import Mapping
from typing import IO

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message
from rich.console import Console
from rich.text import Text

BOLD, GOOD, BAD = "bold", "bold green", "bold red"


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Go on in silence when the reader went away (`| head -1`): the exit status still tells."""
        self.quiet = True
        hush(self.file)


def open_console() -> Console:
    """Return a console on standard output, without colours if NO_COLOR is set or it is no terminal."""
    return _Console(
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


def write_line(console: Console, text: str | Text = "") -> None:
    """Write a line that is not broken, with nothing in it that could steer a terminal."""
    if isinstance(text, str):
        text = Text(printable(text))
    console.print(text, soft_wrap=True)


def printable(text: str) -> str:
    """Return the text with "?" for what cannot be printed: a server may answer anything.

    >>> printable("a\\x1b[2Jb")
    'a?[2Jb'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def write_message(message: Message) -> None:
    """Write a message in proto3 JSON, fields at their default (`"valid": false`) included."""
    _write(MessageToJson(message, always_print_fields_with_no_presence=True))


def write_json(value: Mapping[str, object]) -> None:
    """Write a value in JSON."""
    _write(json.dumps(value, indent=2))


def write_error(message: str) -> None:
    """Write what went wrong to standard error."""
    print("error:", "\n".join(map(printable, message.splitlines())), file=sys.stderr)


def hush(stream: IO[str]) -> None:
    """Let what is still written to a broken stream go nowhere, also at the end of the process."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _write(text: str) -> None:
    try:
        print(text, flush=True)
    except BrokenPipeError:
        hush(sys.stdout)
