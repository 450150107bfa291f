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
from typing import NamedTuple, Protocol

import grpc

HOW_TO_GET_H2LOAD = "apt-get install nghttp2-client (Debian)"

_FRAME = 5
_TIMEOUT = 120


class Call(NamedTuple):
    """What is called over and over: a method's path, the request, and the reply that must come."""

    path: str
    request: bytes
    reply: bytes


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

    def run(self, address: str, call: Call, calls: int, in_flight: int) -> Load:
        """Make `calls` calls, `in_flight` of them at a time."""


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


def ask(address: str, call: Call) -> None:
    """Make one call as a real gRPC client does; RuntimeError unless the reply is the expected one.

    h2load counts HTTP 200, which a gRPC error has too, so this comes first and last.
    """
    with grpc.insecure_channel(address) as channel:
        ask_one: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(call.path)
        reply = ask_one(call.request, timeout=30)
    if reply != call.reply:
        raise RuntimeError(f"{call.path} on {address} answers something else than it should")


def connections(in_flight: int) -> int:
    """Return over how many connections that many calls are spread: 1 for 1, 4 for 16, 8 for 64."""
    return 1 << (in_flight.bit_length() - 1) // 2


class H2Load:
    """The C client of nghttp2; it needs a small part of the CPU time that the server needs."""

    name = "h2load"

    def run(self, address: str, call: Call, calls: int, in_flight: int) -> Load:
        """Make `calls` calls, `in_flight` of them at a time."""
        clients = connections(in_flight)
        with tempfile.TemporaryDirectory() as folder:
            body, log = Path(folder, "body"), Path(folder, "log")
            body.write_bytes(b"\0" + len(call.request).to_bytes(4, "big") + call.request)
            command = ["h2load", "-n", str(calls), "-c", str(clients), "-m", str(in_flight // clients)]
            command += ["-d", str(body), "-H", "content-type: application/grpc", "-H", "te: trailers"]
            command += [f"--log-file={log}", f"http://{address}{call.path}"]
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=_TIMEOUT)
            seconds = checked_seconds(done.stdout, calls, call.reply)
            latencies = [int(line.split("\t")[2]) / 1e3 for line in log.read_text().splitlines()]
        return Load(calls, seconds, *_p50_p99(latencies))


def checked_seconds(report: str, calls: int, reply: bytes) -> float:
    """Return the time that h2load's report gives; RuntimeError unless every reply had its right size."""
    figures = [
        re.search(r"finished in ([0-9.]+)(us|ms|s),", report),
        re.search(r" (\d+) succeeded", report),
        re.search(r" \((\d+)\) data", report),
    ]
    finished, succeeded, data = figures
    if finished is None or succeeded is None or data is None:
        raise RuntimeError(f"h2load's report cannot be read:\n{report}")
    if int(succeeded[1]) != calls or int(data[1]) != calls * (_FRAME + len(reply)):
        raise RuntimeError(f"not all of {calls} replies had {_FRAME + len(reply)} bytes:\n{report}")
    return float(finished[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1.0}[finished[2]]


class GrpcioClient:
    """A client of grpc.aio, for where h2load is missing."""

    name = "grpcio"

    def run(self, address: str, call: Call, calls: int, in_flight: int) -> Load:
        """Make `calls` calls, `in_flight` of them at a time."""
        return asyncio.run(self._run(address, call, calls, in_flight))

    async def _run(self, address: str, call: Call, calls: int, in_flight: int) -> Load:
        # A pool of subchannels of its own makes each channel a connection of its own.
        alone = (("grpc.use_local_subchannel_pool", 1),)
        channels = [grpc.aio.insecure_channel(address, options=alone) for _ in range(connections(in_flight))]
        await asyncio.gather(*(channel.channel_ready() for channel in channels))
        latencies: list[float] = []
        turns = iter(range(calls))

        async def work(channel: grpc.aio.Channel) -> None:
            ask_one: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(call.path)
            for _ in turns:
                start = time.perf_counter()
                reply = await ask_one(call.request, timeout=_TIMEOUT)
                latencies.append((time.perf_counter() - start) * 1e3)
                if reply != call.reply:
                    raise RuntimeError(f"{call.path} answers something else than it should")

        start = time.perf_counter()
        await asyncio.gather(*(work(channels[i % len(channels)]) for i in range(in_flight)))
        seconds = time.perf_counter() - start
        for channel in channels:
            await channel.close()
        return Load(calls, seconds, *_p50_p99(latencies))


def _p50_p99(latencies: list[float]) -> tuple[float, float]:
    if len(latencies) < 2:
        return latencies[0], latencies[0]
    hundredths = quantiles(latencies, n=100, method="inclusive")
    return hundredths[49], hundredths[98]
