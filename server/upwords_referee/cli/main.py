"""The command line `upwords-referee`: its commands, and the one place where errors become exit statuses."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from upwords_referee.cli.arguments import HyphenCommand
from upwords_referee.cli.errors import CommandError, NotUnderstoodError, UnansweredError, error_of
from upwords_referee.cli.output import hush, write_error, write_json
from upwords_referee.library.engine import engine
from upwords_referee.version import __version__

_NAME = "upwords-referee"
_INTERRUPTED = 130

_EPILOG = """Examples:

\b
  upwords-referee judge 10/10/10/10/3MOOD3/10/10/10/10/10 "5D W..."
  upwords-referee words quiz

Each command has more examples: upwords-referee judge --help
"""

# The commands in the order in which they are listed, and what each module calls its own.
_COMMANDS = {
    "serve": "serve",
    "health": "health",
    "judge": "judge",
    "inspect": "inspect",
    "plays": "plays",
    "challenge": "challenge",
    "game": "game",
    "replay": "replay_files",
    "board": "board",
    "words": "words",
    "conformance": "conformance",
    "rulesets": "rulesets",
    "lexicons": "lexicons",
}
_GROUPS = ("lexicon", "config", "key")
# Their arguments may begin with a hyphen.
_WITH_HYPHENS = ("judge", "challenge", "board", "words")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, that of the process by default, and return the exit status; raises nothing."""
    _open_closed_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        try:
            return _run(words)
        except CommandError as error:
            return _report(error, "--json" in words)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Nobody reads even the error.
        hush(sys.stdout)
        hush(sys.stderr)
        return UnansweredError.exit_status


def _app(words: Sequence[str]) -> typer.Typer:
    """Return the command that the words ask for, if they begin with one, else all of them."""
    app = typer.Typer(name=_NAME, add_completion=False, rich_markup_mode=None, epilog=_EPILOG)
    app.callback(invoke_without_command=True)(_upwords_referee)
    names = [*_COMMANDS, *_GROUPS]
    # The others' modules take a while to import: a server is to serve soon, and a probe to answer.
    for name in [words[0]] if words and words[0] in names else names:
        module: Any = import_module(f"upwords_referee.cli.{name}")
        if name in _GROUPS:
            app.add_typer(module.app, name=name)
        else:
            kind = HyphenCommand if name in _WITH_HYPHENS else None
            app.command(name, epilog=module.EPILOG, cls=kind)(getattr(module, _COMMANDS[name]))
    return app


def _upwords_referee(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> int:
    """Say what is legal in Upwords, why not, and what it scores."""
    if version:
        print(f"{_NAME} {__version__}, engine {engine()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise NotUnderstoodError(f"name a command; {_NAME} --help lists them")
    return 0


def _run(words: Sequence[str]) -> int:
    """Run a command and return its exit status; raises CommandError or KeyboardInterrupt."""
    for number, word in enumerate(words, start=1):
        if not _is_text(word):
            raise NotUnderstoodError(f"argument {number} is not UTF-8: {word!a}")
    try:
        status: int = typer.main.get_command(_app(words)).main(words, _NAME, standalone_mode=False)
        sys.stdout.flush()
    except CommandError:
        raise
    except typer.TyperException as error:
        raise NotUnderstoodError(_usage_error(error)) from None
    except BrokenPipeError:
        hush(sys.stdout)
        return UnansweredError.exit_status
    except OSError as error:
        if error.filename is not None:
            # Not a failed write but a file of ours that cannot be opened.
            raise _fault_of_ours() from None
        hush(sys.stdout)
        reason = error.strerror
        raise UnansweredError(f"the answer cannot be written ({reason}); check where it goes") from None
    except Exception:
        raise _fault_of_ours() from None
    return status


def _usage_error(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else _NAME
    return f"{error.format_message().rstrip('.')}; {command} --help shows how it is called"


def _fault_of_ours() -> CommandError:
    """Log the exception being handled, in one line, and return the error that tells of it."""
    from upwords_referee.cli.logging import log_to_stderr  # noqa: PLC0415 - it is rarely needed
    from upwords_referee.service.faults import internal_error  # noqa: PLC0415

    log_to_stderr()
    return error_of(internal_error(_NAME).status(), arguments=False)


def _report(error: CommandError, as_json: bool) -> int:
    if as_json:
        write_json(error.to_json())
    write_error(str(error))
    return error.exit_status


def _is_text(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _open_closed_streams() -> None:
    """Give the process streams that can take any text, also where it was started with closed ones."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
