"""The same service under sync threads and under asyncio."""

import random
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from statistics import quantiles

import grpc
from grpc_health.v1 import health_pb2

from bench.client import Client
from bench.floor import IN_FLIGHT
from bench.questions import BATCH_SIZE
from bench.report import table
from bench.rounds import Cell, Sample, Spread, rates, ratios
from bench.target import Calls, Target

BASE = "sync8"
# As many as the most threads compared, so that no server has a slot left.
BATCHES = 16

_HEALTH = "/grpc.health.v1.Health/Check"
_PROBE_EVERY = 0.02


def kinds() -> list[str]:
    """Return the servers that are compared."""
    uvloop = ["uvloop"] if find_spec("uvloop") else []
    return [*(f"sync{threads}" for threads in (1, 2, 4, 8, 16)), "sync32", "sync64", "aio", *uvloop]


def blocks(running: Mapping[str, Target], calls: Calls) -> list[list[Cell]]:
    """Return the single moves that are measured: each block is one load on all servers."""
    return [
        [Cell(f"{target.kind} {in_flight}", target, calls.judge, in_flight) for target in running.values()]
        for in_flight in IN_FLIGHT
    ]


class Crowd:
    """Batches on all slots of each server and, at the same time, the question whether it is well.

    Health is asked every 20 ms whether or not earlier answers have come, as a prober does.
    """

    def __init__(self, running: Mapping[str, Target], calls: Calls, client: Client) -> None:
        self._running = running
        self._call = calls.own_boards
        self._client = client
        self.moves_per_second: dict[str, list[float]] = {kind: [] for kind in running}
        self.health_ms: dict[str, list[float]] = {kind: [] for kind in running}

    def __call__(self, draw: random.Random) -> None:
        """Measure all servers once, in any order."""
        for target in draw.sample(list(self._running.values()), len(self._running)):
            self._crowd(target)

    def _crowd(self, target: Target) -> None:
        latencies = self.health_ms[target.kind]
        request = health_pb2.HealthCheckRequest().SerializeToString()
        with ThreadPoolExecutor(1) as pool, grpc.insecure_channel(target.address) as channel:
            check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(_HEALTH)
            check(request, timeout=10)
            load = pool.submit(self._client.run, target.address, self._call, BATCHES, BATCHES)
            time.sleep(0.1)
            probes = []
            while not load.done():
                watch = _StopWatch(latencies)
                probe = check.future(request, timeout=60)
                probe.add_done_callback(watch)
                probes.append(probe)
                time.sleep(_PROBE_EVERY)
            for probe in probes:
                probe.result()
            self.moves_per_second[target.kind].append(load.result().rate * BATCH_SIZE)


def tables(samples: Mapping[str, Sequence[Sample]], crowd: Crowd) -> str:
    """Return the table; ratios are to the server with eight threads, if it is there."""
    base = BASE if f"{BASE} 1" in samples else next(iter(crowd.health_ms))
    rows = []
    for kind, latencies in crowd.health_ms.items():
        row = [kind]
        for in_flight in IN_FLIGHT:
            cell, against = samples[f"{kind} {in_flight}"], samples[f"{base} {in_flight}"]
            cpu = Spread.of([sample.cpu_us for sample in cell])
            row += [rates(cell).text(), f"{ratios(cell, against).middle:.2f}", f"{cpu.middle:.0f}"]
        row.append(Spread.of(crowd.moves_per_second[kind]).text())
        hundredths = quantiles(latencies, n=100, method="inclusive")
        rows.append([*row, f"{hundredths[49]:.0f}/{hundredths[98]:.0f}"])
    head = ["server"]
    for in_flight in IN_FLIGHT:
        head += [f"calls/s, {in_flight} in flight", f"x {base}", "CPU us"]
    return table([*head, f"moves/s, {BATCHES} batches in flight", "Health meanwhile, p50/p99 ms"], rows)


class _StopWatch:
    """Runs from the start of a call, and notes how long it took once it is done."""

    def __init__(self, latencies: list[float]) -> None:
        self._latencies = latencies
        self._sent = time.perf_counter()

    def __call__(self, _call: object) -> None:
        self._latencies.append((time.perf_counter() - self._sent) * 1e3)
