"""The breaker: one failure opens it, one good probe closes it, each change is told once."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from upwords_referee.lexicons.cache.breaker import Breaker


class Store:
    """What is probed: well or not, and how often it was asked."""

    def __init__(self) -> None:
        self.well = False
        self.probes = 0

    def probe(self) -> None:
        self.probes += 1
        if not self.well:
            raise OSError("secret text")


class Watched:
    """A breaker whose probes come fast, and the changes it told."""

    def __init__(self) -> None:
        self.store = Store()
        self.told: list[bool] = []
        self.breaker = Breaker("store", self.store.probe, self.told.append, probe_seconds=0.005)


@pytest.fixture
def watched() -> Iterator[Watched]:
    one = Watched()
    yield one
    one.breaker.end()


@pytest.fixture
def log() -> Iterator[list[EventDict]]:
    with capture_logs() as lines:
        yield lines


def until(true: Callable[[], bool]) -> None:
    ends = time.monotonic() + 5
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.001)


def test_it_is_closed_and_says_so_at_first(watched: Watched) -> None:
    assert watched.breaker.closed
    assert watched.told == [True]
    assert watched.store.probes == 0


def test_one_failure_opens_it_and_one_good_probe_closes_it(watched: Watched, log: list[EventDict]) -> None:
    watched.breaker.failed(TimeoutError("at host:1234, password hush"))
    assert not watched.breaker.closed
    until(lambda: watched.store.probes > 5)
    assert not watched.breaker.closed
    watched.store.well = True
    until(lambda: watched.breaker.closed)
    until(lambda: len(log) == 2)
    assert watched.told == [True, False, True]
    assert [(line["log_level"], line["event"]) for line in log] == [
        ("warning", "store failed; going on without it"),
        ("info", "store is well again"),
    ]
    assert log[0]["error"] == "TimeoutError"
    assert "hush" not in str(log)


def test_many_failures_at_once_are_one(watched: Watched, log: list[EventDict]) -> None:
    with ThreadPoolExecutor(32) as pool:
        list(pool.map(watched.breaker.failed, [OSError()] * 500))
    assert watched.told == [True, False]
    assert len(log) == 1
    assert [thread.name for thread in threading.enumerate()].count("probe store") == 1


def test_it_opens_and_closes_again_and_again(watched: Watched, log: list[EventDict]) -> None:
    watched.store.well = True
    for _ in range(20):
        watched.breaker.failed(OSError())
        until(lambda: watched.breaker.closed)
    until(lambda: len(log) == 40)
    assert watched.told == [True, *[False, True] * 20]


def test_probes_end_when_it_is_closed_or_ended(watched: Watched) -> None:
    watched.store.well = True
    watched.breaker.failed(OSError())
    until(lambda: watched.breaker.closed)
    probes = watched.store.probes
    time.sleep(0.05)
    assert watched.store.probes == probes
    watched.store.well = False
    watched.breaker.failed(OSError())
    watched.breaker.end()
    until(lambda: "probe store" not in [thread.name for thread in threading.enumerate()])
    watched.store.well = True
    assert not watched.breaker.closed


def test_probes_are_half_a_second_apart_and_not_on_the_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    store, waits = Store(), list[float]()
    breaker = Breaker("store", store.probe)

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        store.well = len(waits) == 200
        return False

    monkeypatch.setattr(breaker._ended, "wait", wait)
    breaker.failed(OSError())
    until(lambda: breaker.closed)
    assert min(waits) >= 0.4
    assert max(waits) <= 0.6
    assert len(set(waits)) > 100


def test_without_a_thread_to_probe_it_does_not_stay_open(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    watched.breaker.failed(OSError())
    assert watched.breaker.closed
    assert watched.told == [True, False, True]
