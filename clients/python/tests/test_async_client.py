"""The client for asyncio."""

import asyncio

import pytest

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
