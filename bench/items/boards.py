"""Both boards beside each other."""

from functools import partial

from bench import questions
from bench.figure import Figure, Figures
from bench.lab import Lab
from bench.report import table
from bench.rounds import Turns, faster, rates, times
from bench.target import call, methods
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.call import answer

TITLE = "The 8x8 board against the 10x10 board"
ABOUT = """JudgeMove on a valid play of four tiles that forms three words, on a board with 38 stacks
(10x10) or 24 (8x8): in this process (bytes in, bytes out) and over the wire with 16 calls in flight."""

IN_FLIGHT = 16

_ASKED = {"10x10": questions.single, "8x8": questions.single_8x8}


def measure(lab: Lab) -> Turns:
    """Measure both boards, in process and over the wire."""
    calls = {}
    for size, asked in _ASKED.items():
        board, play = asked()
        request = pb.JudgeMoveRequest(board=questions.grid(board), move=questions.move(play))
        calls[size] = call(questions.JUDGE, request)
    with lab.server(calls.values()) as target:
        wire = {f"wire {size}": lab.calls(target, each, IN_FLIGHT) for size, each in calls.items()}
        here = {
            f"in process {size}": lab.work(partial(answer, methods()[each.path], each.request))
            for size, each in calls.items()
        }
        return lab.turns([wire, here])


def figures(found: Turns) -> Figures:
    """Return the ratios."""
    return Figures(
        [
            Figure(f"8x8 against 10x10, {where}", faster(found[f"{where} 8x8"], found[f"{where} 10x10"]))
            for where in ("in process", "wire")
        ]
    )


def tables(found: Turns) -> str:
    """Return times and rates."""
    rows = [
        [size, times(found[f"in process {size}"]).text(".1f"), rates(found[f"wire {size}"]).text()]
        for size in _ASKED
    ]
    return table(["board", "us in process", f"calls/s, {IN_FLIGHT} in flight"], rows)
