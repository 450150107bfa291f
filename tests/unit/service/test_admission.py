"""Admission: counts that hold at once, and that come back to nothing."""

import threading
from concurrent import futures
from typing import Any

import pytest

from upwords_referee.service.admission import Admission
from upwords_referee.service.errors import Reason, ResourceExhaustedError
from upwords_referee.service.grpc.arrival import Arrival, GuardedPool, address_of, arrival, host_of


def refused(admission: Admission, client: str = "") -> Reason:
    with pytest.raises(ResourceExhaustedError) as caught:
        admission.enter(client)
    assert caught.value.retry_seconds > 0
    return caught.value.reason


def test_one_call_over_the_limit_is_refused_until_one_leaves() -> None:
    admission = Admission(2)
    admission.enter("a")
    admission.enter("b")
    assert refused(admission) == Reason.TOO_MANY_CALLS
    admission.leave("a")
    admission.enter("a")
    assert refused(admission) == Reason.TOO_MANY_CALLS


def test_a_client_over_its_limit_is_refused_and_others_are_not() -> None:
    admission = Admission(10, 2)
    for _ in range(2):
        admission.enter("greedy")
    assert refused(admission, "greedy") == Reason.TOO_MANY_CALLS_OF_CLIENT
    admission.enter("modest")
    admission.leave("greedy")
    admission.enter("greedy")
    assert admission.count == 3


def test_clients_that_left_are_forgotten() -> None:
    admission = Admission(10, 2)
    for number in range(1000):
        admission.enter(str(number))
        admission.leave(str(number))
    assert admission.count == 0
    assert admission._clients == {}


def test_nobody_need_say_who_calls_when_that_does_not_matter() -> None:
    assert not Admission(1).by_client
    assert Admission(1, 1).by_client


@pytest.fixture
def pool() -> Any:
    with GuardedPool(2, Admission(3), 5.0, "test") as pool:
        yield pool


def test_the_pool_runs_a_refused_call_at_once_and_tells_it_why(pool: GuardedPool) -> None:
    go = threading.Event()
    held = [pool.submit(go.wait, 5) for _ in range(3)]

    def seen() -> tuple[Arrival | None, int]:
        return arrival(), threading.get_ident()

    refused = pool.submit(seen)
    assert refused.done()
    arrived, thread = refused.result()
    assert thread == threading.get_ident()
    assert arrived is not None
    assert isinstance(arrived.refusal, ResourceExhaustedError)
    assert arrival() is None
    go.set()
    futures.wait(held, 5)
    arrived, thread = pool.submit(seen).result(5)
    assert arrived is not None
    assert (arrived.refusal, arrived.seconds) == (None, 5.0)
    assert thread != threading.get_ident()


def fail() -> None:
    raise RuntimeError


def test_a_place_is_given_back_whatever_becomes_of_the_call(pool: GuardedPool) -> None:
    go = threading.Event()
    held = [pool.submit(go.wait, 5) for _ in range(2)]
    failing = pool.submit(fail)
    assert pool._admission.count == 3
    go.set()
    futures.wait(held, 5)
    futures.wait([failing], 5)
    assert isinstance(failing.exception(), RuntimeError)
    assert pool._admission.count == 0


def test_a_pool_that_takes_no_more_counts_nothing() -> None:
    pool = GuardedPool(1, Admission(3), 5.0, "test")
    pool.shutdown()
    with pytest.raises(RuntimeError):
        pool.submit(fail)
    assert pool._admission.count == 0


def test_many_threads_at_once_never_exceed_the_limit() -> None:
    admission, lock = Admission(5), threading.Lock()
    running, peak = 0, 0

    def call() -> None:
        nonlocal running, peak
        arrived = arrival()
        assert arrived
        if arrived.refusal:
            return
        with lock:
            running += 1
            peak = max(peak, running)
        with lock:
            running -= 1

    with GuardedPool(16, admission, 5.0, "test") as pool, futures.ThreadPoolExecutor(8) as callers:
        for _ in range(20):
            wave = list(callers.map(lambda _: pool.submit(call), range(50)))
            futures.wait(wave, 10)
    assert 0 < peak <= 5
    assert admission.count == 0


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("ipv4:10.1.2.3:40000", "10.1.2.3"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:40000", "2001:db8:1:2::/64"),
        ("ipv6:[2001:db8:1:2::9]:40001", "2001:db8:1:2::/64"),
        ("ipv6:%5B::ffff:10.1.2.3%5D:40000", "10.1.2.3"),
        ("ipv6:%5Bfe80::1%25eth0%5D:1", "fe80::/64"),
        ("unix:/tmp/socket", "unix"),
        ("", ""),
        ("ipv6:nonsense", ""),
    ],
)
def test_the_host_of_a_peer(peer: str, host: str) -> None:
    assert host_of(peer) == host


def test_what_shows_no_address_has_none() -> None:
    assert address_of((1, "x", object())) == ""
