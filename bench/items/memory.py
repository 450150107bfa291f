"""What a further worker needs of memory beside the first."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bench.aim import Aim
from bench.figure import Figure, Figures
from bench.item import NotHereError
from bench.lab import Lab
from bench.machine import on_all_cpus
from bench.process import referee
from bench.report import table
from bench.rounds import Spread, ratios, take_turns
from bench.target import build_calls

TITLE = "Memory of a further worker against the first"
ABOUT = """In each round servers with 1, 2 and 3 workers are started in turn and answer 3,200 JudgeMove
calls on 64 connections. Memory is the sum of the proportional set sizes (`Pss` in
`/proc/PID/smaps_rollup`) of the process, or of the supervisor and all workers: a page that several of
them share counts once in the sum. One worker needs no supervisor, so going from 1 to 2 adds a worker and
the supervisor, from 2 to 3 a worker alone. USS is what a process shares with nobody."""

_WORKERS = (1, 2, 3)
# After fewer calls a single server still has some of what it needed to start, which it gives back soon.
_CALLS, _CONNECTIONS = 3_200, 64
_AIM = Aim(0.4, at_most=True)
_MB = 1 << 10

Sizes: TypeAlias = dict[str, list[list[dict[str, int]]]]
"""By number of workers, for each round, the sizes of all processes in kB, the supervisor's first."""


def measure(lab: Lab) -> Sizes:
    """Measure all servers, each started anew in each round."""
    if not Path("/proc/self/smaps_rollup").exists():
        raise NotHereError("this system has no /proc/PID/smaps_rollup")
    judge = build_calls().judge

    def sizes(workers: int) -> list[dict[str, int]]:
        with on_all_cpus(), referee(judge, workers=workers) as server:
            lab.client.run(server.address, judge, _CALLS, _CONNECTIONS, _CONNECTIONS)
            return [_sizes(pid) for pid in server.pids()]

    block: dict[str, Callable[[], list[dict[str, int]]]] = {
        str(workers): partial(sizes, workers) for workers in _WORKERS
    }
    return take_turns([block], lab.rounds)


def figures(found: Sizes) -> Figures:
    """Return what is added, divided by what one worker needs."""
    one, two, three = ([_total(each) for each in found[str(workers)]] for workers in _WORKERS)
    second = [b - a for a, b in zip(one, two, strict=True)]
    third = [b - a for a, b in zip(two, three, strict=True)]
    return Figures(
        [
            Figure("memory of a further worker against one alone", ratios(third, one), _AIM),
            Figure(
                "memory of the second worker and the supervisor against one alone", ratios(second, one), _AIM
            ),
        ]
    )


def tables(found: Sizes) -> str:
    """Return the memory of servers and of their processes."""
    rows = []
    for workers in _WORKERS:
        rounds = found[str(workers)]
        own = Spread.of([process["Uss"] / _MB for each in rounds for process in each[-workers:]])
        supervisor = Spread.of([each[0]["Uss"] / _MB for each in rounds])
        rows.append(
            [
                str(workers),
                Spread.of([_total(each) / _MB for each in rounds]).text(".1f"),
                own.text(".1f"),
                supervisor.text(".1f") if workers > 1 else "",
            ]
        )
    return table(["workers", "MB in all (PSS)", "USS of a worker, MB", "USS of the supervisor, MB"], rows)


def _total(processes: list[dict[str, int]]) -> float:
    return sum(process["Pss"] for process in processes)


def _sizes(pid: int) -> dict[str, int]:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text()
    size = {
        name: int(kilobytes) for name, kilobytes in re.findall(r"^(\w+):\s+(\d+) kB", lines, re.MULTILINE)
    }
    return {"Pss": size["Pss"], "Uss": size["Private_Clean"] + size["Private_Dirty"]}
