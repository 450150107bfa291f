"""The command `conformance`: whether a server, or a client, answers as the contract says."""

import json
import os
import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upwords_referee.cli.address import parse_address
from upwords_referee.cli.errors import NotUnderstoodError, UnansweredError
from upwords_referee.cli.output import open_console, write_json, write_line

if TYPE_CHECKING:
    from upwords_referee.conformance.result import Result

EPILOG = """Examples:

\b
  upwords-referee conformance --target 127.0.0.1:50051
  upwords-referee conformance --target 127.0.0.1:50051 --only 3.9 --junit report.xml
  upwords-referee conformance --client "python my_client.py" --known-failures known.txt

A server needs its built-in rulesets and no others, and the lexicon enable as its default. A client is a
program that reads questions from standard input and writes what it saw to standard output
(clients/README.md). It is asked all that a server is, at one of ours that is started for it or at the one
of --target, and then about faults, deadlines and newer servers, at a server that plays them.

A line of --known-failures is "ID  # reason". What is listed is still asked; it fails the run only when it
passes, and then has to leave the list.

Exit status: 0 all as expected, 1 not so, 2 not understood, 3 there is no server or client to ask.
"""

_AS_EXPECTED, _NOT_AS_EXPECTED = 0, 1


def _option(name: str, metavar: str | None, help: str) -> Any:
    return typer.Option(name, metavar=metavar, help=help, show_default=False)


def conformance(
    target: Annotated[str | None, _option("--target", "HOST:PORT", "The server to ask.")] = None,
    client: Annotated[
        str | None, _option("--client", "COMMAND", "The client to ask through; HOST:PORT is added to it.")
    ] = None,
    only: Annotated[
        str, _option("--only", "PATTERN", "A shell pattern of ids, sections or files (of a client: parts).")
    ] = "*",
    junit: Annotated[Path | None, _option("--junit", "FILE", "Write the results as JUnit XML too.")] = None,
    results: Annotated[Path | None, _option("--results", "FILE", "Write the results as JSON too.")] = None,
    known_failures: Annotated[
        Path | None, _option("--known-failures", "FILE", "What is expected to fail, and why.")
    ] = None,
    patience: Annotated[
        float,
        typer.Option(
            "--patience", metavar="SECONDS", min=0.1, help="How long a client may take for one answer."
        ),
    ] = 60.0,
    as_json: Annotated[bool, _option("--json", None, "Print the results as JSON.")] = False,
) -> int:
    """Ask questions whose answers the rules give, and say which are answered otherwise."""
    if target is None and client is None:
        raise NotUnderstoodError("name a server with --target, a client with --client, or both")
    if target is not None:
        parse_address(target, "--target")
    known_text = _read(known_failures) if known_failures else ""
    found = _run(target, client, only, known_text, patience)
    # Imported here, as it is only wanted here.
    from upwords_referee.conformance import report  # noqa: PLC0415
    from upwords_referee.conformance.result import all_right  # noqa: PLC0415

    told = report.as_json(found)
    if junit:
        _write(junit, report.junit(found))
    if results:
        _write(results, json.dumps(told, indent=1, ensure_ascii=False).encode() + b"\n")
    if as_json:
        write_json(told)
    else:
        console = open_console()
        for line in report.lines(found):
            write_line(console, line)
    return _AS_EXPECTED if all_right(found) else _NOT_AS_EXPECTED


def _run(
    target: str | None, client: str | None, only: str, known_text: str, patience: float
) -> "list[Result]":
    # Imported here: grpc takes a while, and reads this variable when it is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from upwords_referee.conformance import referee, run  # noqa: PLC0415
    from upwords_referee.conformance.client_cases import cases as all_cases  # noqa: PLC0415
    from upwords_referee.conformance.known import KnownFailuresError, read_known  # noqa: PLC0415
    from upwords_referee.conformance.program import ProgramError  # noqa: PLC0415
    from upwords_referee.conformance.vectors import load, matches  # noqa: PLC0415

    cases = all_cases()
    ids = {run.END_ID, *(vector.id for vector in load()), *(case.id for case in cases)}
    try:
        known = read_known(known_text, ids)
    except KnownFailuresError as error:
        raise NotUnderstoodError(f"--known-failures: {error}") from None
    vectors = load(only)
    cases = [case for case in cases if client and matches(only, case.id, case.group, run.CLIENT_RULE)]
    if not vectors and not cases:
        raise NotUnderstoodError(f"no vector matches {only!r}")
    with ExitStack() as stack:
        try:
            if client is None:
                assert target
                return run.judge_server(target, vectors, known)
            address = target or (stack.enter_context(referee.serving()) if vectors else "")
            return run.judge_client(_words(client), address, vectors, cases, known, patience)
        except ProgramError as error:
            raise UnansweredError(f"the client cannot be started ({error}); check --client") from None
        except run.UnreachableError as error:
            raise UnansweredError(f"{error}; start a server there or check --target") from None
        except referee.RefereeError as error:
            raise UnansweredError(f"the referee for the client did not start: {error}") from None


def _words(client: str) -> list[str]:
    try:
        words = shlex.split(client)
    except ValueError as error:
        raise NotUnderstoodError(f"--client {client!r} is no command: {error}") from None
    if not words:
        raise NotUnderstoodError("--client takes a command, as in --client 'python my_client.py'")
    return words


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotUnderstoodError(f"the file {path} cannot be read ({error}); check the path") from None


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UnansweredError(
            f"the file {path} cannot be written ({error.strerror}); check the path"
        ) from None
