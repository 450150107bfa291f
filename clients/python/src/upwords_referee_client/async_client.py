"""The client for programs with asyncio."""

import asyncio
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self, cast

import grpc
from grpc import aio
from grpc_health.v1 import health_pb2

from upwords_referee_client import messages as pb
from upwords_referee_client import methods
from upwords_referee_client.async_stream import AsyncStream
from upwords_referee_client.errors import RefereeError, error_from
from upwords_referee_client.methods import Method
from upwords_referee_client.settings import (
    DEFAULT_DEADLINE,
    DEFAULT_SERVICE_CONFIG,
    DEFAULT_USER_AGENT,
    Settings,
)
from upwords_referee_client.tls import TLS


class AsyncClient:
    """Asks a referee over one channel that it keeps; the twin of `Client` for one event loop.

    The settings are those of `Client`. Every call takes a `timeout` in seconds instead of the deadline, and
    raises RefereeError; a task that is cancelled cancels its call, and raises asyncio.CancelledError.
    """

    def __init__(
        self,
        target: str,
        *,
        deadline: float | None = DEFAULT_DEADLINE,
        key: str | None = None,
        key_over_plain_text: bool = False,
        tls: TLS | None = None,
        service_config: Mapping[str, Any] = DEFAULT_SERVICE_CONFIG,
        user_agent: str = DEFAULT_USER_AGENT,
        channel_options: Sequence[tuple[str, Any]] = (),
    ) -> None:
        self._settings = Settings(
            deadline, key, key_over_plain_text, tls, service_config, user_agent, channel_options
        )
        self._channel = self._settings.async_channel(target)
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the channel and the calls on it."""
        self._closed = True
        await self._channel.close()

    async def judge_move(
        self,
        request: pb.JudgeMoveRequest,
        *,
        timeout: float | None = None,
    ) -> pb.JudgeMoveResponse:
        """Judge one move on one board."""
        return cast(pb.JudgeMoveResponse, await self._ask(methods.JUDGE_MOVE, request, timeout))

    async def batch_judge_moves(
        self,
        request: pb.BatchJudgeMovesRequest,
        *,
        timeout: float | None = None,
    ) -> pb.BatchJudgeMovesResponse:
        """Judge up to 1,000 moves in one call; the result of one may be an error, see `error_of`."""
        return cast(pb.BatchJudgeMovesResponse, await self._ask(methods.BATCH_JUDGE_MOVES, request, timeout))

    async def find_plays(
        self,
        request: pb.FindPlaysRequest,
        *,
        timeout: float | None = None,
    ) -> pb.FindPlaysResponse:
        """Find all legal plays for a rack, best first."""
        return cast(pb.FindPlaysResponse, await self._ask(methods.FIND_PLAYS, request, timeout))

    async def inspect_position(
        self,
        request: pb.InspectPositionRequest,
        *,
        timeout: float | None = None,
    ) -> pb.InspectPositionResponse:
        """Say what is wrong with a position, and what stands on it."""
        return cast(pb.InspectPositionResponse, await self._ask(methods.INSPECT_POSITION, request, timeout))

    async def adjudicate_challenge(
        self,
        request: pb.AdjudicateChallengeRequest,
        *,
        timeout: float | None = None,
    ) -> pb.AdjudicateChallengeResponse:
        """Say what becomes of a challenged play."""
        return cast(
            pb.AdjudicateChallengeResponse, await self._ask(methods.ADJUDICATE_CHALLENGE, request, timeout)
        )

    async def judge_game(
        self,
        request: pb.JudgeGameRequest,
        *,
        timeout: float | None = None,
    ) -> pb.JudgeGameResponse:
        """Judge a game from the first event to the last."""
        return cast(pb.JudgeGameResponse, await self._ask(methods.JUDGE_GAME, request, timeout))

    async def check_words(
        self,
        request: pb.CheckWordsRequest,
        *,
        timeout: float | None = None,
    ) -> pb.CheckWordsResponse:
        """Rule on up to 1,000 words."""
        return cast(pb.CheckWordsResponse, await self._ask(methods.CHECK_WORDS, request, timeout))

    async def list_rulesets(self, *, timeout: float | None = None) -> list[pb.Ruleset]:
        """Return the rulesets that the server knows, complete, sorted by id."""
        answer = await self._ask(methods.LIST_RULESETS, pb.ListRulesetsRequest(), timeout)
        return list(answer.rulesets)

    async def list_lexicons(self, *, timeout: float | None = None) -> list[pb.Lexicon]:
        """Return the lexica that the server holds, sorted by id."""
        answer = await self._ask(methods.LIST_LEXICONS, pb.ListLexiconsRequest(), timeout)
        return list(answer.lexicons)

    async def get_ruleset(self, id: str, *, timeout: float | None = None) -> pb.Ruleset:
        """Return the ruleset of an id, complete."""
        answer = await self._ask(methods.GET_RULESET, pb.GetRulesetRequest(id=id), timeout)
        return cast(pb.Ruleset, answer.ruleset)

    async def get_lexicon(self, id: str, *, timeout: float | None = None) -> pb.Lexicon:
        """Describe the lexicon of an id."""
        answer = await self._ask(methods.GET_LEXICON, pb.GetLexiconRequest(id=id), timeout)
        return cast(pb.Lexicon, answer.lexicon)

    async def check_health(self, service: str = "", *, timeout: float | None = None) -> int:
        """Say whether a service can answer: "" is the server, "lexicon/ID" one lexicon.

        The number is that of a `ServingStatus` of gRPC's health protocol: 1 is SERVING, 2 NOT_SERVING.
        While the service config's own health check fails, the call ends with UNAVAILABLE instead.
        """
        request = health_pb2.HealthCheckRequest(service=service)
        answer = await self._ask(methods.CHECK_HEALTH, request, timeout)
        return int(answer.status)

    def stream_judge_moves(self, *, timeout: float | None = None) -> AsyncStream:
        """Open a stream, which lives until it is closed, its timeout has passed or the server ends it.

        It has no deadline but the one that it is given here. Close it when done, or use it in `async with`.
        """
        self._check_open()
        method = methods.STREAM_JUDGE_MOVES
        call = self._channel.stream_stream(
            method.path, method.request.SerializeToString, method.response.FromString
        )
        return AsyncStream(call(timeout=timeout, metadata=self._settings.metadata))

    async def _ask(self, method: Method, request: Any, timeout: float | None) -> Any:
        self._check_open()
        multicallable = self._channel.unary_unary(
            method.path, method.request.SerializeToString, method.response.FromString
        )
        try:
            return await multicallable(
                request, timeout=self._settings.timeout(timeout), metadata=self._settings.metadata
            )
        except aio.AioRpcError as error:
            raise error_from(error) from error
        except asyncio.CancelledError:
            if self._closed:
                # It was not the task that was cancelled.
                raise RefereeError(grpc.StatusCode.CANCELLED, "the client was closed") from None
            raise

    def _check_open(self) -> None:
        if self._closed:
            raise RefereeError(grpc.StatusCode.CANCELLED, "the client is closed")
