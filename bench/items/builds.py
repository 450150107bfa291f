"""The compiled engine beside the same sources in plain Python."""

from contextlib import ExitStack
from functools import partial

from bench.build import TOLD, has_both
from bench.figure import Figure, Figures
from bench.find_plays import usual_station
from bench.inside import BATCH, WORKS, inside
from bench.item import NotHereError
from bench.lab import SERVER, Lab
from bench.report import table
from bench.rounds import Turns, cpu, faster, rates, times
from bench.target import build_calls, targets
from upwords_referee.library.engine import COMPILED, PURE

TITLE = "The compiled engine against plain Python"
ABOUT = """The same sources with the engine compiled by mypyc, and as they are: servers of both side by
side, and a process of each that works without a transport. FindPlays is a mid-game position with the
median number of plays."""

_BUILDS = (PURE, COMPILED)
_WIRE = ("JudgeMove, 16 in flight", "BatchJudgeMoves of 1,000, 1 in flight", "FindPlays, 1 in flight")


def measure(lab: Lab) -> Turns:
    """Measure both builds, over the wire and without."""
    if not has_both():
        raise NotHereError("there is no compiled build; scripts/compile makes it")
    calls, find = build_calls(), usual_station().call()
    assert find is not None
    asked = [(calls.judge, 16), (calls.own_boards, 1), (find, 1)]
    with ExitStack() as stack:
        kinds = [f"{SERVER}+{build}" for build in _BUILDS]
        running = stack.enter_context(targets(kinds, [call for call, _ in asked]))
        processes = {build: stack.enter_context(inside(build)) for build in _BUILDS}
        wire = [
            {
                f"{build}: {title}": lab.calls(running[f"{SERVER}+{build}"], call, in_flight)
                for build in _BUILDS
            }
            for title, (call, in_flight) in zip(_WIRE, asked, strict=True)
        ]
        here = [
            {
                f"{build}: {name}": lab.repeated(partial(process.run, name))
                for build, process in processes.items()
            }
            for name in WORKS
        ]
        return lab.turns([*wire, *here])


def figures(found: Turns) -> Figures:
    """Return the ratios."""
    return Figures(
        [
            Figure(
                f"compiled against pure: {title}",
                faster(found[f"{COMPILED}: {title}"], found[f"{PURE}: {title}"]),
            )
            for title in (*_WIRE, *WORKS)
        ]
    )


def tables(found: Turns) -> str:
    """Return rates and CPU time over the wire, and times in process."""
    wire = [[title, *(_rate(found, build, title) for build in _BUILDS)] for title in _WIRE]
    here = [[name, *(_time(found, build, name) for build in _BUILDS)] for name in WORKS]
    names = [TOLD[build] for build in _BUILDS]
    over_wire = table(["over the wire: calls/s; server CPU us/call", *names], wire)
    return f"{over_wire}\n\n{table(['in process: us', *names], here)}"


def _rate(found: Turns, build: str, title: str) -> str:
    turns = found[f"{build}: {title}"]
    return f"{rates(turns).text(',.1f')}; {cpu(turns):,.0f}"


def _time(found: Turns, build: str, name: str) -> str:
    return times(found[f"{build}: {name}"]).text(",.0f" if name == BATCH else ",.1f")
