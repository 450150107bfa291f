"""Streams of questions: each has a thread of its own while it is open, and only so many are."""

import threading
from collections.abc import Callable, Iterator

import grpc

from upwords_referee.service.call import answer_in_stream
from upwords_referee.service.errors import Reason, ResourceExhaustedError
from upwords_referee.service.grpc.calls import begin, begin_message, refuse
from upwords_referee.service.grpc.drain import ShuttingDownError
from upwords_referee.service.grpc.patience import Patience
from upwords_referee.service.grpc.work import Work
from upwords_referee.service.limits import STREAM_IDLE_SECONDS
from upwords_referee.service.methods import Method

_RETRY_SECONDS = 1.0
# Threads that have no stream, and tell those beyond the limit so.
_SPARE_THREADS = 2

Behaviour = Callable[[Iterator[bytes], grpc.ServicerContext], Iterator[bytes]]


class Streams:
    """Runs up to `most` streams at a time, apart from the threads of calls; refuses more at once.

    A stream's next request is read when the answer to the one before is sent, so that a caller that does
    not read is not read from either. One that neither sends nor reads for five minutes is ended.
    """

    def __init__(self, most: int, work: Work) -> None:
        self._most = most
        self._work = work
        self._idle = Patience(STREAM_IDLE_SECONDS, most)
        self._free = threading.Semaphore(most)
        self._pool = work.pool(most + _SPARE_THREADS, "stream")

    @property
    def idle(self) -> int:
        """The open streams that wait for their callers."""
        return len(self._idle)

    def behaviour(self, method: Method) -> Behaviour:
        """Return the method's function as grpcio wants it."""

        def answer(request: bytes, context: grpc.ServicerContext) -> bytes:
            if self._work.closed:
                refuse(context, ShuttingDownError())
            begin_message(context)
            return answer_in_stream(method, request)

        def call(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
            begin(context)
            if not self._free.acquire(blocking=False):
                refuse(context, self._too_many())
            try:
                yield from self._idle.messages(requests, context, lambda request: answer(request, context))
            finally:
                self._free.release()

        call.experimental_thread_pool = self._pool  # type: ignore[attr-defined]
        return call

    def _too_many(self) -> ResourceExhaustedError:
        return ResourceExhaustedError(
            f"{self._most} streams are open, which is all that the server takes",
            Reason.TOO_MANY_STREAMS,
            _RETRY_SECONDS,
        )
