"""The client that puts the questions: h2load, or where it is not installed, grpcio."""

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple, Protocol, TypeAlias

import grpc

HOW_TO_GET_H2LOAD = "apt-get install nghttp2-client (Debian)"

_TIMEOUT = 120


class Call(NamedTuple):
    """What is called over and over: a method's path, the request, and the reply that must come."""

    path: str
    request: bytes
    reply: bytes

    @property
    def sent(self) -> bytes:
        """All messages of the request, as they go over the wire."""
        return framed([self.request])

    @property
    def size(self) -> int:
        """How many bytes must come."""
        return len(framed([self.reply]))


class Stream(NamedTuple):
    """The same for a call that is a stream of requests and replies; these may come in any order."""

    path: str
    requests: list[bytes]
    replies: list[bytes]

    @property
    def sent(self) -> bytes:
        """All messages of the request, as they go over the wire."""
        return framed(self.requests)

    @property
    def size(self) -> int:
        """How many bytes must come."""
        return len(framed(self.replies))


Question: TypeAlias = Call | Stream


def framed(messages: list[bytes]) -> bytes:
    """Return messages as gRPC sends them: each with its length before it."""
    return b"".join(b"\0" + len(message).to_bytes(4, "big") + message for message in messages)


class Load(NamedTuple):
    """What a run of calls gave: how many, in which time, and how long each took."""

    calls: int
    seconds: float
    p50_ms: float
    p99_ms: float

    @property
    def rate(self) -> float:
        """Calls per second."""
        return self.calls / self.seconds


class Client(Protocol):
    """Puts one question over and over; RuntimeError if a reply is not the expected one."""

    name: str

    def run(self, address: str, question: Question, calls: int, in_flight: int, connections: int = 0) -> Load:
        """Make `calls` calls, `in_flight` of them at a time, over so many connections; 0: as is usual."""


def best_client() -> Client:
    """Return h2load if it is there, else grpcio with a warning."""
    if shutil.which("h2load"):
        return H2Load()
    print(
        "warning: h2load is not installed, so a Python client is used. It can be slower than the server,\n"
        f"which flatters all ratios. To get h2load: {HOW_TO_GET_H2LOAD}.",
        file=sys.stderr,
    )
    return GrpcioClient()


def ask(address: str, question: Question) -> None:
    """Make one call as a real gRPC client does; RuntimeError unless the reply is the expected one.

    h2load counts HTTP 200, which a gRPC error has too, so this comes first and last.
    """
    with grpc.insecure_channel(address) as channel:
        if isinstance(question, Stream):
            ask_all: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(question.path)
            right = sorted(ask_all(iter(question.requests), timeout=30)) == sorted(question.replies)
        else:
            ask_one: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(question.path)
            right = ask_one(question.request, timeout=30) == question.reply
    if not right:
        raise RuntimeError(f"{question.path} on {address} answers something else than it should")


def usual_connections(in_flight: int) -> int:
    """Return over how many connections that many calls are spread: 1 for 1, 4 for 16, 8 for 64."""
    return 1 << (in_flight.bit_length() - 1) // 2


class H2Load:
    """The C client of nghttp2; it needs a small part of the CPU time that the server needs."""

    def __init__(self) -> None:
        said = subprocess.run(["h2load", "--version"], capture_output=True, text=True, check=True)
        self.name = said.stdout.strip()

    def run(self, address: str, question: Question, calls: int, in_flight: int, connections: int = 0) -> Load:
        """Make `calls` calls, `in_flight` of them at a time, over so many connections; 0: as is usual."""
        clients = connections or usual_connections(in_flight)
        with tempfile.TemporaryDirectory() as folder:
            body, log = Path(folder, "body"), Path(folder, "log")
            body.write_bytes(question.sent)
            command = ["h2load", "-n", str(calls), "-c", str(clients), "-m", str(in_flight // clients)]
            command += ["-d", str(body), "-H", "content-type: application/grpc", "-H", "te: trailers"]
            command += [f"--log-file={log}", f"http://{address}{question.path}"]
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=_TIMEOUT)
            seconds = checked_seconds(done.stdout, calls, question.size)
            latencies = [int(line.split("\t")[2]) / 1e3 for line in log.read_text().splitlines()]
        return Load(calls, seconds, *_p50_p99(latencies))


def checked_seconds(report: str, calls: int, size: int) -> float:
    """Return the time that h2load's report gives; RuntimeError unless every call brought so many bytes."""
    figures = [
        re.search(r"finished in ([0-9.]+)(us|ms|s),", report),
        re.search(r" (\d+) succeeded", report),
        re.search(r" \((\d+)\) data", report),
    ]
    finished, succeeded, data = figures
    if finished is None or succeeded is None or data is None:
        raise RuntimeError(f"h2load's report cannot be read:\n{report}")
    if int(succeeded[1]) != calls or int(data[1]) != calls * size:
        raise RuntimeError(f"not all of {calls} replies had {size} bytes:\n{report}")
    return float(finished[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1.0}[finished[2]]


class GrpcioClient:
    """A client of grpc.aio, for where h2load is missing."""

    name = "grpcio"

    def run(self, address: str, question: Question, calls: int, in_flight: int, connections: int = 0) -> Load:
        """Make `calls` calls, `in_flight` of them at a time, over so many connections; 0: as is usual."""
        return asyncio.run(self._run(address, question, calls, in_flight, connections))

    async def _run(
        self, address: str, question: Question, calls: int, in_flight: int, connections: int
    ) -> Load:
        # A pool of subchannels of its own makes each channel a connection of its own.
        alone = (("grpc.use_local_subchannel_pool", 1),)
        count = connections or usual_connections(in_flight)
        channels = [grpc.aio.insecure_channel(address, options=alone) for _ in range(count)]
        await asyncio.gather(*(channel.channel_ready() for channel in channels))
        latencies: list[float] = []
        turns = iter(range(calls))

        async def work(channel: grpc.aio.Channel) -> None:
            for _ in turns:
                start = time.perf_counter()
                right = await _answered(channel, question)
                latencies.append((time.perf_counter() - start) * 1e3)
                if not right:
                    raise RuntimeError(f"{question.path} answers something else than it should")

        start = time.perf_counter()
        await asyncio.gather(*(work(channels[i % len(channels)]) for i in range(in_flight)))
        seconds = time.perf_counter() - start
        for channel in channels:
            await channel.close()
        return Load(calls, seconds, *_p50_p99(latencies))


async def _answered(channel: grpc.aio.Channel, question: Question) -> bool:
    """Return whether the reply to one call is the expected one."""
    if isinstance(question, Stream):
        ask_all: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(question.path)
        replies = [reply async for reply in ask_all(iter(question.requests), timeout=_TIMEOUT)]
        return sorted(replies) == sorted(question.replies)
    ask_one: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(question.path)
    return await ask_one(question.request, timeout=_TIMEOUT) == question.reply


def _p50_p99(latencies: list[float]) -> tuple[float, float]:
    if len(latencies) < 2:
        return latencies[0], latencies[0]
    hundredths = quantiles(latencies, n=100, method="inclusive")
    return hundredths[49], hundredths[98]
