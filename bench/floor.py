"""JudgeMove beside the no-op of the same server, and batches beside JudgeMove."""

from collections.abc import Mapping, Sequence
from statistics import median

from bench.questions import BATCH_SIZE
from bench.report import table
from bench.rounds import Cell, Sample, rates, ratios
from bench.target import Calls, Target

IN_FLIGHT = (1, 16, 64)
BATCHES_IN_FLIGHT = (1, 8)
UNARY_AIM = 0.8
BATCH_AIM = 15

Samples = Mapping[str, Sequence[Sample]]


def blocks(target: Target, calls: Calls) -> list[list[Cell]]:
    """Return what is measured; what is divided by each other stands together."""
    unary = [
        [
            Cell(f"no-op {in_flight}", target, calls.no_op, in_flight),
            Cell(f"JudgeMove {in_flight}", target, calls.judge, in_flight),
        ]
        for in_flight in IN_FLIGHT
    ]
    batches = [
        [
            Cell(f"own boards {in_flight}", target, calls.own_boards, in_flight),
            Cell(f"one board {in_flight}", target, calls.one_board, in_flight),
        ]
        for in_flight in BATCHES_IN_FLIGHT
    ]
    return unary + batches


def tables(samples: Samples) -> str:
    """Return both tables."""
    return f"{_unary(samples)}\n\n{_batches(samples)}"


def _unary(samples: Samples) -> str:
    rows = []
    for in_flight in IN_FLIGHT:
        no_op, judge = samples[f"no-op {in_flight}"], samples[f"JudgeMove {in_flight}"]
        ratio = ratios(judge, no_op)
        rows.append(
            [
                str(in_flight),
                rates(no_op).text(),
                rates(judge).text(),
                ratio.text(".2f"),
                _met(ratio.middle, UNARY_AIM),
                f"{_latency(no_op)}; {_latency(judge)}",
                f"{_cpu(no_op):.0f}; {_cpu(judge):.0f}",
            ]
        )
    head = ["in flight", "no-op calls/s", "JudgeMove calls/s", "ratio", f"aim {UNARY_AIM}"]
    return table([*head, "p50/p99 ms: no-op; JudgeMove", "server CPU us/call"], rows)


def _batches(samples: Samples) -> str:
    rows = []
    for form in ("own boards", "one board"):
        for in_flight in BATCHES_IN_FLIGHT:
            batch = samples[f"{form} {in_flight}"]
            times = [ratios(batch, samples[f"JudgeMove {unary}"], BATCH_SIZE) for unary in IN_FLIGHT]
            worst = min(ratio.middle for ratio in times)
            rows.append(
                [
                    f"{form}, {in_flight} in flight",
                    rates(batch, BATCH_SIZE).text(),
                    *(ratio.text(".1f") for ratio in times),
                    _met(worst, BATCH_AIM),
                    f"{_cpu(batch) / BATCH_SIZE:.1f}",
                ]
            )
    against = [f"x JudgeMove, {unary} in flight" for unary in IN_FLIGHT]
    head = [f"batch of {BATCH_SIZE:,}", "moves/s", *against, f"aim {BATCH_AIM}"]
    return table([*head, "server CPU us/move"], rows)


def _met(value: float, aim: float) -> str:
    return "met" if value >= aim else "missed"


def _latency(samples: Sequence[Sample]) -> str:
    p50 = median(sample.load.p50_ms for sample in samples)
    p99 = median(sample.load.p99_ms for sample in samples)
    return f"{p50:.2f}/{p99:.2f}"


def _cpu(samples: Sequence[Sample]) -> float:
    return median(sample.cpu_us for sample in samples)
