"""A crowd of batches, and how a server's health check fares meanwhile."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import grpc
from grpc_health.v1 import health_pb2

from bench.client import Call, Client
from bench.questions import BATCH_SIZE
from bench.target import Target

# As many as the most threads compared, so that no server has a slot left.
BATCHES = 16

_HEALTH = "/grpc.health.v1.Health/Check"
_PROBE_EVERY = 0.02


class Crowded(NamedTuple):
    """What one crowd gave: moves judged per second, and how long each health check took."""

    moves_per_second: float
    health_ms: list[float]


def crowd(target: Target, batch: Call, client: Client) -> Crowded:
    """Call for batches on all slots of the server and ask, at the same time, whether it is well.

    Health is asked every 20 ms whether or not earlier answers have come, as a prober does.
    """
    latencies: list[float] = []
    request = health_pb2.HealthCheckRequest().SerializeToString()
    with ThreadPoolExecutor(1) as pool, grpc.insecure_channel(target.address) as channel:
        check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(_HEALTH)
        check(request, timeout=10)
        load = pool.submit(client.run, target.address, batch, BATCHES, BATCHES)
        time.sleep(0.1)
        probes = []
        while not load.done():
            probe = check.future(request, timeout=60)
            probe.add_done_callback(_stop_watch(latencies))
            probes.append(probe)
            time.sleep(_PROBE_EVERY)
        for probe in probes:
            probe.result()
        return Crowded(load.result().rate * BATCH_SIZE, latencies)


def _stop_watch(latencies: list[float]) -> Callable[[object], None]:
    """Return what notes how long it is from now until it is called."""
    sent = time.perf_counter()
    return lambda _: latencies.append((time.perf_counter() - sent) * 1e3)
