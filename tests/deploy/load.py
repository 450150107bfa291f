"""Calls without a break, each of which must be answered."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc

from tests.deploy.gateway import PATIENCE
from tests.service.cli.calling import MOOD
from tests.service.dictionaries.valkey import until
from upwords.referee.v1 import referee_service_pb2 as messages
from upwords.referee.v1 import referee_service_pb2_grpc as stubs

CALLERS = 8
# Stays below the shipped rate limit, whatever the machine.
_PAUSE = 0.01


def referee_stub(channel: grpc.Channel) -> Any:
    """Return the generated stub, whose code has no types."""
    make: Any = stubs.RefereeServiceStub
    return make(channel)


def wood() -> messages.JudgeMoveRequest:
    """Return a valid move, worth 5 points."""
    request = messages.JudgeMoveRequest()
    request.board.notation = MOOD
    request.move.notation = "5D W..."
    return request


def batch() -> messages.BatchJudgeMovesRequest:
    """Return a hundred times the same."""
    return messages.BatchJudgeMovesRequest(requests=[wood()] * 100)


class Load:
    """Callers on one channel; `outcomes` counts calls by status, `slowest` is the longest that one took.

    The first caller sends batches, the others single moves.
    """

    def __init__(self, channel: grpc.Channel, deadline: float | None) -> None:
        self.outcomes: Counter[str] = Counter()
        self.slowest = 0.0
        self.failures: list[str] = []
        self._deadline = deadline
        self._stub = referee_stub(channel)
        self._ended = threading.Event()
        self._lock = threading.Lock()
        # When the call began that a caller waits for.
        self._begun: dict[int, float] = {}
        self._threads = [threading.Thread(target=self._call, args=[n], daemon=True) for n in range(CALLERS)]

    def start(self) -> None:
        """Let the callers begin."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Wait until all calls have ended."""
        self._ended.set()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive(), "a call does not end"

    def wait_for(self, more: int) -> None:
        """Wait until so many more calls have ended."""
        enough = self.outcomes.total() + more
        until(lambda: self.outcomes.total() >= enough, f"{more} more calls", PATIENCE)

    def wait_for_all(self) -> None:
        """Wait until no caller waits for a call that began before now."""
        now = time.monotonic()
        until(lambda: all(begun > now for begun in self._begun.copy().values()), "all callers", PATIENCE)

    def _call(self, number: int) -> None:
        ask, request = (self._stub.JudgeMove, wood()) if number else (self._stub.BatchJudgeMoves, batch())
        while not self._ended.is_set():
            started = self._begun[number] = time.monotonic()
            try:
                answer = ask(request, timeout=self._deadline)
                scores = {answer.score} if number else {one.verdict.score for one in answer.results}
                outcome = "OK" if scores == {5} else "a wrong score"
            except grpc.RpcError as error:
                outcome = error.code().name if isinstance(error, grpc.Call) else "no status"
                self.failures.append(str(error))
            with self._lock:
                self.outcomes[outcome] += 1
                self.slowest = max(self.slowest, time.monotonic() - started)
            time.sleep(_PAUSE)


@contextmanager
def load(channel: grpc.Channel, deadline: float | None = None) -> Iterator[Load]:
    """Call until the end of the block, in which no call may fail. None: the deadline of the config."""
    callers = Load(channel, deadline)
    callers.start()
    try:
        callers.wait_for(100)
        yield callers
    finally:
        callers.end()
    assert set(callers.outcomes) == {"OK"}, (callers.outcomes, callers.failures[:5])
