"""A first question put to a server that has just started."""

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli.address import reachable
from upwords_referee.cli.output import open_console, write_line
from upwords_referee.cli.referee import JUDGE_MOVE, open_referee
from upwords_referee.cli.verdict import show_verdict

BOARD = "10/10/10/10/3MOOD3/10/10/10/10/10"
MOVE = "5D W..."


def show_sample(listening: str) -> None:
    """Ask the server that listens at HOST:PORT about a move, over the network, and show the verdict."""
    request = pb.JudgeMoveRequest(include_position=True)
    request.board.notation = BOARD
    request.move.notation = MOVE
    address = reachable(listening)
    referee = open_referee(address)
    response = referee.ask(JUDGE_MOVE, request, pb.JudgeMoveResponse)
    console = open_console()
    show_verdict(console, response, referee.board(BOARD), referee.board(response.position.notation))
    write_line(console)
    write_line(console, f"The referee keeps serving at {address}; Ctrl-C ends it.")
