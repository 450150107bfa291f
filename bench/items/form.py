"""The forms of board and move beside each other."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from bench import questions
from bench.client import Call
from bench.figure import Figure, Figures
from bench.lab import Lab
from bench.report import table
from bench.rounds import Turns, faster, rates, times
from bench.target import call, methods
from upwords.referee.v1 import board_pb2, move_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.notation.move import write_move
from upwords_referee.notation.position import write_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play
from upwords_referee.service.call import answer

TITLE = "Forms of board and move against a grid with placements"
ABOUT = """JudgeMove on the same board and move in each form that the API takes: in this process (bytes
in, bytes out) and over the wire with 16 calls in flight."""

IN_FLIGHT = 16


def measure(lab: Lab) -> Turns:
    """Measure all forms, in process and over the wire."""
    calls = dict(_calls())
    with lab.server(calls.values()) as target:
        wire = {f"wire: {form}": lab.calls(target, each, IN_FLIGHT) for form, each in calls.items()}
        here = {
            f"in process: {form}": lab.work(partial(answer, methods()[each.path], each.request))
            for form, each in calls.items()
        }
        return lab.turns([wire, here])


def figures(found: Turns) -> Figures:
    """Return the ratios to the first form."""
    ratios = []
    for name, turns in found.items():
        where, _, form = name.partition(": ")
        base = found[f"{where}: {_BASE}"]
        if turns is not base:
            ratios.append(Figure(f"{form}, {where}", faster(turns, base)))
    return Figures(ratios)


def tables(found: Turns) -> str:
    """Return times and rates, and the sizes of the requests."""
    rows = []
    for form, each in _calls():
        here, wire = found[f"in process: {form}"], found[f"wire: {form}"]
        rows.append([form, f"{len(each.request)}", times(here).text(".1f"), rates(wire).text()])
    return table(["form", "request bytes", "us in process", f"calls/s, {IN_FLIGHT} in flight"], rows)


def _stack_list(board: Board) -> board_pb2.Board:
    stacks = [
        board_pb2.Stack(row=row, column=column, tiles=tiles) for (row, column), tiles in board.occupied()
    ]
    return board_pb2.Board(
        stack_list=board_pb2.StackList(rows=board.rows, columns=board.columns, stacks=stacks)
    )


_BOARDS: dict[str, Callable[[Board], board_pb2.Board]] = {
    "grid": questions.grid,
    "stack list": _stack_list,
    "notation": lambda board: board_pb2.Board(notation=write_board(board)),
}
_MOVES: dict[str, Callable[[Play, Board], move_pb2.Move]] = {
    "placements": lambda play, _: questions.move(play),
    "notation": lambda play, board: move_pb2.Move(notation=write_move(play, board)),
}
_BASE = "grid and placements"


def _calls() -> Iterator[tuple[str, Call]]:
    board, play = questions.single()
    for board_form, move_form in product(_BOARDS, _MOVES):
        request = pb.JudgeMoveRequest(board=_BOARDS[board_form](board), move=_MOVES[move_form](play, board))
        yield f"{board_form} and {move_form}", call(questions.JUDGE, request)
