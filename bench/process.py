"""The real server, `upwords-referee serve`, in a process of its own."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from socket import create_connection, create_server
from typing import NamedTuple

from bench.build import environment
from bench.client import Call, ask
from bench.machine import on_server_cpu

_STARTING_SECONDS = 30
_ENDING_SECONDS = 20
_LOOK_SECONDS = 0.001


class Referee(NamedTuple):
    """A server that has given its first verdict: so many seconds after its process was started."""

    address: str
    pid: int
    seconds: float

    def pids(self) -> list[int]:
        """Return its process and those that it started: the workers, if there are several."""
        return [self.pid, *(pid for pid in _all_pids() if _parent(pid) == self.pid)]


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with closing(create_server(("127.0.0.1", 0))) as socket:
        return int(socket.getsockname()[1])


@contextmanager
def referee(call: Call, build: str = "", *, workers: int = 1, bound: bool = False) -> Iterator[Referee]:
    """Run the server, `bound` to the servers' CPU or not, and have it answer the call once."""
    address = f"127.0.0.1:{free_port()}"
    program = Path(sys.executable).with_name("upwords-referee")
    command = [str(program), "serve", "--listen", address, "--workers", str(workers)]
    with on_server_cpu() if bound else nullcontext():
        start = time.perf_counter()
        process = subprocess.Popen([*command, "--log-level", "warning"], env=environment(build))
    try:
        _wait(process, address)
        ask(address, call)
        yield Referee(address, process.pid, time.perf_counter() - start)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(_ENDING_SECONDS)


def _wait(process: "subprocess.Popen[bytes]", address: str) -> None:
    """Wait until somebody listens there; RuntimeError if the process ends before."""
    host, _, port = address.partition(":")
    ends = time.monotonic() + _STARTING_SECONDS
    while process.poll() is None and time.monotonic() < ends:
        try:
            create_connection((host, int(port))).close()
            return
        except OSError:
            time.sleep(_LOOK_SECONDS)
    raise RuntimeError("upwords-referee serve did not start")


def _all_pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        # It has ended meanwhile.
        return 0
