"""Batches of several sizes beside JudgeMove, per move."""

from bench import questions
from bench.aim import Aim
from bench.figure import Curve, Figure, Figures
from bench.lab import Lab
from bench.report import table
from bench.rounds import Turns, cpu, faster, rates
from bench.target import build_calls, call

TITLE = "Batches of 1 to 1,000 moves against single calls, per move"
ABOUT = """BatchJudgeMoves, one call in flight: every move with its own board (plays on 25 boards, one in
twenty with a word that is not acceptable), or all on one board, sent once. Moves a second are divided by
JudgeMove calls a second."""

SIZES = (1, 10, 100, 1_000)
FORMS = ("own boards", "one board")
SINGLE = (1, 16)

_AIM = Aim(25)


def measure(lab: Lab) -> Turns:
    """Measure all sizes and both forms beside JudgeMove."""
    judge = build_calls().judge
    batches = {}
    for size in SIZES:
        batches[f"own boards {size}"] = call(questions.BATCH, questions.batch_of_own_boards(size))
        batches[f"one board {size}"] = call(questions.BATCH, questions.batch_on_one_board(size))
    with lab.server([judge, *batches.values()]) as target:
        block = {f"JudgeMove {in_flight}": lab.calls(target, judge, in_flight) for in_flight in SINGLE}
        block.update((name, lab.calls(target, batch, 1)) for name, batch in batches.items())
        return lab.turns([block])


def figures(found: Turns) -> Figures:
    """Return the ratios of the largest batches, and the rates over the sizes."""
    largest = SIZES[-1]
    ratios = [
        Figure(
            f"batch of {largest:,}, {form}, against JudgeMove, {in_flight} in flight",
            faster(found[f"{form} {largest}"], found[f"JudgeMove {in_flight}"], largest),
            _AIM if in_flight == 1 else None,
        )
        for form in FORMS
        for in_flight in SINGLE
    ]
    curves = [Curve(form, [(size, rates(found[f"{form} {size}"], size)) for size in SIZES]) for form in FORMS]
    return Figures(ratios, curves, ("moves in a batch", "moves a second"))


def tables(found: Turns) -> str:
    """Return rates, ratios and CPU time by size and form."""
    rows = []
    for form in FORMS:
        for size in SIZES:
            batch = found[f"{form} {size}"]
            against = [faster(batch, found[f"JudgeMove {in_flight}"], size) for in_flight in SINGLE]
            rows.append(
                [
                    f"{form}, {size:,}",
                    rates(batch, size).text(),
                    *(ratio.text(".2f") for ratio in against),
                    f"{cpu(batch) / size:.1f}",
                ]
            )
    for in_flight in SINGLE:
        single = found[f"JudgeMove {in_flight}"]
        rows.append([f"JudgeMove, {in_flight} in flight", rates(single).text(), "", "", f"{cpu(single):.1f}"])
    against_head = [f"x JudgeMove, {in_flight} in flight" for in_flight in SINGLE]
    return table(["batch", "moves/s", *against_head, "server CPU us/move"], rows)
