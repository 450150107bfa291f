"""The questions that are measured: 25 mid-game boards of 10x10, made by random play, and plays on them."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from upwords.referee.v1 import board_pb2, move_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.notation.move import parse_move
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play

JUDGE = "/upwords.referee.v1.RefereeService/JudgeMove"
BATCH = "/upwords.referee.v1.RefereeService/BatchJudgeMoves"
BATCH_SIZE = 1_000

_FILE = Path(__file__).with_name("positions.tsv")


class Case(NamedTuple):
    """A board with 37 to 40 stacks and plays of 3 or 4 tiles on it that form 2 to 4 words each.

    `good` plays are valid; `bad` ones are legal but form a word that is not acceptable.
    """

    board: Board
    good: list[Play]
    bad: list[Play]


@cache
def cases() -> list[Case]:
    """Return all cases; one line of the file each: the board, good plays, bad plays."""
    return [_case(*line.split("\t")) for line in _FILE.read_text("utf-8").splitlines()]


def unary() -> pb.JudgeMoveRequest:
    """Return the question put one by one: a valid play of four tiles that forms three words."""
    case = next(case for case in cases() if sum(map(bool, case.board.heights)) == 38)
    play = next(play for play in case.good if len(play.placements) == 4)
    return pb.JudgeMoveRequest(board=_grid(case.board), move=_move(play))


def batch_of_own_boards() -> pb.BatchJudgeMovesRequest:
    """Return a batch whose items bring their boards along."""
    asked = [(case.board, play) for case in cases() for play in [*case.good, *case.bad]]
    batch = pb.BatchJudgeMovesRequest()
    for i in range(BATCH_SIZE):
        board, play = asked[i % len(asked)]
        batch.requests.add(board=_grid(board), move=_move(play))
    return batch


def batch_on_one_board() -> pb.BatchJudgeMovesRequest:
    """Return a batch on one board, which it carries once."""
    case = cases()[0]
    plays = [*case.good, *case.bad]
    batch = pb.BatchJudgeMovesRequest(board=_grid(case.board))
    for i in range(BATCH_SIZE):
        batch.requests.add(move=_move(plays[i % len(plays)]))
    return batch


def _case(board_text: str, good: str, bad: str) -> Case:
    board = parse_board(board_text)
    return Case(board, _plays(good, board), _plays(bad, board))


def _plays(texts: str, board: Board) -> list[Play]:
    moves = [parse_move(text, board) for text in texts.split("; ")]
    return [move for move in moves if isinstance(move, Play)]


def _grid(board: Board) -> board_pb2.Board:
    rows = range(board.rows)
    letters = "/".join(board.line(False, row) for row in rows)
    heights = "/".join("".join(map(str, board.line_heights(False, row))) for row in rows)
    return board_pb2.Board(grid=board_pb2.Grid(letters=letters, heights=heights))


def _move(play: Play) -> move_pb2.Move:
    placements = [
        move_pb2.Placement(row=row, column=column, tile=tile) for row, column, tile in play.placements
    ]
    return move_pb2.Move(play=move_pb2.Play(placements=placements))
