"""The questions that are measured: 25 mid-game boards of 10x10, made by random play, and plays on them."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from upwords.referee.v1 import board_pb2, move_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.notation.move import parse_move
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play

JUDGE = "/upwords.referee.v1.RefereeService/JudgeMove"
BATCH = "/upwords.referee.v1.RefereeService/BatchJudgeMoves"
STREAM = "/upwords.referee.v1.RefereeService/StreamJudgeMoves"
FIND = "/upwords.referee.v1.RefereeService/FindPlays"
BATCH_SIZE = 1_000

# A valid play of four tiles that forms three words too: NITES, LIN and PRESTOS.
_BOARD_8X8 = "4LIT1/2PHONIC/U(SN)AU4/MO(LT)T(OE)3/P(GR)(AE)S(PHT)O2/8/8/8"
_PLAY_8X8 = "G1 N.TES"

T = TypeVar("T")

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


def single() -> tuple[Board, Play]:
    """Return the question put one by one: a valid play of four tiles that forms three words."""
    case = next(case for case in cases() if sum(map(bool, case.board.heights)) == 38)
    return case.board, next(play for play in case.good if len(play.placements) == 4)


def single_8x8() -> tuple[Board, Play]:
    """Return such a question on the small board, with 24 stacks."""
    board = parse_board(_BOARD_8X8)
    return board, _plays(_PLAY_8X8, board)[0]


def unary() -> pb.JudgeMoveRequest:
    """Return the question put one by one as a message."""
    board, play = single()
    return pb.JudgeMoveRequest(board=grid(board), move=move(play))


def batch_of_own_boards(size: int = BATCH_SIZE) -> pb.BatchJudgeMovesRequest:
    """Return a batch whose items bring their boards along."""
    batch = pb.BatchJudgeMovesRequest()
    for board, play in _asked(size):
        batch.requests.add(board=grid(board), move=move(play))
    return batch


def batch_on_one_board(size: int = BATCH_SIZE) -> pb.BatchJudgeMovesRequest:
    """Return a batch on one board, which it carries once."""
    case = cases()[0]
    batch = pb.BatchJudgeMovesRequest(board=grid(case.board))
    for play in _spread([*case.good, *case.bad], size):
        batch.requests.add(move=move(play))
    return batch


def stream(size: int = BATCH_SIZE) -> list[pb.StreamJudgeMovesRequest]:
    """Return the questions of the batch of own boards, each with an id of the same length."""
    return [
        pb.StreamJudgeMovesRequest(
            id=f"{i:04}", request=pb.JudgeMoveRequest(board=grid(board), move=move(play))
        )
        for i, (board, play) in enumerate(_asked(size))
    ]


def grid(board: Board) -> board_pb2.Board:
    """Return the board as top letters and heights."""
    rows = range(board.rows)
    letters = "/".join(board.line(False, row) for row in rows)
    heights = "/".join("".join(map(str, board.line_heights(False, row))) for row in rows)
    return board_pb2.Board(grid=board_pb2.Grid(letters=letters, heights=heights))


def move(play: Play) -> move_pb2.Move:
    """Return the play as its placements."""
    placements = [
        move_pb2.Placement(row=row, column=column, tile=tile) for row, column, tile in play.placements
    ]
    return move_pb2.Move(play=move_pb2.Play(placements=placements))


def _asked(size: int) -> Iterator[tuple[Board, Play]]:
    """Return so many questions: the plays of all boards in turn, or if they are too many, some of them."""
    plays = [(case.board, play) for case in cases() for play in [*case.good, *case.bad]]
    return _spread(plays, size)


def _spread(plays: Sequence[T], size: int) -> Iterator[T]:
    """Return so many of the plays, from all parts of the list, over and over if it has not so many."""
    return islice(cycle(plays[:: max(1, len(plays) // size)]), size)


def _case(board_text: str, good: str, bad: str) -> Case:
    board = parse_board(board_text)
    return Case(board, _plays(good, board), _plays(bad, board))


def _plays(texts: str, board: Board) -> list[Play]:
    moves = [parse_move(text, board) for text in texts.split("; ")]
    return [move for move in moves if isinstance(move, Play)]
