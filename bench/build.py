"""The two builds of the engine: plain Python, and compiled by mypyc."""

import os
from pathlib import Path

from upwords_referee.library.engine import COMPILED, PURE

TOLD = {PURE: "plain Python", COMPILED: "compiled by mypyc"}

_ROOT = Path(__file__).resolve().parent.parent
_FOLDERS = {PURE: _ROOT / "server", COMPILED: _ROOT / "build" / "compiled"}


def has_both() -> bool:
    """Return whether there is a compiled build beside the sources."""
    return any(file.suffix in (".so", ".pyd") for file in _FOLDERS[COMPILED].glob("*"))


def environment(build: str = "") -> dict[str, str]:
    """Return the environment of a process that loads a build; empty: the same one as this process."""
    return {**os.environ, "PYTHONPATH": str(_FOLDERS[build])} if build else dict(os.environ)
