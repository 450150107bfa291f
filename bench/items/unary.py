"""JudgeMove beside the no-op of the same server."""

from bench.aim import Aim
from bench.figure import Figure, Figures
from bench.lab import Lab
from bench.report import table
from bench.rounds import Turns, cpu, faster, latency, rates
from bench.target import build_calls

TITLE = "JudgeMove against a no-op of the same server"
ABOUT = """The no-op parses the same request and serialises the same response, built once; nothing of ours
lies in between. A ratio of 1 would mean that judging costs nothing."""

IN_FLIGHT = (1, 16, 64)

_AIMS = {16: Aim(0.85), 64: Aim(0.85)}


def measure(lab: Lab) -> Turns:
    """Measure both, with different numbers of calls in flight."""
    calls = build_calls()
    with lab.server([calls.no_op, calls.judge]) as target:
        return lab.turns(
            [
                {
                    f"no-op {in_flight}": lab.calls(target, calls.no_op, in_flight),
                    f"JudgeMove {in_flight}": lab.calls(target, calls.judge, in_flight),
                }
                for in_flight in IN_FLIGHT
            ]
        )


def figures(found: Turns) -> Figures:
    """Return the ratios."""
    return Figures(
        [
            Figure(
                f"JudgeMove against the no-op, {in_flight} in flight",
                faster(found[f"JudgeMove {in_flight}"], found[f"no-op {in_flight}"]),
                _AIMS.get(in_flight),
            )
            for in_flight in IN_FLIGHT
        ]
    )


def tables(found: Turns) -> str:
    """Return rates, latencies and CPU time."""
    rows = []
    for in_flight in IN_FLIGHT:
        no_op, judge = found[f"no-op {in_flight}"], found[f"JudgeMove {in_flight}"]
        row = [str(in_flight), rates(no_op).text(), rates(judge).text()]
        row += [latency(no_op), latency(judge), f"{cpu(no_op):.0f}", f"{cpu(judge):.0f}"]
        rows.append(row)
    head = ["in flight", "no-op calls/s", "JudgeMove calls/s", "no-op p50/p99 ms", "JudgeMove p50/p99 ms"]
    return table([*head, "no-op server CPU us", "JudgeMove server CPU us"], rows)
