"""Admission over the wire: never more calls than the limit, health always, and places that come back."""

import gc
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2

from tests.service.lexica import WORDS, CountingLexicon
from tests.service.open_stream import OpenStream
from tests.service.questions import batch, check, item, judge
from tests.service.referee import Referee, Refusal, refusal_of
from tests.service.security import frames
from tests.service.security.frames import Connection
from tests.service.security.frames import message as frame_of
from tests.service.security.serving import BATCH, JUDGE, PATIENCE, Caller, key_lines, protected, until
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus
from upwords_referee.service import limits
from upwords_referee.service.errors import Reason
from upwords_referee.service.grpc.protection import Protection
from upwords_referee.service.keys import KeyRing, new_key

STREAM = "/upwords.referee.v1.RefereeService/StreamJudgeMoves"


class Gate(WordList):
    """Counts those who ask at the same time, and answers when it is opened."""

    def __init__(self) -> None:
        super().__init__("gate", WORDS)
        self.open = threading.Event()
        self.peak = self.inside = self.asked = 0
        self._lock = threading.Lock()

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        with self._lock:
            self.asked += 1
            self.inside += 1
            self.peak = max(self.peak, self.inside)
        try:
            assert self.open.wait(PATIENCE)
            return super().statuses(words)
        finally:
            with self._lock:
                self.inside -= 1


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open.set()


def codes(calls: list[Refusal]) -> set[grpc.StatusCode]:
    return {call.code for call in calls}


def ended(calls: list[futures.Future[bytes]]) -> list[Refusal]:
    """Return the refusals among calls that are over, or will be soon."""
    refusals = []
    for call in calls:
        try:
            call.result(PATIENCE)
        except grpc.RpcError as error:
            refusals.append(refusal_of(error))
    return refusals


def test_one_call_over_the_limit_is_refused_at_once_with_a_time_to_ask_again(gate: Gate) -> None:
    with protected(Protection(max_calls=3), gate, threads=2) as (address, server), Caller(address) as caller:
        held = [caller.start(JUDGE, judge()) for _ in range(3)]  # two in work, one waits
        assert until(lambda: server.work.calls == 3 and gate.inside == 2)
        start = time.monotonic()
        refusal = caller.call(JUDGE, judge())
        assert time.monotonic() - start < 1
        assert isinstance(refusal, Refusal)
        assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert refusal.reason == Reason.TOO_MANY_CALLS
        assert refusal.detail(error_details_pb2.RetryInfo).retry_delay.ToMilliseconds() == 500
        gate.open.set()
        assert ended(held) == []
        assert until(lambda: server.work.calls == 0)
        assert isinstance(caller.call(JUDGE, judge()), bytes)


def test_waves_over_the_limit_never_exceed_it(gate: Gate) -> None:
    """The peak is measured where the words are asked for; every call is answered or refused as it should."""
    with protected(Protection(max_calls=6), gate, threads=16) as (address, server):
        callers = [Caller(address) for _ in range(4)]
        for _ in range(8):
            gate.open.clear()
            calls = [caller.start(JUDGE, judge()) for caller in callers for _ in range(10)]
            assert until(lambda calls=calls: sum(call.done() for call in calls) == 34)  # type: ignore[misc]
            assert server.work.calls == 6
            gate.open.set()
            refusals = ended(calls)
            assert (len(refusals), codes(refusals)) == (34, {grpc.StatusCode.RESOURCE_EXHAUSTED})
            assert until(lambda: server.work.calls == 0)
        assert gate.peak == 6
        for caller in callers:
            caller.channel.close()


def test_all_kinds_of_calls_share_the_limit(gate: Gate) -> None:
    with protected(Protection(max_calls=3), gate) as (address, server), Caller(address) as caller:
        calls = [caller.start(JUDGE, judge()), caller.start(BATCH, batch(item()))]
        referee = Referee(address, {})
        with OpenStream(referee) as stream:
            stream.send(b"")
            assert until(lambda: server.work.calls == 3)
            for path in (JUDGE, BATCH):
                refusal = caller.call(path, b"")
                assert isinstance(refusal, Refusal)
                assert refusal.reason == Reason.TOO_MANY_CALLS
        assert until(lambda: server.work.calls == 2)
        gate.open.set()
        assert ended(calls) == []
        referee.channel.close()


