"""The commands `key ...`: bearer keys for a server's `keys` file."""

import sys
from typing import Annotated

import typer

from upwords_referee.cli.errors import NotUnderstoodError
from upwords_referee.service.scopes import ALL, NAMES

_NEW_EPILOG = f"""Examples:

\b
  upwords-referee key new club
  upwords-referee key new club --scope judge --scope words

The key is shown once, on standard error; the lines to add to the file that the setting `keys` names go to
standard output, so that `>> keys.toml` adds them. Scopes: {", ".join(NAMES)}; "{ALL}" is all of them. Two
keys may have one name, and both work until the older is deleted: so keys are changed without a failed call.

Exit status: 0 made, 2 not understood.
"""
_HASH_EPILOG = """Examples:

\b
  printf %s "$KEY" | upwords-referee key hash

Exit status: 0 hashed, 2 not understood.
"""

app = typer.Typer(name="key", help="Make bearer keys, which a server may ask for.", rich_markup_mode=None)


@app.command("new", epilog=_NEW_EPILOG)
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose key it is; 1 to 64 characters.")],
    scope: Annotated[
        list[str] | None,
        typer.Option("--scope", metavar="SCOPE", help="What it is good for; else everything. Repeatable."),
    ] = None,
) -> int:
    """Make a key, and the lines that let a server know it."""
    from upwords_referee.service.keys import hash_key, new_key  # noqa: PLC0415 - it takes a while to import

    if not 0 < len(name) <= 64 or not name.isprintable():
        raise NotUnderstoodError(f"NAME takes 1 to 64 printable characters, not {name!a}")
    scopes = scope or [ALL]
    for one in scopes:
        if one not in (ALL, *NAMES):
            raise NotUnderstoodError(f"--scope takes one of {', '.join((ALL, *NAMES))}, not {one!a}")
    key = new_key()
    print(f"The key, which is shown this once: {key}", file=sys.stderr)
    listed = ", ".join(_quoted(one) for one in scopes)
    print(f'[[keys]]\nname = {_quoted(name)}\nhash = "{hash_key(key)}"\nscopes = [{listed}]')
    return 0


@app.command("hash", epilog=_HASH_EPILOG)
def hash() -> int:
    """Print the hash of a key that is read from standard input, as the file has it."""
    from upwords_referee.service.keys import PREFIX, hash_key  # noqa: PLC0415

    key = sys.stdin.read(1 << 10).strip()
    if not key.startswith(PREFIX) or not key.isascii() or not 40 <= len(key) <= 256:
        # A password is no key: plain SHA-256 would not protect it.
        raise NotUnderstoodError("standard input holds no key; `upwords-referee key new NAME` makes one")
    print(hash_key(key))
    return 0


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
