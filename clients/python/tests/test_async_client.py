"""The client for asyncio."""

import asyncio
import threading
from typing import Any

import grpc
import pytest

from tests.fake import fake
from tests.test_client import question
from upwords_referee_client import AsyncClient, RefereeError
from upwords_referee_client import messages as pb


def test_verdicts_and_errors(target: str) -> None:
    async def run() -> None:
        async with AsyncClient(target) as client:
            verdicts = await asyncio.gather(*[client.judge_move(question()) for _ in range(20)])
            assert [verdict.score for verdict in verdicts] == [5] * 20
            with pytest.raises(RefereeError) as caught:
                await client.judge_move(pb.JudgeMoveRequest())
            assert caught.value.code_name == "INVALID_ARGUMENT"

    asyncio.run(run())


def test_a_stream_answers_each_question_under_its_id(target: str) -> None:
    async def run() -> None:
        async with AsyncClient(target) as client, client.stream_judge_moves() as stream:

            async def send() -> None:
                for number in range(200):
                    await stream.send(str(number), question())
                await stream.close_send()

            sender = asyncio.create_task(send())
            ids = [int(answer.id) async for answer in stream]
            await sender
            assert sorted(ids) == list(range(200))

    asyncio.run(run())


def test_what_is_unavailable_is_asked_again_and_other_errors_are_not() -> None:
    asked: list[str] = []

    def answer(request: pb.GetRulesetRequest, context: Any) -> pb.GetRulesetResponse:
        asked.append(request.id)
        if asked.count(request.id) == 1:
            code = grpc.StatusCode.UNAVAILABLE if request.id == "away" else grpc.StatusCode.RESOURCE_EXHAUSTED
            context.abort(code, request.id)
        return pb.GetRulesetResponse(ruleset=pb.Ruleset(id="again"))

    async def run(target: str) -> None:
        async with AsyncClient(target) as client:
            assert (await client.get_ruleset("away")).id == "again"
            with pytest.raises(RefereeError, match="busy"):
                await client.get_ruleset("busy")

    with fake(answer) as target:
        asyncio.run(run(target))
    assert asked == ["away", "away", "busy"]


def test_a_call_ends_at_its_deadline_and_with_its_task() -> None:
    over = threading.Event()
    told: list[float] = []

    def answer(_request: pb.GetRulesetRequest, context: Any) -> pb.GetRulesetResponse:
        told.append(context.time_remaining())
        over.wait(20)
        return pb.GetRulesetResponse()

    async def run(target: str) -> None:
        async with AsyncClient(target, deadline=0.2) as client:
            with pytest.raises(RefereeError) as late:
                await client.get_ruleset("x")
            assert late.value.code_name == "DEADLINE_EXCEEDED"
            task = asyncio.create_task(client.get_ruleset("x", timeout=15))
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with fake(answer) as target:
        asyncio.run(run(target))
        over.set()
    assert told[0] < 1 < told[1]


def test_a_key_does_not_travel_in_plain_text() -> None:
    with pytest.raises(ValueError, match="key"):
        AsyncClient("192.0.2.1:50051", key="secret")
