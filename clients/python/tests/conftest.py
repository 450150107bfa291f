"""A real referee for the tests."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]


def program() -> str:
    beside = REPOSITORY / ".venv/bin/upwords-referee"
    found = os.environ.get("UPWORDS_REFEREE") or (str(beside) if beside.exists() else None)
    found = found or shutil.which("upwords-referee")
    assert found, "no referee: name its program in UPWORDS_REFEREE"
    return found


@pytest.fixture(scope="session")
def target() -> Iterator[str]:
    """HOST:PORT of a referee."""
    command = [program(), "serve", "--listen", "127.0.0.1:0", "--drain-seconds", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as server:
        assert server.stderr
        address = None
        for line in server.stderr:
            if address := re.search(r"127\.0\.0\.1:\d+", line):
                break
        assert address, "the referee ended"
        yield address.group()
        server.terminate()
        server.communicate(timeout=30)
