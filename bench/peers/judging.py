"""Judging the same plays: the library, BatchJudgeMoves and the toolkit."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from bench.client import Call, Client
from bench.peers.agreement import Asked
from bench.peers.contender import Contender, here, there, wire
from bench.peers.peer import Peer
from bench.questions import BATCH, BATCH_SIZE, cases, grid, move
from bench.target import Target, methods
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.library.judge import judge
from upwords_referee.service.call import answer

IN_FLIGHT = 8

LIBRARY = "library.judge, in process"
SERVER = "BatchJudgeMoves, server"
TOOLKIT = "toolkit checkPlay, in process"


def asked() -> list[Asked]:
    """Return the valid plays of the other measurements, with our judgement."""
    return [Asked(case.board, play, judge(case.board, play)) for case in cases() for play in case.good]


def batch(kept: Sequence[Asked]) -> Call:
    """Return a batch of the plays, each with its own board, over and over until it is full."""
    request = pb.BatchJudgeMovesRequest()
    for each in islice(cycle(kept), BATCH_SIZE):
        request.requests.add(board=grid(each.board), move=move(each.play))
    sent = request.SerializeToString()
    reply = answer(methods()[BATCH], sent)
    verdicts = [result.verdict for result in pb.BatchJudgeMovesResponse.FromString(reply).results]
    due = [each.ours.score for each in islice(cycle(kept), BATCH_SIZE)]
    if [verdict.valid and verdict.score for verdict in verdicts] != due:
        raise RuntimeError("the batch is not judged as its plays are one by one")
    return Call(BATCH, sent, reply)


def block(
    kept: Sequence[Asked], toolkit: Peer, target: Target, client: Client, call: Call
) -> Mapping[str, Contender]:
    """Return the contenders; the toolkit must have loaded the plays that are kept, and no others."""
    held = [(each.board, each.play) for each in kept]
    points = sum(each.ours.score or 0 for each in kept)

    def ours() -> int:
        return sum(judge(board, play).score or 0 for board, play in held)

    return {
        LIBRARY: here(len(kept), ours, points),
        SERVER: wire(BATCH_SIZE * IN_FLIGHT, target, client, call, IN_FLIGHT),
        TOOLKIT: there(len(kept), toolkit.pid, toolkit.judge, points),
    }
