"""The same service under sync threads and under asyncio."""

from functools import partial
from importlib.util import find_spec
from statistics import quantiles
from typing import NamedTuple

from bench.crowd import BATCHES, Crowded, crowd
from bench.figure import Figure, Figures
from bench.lab import Lab
from bench.report import table
from bench.rounds import Spread, Turns, cpu, faster, rates, take_turns
from bench.target import build_calls, targets

TITLE = "Threads and asyncio against eight threads"
ABOUT = f"""The same service in grpcio's sync server with N threads (syncN), and in grpc.aio, without and,
where it is installed, with uvloop. Health is asked every 20 ms while {BATCHES} batches of 1,000 are in
flight."""

IN_FLIGHT = (1, 16, 64)
BASE = "sync8"


class Found(NamedTuple):
    """What calls gave, and what crowds of batches did, by server."""

    calls: Turns
    crowds: dict[str, list[Crowded]]


def measure(lab: Lab) -> Found:
    """Measure all servers."""
    calls = build_calls()
    uvloop = ["uvloop"] if find_spec("uvloop") else []
    kinds = [*(f"sync{threads}" for threads in (1, 2, 4, 8, 16, 32, 64)), "aio", *uvloop]
    with targets(kinds, [calls.judge, calls.own_boards]) as running:
        blocks = [
            {
                f"{kind} {in_flight}": lab.calls(target, calls.judge, in_flight)
                for kind, target in running.items()
            }
            for in_flight in IN_FLIGHT
        ]
        crowds = {
            kind: partial(crowd, target, calls.own_boards, lab.client) for kind, target in running.items()
        }
        return Found(lab.turns(blocks), take_turns([crowds], lab.rounds))


def figures(found: Found) -> Figures:
    """Return the ratios."""
    return Figures(
        [
            Figure(
                f"{kind} against {BASE}, {in_flight} in flight",
                faster(found.calls[f"{kind} {in_flight}"], found.calls[f"{BASE} {in_flight}"]),
            )
            for in_flight in IN_FLIGHT
            for kind in found.crowds
            if kind != BASE
        ]
    )


def tables(found: Found) -> str:
    """Return rates and CPU time by server, and health behind batches."""
    rows = []
    for kind, crowds in found.crowds.items():
        row = [kind]
        for in_flight in IN_FLIGHT:
            turns = found.calls[f"{kind} {in_flight}"]
            row += [rates(turns).text(), f"{cpu(turns):.0f}"]
        row.append(Spread.of([each.moves_per_second for each in crowds]).text())
        latencies = [latency for each in crowds for latency in each.health_ms]
        hundredths = quantiles(latencies, n=100, method="inclusive")
        rows.append([*row, f"{hundredths[49]:.0f}/{hundredths[98]:.0f}"])
    head = ["server"]
    for in_flight in IN_FLIGHT:
        head += [f"calls/s, {in_flight} in flight", "CPU us"]
    return table([*head, f"moves/s, {BATCHES} batches in flight", "Health meanwhile, p50/p99 ms"], rows)
