"""A referee of this package in a process of its own, for clients to call."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

_START_SECONDS = 60.0
_END_SECONDS = 20.0
_PROGRAM = "import sys; from upwords_referee.cli.main import main; sys.exit(main())"
_SERVE = ["serve", "--listen", "127.0.0.1:0", "--drain-seconds", "0"]


class RefereeError(Exception):
    """The referee did not start; the text says why."""


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """Serve on a free port, on loopback, with the settings at their defaults; yield HOST:PORT.

    `options` are those of `upwords-referee serve`. Raises RefereeError.
    """
    # Settings of this process are not meant for that one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UPWORDS_")}
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM, *_SERVE, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert process.stderr
    log = _Log(process.stderr)
    try:
        yield log.address()
    finally:
        process.terminate()
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        log.close()


class _Log:
    """What a referee writes; it is read to the end, lest its pipe fill."""

    def __init__(self, log: IO[bytes]) -> None:
        self._log = log
        self._found: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def address(self) -> str:
        """Return where it listens; raises RefereeError."""
        try:
            address = self._found.get(timeout=_START_SECONDS)
        except queue.Empty:
            raise RefereeError(f"it did not listen within {_START_SECONDS:.0f} s") from None
        if not address.rpartition(":")[2].isdigit():
            raise RefereeError(address or "it ended at once")
        return address

    def close(self) -> None:
        """Close the pipe once the referee has ended."""
        self._reader.join(_END_SECONDS)
        if not self._reader.is_alive():
            self._log.close()

    def _read(self) -> None:
        last = b""
        for line in self._log:
            last = line
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry.get("event") == "listening":
                self._found.put(str(entry["address"]))
        self._found.put(last.decode(errors="replace").strip())
