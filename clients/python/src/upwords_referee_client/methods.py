"""The calls of the contract: where they go, and what they take and return."""

from dataclasses import dataclass
from typing import Any

from grpc_health.v1 import health_pb2

from upwords_referee_client import messages as pb


@dataclass(frozen=True)
class Method:
    """A call: its path and the classes of its messages."""

    path: str
    request: type[Any]
    response: type[Any]


def _referee(name: str) -> Method:
    return Method(f"/upwords.referee.v1.RefereeService/{name}", *_messages(name))


def _lexicon(name: str) -> Method:
    return Method(f"/upwords.referee.v1.LexiconService/{name}", *_messages(name))


def _messages(name: str) -> tuple[type[Any], type[Any]]:
    return getattr(pb, f"{name}Request"), getattr(pb, f"{name}Response")


JUDGE_MOVE = _referee("JudgeMove")
BATCH_JUDGE_MOVES = _referee("BatchJudgeMoves")
STREAM_JUDGE_MOVES = _referee("StreamJudgeMoves")
FIND_PLAYS = _referee("FindPlays")
INSPECT_POSITION = _referee("InspectPosition")
ADJUDICATE_CHALLENGE = _referee("AdjudicateChallenge")
JUDGE_GAME = _referee("JudgeGame")
LIST_RULESETS = _referee("ListRulesets")
GET_RULESET = _referee("GetRuleset")
CHECK_WORDS = _lexicon("CheckWords")
LIST_LEXICONS = _lexicon("ListLexicons")
GET_LEXICON = _lexicon("GetLexicon")
CHECK_HEALTH = Method(
    "/grpc.health.v1.Health/Check", health_pb2.HealthCheckRequest, health_pb2.HealthCheckResponse
)
