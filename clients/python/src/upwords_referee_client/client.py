"""The client for programs with threads."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self, cast

import grpc
from grpc_health.v1 import health_pb2

from upwords_referee_client import messages as pb
from upwords_referee_client import methods
from upwords_referee_client.cancellation import Cancellation
from upwords_referee_client.errors import RefereeError, error_from
from upwords_referee_client.methods import Method
from upwords_referee_client.settings import (
    DEFAULT_DEADLINE,
    DEFAULT_SERVICE_CONFIG,
    DEFAULT_USER_AGENT,
    Settings,
)
from upwords_referee_client.stream import Stream
from upwords_referee_client.tls import TLS


class Client:
    """Asks a referee over one channel that it keeps; safe for use by many threads.

    `target` is HOST:PORT, or any target of gRPC; it connects at the first call. `deadline` is how long a
    unary call may take, in seconds; None: as the service config says. `key` is sent as a bearer token,
    without `tls` to this machine only, unless `key_over_plain_text`. `service_config` is gRPC's,
    `user_agent` what the client calls itself, and `channel_options` are more options of gRPC. Raises
    ValueError for settings that cannot be.

    Every call takes a `timeout` in seconds instead of the deadline, and a `cancellation` that can end it from
    another thread, and raises RefereeError. A move that breaks a rule is an answer, not an error.
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
        self._channel = self._settings.channel(target)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the channel and the calls on it."""
        self._channel.close()

    def judge_move(
        self,
        request: pb.JudgeMoveRequest,
        *,
        timeout: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> pb.JudgeMoveResponse:
        """Judge one move on one board."""
        return cast(pb.JudgeMoveResponse, self._ask(methods.JUDGE_MOVE, request, timeout, cancellation))

    def batch_judge_moves(
        self,
        request: pb.BatchJudgeMovesRequest,
        *,
        timeout: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> pb.BatchJudgeMovesResponse:
        """Judge up to 1,000 moves in one call; the result of one may be an error, see `error_of`."""
        return cast(
            pb.BatchJudgeMovesResponse, self._ask(methods.BATCH_JUDGE_MOVES, request, timeout, cancellation)
        )

    def find_plays(
        self,
        request: pb.FindPlaysRequest,
        *,
        timeout: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> pb.FindPlaysResponse:
        """Find all legal plays for a rack, best first."""
        return cast(pb.FindPlaysResponse, self._ask(methods.FIND_PLAYS, request, timeout, cancellation))

    def inspect_position(
        self,
        request: pb.InspectPositionRequest,
        *,
        timeout: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> pb.InspectPositionResponse:
        """Say what is wrong with a position, and what stands on it."""
        return cast(
            pb.InspectPositionResponse, self._ask(methods.INSPECT_POSITION, request, timeout, cancellation)
        )

    def adjudicate_challenge(
        self,
        request: pb.AdjudicateChallengeRequest,
        *,
        timeout: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> pb.AdjudicateChallengeResponse:
        """Say what becomes of a challenged play."""
        return cast(
            pb.AdjudicateChallengeResponse,
            self._ask(methods.ADJUDICATE_CHALLENGE, request, timeout, cancellation),
        )

    def judge_game(
        self,
        request: pb.JudgeGameRequest,
        *,
        timeout: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> pb.JudgeGameResponse:
        """Judge a game from the first event to the last."""
        return cast(pb.JudgeGameResponse, self._ask(methods.JUDGE_GAME, request, timeout, cancellation))

    def check_words(
        self,
        request: pb.CheckWordsRequest,
        *,
        timeout: float | None = None,
        cancellation: Cancellation | None = None,
    ) -> pb.CheckWordsResponse:
        """Rule on up to 1,000 words."""
        return cast(pb.CheckWordsResponse, self._ask(methods.CHECK_WORDS, request, timeout, cancellation))

    def list_rulesets(
        self, *, timeout: float | None = None, cancellation: Cancellation | None = None
    ) -> list[pb.Ruleset]:
        """Return the rulesets that the server knows, complete, sorted by id."""
        answer = self._ask(methods.LIST_RULESETS, pb.ListRulesetsRequest(), timeout, cancellation)
        return list(answer.rulesets)

    def list_lexicons(
        self, *, timeout: float | None = None, cancellation: Cancellation | None = None
    ) -> list[pb.Lexicon]:
        """Return the lexica that the server holds, sorted by id."""
        answer = self._ask(methods.LIST_LEXICONS, pb.ListLexiconsRequest(), timeout, cancellation)
        return list(answer.lexicons)

    def get_ruleset(
        self, id: str, *, timeout: float | None = None, cancellation: Cancellation | None = None
    ) -> pb.Ruleset:
        """Return the ruleset of an id, complete."""
        answer = self._ask(methods.GET_RULESET, pb.GetRulesetRequest(id=id), timeout, cancellation)
        return cast(pb.Ruleset, answer.ruleset)

    def get_lexicon(
        self, id: str, *, timeout: float | None = None, cancellation: Cancellation | None = None
    ) -> pb.Lexicon:
        """Describe the lexicon of an id."""
        answer = self._ask(methods.GET_LEXICON, pb.GetLexiconRequest(id=id), timeout, cancellation)
        return cast(pb.Lexicon, answer.lexicon)

    def check_health(
        self, service: str = "", *, timeout: float | None = None, cancellation: Cancellation | None = None
    ) -> int:
        """Say whether a service can answer: "" is the server, "lexicon/ID" one lexicon.

        The number is that of a `ServingStatus` of gRPC's health protocol: 1 is SERVING, 2 NOT_SERVING.
        While the service config's own health check fails, the call ends with UNAVAILABLE instead.
        """
        request = health_pb2.HealthCheckRequest(service=service)
        answer = self._ask(methods.CHECK_HEALTH, request, timeout, cancellation)
        return int(answer.status)

    def stream_judge_moves(self, *, timeout: float | None = None) -> Stream:
        """Open a stream, which lives until it is closed, its timeout has passed or the server ends it.

        It has no deadline but the one that it is given here. Close it when done, or use it in a `with`.
        """
        method = methods.STREAM_JUDGE_MOVES
        call = self._channel.stream_stream(
            method.path, method.request.SerializeToString, method.response.FromString
        )
        return Stream(lambda requests: call(requests, timeout=timeout, metadata=self._settings.metadata))

    def _ask(
        self, method: Method, request: Any, timeout: float | None, cancellation: Cancellation | None
    ) -> Any:
        multicallable = self._channel.unary_unary(
            method.path, method.request.SerializeToString, method.response.FromString
        )
        more: Any = {"timeout": self._settings.timeout(timeout), "metadata": self._settings.metadata}
        try:
            if cancellation is None:
                return multicallable(request, **more)
            call = multicallable.future(request, **more)
            cancellation.attach(call)
            try:
                return call.result()
            except BaseException:
                # An interrupt of the waiting thread ends the call as well.
                call.cancel()
                raise
            finally:
                cancellation.detach(call)
        except grpc.FutureCancelledError:
            raise RefereeError(grpc.StatusCode.CANCELLED, "the call was cancelled") from None
        except grpc.RpcError as error:
            raise error_from(error) from error
        except ValueError as error:
            # What gRPC says when the channel is closed.
            raise RefereeError(grpc.StatusCode.CANCELLED, str(error)) from error
