"""The commands `config`: what a server would be told by its settings, without starting one."""

from pathlib import Path
from typing import Annotated

import typer

from upwords_referee.cli.address import parse_address
from upwords_referee.cli.errors import ServeError

EPILOG = """Examples:

\b
  upwords-referee config check server.toml
  UPWORDS_LISTEN=0.0.0.0:50051 upwords-referee config check

Exit status: 0 the settings can be used, 1 they cannot, 2 not understood.
"""

app = typer.Typer(name="config", help="Check the settings of a server.", rich_markup_mode=None)


@app.command("check", epilog=EPILOG)
def check(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="A settings file (.toml); else that of UPWORDS_CONFIG.", show_default=False
        ),
    ] = None,
) -> int:
    """Say whether the settings of a file and of the environment can be used; no server is started."""
    # The server's parts take a while to import.
    from upwords_referee.service.grpc.process import open_sources  # noqa: PLC0415
    from upwords_referee.service.protecting_files import check_files  # noqa: PLC0415
    from upwords_referee.service.reload import UNUSABLE, Supply  # noqa: PLC0415
    from upwords_referee.service.settings.reading import config_path  # noqa: PLC0415

    path = config_path(file)
    try:
        settings, stock = Supply(open_sources(), path).load()
        check_files(settings)
    except UNUSABLE as error:
        raise ServeError(str(error)) from None
    parse_address(settings.listen, "listen")
    if settings.metrics:
        parse_address(settings.metrics, "metrics")
    lexica, rulesets = ", ".join(stock.lexicons.ids()), ", ".join(stock.rulesets.ids())
    print(f"{path or 'the environment'}: good. Lexica: {lexica}; rulesets: {rulesets}.")
    return 0
