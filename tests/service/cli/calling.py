"""Calling the command line: in this process, which is fast, or as a program of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from upwords_referee.cli.main import main

PROGRAM = str(Path(sys.executable).with_name("upwords-referee"))
MOOD = "10/10/10/10/3MOOD3/10/10/10/10/10"
WOOD = "10/10/10/10/3(MW)OOD3/10/10/10/10/10"


class Outcome(NamedTuple):
    """What a command did: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


def call(*arguments: str, stdin: bytes = b"") -> Outcome:
    """Run a command in this process."""
    out, err = Written(), Written()
    given = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", given):
        status = main(arguments)
    return Outcome(status, out.text(), err.text())


def run(
    *arguments: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None, **more: Any
) -> Outcome:
    """Run a command as a program of its own."""
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=stdin,
        env=environment() if env is None else env,
        capture_output=True,
        timeout=60,
        check=False,
        **more,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a program: ours, but for what importing grpc here has put into it."""
    return {**{name: value for name, value in os.environ.items() if name != "GRPC_VERBOSITY"}, **more}


class Written(io.TextIOWrapper):
    """A stream that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8")

    def text(self) -> str:
        """Return all that was written."""
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode()
