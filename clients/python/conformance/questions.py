"""A question, and which call of a client it means."""

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from grpc_health.v1 import health_pb2

from upwords_referee_client import RefereeError
from upwords_referee_client import messages as pb

AT_ONCE = 8
"""How many questions are under way at a time."""


@dataclass(frozen=True)
class Question:
    """One line of input; times are in seconds."""

    id: str
    method: str
    request: str | list[str]
    timeout: float | None
    cancel_after: float | None
    key: str | None

    @classmethod
    def read(cls, line: str) -> "Question":
        """Return the question of a line."""
        asked = json.loads(line)
        timeout, cancel = asked.get("timeout_ms"), asked.get("cancel_after_ms")
        return cls(
            asked["id"],
            asked["method"].rpartition("/")[2],
            asked["request"],
            timeout / 1000 if timeout else None,
            None if cancel is None else cancel / 1000,
            asked.get("key"),
        )

    def requests(self) -> list[pb.StreamJudgeMovesRequest]:
        """Return the messages of a stream; RefereeError if they are none."""
        return [_parse(pb.StreamJudgeMovesRequest, each) for each in self.request]


def call_of(
    question: Question, client: Any
) -> tuple[Callable[..., Any], tuple[Any, ...], Callable[..., Any]]:
    """Return the client's method, its arguments, and what makes a message of what it returns.

    RefereeError if the client has no such method, or the request is none. Both kinds of client have the same
    methods.
    """
    if question.method not in _CALLS:
        raise RefereeError(grpc.StatusCode.UNIMPLEMENTED, f"this client has no method {question.method!r}")
    name, kind, taken, wrap = _CALLS[question.method]
    return getattr(client, name), taken(_parse(kind, question.request)), wrap


def _parse(kind: Any, encoded: Any) -> Any:
    try:
        return kind.FromString(b64decode(encoded))
    except (TypeError, ValueError, DecodeError) as error:
        raise RefereeError(grpc.StatusCode.INTERNAL, f"the request is no {kind.__name__}: {error}") from None


def _whole(request: Any) -> tuple[Any, ...]:
    return (request,)


def _id(request: Any) -> tuple[Any, ...]:
    return (request.id,)


def _nothing(_request: Any) -> tuple[Any, ...]:
    return ()


def _same(answer: Any) -> Any:
    return answer


_HEALTH = (
    "check_health",
    health_pb2.HealthCheckRequest,
    lambda request: (request.service,),
    lambda status: health_pb2.HealthCheckResponse(status=status),
)
_CALLS: dict[str, tuple[str, Any, Callable[[Any], tuple[Any, ...]], Callable[[Any], Any]]] = {
    "JudgeMove": ("judge_move", pb.JudgeMoveRequest, _whole, _same),
    "BatchJudgeMoves": ("batch_judge_moves", pb.BatchJudgeMovesRequest, _whole, _same),
    "FindPlays": ("find_plays", pb.FindPlaysRequest, _whole, _same),
    "InspectPosition": ("inspect_position", pb.InspectPositionRequest, _whole, _same),
    "AdjudicateChallenge": ("adjudicate_challenge", pb.AdjudicateChallengeRequest, _whole, _same),
    "JudgeGame": ("judge_game", pb.JudgeGameRequest, _whole, _same),
    "CheckWords": ("check_words", pb.CheckWordsRequest, _whole, _same),
    "ListRulesets": (
        "list_rulesets",
        pb.ListRulesetsRequest,
        _nothing,
        lambda rulesets: pb.ListRulesetsResponse(rulesets=rulesets),
    ),
    "GetRuleset": (
        "get_ruleset",
        pb.GetRulesetRequest,
        _id,
        lambda ruleset: pb.GetRulesetResponse(ruleset=ruleset),
    ),
    "ListLexicons": (
        "list_lexicons",
        pb.ListLexiconsRequest,
        _nothing,
        lambda lexicons: pb.ListLexiconsResponse(lexicons=lexicons),
    ),
    "GetLexicon": (
        "get_lexicon",
        pb.GetLexiconRequest,
        _id,
        lambda lexicon: pb.GetLexiconResponse(lexicon=lexicon),
    ),
    "Check": _HEALTH,
    "CheckHealth": _HEALTH,
}
