"""A conversation about moves, for programs with asyncio."""

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self, cast

import grpc
from grpc import aio

from upwords_referee_client import messages as pb
from upwords_referee_client.errors import RefereeError, StreamEndedError, error_from


class AsyncStream:
    """Questions go out by `send`, answers come by `receive` or iteration, in any order.

    Ids tell which is which. One task may send while another receives, which is the way for many moves: when
    nobody takes its answers, the server stops to read, and `send` waits. One bad question is answered with an
    error, see `error_of`; the stream goes on.
    """

    def __init__(self, call: Any) -> None:
        self._call = call

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def send(self, id: str, request: pb.JudgeMoveRequest | None) -> None:
        """Ask about one move; `id`, at most 64 bytes, comes back with the answer.

        Waits while the server takes no more. Raises StreamEndedError; `receive` then tells why.
        """
        try:
            await self._call.write(pb.StreamJudgeMovesRequest(id=id, request=request))
        except (asyncio.InvalidStateError, aio.AioRpcError):
            raise StreamEndedError from None
        except asyncio.CancelledError:
            if self._call.cancelled() and not _is_cancelled():
                raise StreamEndedError from None
            raise

    async def close_send(self) -> None:
        """Say that no more questions come; the answers still due do."""
        await self._call.done_writing()

    async def receive(self) -> pb.StreamJudgeMovesResponse | None:
        """Wait for the next answer; None comes after the last. Raises RefereeError when the stream breaks."""
        try:
            answer = await self._call.read()
        except aio.AioRpcError as error:
            raise error_from(error) from error
        except asyncio.CancelledError:
            if self._call.cancelled() and not _is_cancelled():
                raise RefereeError(grpc.StatusCode.CANCELLED, "the stream was closed") from None
            raise
        return None if answer is aio.EOF else cast(pb.StreamJudgeMovesResponse, answer)

    async def __aiter__(self) -> AsyncIterator[pb.StreamJudgeMovesResponse]:
        """Yield the answers up to the last one; raises RefereeError when the stream breaks."""
        while (answer := await self.receive()) is not None:
            yield answer

    def close(self) -> None:
        """End the stream, whatever is still under way."""
        self._call.cancel()


def _is_cancelled() -> bool:
    """Return whether it is the task that was cancelled, not the call."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
