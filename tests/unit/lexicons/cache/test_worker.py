"""The thread that does the waiting: in order, together, bounded, and ended."""

import threading
import time

from upwords_referee.lexicons.cache.worker import Worker


def running() -> int:
    return [thread.name for thread in threading.enumerate()].count("a worker")


def test_things_are_handled_in_order_and_at_most_so_many_at_once() -> None:
    handled: list[list[int]] = []
    may, done = threading.Event(), threading.Event()

    def handle(things: list[int]) -> None:
        assert may.wait(5)
        handled.append(things)
        if things[-1] == 99:
            done.set()

    worker = Worker("a worker", handle, 8)
    assert running() == 0
    for thing in range(100):
        worker.give(thing)
    assert 90 <= worker.waiting() <= 100
    may.set()
    assert done.wait(5)
    assert [thing for things in handled for thing in things] == list(range(100))
    assert max(map(len, handled)) == 8
    worker.close()


def test_closing_ends_the_thread_when_what_waits_is_done_and_giving_starts_another() -> None:
    handled: list[int] = []
    worker: Worker[int] = Worker("a worker", handled.extend, 8)
    worker.close()
    for thing in range(20):
        worker.give(thing)
    worker.close()
    worker.close()
    worker.give(20)
    ends = time.monotonic() + 5
    while len(handled) < 21:
        assert time.monotonic() < ends
        time.sleep(0.001)
    assert sorted(handled) == list(range(21))
    worker.close()
    while running():
        assert time.monotonic() < ends
        time.sleep(0.001)
