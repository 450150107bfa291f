"""The client for threads."""

import threading
import time
from typing import Any

import grpc
import pytest

from tests.fake import fake
from upwords_referee_client import (
    Cancellation,
    Client,
    RefereeError,
    board_notation,
    error_of,
    play_notation,
    play_tiles,
)
from upwords_referee_client import messages as pb

BOARD = board_notation("10/10/10/10/2MOOD4/10/10/10/10/10")


def question(play: str = "5C W...") -> pb.JudgeMoveRequest:
    return pb.JudgeMoveRequest(board=BOARD, move=play_notation(play))


def test_a_move_that_breaks_a_rule_is_a_verdict(target: str) -> None:
    with Client(target) as client:
        good = client.judge_move(pb.JudgeMoveRequest(board=BOARD, move=play_tiles((4, 2, "W"))))
        assert (good.valid, good.score) == (True, 5)
        bad = client.judge_move(question("5C M..."))
        assert not bad.valid
        assert len(bad.violations) == 1


def test_an_error_names_the_field(target: str) -> None:
    with Client(target) as client, pytest.raises(RefereeError) as caught:
        client.judge_move(pb.JudgeMoveRequest())
    assert caught.value.code_name == "INVALID_ARGUMENT"
    assert [violation.field for violation in caught.value.field_violations] == ["board"]
    assert not caught.value.retryable


def test_one_error_leaves_the_rest_of_a_batch_alone(target: str) -> None:
    with Client(target) as client:
        batch = pb.BatchJudgeMovesRequest(requests=[question(), pb.JudgeMoveRequest()])
        good, bad = client.batch_judge_moves(batch).results
    assert good.verdict.valid
    error = error_of(bad.error)
    assert error
    assert error.code_name == "INVALID_ARGUMENT"


def test_a_stream_answers_each_question_under_its_id(target: str) -> None:
    with Client(target) as client, client.stream_judge_moves() as stream:

        def send() -> None:
            for number in range(200):
                stream.send(str(number), question())
            stream.close_send()

        sender = threading.Thread(target=send)
        sender.start()
        assert sorted(int(answer.id) for answer in stream) == list(range(200))
        sender.join()


def test_what_is_unavailable_is_asked_again() -> None:
    calls = []

    def answer(request: pb.GetRulesetRequest, context: Any) -> pb.GetRulesetResponse:
        calls.append(request)
        if len(calls) == 1:
            context.abort(grpc.StatusCode.UNAVAILABLE, "away")
        return pb.GetRulesetResponse(ruleset=pb.Ruleset(id="again"))

    with fake(answer) as target, Client(target) as client:
        assert client.get_ruleset("x").id == "again"
    assert len(calls) == 2


def test_other_errors_are_not_asked_again() -> None:
    calls = []

    def answer(request: pb.GetRulesetRequest, context: Any) -> pb.GetRulesetResponse:
        calls.append(request)
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "busy")
        raise AssertionError

    with fake(answer) as target, Client(target) as client, pytest.raises(RefereeError, match="busy"):
        client.get_ruleset("x")
    assert len(calls) == 1


def test_a_call_ends_at_its_deadline_and_when_it_is_cancelled() -> None:
    over = threading.Event()
    told: list[float] = []

    def answer(_request: pb.GetRulesetRequest, context: Any) -> pb.GetRulesetResponse:
        told.append(context.time_remaining())
        over.wait(20)
        return pb.GetRulesetResponse()

    with fake(answer) as target:
        with Client(target, deadline=0.2) as client:
            began = time.monotonic()
            with pytest.raises(RefereeError) as late:
                client.get_ruleset("x")
            assert late.value.code_name == "DEADLINE_EXCEEDED"
            cancellation = Cancellation()
            threading.Timer(0.2, cancellation.cancel).start()
            with pytest.raises(RefereeError) as ended:
                client.get_ruleset("x", timeout=15, cancellation=cancellation)
            assert ended.value.code_name == "CANCELLED"
            assert time.monotonic() - began < 10
        over.set()
    assert told[0] < 1 < told[1]


def test_a_key_does_not_travel_in_plain_text() -> None:
    with pytest.raises(ValueError, match="key"):
        Client("192.0.2.1:50051", key="secret")
    Client("192.0.2.1:50051", key="secret", key_over_plain_text=True).close()
    Client("127.0.0.1:50051", key="secret").close()
