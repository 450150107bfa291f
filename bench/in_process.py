"""What a call costs without a transport: bytes in, bytes out, in this process."""

import gc
import random
import time
from collections.abc import Callable
from functools import partial

from bench.questions import BATCH_SIZE
from bench.report import table
from bench.rounds import Spread
from bench.target import Calls, methods
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.call import answer


def measure(calls: Calls, rounds: int) -> dict[str, list[float]]:
    """Return microseconds per move, a value for each round."""
    response = pb.JudgeMoveResponse.FromString(calls.judge.reply)
    held = methods()

    def no_op() -> bytes:
        pb.JudgeMoveRequest.FromString(calls.judge.request)
        return response.SerializeToString()

    work: dict[str, tuple[Callable[[], bytes], int, int]] = {
        "no-op: parse and serialise": (no_op, 1_000, 1),
        "JudgeMove": (partial(answer, held[calls.judge.path], calls.judge.request), 500, 1),
        "batch, own boards": (
            partial(answer, held[calls.own_boards.path], calls.own_boards.request),
            1,
            BATCH_SIZE,
        ),
        "batch, one board": (
            partial(answer, held[calls.one_board.path], calls.one_board.request),
            1,
            BATCH_SIZE,
        ),
    }
    gc.collect()
    gc.freeze()
    draw = random.Random(rounds)
    found: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name in draw.sample(list(work), len(work)):
            run, times, moves = work[name]
            start = time.perf_counter()
            for _ in range(times):
                run()
            found[name].append((time.perf_counter() - start) / (times * moves) * 1e6)
    return found


def tables(found: dict[str, list[float]]) -> str:
    """Return the table."""
    rows = [[name, Spread.of(values).text(".1f")] for name, values in found.items()]
    return table(["in this process", "us per move"], rows)
