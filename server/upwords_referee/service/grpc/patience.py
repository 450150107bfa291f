"""Patience with callers: who keeps the server waiting too long, or too much of it, has the call ended."""

import itertools
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import TypeVar

import grpc

T = TypeVar("T")
R = TypeVar("R")
_LOOKS = 4
_LONGEST_LOOK = 0.25


class Patience:
    """Ends calls that keep the server waiting for `seconds`, or the oldest while all weigh more than `most`.

    A call has `spare` seconds at least: where callers come in bursts, many wait for a moment. A thread looks
    after the calls, four times a second or more often; it starts with the first, and never keeps a process
    from ending.
    """

    def __init__(self, seconds: float, most: int, spare: float = 0.0) -> None:
        self._seconds = seconds
        self._most = most
        self._spare = spare
        # By token, the oldest first: when it began, the call, what it weighs. Every call of the server comes
        # by here twice, so there is no lock: single steps of a dict are whole, and a copy is one of them.
        self._waits: dict[int, tuple[float, grpc.ServicerContext, int]] = {}
        self._tokens = itertools.count()
        self._starting = threading.Lock()
        self._watched = False

    def __len__(self) -> int:
        return len(self._waits)

    def begin(self, call: grpc.ServicerContext, weight: int = 1) -> int:
        """Note that a call keeps the server waiting from now on; return what `end` needs."""
        token = next(self._tokens)
        self._waits[token] = (time.monotonic(), call, weight)
        if not self._watched:
            self._start()
        return token

    def end(self, token: int) -> None:
        """Note that the wait is over; it may have ended already."""
        self._waits.pop(token, None)

    def message(self, requests: Iterator[T], call: grpc.ServicerContext) -> T:
        """Return the one message of a call, waiting for it no longer than this patience lasts."""
        token = self.begin(call)
        try:
            return next(requests)
        except StopIteration:
            code = grpc.StatusCode.UNIMPLEMENTED
        except grpc.RpcError as error:
            _forget(error)
            code = grpc.StatusCode.CANCELLED
        finally:
            self.end(token)
        call.abort(code, "this method takes exactly one message")
        raise AssertionError("abort raises")

    def messages(
        self, requests: Iterator[T], call: grpc.ServicerContext, answer: Callable[[T], R]
    ) -> Iterator[R]:
        """Yield the answer to each message, waiting no longer for the next, or for the last to be taken."""
        token = self.begin(call)
        try:
            for request in requests:
                self.end(token)
                reply = answer(request)
                token = self.begin(call)
                yield reply
        except grpc.RpcError as error:
            # The call has ended.
            _forget(error)
        finally:
            self.end(token)

    def look(self) -> None:
        """End the calls that have kept the server waiting too long."""
        now = time.monotonic()
        waits = self._waits.copy()
        weight = sum(weight for _, _, weight in waits.values())
        newest = next(reversed(waits), None)
        for token, (began, call, own) in waits.items():
            # One alone may weigh what it likes.
            many = weight > self._most and token != newest
            if now - began < (self._spare if many else self._seconds):
                break
            if self._waits.pop(token, None):
                call.cancel()
            weight -= own

    def _start(self) -> None:
        pause = min(self._seconds / _LOOKS, self._spare or _LONGEST_LOOK, _LONGEST_LOOK)
        with self._starting:
            if not self._watched:
                self._watched = True
                threading.Thread(
                    target=_watch, args=(weakref.ref(self), pause), name="patience", daemon=True
                ).start()


def _watch(watched: "weakref.ref[Patience]", pause: float) -> None:
    while True:
        time.sleep(pause)
        patience = watched()
        if patience is None:
            return
        patience.look()
        del patience


def _forget(error: grpc.RpcError) -> None:
    """Cut an error of grpc's off from the call that it keeps.

    grpcio notes the error in the state of the call, and the error's traceback leads back to that: a call that
    was cancelled would hold its stream of the connection until the collector comes round.
    """
    error.__traceback__ = None
