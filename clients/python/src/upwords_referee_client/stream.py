"""A conversation about moves, for programs with threads."""

import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self, cast

import grpc

from upwords_referee_client import messages as pb
from upwords_referee_client.errors import RefereeError, StreamEndedError, error_from


class Stream:
    """Questions go out by `send`, answers come by `receive` or iteration, in any order.

    Ids tell which is which. One thread may send while another receives, which is the way for many moves: when
    nobody takes its answers, the server stops to read, and `send` waits. One bad question is answered with an
    error, see `error_of`; the stream goes on.
    """

    def __init__(self, start: Callable[[Iterator[pb.StreamJudgeMovesRequest]], Any]) -> None:
        self._outbox = _Outbox()
        self._call = start(self._outbox)
        # The sender must not wait for a call that has ended.
        if not self._call.add_callback(self._outbox.end):
            self._outbox.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(self, id: str, request: pb.JudgeMoveRequest | None) -> None:
        """Ask about one move; `id`, at most 64 bytes, comes back with the answer.

        Waits while the server takes no more. Raises StreamEndedError; `receive` then tells why.
        """
        self._outbox.put(pb.StreamJudgeMovesRequest(id=id, request=request))

    def close_send(self) -> None:
        """Say that no more questions come; the answers still due do."""
        self._outbox.close()

    def receive(self) -> pb.StreamJudgeMovesResponse | None:
        """Wait for the next answer; None comes after the last. Raises RefereeError when the stream breaks."""
        try:
            return cast(pb.StreamJudgeMovesResponse, next(self._call))
        except StopIteration:
            return None
        except grpc.FutureCancelledError:
            raise RefereeError(grpc.StatusCode.CANCELLED, "the stream was closed") from None
        except grpc.RpcError as error:
            raise error_from(error) from error

    def __iter__(self) -> Iterator[pb.StreamJudgeMovesResponse]:
        """Yield the answers up to the last one; raises RefereeError when the stream breaks."""
        while (answer := self.receive()) is not None:
            yield answer

    def close(self) -> None:
        """End the stream, whatever is still under way; it may be called from any thread."""
        self._call.cancel()


class _Outbox:
    """The requests as gRPC takes them: one at a time, as fast as they are written to the network."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._next: pb.StreamJudgeMovesRequest | None = None
        self._closed = False
        self._ended = False

    def put(self, request: pb.StreamJudgeMovesRequest) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._next is None or self._ended or self._closed)
            if self._ended or self._closed:
                raise StreamEndedError
            self._next = request
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def __iter__(self) -> Iterator[pb.StreamJudgeMovesRequest]:
        return self

    def __next__(self) -> pb.StreamJudgeMovesRequest:
        with self._changed:
            self._changed.wait_for(lambda: self._next is not None or self._ended or self._closed)
            if self._ended or self._next is None:
                raise StopIteration
            request, self._next = self._next, None
            self._changed.notify_all()
            return request
