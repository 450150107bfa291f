"""Servers under protection, in this process or in one of their own, and callers with keys."""

import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.service.cli.calling import PROGRAM, environment
from tests.service.lexica import CountingLexicon
from tests.service.referee import Refusal, refusal_of
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc.protection import Protection
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.keys import hash_key
from upwords_referee.service.methods import Method, build_methods

PATIENCE = 20.0
SERVICE = "/upwords.referee.v1.RefereeService/"
JUDGE = f"{SERVICE}JudgeMove"
BATCH = f"{SERVICE}BatchJudgeMoves"
CHECK_WORDS = "/upwords.referee.v1.LexiconService/CheckWords"


class Caller:
    """Calls to one address on a connection of its own, with a key or without."""

    def __init__(
        self, address: str, key: str = "", credentials: grpc.ChannelCredentials | None = None
    ) -> None:
        # Without this grpc shares one connection among all channels of a process.
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1)]
        self.channel = (
            grpc.secure_channel(address, credentials, options)
            if credentials
            else grpc.insecure_channel(address, options)
        )
        self.metadata: Any = [("authorization", f"Bearer {key}")] if key else []

    def __enter__(self) -> "Caller":
        return self

    def __exit__(self, *_: object) -> None:
        self.channel.close()

    def call(
        self,
        path: str,
        request: Message | bytes,
        metadata: Any = None,
        **more: Any,
    ) -> bytes | Refusal:
        """Return the reply of a unary method, or the refusal."""
        data = request if isinstance(request, bytes) else request.SerializeToString()
        method = self.channel.unary_unary(path, request_serializer=bytes, response_deserializer=bytes)
        try:
            return method(
                data,
                metadata=self.metadata if metadata is None else metadata,
                **{"timeout": PATIENCE, **more},
            )
        except grpc.RpcError as error:
            return refusal_of(error)

    def start(self, path: str, request: Message, **more: Any) -> Any:
        """Send a request; return its call, which is under way."""
        method = self.channel.unary_unary(path, request_serializer=bytes, response_deserializer=bytes)
        return method.future(
            request.SerializeToString(), metadata=self.metadata, **{"timeout": PATIENCE, **more}
        )

    def health(self) -> int:
        """Return the health of the server, which needs no key; raises grpc.RpcError."""
        stub: Any = health_pb2_grpc.HealthStub(self.channel)
        return int(stub.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE).status)


@contextmanager
def protected(
    protection: Protection,
    *lexica: Lexicon,
    threads: int = 4,
    methods: dict[str, Method] | None = None,
) -> Iterator[tuple[str, RefereeServer]]:
    """Serve in this process; yield the address and the server."""
    listed = lexica or (CountingLexicon(),)
    registry = Registry(listed, listed[0].id)
    built = {**build_methods(RulesetBook.builtin(), registry), **(methods or {})}
    server = RefereeServer(built, registry.ids(), threads, protection=protection)
    address = server.listen("127.0.0.1:0")
    try:
        yield address, server
    finally:
        server.stop(grace=0)


class Process:
    """A server in a process of its own, whose memory can be read."""

    def __init__(self, popen: "subprocess.Popen[str]") -> None:
        self.popen = popen
        self.log: list[str] = []
        self.address = self._listening()
        threading.Thread(target=self._read, daemon=True).start()

    def _listening(self) -> str:
        assert self.popen.stderr
        for line in self.popen.stderr:
            self.log.append(line)
            if "listening" in line and (found := re.search(r"127\.0\.0\.1:\d+", line)):
                return found[0]
        raise AssertionError(f"the server ended: {self.log}")

    def _read(self) -> None:
        assert self.popen.stderr
        self.log.extend(self.popen.stderr)

    def memory(self) -> float:
        """Return the megabytes that the process holds now."""
        pages = Path(f"/proc/{self.popen.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)

    def peak(self) -> float:
        """Return the most megabytes that the process ever held."""
        found = re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{self.popen.pid}/status").read_text("ascii"))
        assert found
        return int(found[1]) / 1024


@contextmanager
def process(*arguments: str) -> Iterator[Process]:
    """Run `upwords-referee serve` with these arguments."""
    command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", *arguments]
    with subprocess.Popen(
        command, env=environment(), text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as popen:
        watchdog = threading.Timer(600, popen.kill)
        watchdog.start()
        try:
            yield Process(popen)
        finally:
            watchdog.cancel()
            popen.kill()


def key_lines(key: str, name: str = "club", scopes: str = '["*"]', more: str = "") -> str:
    """Return the lines of a key in the file."""
    return f'[[keys]]\nname = "{name}"\nhash = "{hash_key(key)}"\nscopes = {scopes}\n{more}\n'


def replace(path: Path, *contents: bytes) -> None:
    """Replace a file whole, as operators should."""
    other = path.with_name(f"{path.name}.new")
    other.write_bytes(b"".join(contents))
    other.replace(path)


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Return whether this holds before long."""
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        if holds():
            return True
        time.sleep(0.02)
    return False


class Load:
    """Threads that call all the time, each call on the thread's connection, and count what comes back."""

    def __init__(self, callers: Sequence[Caller], call: Callable[[Caller], bytes | Refusal]) -> None:
        self.calls = 0
        self.failed: list[Refusal] = []
        self._call = call
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(caller,)) for caller in callers]

    def _run(self, caller: Caller) -> None:
        while not self._ended.is_set():
            outcome = self._call(caller)
            self.calls += 1
            if isinstance(outcome, Refusal):
                self.failed.append(outcome)

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(PATIENCE)
