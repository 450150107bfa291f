"""The time from the start of the process to the first verdict."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from bench.aim import Aim
from bench.build import TOLD, has_both
from bench.figure import Figure, Figures
from bench.lab import Lab
from bench.process import referee
from bench.report import table
from bench.rounds import Spread, ratios, take_turns
from bench.target import build_calls
from upwords_referee.library.engine import COMPILED, PURE, engine

TITLE = "From the start of the process to the first verdict"
ABOUT = """The real server, `upwords-referee serve`, is started on CPU 0. A client that is already running
on the other CPU tries every millisecond whether somebody listens, and then makes its first call,
JudgeMove, over a new channel; the clock stops when the verdict is there."""

Seconds: TypeAlias = dict[str, list[float]]

_AIM = Aim(0.5, at_most=True)


def measure(lab: Lab) -> Seconds:
    """Measure the builds that there are."""
    judge = build_calls().judge

    def seconds(build: str) -> float:
        with referee(judge, build, bound=True) as server:
            return server.seconds

    builds = (PURE, COMPILED) if has_both() else (engine(),)
    block: dict[str, Callable[[], float]] = {build: partial(seconds, build) for build in builds}
    return take_turns([block], lab.rounds)


def figures(found: Seconds) -> Figures:
    """Return the seconds, and the ratio of both builds."""
    each = [
        Figure(f"start to first verdict, {build}", Spread.of(values), _AIM, "s")
        for build, values in found.items()
    ]
    if len(found) > 1:
        each.append(Figure("start of pure against compiled", ratios(found[PURE], found[COMPILED])))
    return Figures(each)


def tables(found: Seconds) -> str:
    """Return the seconds."""
    rows = [[TOLD[build], Spread.of(values).text(".2f")] for build, values in found.items()]
    return table(["engine", "seconds"], rows)
