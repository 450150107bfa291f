"""A real referee for the tests."""

import os
import re
import shutil
import subprocess
import time
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
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """HOST:PORT of a referee."""
    command = [program(), "serve", "--listen", "127.0.0.1:0", "--drain-seconds", "0"]
    # A file, since a server waits when nobody reads its pipe.
    told = tmp_path_factory.mktemp("referee") / "told.txt"
    # To the server its name would be a setting that it does not have.
    variables = {name: value for name, value in os.environ.items() if name != "UPWORDS_REFEREE"}
    with told.open("wb") as out:
        server = subprocess.Popen(command, env=variables, stderr=out, stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while not (address := re.search(r"127\.0\.0\.1:\d+(?=\D)", told.read_text("utf-8"))):
            assert server.poll() is None, told.read_text("utf-8")
            assert time.monotonic() < end, "the referee does not say where it listens"
            time.sleep(0.05)
        yield address.group()
    finally:
        server.terminate()
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
