"""Streams beside JudgeMove, per question."""

from bench import questions
from bench.aim import Aim
from bench.figure import Figure, Figures
from bench.lab import Lab
from bench.report import table
from bench.rounds import Turns, cpu, faster, rates
from bench.target import build_calls, stream

TITLE = "Streams of 1,000 questions against single calls, per question"
ABOUT = """StreamJudgeMoves: a stream sends its questions without waiting, each with its own board, and is
read to its end; opening and closing it counts. Questions a second are divided by JudgeMove calls a
second."""

SIZE = 1_000
# Of streams, each beside as many single calls as are usual for such a caller.
PAIRS = ((1, 1), (4, 16))

_AIM = Aim(2.5)


def measure(lab: Lab) -> Turns:
    """Measure streams beside single calls."""
    judge, asked = build_calls().judge, stream(questions.STREAM, questions.stream(SIZE))
    with lab.server([judge, asked]) as target:
        block = {}
        for streams, single in PAIRS:
            block[f"streams {streams}"] = lab.calls(target, asked, streams)
            block[f"JudgeMove {single}"] = lab.calls(target, judge, single)
        return lab.turns([block])


def figures(found: Turns) -> Figures:
    """Return the ratios."""
    return Figures(
        [
            Figure(
                f"{streams} stream{'s' * (streams > 1)} against JudgeMove, {single} in flight",
                faster(found[f"streams {streams}"], found[f"JudgeMove {single}"], SIZE),
                _AIM,
            )
            for streams, single in PAIRS
        ]
    )


def tables(found: Turns) -> str:
    """Return rates and CPU time per question."""
    rows = []
    for streams, single in PAIRS:
        many, one = found[f"streams {streams}"], found[f"JudgeMove {single}"]
        rows.append([f"streams, {streams} in flight", rates(many, SIZE).text(), f"{cpu(many) / SIZE:.1f}"])
        rows.append([f"JudgeMove, {single} in flight", rates(one).text(), f"{cpu(one):.1f}"])
    return table(["", "questions/s", "server CPU us/question"], rows)
