"""A stream that is open: questions go in as a test wants, answers are taken one by one."""

import queue
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import grpc
from google.protobuf.message import Message

from tests.service.referee import DEADLINE, Referee, Refusal, refusal_of
from upwords.referee.v1 import referee_service_pb2 as pb

PATH = "/upwords.referee.v1.RefereeService/StreamJudgeMoves"


class OpenStream:
    """One call of StreamJudgeMoves; it is cancelled when the test leaves it."""

    def __init__(self, referee: Referee, deadline: float = DEADLINE) -> None:
        self._asked: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        call = referee.channel.stream_stream(PATH, request_serializer=bytes, response_deserializer=bytes)
        self.call: Any = call(self._requests(), timeout=deadline)

    def _requests(self) -> Iterator[bytes]:
        while (request := self._asked.get()) is not None:
            yield request

    def __enter__(self) -> "OpenStream":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.call.cancel()
        self.close()

    def send(self, request: Message | bytes) -> None:
        """Ask a question, or send what is none."""
        self._asked.put(request if isinstance(request, bytes) else request.SerializeToString())

    def close(self) -> None:
        """Say that no more questions come."""
        self._asked.put(None)

    def next(self) -> pb.StreamJudgeMovesResponse:
        """Return the next answer."""
        return pb.StreamJudgeMovesResponse.FromString(next(self.call))

    def rest(self) -> list[pb.StreamJudgeMovesResponse]:
        """Say that no more questions come, and return the answers that are still to come."""
        self.close()
        return [pb.StreamJudgeMovesResponse.FromString(answer) for answer in self.call]

    def refusal(self) -> Refusal:
        """Return how the stream as a whole ends; AssertionError if there is an answer."""
        try:
            answer = next(self.call)
        except grpc.RpcError as error:
            return refusal_of(error)
        raise AssertionError(f"answered: {answer!r}")
