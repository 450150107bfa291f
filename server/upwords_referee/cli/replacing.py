"""Files that are written whole or not at all."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from upwords_referee.cli.errors import UnansweredError

_MODE = 0o644


def replace_file(path: Path, raw: bytes) -> None:
    """Write a file, or replace it whole: who has it open, or opens it meanwhile, sees one or the other.

    UnansweredError if it cannot be written.
    """
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as part:
            try:
                part.write(raw)
                part.flush()
                os.fsync(part.fileno())
                Path(part.name).chmod(_MODE)
                Path(part.name).replace(path)
            except BaseException:
                with suppress(OSError):
                    Path(part.name).unlink()
                raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnansweredError(f'OUT, "{path}", cannot be written ({reason}); check the path') from None
