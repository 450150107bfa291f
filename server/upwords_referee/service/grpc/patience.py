"""Patience with callers: who keeps the server waiting too long, or too much of it, has the call ended."""

import itertools
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

import grpc

T = TypeVar("T")
R = TypeVar("R")
_LOOKS = 4
_LONGEST_LOOK = 0.25


class _Wait(NamedTuple):
    began: float
    call: grpc.ServicerContext
    weight: int


class Patience:
    """Ends calls that keep the server waiting for `seconds`, or the oldest when all weigh more than `most`.

    A call has `spare` seconds at least: where callers come in bursts, many wait for a moment.
    The thread that looks after them starts with the first wait, and never keeps a process from ending.
    """

    def __init__(self, seconds: float, most: int, spare: float = 0.0) -> None:
        self._spare = spare
        self._seconds = seconds
        self._most = most
        self._lock = threading.Lock()
        self._waits: OrderedDict[int, _Wait] = OrderedDict()
        self._weight = 0
        self._tokens = itertools.count()
        self._thread: threading.Thread | None = None

    def __len__(self) -> int:
        return len(self._waits)

    def begin(self, call: grpc.ServicerContext, weight: int = 1) -> int:
        """Note that a call keeps the server waiting from now on; return what `end` needs."""
        with self._lock:
            token = next(self._tokens)
            now = time.monotonic()
            self._waits[token] = _Wait(now, call, weight)
            self._weight += weight
            late = self._late(now)
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="patience", daemon=True)
                self._thread.start()
        for one in late:
            one.cancel()
        return token

    def end(self, token: int) -> None:
        """Note that the wait is over; it may have ended already."""
        with self._lock:
            if token in self._waits:
                self._drop(token)

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

    def _late(self, now: float) -> list[grpc.ServicerContext]:
        """Take out the waits that have lasted too long, and return their calls."""
        late = []
        while self._waits:
            # All may wait equally long: the first to begin is the first to end.
            token, oldest = next(iter(self._waits.items()))
            # The newest has had no time yet.
            many = self._weight > self._most and len(self._waits) > 1
            if now - oldest.began < (self._spare if many else self._seconds):
                break
            late.append(self._drop(token))
        return late

    def _drop(self, token: int) -> grpc.ServicerContext:
        wait = self._waits.pop(token)
        self._weight -= wait.weight
        return wait.call

    def _watch(self) -> None:
        pause = min(self._seconds / _LOOKS, self._spare or _LONGEST_LOOK, _LONGEST_LOOK)
        while True:
            time.sleep(pause)
            with self._lock:
                late = self._late(time.monotonic())
            for one in late:
                one.cancel()


def _forget(error: grpc.RpcError) -> None:
    """Cut an error of grpc's off from the call that it keeps.

    grpcio notes the error in the state of the call, and the error's traceback leads back to that: a call that
    was cancelled would hold its stream of the connection until the collector comes round.
    """
    error.__traceback__ = None
