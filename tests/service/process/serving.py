"""Servers in processes of their own, seen from outside."""

import http.client
import json
import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.service.cli.calling import PROGRAM, environment
from tests.service.questions import check
from tests.service.referee import Refusal, refusal_of

CHECK_WORDS = "/upwords.referee.v1.LexiconService/CheckWords"
JUDGE_MOVE = "/upwords.referee.v1.RefereeService/JudgeMove"
PATIENCE = 30.0
OK = grpc.StatusCode.OK
UNAVAILABLE = grpc.StatusCode.UNAVAILABLE


class Server:
    """A server process, perhaps with workers; its log goes to a file."""

    def __init__(self, process: "subprocess.Popen[bytes]", log: Path) -> None:
        self.process = process
        self._log = log

    @property
    def log(self) -> list[dict[str, Any]]:
        lines = self._log.read_text().splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.endswith("\n") and line.startswith("{")]

    def events(self, event: str) -> list[dict[str, Any]]:
        """Return the lines that tell of this event."""
        return [line for line in self.log if line["event"] == event]

    def wait_for(self, event: str, count: int = 1) -> dict[str, Any]:
        """Wait until this event was logged so often, and return the last line of it."""
        soon(lambda: len(self.events(event)) >= count or self.process.poll() is not None)
        assert len(self.events(event)) >= count, self._log.read_text()
        return self.events(event)[-1]

    @property
    def address(self) -> str:
        return str(self.wait_for("listening")["address"])

    def workers(self) -> list[int]:
        """Return the ids of the worker processes that live."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def ask(self, path: str) -> tuple[int, str]:
        """Return the status and the text that the plain HTTP port answers; 0 if nobody does."""
        host, _, port = str(self.wait_for("listening")["metrics"]).rpartition(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=5)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read().decode()
        except OSError:
            return 0, ""
        finally:
            connection.close()

    def metric(self, name: str, label: str = "") -> float:
        """Return the sum over all labels of a metric, or over those with this text."""
        lines = self.ask("/metrics")[1].splitlines()
        values = [line.rpartition(" ") for line in lines if not line.startswith("#")]
        samples = [(*sample.partition("{")[::2], float(value)) for sample, _, value in values]
        return sum(value for one, labels, value in samples if one == name and label in labels)

    def signal(self, number: int) -> float:
        """Send the process a signal; return when."""
        self.process.send_signal(number)
        return time.monotonic()

    def channel(self) -> grpc.Channel:
        """Return a channel with a connection of its own."""
        return grpc.insecure_channel(
            self.address, options=[("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        )


@contextmanager
def server(
    folder: Path, *arguments: str, settings: str = "", env: dict[str, str] | None = None
) -> Iterator[Server]:
    """Run a server with these settings and arguments; none of its processes is left at the end."""
    config = "server.toml"
    (folder / config).write_text(settings)
    log = folder / f"{config}.log"
    command = [PROGRAM, "serve", "--config", str(folder / config), "--metrics", "127.0.0.1:0", *arguments]
    if "--listen" not in arguments:
        command += ["--listen", "127.0.0.1:0"]
    with log.open("wb") as err:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=err, env=environment(**(env or {}))
        )
    running = Server(process, log)
    workers: list[int] = []
    try:
        yield running
        if process.poll() is None:
            workers = running.workers()
    finally:
        process.kill()
        process.wait(PATIENCE)
        for pid in workers:
            # Perhaps it saw that its supervisor is gone.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


class Load:
    """Clients, each on a connection of its own, that ask again and again; counts the answers."""

    def __init__(
        self, running: Server, request: Message | None = None, *, path: str = CHECK_WORDS, clients: int = 4
    ) -> None:
        self._running = running
        self._path = path
        self._request = (request or check("QUIZ")).SerializeToString()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self.codes: Counter[grpc.StatusCode] = Counter()
        self.refusals: list[Refusal] = []
        running.wait_for("listening")
        self._threads = [threading.Thread(target=self._run) for _ in range(clients)]

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        soon(lambda: self.codes[OK] >= 5 * len(self._threads))
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    def _run(self) -> None:
        with self._running.channel() as channel:
            while not self._ended.is_set():
                try:
                    method(channel, self._path)(self._request, timeout=PATIENCE)
                except grpc.RpcError as error:
                    refusal = refusal_of(error)
                    with self._lock:
                        self.refusals.append(refusal)
                        self.codes[refusal.code] += 1
                    time.sleep(0.01)
                else:
                    with self._lock:
                        self.codes[OK] += 1


def method(channel: grpc.Channel, path: str = CHECK_WORDS) -> "grpc.UnaryUnaryMultiCallable[bytes, bytes]":
    """Return a method on a channel, bytes in and out."""
    return channel.unary_unary(path, request_serializer=bytes, response_deserializer=bytes)


def health(channel: grpc.Channel, name: str = "") -> str:
    """Return what health says of a name."""
    stub: Any = health_pb2_grpc.HealthStub(channel)
    response = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=5)
    return health_pb2.HealthCheckResponse.ServingStatus.Name(response.status)


def soon(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until it is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.02)
