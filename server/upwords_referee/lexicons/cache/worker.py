"""A thread that does the waiting, so that no caller has to."""

import queue
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from upwords_referee.lexicons.cache.forks import in_child

Thing = TypeVar("Thing")


class Worker(Generic[Thing]):
    """Hands what it is given to `handle`, in order, in a thread; what waits together, together.

    At most `most_at_once` things are handed over at a time. `handle` does not raise. The thread starts with
    the first thing given, anew in each forked process, and does not keep a process from ending.
    """

    def __init__(self, name: str, handle: Callable[[list[Thing]], None], most_at_once: int) -> None:
        self._name = name
        self._handle = handle
        self._most_at_once = most_at_once
        self._started = False
        self._begin()
        in_child(self._begin)

    def give(self, thing: Thing) -> None:
        """Have the thing handled, soon."""
        if not self._started:
            self._start()
        self._things.put(thing)

    def waiting(self) -> int:
        """Return how many things wait."""
        return self._things.qsize()

    def close(self) -> None:
        """End the thread when what waits is done."""
        with self._lock:
            if self._started:
                self._started = False
                self._things.put(None)

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._started = False
        self._things: queue.SimpleQueue[Thing | None] = queue.SimpleQueue()

    def _start(self) -> None:
        with self._lock:
            if not self._started:
                threading.Thread(target=self._work, args=[self._things], name=self._name, daemon=True).start()
                self._started = True

    def _work(self, things: "queue.SimpleQueue[Thing | None]") -> None:
        thing = things.get()
        while thing is not None:
            together = [thing]
            try:
                while len(together) < self._most_at_once and (thing := things.get_nowait()) is not None:
                    together.append(thing)
            except queue.Empty:
                thing = together[-1]
            self._handle(together)
            if thing is not None:
                thing = things.get()
