"""The client for asyncio, asked."""

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack, suppress
from typing import Any

import grpc

from conformance.answers import failure, response
from conformance.questions import AT_ONCE, Question, call_of
from upwords_referee_client import AsyncClient, AsyncStream, RefereeError, StreamEndedError
from upwords_referee_client import messages as pb


async def serve(target: str, lines: Iterable[str], write: Any) -> None:
    """Answer every line; `write` takes one answer at a time."""
    places = asyncio.Semaphore(AT_ONCE)
    clients: dict[str | None, AsyncClient] = {}
    waiting = iter(lines)
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:

        async def answer(question: Question) -> None:
            try:
                write({"id": question.id, **await _ask(question, clients[question.key])})
            finally:
                places.release()

        while True:
            await places.acquire()
            line = await asyncio.to_thread(next, waiting, None)
            if line is None:
                break
            question = Question.read(line)
            if question.key not in clients:
                client = AsyncClient(target, key=question.key)
                clients[question.key] = await stack.enter_async_context(client)
            tasks.create_task(answer(question))


async def _ask(question: Question, client: AsyncClient) -> dict[str, Any]:
    try:
        if question.method == "StreamJudgeMoves":
            return {"response": await _stream(question, client)}
        method, arguments, wrap = call_of(question, client)
        call = asyncio.ensure_future(method(*arguments, timeout=question.timeout))
        if question.cancel_after is not None:
            asyncio.get_running_loop().call_later(question.cancel_after, call.cancel)
        return {"response": response(wrap(await call))}
    except RefereeError as error:
        return {"error": failure(error)}
    except asyncio.CancelledError:
        # The task of the call, not this one, was cancelled.
        return {"error": failure(RefereeError(grpc.StatusCode.CANCELLED, "the call was cancelled"))}


async def _stream(question: Question, client: AsyncClient) -> list[str]:
    requests = question.requests()
    async with client.stream_judge_moves(timeout=question.timeout) as stream:
        if question.cancel_after is not None:
            asyncio.get_running_loop().call_later(question.cancel_after, stream.close)
        sender = asyncio.create_task(_send(stream, requests))
        try:
            return [response(answer) async for answer in stream]
        finally:
            stream.close()
            await sender


async def _send(stream: AsyncStream, requests: list[pb.StreamJudgeMovesRequest]) -> None:
    # Why a stream has ended is told to the one who receives.
    with suppress(StreamEndedError):
        for request in requests:
            await stream.send(request.id, request.request if request.HasField("request") else None)
        await stream.close_send()