def best_health(caller: Caller, tries: int = 10) -> float:
    """Return the shortest time that health took, and make sure that it always answers."""
    times = []
    for _ in range(tries):
        start = time.monotonic()
        assert caller.health() == 1
        times.append(time.monotonic() - start)
    return min(times)


def test_health_answers_within_50_ms_while_slow_calls_have_every_place(gate: Gate) -> None:
    with (
        protected(Protection(max_calls=20), gate, threads=4) as (address, server),
        Caller(address) as caller,
        Caller(address) as prober,
    ):
        held = [caller.start(JUDGE, judge()) for _ in range(19)]
        held.append(caller.start(BATCH, batch(item())))
        assert until(lambda: server.work.calls == 20)
        assert best_health(prober) < 0.05
        assert isinstance(caller.call(JUDGE, judge()), Refusal)
        gate.open.set()
        assert ended(held) == []


def test_health_answers_within_50_ms_while_every_place_is_taken_by_work() -> None:
    """Batches, which compute all the time: health gets its turn at the interpreter."""
    with (
        protected(Protection(max_calls=40), CountingLexicon(), threads=4) as (address, server),
        Caller(address) as caller,
        Caller(address) as prober,
    ):
        large = batch(*[item()] * 1000)
        calls = [caller.start(BATCH, large) for _ in range(50)]
        assert until(lambda: server.work.calls >= 30)
        assert best_health(prober, 20) < 0.05
        assert server.work.calls > 0  # still
        for call in calls:
            call.cancel()
        assert until(lambda: server.work.calls == 0)


def test_places_of_calls_that_were_cancelled_while_they_waited_come_back(gate: Gate) -> None:
    with protected(Protection(max_calls=50), gate, threads=1) as (address, server), Caller(address) as caller:
        first = caller.start(JUDGE, judge())
        assert until(lambda: gate.inside == 1)
        waiting = [caller.start(JUDGE, judge()) for _ in range(49)]
        assert until(lambda: server.work.calls == 50)
        for call in waiting:
            call.cancel()
        gate.open.set()
        assert first.result(PATIENCE)
        assert until(lambda: server.work.calls == 0)
        assert gate.asked < 10  # what nobody waits for is not worked on


def test_one_key_over_its_share_is_refused_and_another_is_answered(gate: Gate, tmp_path: Path) -> None:
    greedy, also_greedy, modest = (new_key() for _ in range(3))
    path = tmp_path / "keys.toml"
    path.write_text(
        key_lines(greedy, "greedy") + key_lines(also_greedy, "greedy") + key_lines(modest, "modest")
    )
    protection = Protection(keys=KeyRing(path), max_calls=20, max_calls_per_client=2)
    with (
        protected(protection, gate, threads=8) as (address, server),
        Caller(address, greedy) as one,
        Caller(address, also_greedy) as two,
        Caller(address, modest) as other,
    ):
        held = [one.start(JUDGE, judge()), two.start(JUDGE, judge())]
        assert until(lambda: server.work.calls == 2)
        for caller in (one, two):
            refusal = caller.call(JUDGE, judge())
            assert isinstance(refusal, Refusal)
            assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert refusal.reason == Reason.TOO_MANY_CALLS_OF_CLIENT
            assert refusal.detail(error_details_pb2.RetryInfo)
        answered = other.start(JUDGE, judge())
        assert until(lambda: server.work.calls == 3)
        gate.open.set()
        assert ended([*held, answered]) == []


