"""The command `serve`: the referee as a server."""

import os
from typing import Annotated

import typer

from upwords_referee.cli import options
from upwords_referee.cli.address import parse_address
from upwords_referee.cli.errors import ServeError
from upwords_referee.cli.sources import read_lexicons, read_rulesets
from upwords_referee.lexicons.embedded import EMBEDDED_ID
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.library.rulesets import RulesetFileError

EPILOG = """Examples:

\b
  upwords-referee serve
  upwords-referee serve --listen 127.0.0.1:0 --sample
  upwords-referee serve --lexicon club=lists/club.txt --default-lexicon club

Exit status: 0 ended by SIGINT or SIGTERM, 1 it could not start, 2 not understood.
"""


def serve(
    listen: Annotated[
        str, typer.Option("--listen", metavar="HOST:PORT", help="Where to listen; port 0: any free one.")
    ] = "127.0.0.1:50051",
    rulesets: options.Rulesets = None,
    lexicon: options.AddedLexicons = None,
    default_lexicon: Annotated[
        str,
        typer.Option(
            "--default-lexicon", metavar="ID", help='The lexicon of calls that name none, or "none".'
        ),
    ] = EMBEDDED_ID,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", help="Short calls worked on at a time.", min=1, max=256)
    ] = 32,
    sample: Annotated[
        bool, typer.Option("--sample", help="Put a sample move to the server first, and show the verdict.")
    ] = False,
) -> int:
    """Serve over gRPC until SIGINT or SIGTERM; log lines go to standard error."""
    parse_address(listen, "--listen")
    try:
        book, registry = read_rulesets(rulesets), read_lexicons(lexicon or (), default_lexicon)
    except (RulesetFileError, LexiconError) as error:
        raise ServeError(str(error)) from None
    # Imported here: grpc takes a while, and reads this variable when it is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from upwords_referee.cli.logging import log_libraries_to_stderr, log_to_stderr  # noqa: PLC0415
    from upwords_referee.cli.sample import show_sample  # noqa: PLC0415
    from upwords_referee.service.grpc import process  # noqa: PLC0415
    from upwords_referee.service.grpc.server import AddressError  # noqa: PLC0415

    log_to_stderr()
    log_libraries_to_stderr()
    try:
        process.serve(
            listen,
            book,
            registry,
            threads=threads,
            when_ready=show_sample if sample else lambda _: None,
        )
    except AddressError as error:
        raise ServeError(
            f"{error}; end what listens there, or choose another one with --listen HOST:PORT"
        ) from None
    return 0
