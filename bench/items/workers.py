"""Two workers beside one."""

from contextlib import ExitStack

from bench.aim import Aim
from bench.figure import Figure, Figures
from bench.lab import Lab
from bench.machine import on_all_cpus
from bench.process import referee
from bench.report import table
from bench.rounds import Turns, faster, latency, rates
from bench.target import Target, build_calls

TITLE = "Two workers against one"
ABOUT = """The real server, `upwords-referee serve --workers N`, under JudgeMove on 64 connections, one
call in flight on each. Neither the servers nor the client are bound to a CPU, so the client takes its
part of what the workers could have."""

CONNECTIONS = 64

_WORKERS = (1, 2)


def measure(lab: Lab) -> Turns:
    """Measure both servers."""
    judge = build_calls().judge
    with on_all_cpus(), ExitStack() as stack:
        block = {}
        for workers in _WORKERS:
            server = stack.enter_context(referee(judge, workers=workers))
            target = Target(f"{workers} workers", server.address, server.pid)
            block[target.kind] = lab.calls(target, judge, CONNECTIONS, CONNECTIONS)
        return lab.turns([block])


def figures(found: Turns) -> Figures:
    """Return the ratio."""
    ratio = faster(found["2 workers"], found["1 workers"])
    return Figures([Figure(f"2 workers against 1, {CONNECTIONS} connections", ratio, Aim(1.4))])


def tables(found: Turns) -> str:
    """Return rates and latencies."""
    rows = [[name, rates(turns).text(), latency(turns)] for name, turns in found.items()]
    return table(["server", "calls/s", "p50/p99 ms"], rows)
