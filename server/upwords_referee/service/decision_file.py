"""The file of a decision log, to which several processes add lines."""

import errno
import fcntl
import os
import stat
from contextlib import suppress
from pathlib import Path

from upwords_referee.service.settings.reading import SettingsError

# Nobody may hold the process up: what is no file, and takes nothing now, takes nothing.
_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
_MODE = 0o640


class DecisionFile:
    """A file to which whole lines are added; OSError if it cannot be opened.

    When the file at `path` is another one, as after a rotation, or is gone, the next line goes to a new one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = self._open()

    def append(self, line: bytes) -> None:
        """Add a line, whole or not at all; OSError if it could not be added."""
        self._follow()
        _lock(self._file, fcntl.LOCK_EX)
        try:
            self._write(line)
        finally:
            _lock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _open(self) -> int:
        return os.open(self._path, _FLAGS, _MODE)

    def _follow(self) -> None:
        here = os.fstat(self._file)
        try:
            there = self._path.stat()
        except FileNotFoundError:
            there = None
        if there is None or (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino):
            opened = self._open()
            os.close(self._file)
            self._file = opened

    def _write(self, line: bytes) -> None:
        found = os.fstat(self._file)
        regular, size = stat.S_ISREG(found.st_mode), found.st_size
        if regular and size and os.pread(self._file, 1, size - 1) != b"\n":
            # Who died while writing left half a line; ours is not to be part of it.
            line = b"\n" + line
        try:
            written = os.write(self._file, line)
            if written < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._path))
        except OSError:
            if regular:
                os.ftruncate(self._file, size)
            raise


def open_decision_file(path: Path) -> DecisionFile:
    """Return the file that the setting names; SettingsError if it cannot be opened."""
    try:
        return DecisionFile(path)
    except OSError as error:
        raise SettingsError(
            f'settings: decision_log: "{path}" cannot be written ({error.strerror}); '
            "name a file that the server may write"
        ) from None


def _lock(file: int, how: int) -> None:
    """Lock or unlock the file against the other processes, where its file system can."""
    with suppress(OSError):
        fcntl.flock(file, how)
