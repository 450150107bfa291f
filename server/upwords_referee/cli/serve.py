"""The command `serve`: the referee as a server."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from upwords_referee.cli import options
from upwords_referee.cli.address import parse_address
from upwords_referee.cli.errors import ServeError
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.registry import parse_spec

EPILOG = """Examples:

\b
  upwords-referee serve
  upwords-referee serve --listen 127.0.0.1:0 --sample
  upwords-referee serve --lexicon club=lists/club.txt --default-lexicon club

Every option but --config and --sample is a setting too, in the file of --config or as UPWORDS_... in the
environment: see docs/dictionaries.md. Changed files are loaded while serving, at once on SIGHUP.

Exit status: 0 ended by SIGINT or SIGTERM, 1 it could not start, 2 not understood.
"""


def serve(
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="A settings file (.toml); else that of UPWORDS_CONFIG.",
            show_default=False,
        ),
    ] = None,
    listen: Annotated[
        str | None,
        typer.Option(
            "--listen",
            metavar="HOST:PORT",
            help="Where to listen, else 127.0.0.1:50051; port 0: any free one.",
            show_default=False,
        ),
    ] = None,
    rulesets: options.Rulesets = None,
    lexicon: options.AddedLexicons = None,
    default_lexicon: Annotated[
        str | None,
        typer.Option(
            "--default-lexicon",
            metavar="ID",
            help='The lexicon of calls that name none, or "none"; else enable.',
            show_default=False,
        ),
    ] = None,
    rulings: options.Rulings = None,
    redis: options.CacheRedis = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            help="Short calls worked on at a time, else 32.",
            min=1,
            max=256,
            show_default=False,
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            "--metrics",
            metavar="HOST:PORT",
            help="Where Prometheus reads metrics, else nowhere; port 0: any free one.",
            show_default=False,
        ),
    ] = None,
    sample: Annotated[
        bool, typer.Option("--sample", help="Put a sample move to the server first, and show the verdict.")
    ] = False,
) -> int:
    """Serve over gRPC until SIGINT or SIGTERM; log lines go to standard error."""
    if listen is not None:
        parse_address(listen, "--listen")
    if metrics is not None:
        parse_address(metrics, "--metrics")
    given = {
        "listen": listen,
        "rulesets": rulesets,
        "default_lexicon": default_lexicon,
        "rulings": rulings,
        "redis": redis,
        "threads": threads,
        "metrics": metrics,
    }
    flags: dict[str, Any] = {key: value for key, value in given.items() if value not in (None, [])}
    if lexicon:
        flags["lexicons"] = _lists(lexicon)
    # Imported here: grpc takes a while, and reads this variable when it is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from upwords_referee.cli.logging import log_libraries_to_stderr, log_to_stderr  # noqa: PLC0415
    from upwords_referee.cli.sample import show_sample  # noqa: PLC0415
    from upwords_referee.service.grpc import process  # noqa: PLC0415
    from upwords_referee.service.grpc.server import AddressError  # noqa: PLC0415
    from upwords_referee.service.reload import UNUSABLE, Supply  # noqa: PLC0415
    from upwords_referee.service.settings import config_path  # noqa: PLC0415

    log_to_stderr()
    log_libraries_to_stderr()
    try:
        process.serve_supply(
            Supply(process.open_sources(), config_path(config), flags),
            checked=parse_address,
            when_ready=show_sample if sample else lambda _: None,
        )
    except UNUSABLE as error:
        raise ServeError(str(error)) from None
    except AddressError as error:
        raise ServeError(
            f"{error}; end what listens there, or choose another one with --listen or --metrics HOST:PORT"
        ) from None
    return 0


def _lists(specs: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the settings of the lists that ID=PATH name."""
    lists: dict[str, dict[str, str]] = {}
    for spec in specs:
        try:
            id, path = parse_spec(spec)
        except LexiconError as error:
            raise ServeError(str(error)) from None
        if id in lists:
            raise ServeError(f"two lexica have the id {id!r}; rename one")
        lists[id] = {"source": "file", "path": str(path)}
    return lists
