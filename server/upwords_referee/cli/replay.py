"""The command `replay`: a server's decision log, judged again."""

import json
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer

from upwords_referee.cli import options
from upwords_referee.cli.errors import NOT_UNDERSTOOD, NOT_VALID, VALID, NotUnderstoodError
from upwords_referee.cli.output import printable
from upwords_referee.cli.referee import open_referee
from upwords_referee.cli.replaying import Difference, Outcome, Replayed, replay

EPILOG = """Examples:

\b
  upwords-referee replay decisions.jsonl
  upwords-referee replay decisions.jsonl --lexicon club=lists/club.txt --rulesets rulesets
  zcat decisions-2026-11.jsonl.gz | upwords-referee replay - --server 127.0.0.1:50051

A decision is comparable if it is judged by the same ruleset, lexicon and house rulings: their digests are in
the log. The server's version may be another one.

Exit status: 0 every verdict is the same, 1 some are different or not comparable, 2 not understood, or some
lines are no decisions, 3 could not be answered.
"""
_LONGEST_LINE = 64 << 20
_MOST_SHOWN = 5
_LONGEST_VALUE = 80


def replay_files(
    file: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Decision logs; - for standard input.")
    ],
    lexicon: options.AddedLexicons = None,
    rulesets: options.Rulesets = None,
    rulings: options.Rulings = None,
    server: options.Server = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print a line of JSON for each that is not the same, and one at the end."
        ),
    ] = False,
) -> int:
    """Judge the decisions of a server's log again, and say which verdicts are not the same."""
    # Imported here: every command would wait for it.
    from upwords_referee.cli.progress import Bar  # noqa: PLC0415

    sizes = [_size(one) for one in file]
    referee = open_referee(server, rulesets, lexicon or (), rulings or (), many=True)
    counts: Counter[Outcome] = Counter()
    # The bar takes over standard output, and would write it to standard error.
    out = None if sys.stdout.isatty() else sys.stdout
    with Bar() as bar:
        known = [size for size in sizes if size is not None]
        task = bar.add_task("judging again", total=sum(known) if len(known) == len(sizes) else None)
        for name in file:
            with _open(name) as stream:
                for number, length, line in _lines(stream):
                    if line is None:
                        replayed = Replayed(Outcome.UNREADABLE, reason="it is longer than 64 MB")
                    else:
                        replayed = replay(line, referee)
                    counts[replayed.outcome] += 1
                    if replayed.outcome is not Outcome.SAME:
                        print(_told(name, number, replayed, as_json), file=out)
                    bar.update(task, advance=length)
    print(_summary(counts, as_json))
    if counts[Outcome.UNREADABLE]:
        return NOT_UNDERSTOOD
    return VALID if counts.total() == counts[Outcome.SAME] else NOT_VALID


def _size(name: str) -> int | None:
    """Return a file's size, None if that cannot be known; NotUnderstoodError if there is no such file."""
    if name == "-":
        return None
    try:
        found = Path(name).stat()
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


@contextmanager
def _open(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from None
    with stream:
        yield stream


def _unreadable(name: str, error: Exception) -> NotUnderstoodError:
    reason = error.strerror if isinstance(error, OSError) else error
    return NotUnderstoodError(f"the file {name} cannot be read ({reason}); check the path")


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, int, bytes | None]]:
    """Yield number, length and text of each line that is not empty; None for one that is too long."""
    number = 0
    while line := stream.readline(_LONGEST_LINE):
        number += 1
        length, whole = len(line), True
        while len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
            line = stream.readline(_LONGEST_LINE)
            length, whole = length + len(line), False
        if not whole:
            yield number, length, None
        elif line.strip():
            yield number, length, line


def _told(name: str, number: int, replayed: Replayed, as_json: bool) -> str:
    where = "standard input" if name == "-" else name
    if as_json:
        return json.dumps(
            {
                "file": where,
                "line": number,
                "outcome": replayed.outcome,
                "request_id": replayed.request_id,
                "reason": replayed.reason,
                "differences": [vars(one) for one in replayed.differences],
            }
        )
    said = [replayed.reason] if replayed.reason else []
    if replayed.outcome is Outcome.DIFFERENT:
        said += map(_difference, replayed.differences[:_MOST_SHOWN])
        if (more := len(replayed.differences) - _MOST_SHOWN) > 0:
            said.append(f"and {more} more")
    id = f" (request {replayed.request_id})" if replayed.request_id else ""
    return printable(f"{where}, line {number}{id}: {replayed.outcome}: {'; '.join(said)}")


def _difference(one: Difference) -> str:
    return f"{one.field} was {_value(one.recorded)}, is {_value(one.now)}"


def _value(value: object) -> str:
    text = "absent" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def _summary(counts: Counter[Outcome], as_json: bool) -> str:
    if as_json:
        return json.dumps({outcome.replace(" ", "_"): counts[outcome] for outcome in Outcome})
    return f"{counts.total()} decisions: " + ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome)