def test_without_keys_a_client_is_an_address(gate: Gate) -> None:
    """Held over a socket: the address is taken from what grpcio submits."""
    protection = Protection(max_calls=20, max_calls_per_client=2)
    with protected(protection, gate, threads=8) as (address, server):
        with Caller(address) as one, Caller(address) as same_host:
            held = [one.start(JUDGE, judge()), same_host.start(JUDGE, judge())]
            assert until(lambda: server.work.calls == 2)
            assert list(server.work._admission._clients) == ["127.0.0.1"]
            refusal = same_host.call(JUDGE, judge())
            assert isinstance(refusal, Refusal)
            assert refusal.reason == Reason.TOO_MANY_CALLS_OF_CLIENT
            gate.open.set()
            assert ended(held) == []
        assert until(lambda: not server.work._admission._clients)


def test_by_default_one_client_may_have_every_place() -> None:
    with protected(Protection(max_calls=8), CountingLexicon()) as (address, _), Caller(address) as caller:
        assert ended([caller.start(JUDGE, judge()) for _ in range(8)]) == []


def test_words_are_checked_under_the_limit_too(gate: Gate) -> None:
    with protected(Protection(max_calls=1), gate) as (address, server), Caller(address) as caller:
        held = caller.start("/upwords.referee.v1.LexiconService/CheckWords", check("mood"))
        assert until(lambda: server.work.calls == 1)
        assert isinstance(caller.call(JUDGE, judge()), Refusal)
        gate.open.set()
        assert held.result(PATIENCE)


@pytest.mark.parametrize(
    ("path", "request_", "code"),
    [
        (JUDGE, judge(), None),
        (JUDGE, judge(lexicon="none such"), grpc.StatusCode.NOT_FOUND),
        (JUDGE, b"\xff", grpc.StatusCode.INVALID_ARGUMENT),
        (BATCH, batch(item()), None),
    ],
)
def test_what_an_ended_call_held_is_let_go_at_once(path: str, request_: Any, code: grpc.StatusCode) -> None:
    """Not when the collector comes round: until then it would count as a stream of its connection."""
    with protected(Protection()) as (address, _), Caller(address) as caller:
        gc.disable()
        try:
            for _ in range(2 * limits.MAX_STREAMS_PER_CONNECTION):
                outcome = caller.call(path, request_)
                assert (outcome.code if isinstance(outcome, Refusal) else None) is code
        finally:
            gc.enable()


def test_what_a_refused_call_held_is_let_go_at_once(gate: Gate) -> None:
    with protected(Protection(max_calls=1), gate) as (address, server), Caller(address) as caller:
        held = caller.start(JUDGE, judge())
        assert until(lambda: server.work.calls == 1)
        gc.disable()
        try:
            for _ in range(2 * limits.MAX_STREAMS_PER_CONNECTION):
                outcome = caller.call(JUDGE, judge())
                assert isinstance(outcome, Refusal)
                assert outcome.reason == Reason.TOO_MANY_CALLS
        finally:
            gc.enable()
        gate.open.set()
        assert held.result(PATIENCE)


@pytest.mark.parametrize("path", [JUDGE, BATCH, STREAM])
@pytest.mark.parametrize("sent", [False, True])
def test_what_a_cancelled_call_held_is_let_go_at_once(path: str, sent: bool) -> None:
    """Cancelled before its message came, or about when it is worked on."""
    with protected(Protection()) as (address, server), Connection(address) as connection:
        gc.disable()
        try:
            for number in range(2 * limits.MAX_STREAMS_PER_CONNECTION):
                stream = connection.start(path, frame_of(b"") if sent and path is not STREAM else None)
                if number % 8 == 0:
                    assert until(lambda: server.work.calls > 0 or sent)
                connection.send(frames.frame(frames.RST_STREAM, 0, stream, b"\0\0\0\x08"))
                connection.pass_over()
                assert until(lambda: server.work.calls < 20)
            # While the last of them are on their way, one more than a connection may have is turned away.
            assert until(lambda: was_answered(connection))
            assert until(lambda: server.work.calls == 0)
        finally:
            gc.enable()


def was_answered(connection: Connection) -> bool:
    """Make a call; return whether it is answered, and not reset."""
    stream = connection.start(JUDGE, frame_of(judge().SerializeToString()))
    while found := connection.next():
        if found.stream == stream and found.kind in (frames.DATA, frames.RST_STREAM):
            return found.kind == frames.DATA
    return False
