"""What a file looks like from outside, to see whether it was changed."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

Stamp: TypeAlias = tuple[int, int, int] | None
"""Time of change, size and inode; None if there is no such file."""


def stamp(path: Path) -> Stamp:
    """Return the stamp of a file or folder, through links."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def stamps(paths: Iterable[Path]) -> dict[Path, Stamp]:
    """Return the stamps of files, of folders and of the `.toml` files in them."""
    found = {}
    for path in paths:
        found[path] = stamp(path)
        if path.is_dir():
            found.update((file, stamp(file)) for file in sorted(path.glob("*.toml")))
    return found
