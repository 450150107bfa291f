"""The client for threads, asked."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from conformance.answers import failure, response
from conformance.questions import AT_ONCE, Question, call_of
from upwords_referee_client import Cancellation, Client, RefereeError, Stream, StreamEndedError
from upwords_referee_client import messages as pb


class _Clients:
    """A client for each key."""

    def __init__(self, target: str, stack: ExitStack) -> None:
        self._target = target
        self._stack = stack
        self._lock = threading.Lock()
        self._clients: dict[str | None, Client] = {}

    def get(self, key: str | None) -> Client:
        with self._lock:
            if key not in self._clients:
                self._clients[key] = self._stack.enter_context(Client(self._target, key=key))
            return self._clients[key]


def serve(target: str, lines: Iterable[str], write: Any) -> None:
    """Answer every line; `write` takes one answer at a time, from any thread."""
    places = threading.Semaphore(AT_ONCE)
    with ExitStack() as stack:
        clients = _Clients(target, stack)
        pool = stack.enter_context(ThreadPoolExecutor(AT_ONCE))

        def answer(question: Question) -> None:
            try:
                write({"id": question.id, **_ask(question, clients.get(question.key))})
            finally:
                places.release()

        futures = []
        for line in lines:
            places.acquire()
            futures.append(pool.submit(answer, Question.read(line)))
        for future in as_completed(futures):
            future.result()


def _ask(question: Question, client: Client) -> dict[str, Any]:
    try:
        if question.method == "StreamJudgeMoves":
            return {"response": _stream(question, client)}
        method, arguments, wrap = call_of(question, client)
        cancellation = Cancellation()
        with _cancelling(question, cancellation.cancel):
            answer = method(*arguments, timeout=question.timeout, cancellation=cancellation)
        return {"response": response(wrap(answer))}
    except RefereeError as error:
        return {"error": failure(error)}


@contextmanager
def _cancelling(question: Question, cancel: Callable[[], None]) -> Iterator[None]:
    """Cancel when the question says so, unless it is over before."""
    timer = threading.Timer(question.cancel_after or 0, cancel)
    if question.cancel_after is not None:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _stream(question: Question, client: Client) -> list[str]:
    requests = question.requests()
    with (
        client.stream_judge_moves(timeout=question.timeout) as stream,
        _cancelling(question, stream.close),
    ):
        sender = threading.Thread(target=_send, args=(stream, requests))
        sender.start()
        try:
            return [response(answer) for answer in stream]
        finally:
            stream.close()
            sender.join()


def _send(stream: Stream, requests: list[pb.StreamJudgeMovesRequest]) -> None:
    # Why a stream has ended is told to the one who receives.
    with suppress(StreamEndedError):
        for request in requests:
            stream.send(request.id, request.request if request.HasField("request") else None)
        stream.close_send()
