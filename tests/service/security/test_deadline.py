"""The longest a call may take, whatever its own deadline."""

import time
from typing import Any

import grpc
import pytest

from tests.service.open_stream import OpenStream
from tests.service.questions import batch, item, judge
from tests.service.referee import Referee, Refusal
from tests.service.security.serving import BATCH, JUDGE, Caller, protected, until
from tests.service.security.test_admission import Gate
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.errors import Reason
from upwords_referee.service.grpc.protection import Protection
from upwords_referee.service.methods import Method
from upwords_referee.service.wanted import check_wanted

SECONDS = 0.3
STREAM = "/upwords.referee.v1.RefereeService/StreamJudgeMoves"


def endless(path: str, response: Any, **more: Any) -> tuple[Method, list[str]]:
    """Return a method that works until it is told to stop, and how that went."""
    ends: list[str] = []

    def handle(_: Any) -> Any:
        give_up = time.monotonic() + 10
        try:
            while time.monotonic() < give_up:
                check_wanted()
                time.sleep(0.01)
        except Exception as error:
            ends.append(type(error).__name__)
            raise
        return response()

    request = {STREAM: pb.StreamJudgeMovesRequest, JUDGE: pb.JudgeMoveRequest}.get(
        path, pb.BatchJudgeMovesRequest
    )
    return Method(path, request, response, handle, **more), ends


def assert_capped(outcome: bytes | Refusal) -> None:
    assert isinstance(outcome, Refusal)
    assert outcome.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert outcome.reason == Reason.DEADLINE
    assert outcome.metadata == {"seconds": "0.3"}


@pytest.mark.parametrize(("path", "long"), [(JUDGE, False), (BATCH, True)])
def test_work_stops_at_the_limit_and_the_caller_is_told(path: str, long: bool) -> None:
    method, ends = endless(path, pb.BatchJudgeMovesResponse, long=long)
    with (
        protected(Protection(deadline_seconds=SECONDS), methods={path: method}) as (address, server),
        Caller(address) as caller,
    ):
        start = time.monotonic()
        assert_capped(caller.call(path, b""))
        assert SECONDS <= time.monotonic() - start < 5
        assert ends == ["OutOfTimeError"]
        assert until(lambda: server.work.calls == 0)


def test_the_callers_own_deadline_stops_work_before_the_limit() -> None:
    method, ends = endless(JUDGE, pb.JudgeMoveResponse)
    with (
        protected(Protection(deadline_seconds=5), methods={JUDGE: method}) as (address, _),
        Caller(address) as caller,
    ):
        outcome = caller.call(JUDGE, b"", timeout=0.3)
        assert isinstance(outcome, Refusal)
        assert (outcome.code, outcome.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "")
        assert until(lambda: ends == ["CallEndedError"], 4)


def test_the_time_that_a_call_waits_for_a_thread_counts() -> None:
    gate = Gate()
    with (
        protected(Protection(deadline_seconds=SECONDS), gate, threads=1) as (address, server),
        Caller(address) as caller,
    ):
        first = caller.start(JUDGE, judge())
        assert until(lambda: gate.inside == 1)
        second = caller.start(JUDGE, judge())
        assert until(lambda: server.work.calls == 2)
        time.sleep(SECONDS)
        gate.open.set()
        assert first.result(5)
        with pytest.raises(grpc.RpcError) as caught:
            second.result(5)
        assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert gate.asked == 1


def test_a_batch_that_takes_too_long_is_given_up() -> None:
    with (
        protected(Protection(deadline_seconds=1e-6)) as (address, _),
        Caller(address) as caller,
    ):
        refusal = caller.call(BATCH, batch(*[item()] * 1000))
        assert isinstance(refusal, Refusal)
        assert refusal.reason == Reason.DEADLINE


def test_in_a_stream_each_message_has_its_own_time_and_the_stream_goes_on() -> None:
    method, ends = endless(STREAM, pb.StreamJudgeMovesResponse, stream=True)
    with protected(Protection(deadline_seconds=SECONDS), methods={STREAM: method}) as (address, _):
        referee = Referee(address, {})
        with OpenStream(referee) as stream:
            for number in range(3):
                stream.send(pb.StreamJudgeMovesRequest(id=str(number)))
                answer = pb.StreamJudgeMovesResponse.FromString(next(stream.call))
                assert answer.id == str(number)
                assert answer.error.code == grpc.StatusCode.DEADLINE_EXCEEDED.value[0]
        referee.channel.close()
    assert ends == ["OutOfTimeError"] * 3
