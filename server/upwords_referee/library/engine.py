"""Which build of the engine runs: the same sources, as they are or compiled."""

from typing import Final

from upwords_referee.rules import board

PURE: Final = "pure"
COMPILED: Final = "compiled"


def engine() -> str:
    """Return "compiled" if mypyc compiled the engine when the package was built, else "pure"."""
    return COMPILED if str(board.__file__).endswith((".so", ".pyd")) else PURE
