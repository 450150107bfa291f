"""Decisions of a log judged again: what became of each."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.rpc import code_pb2

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli.errors import CommandError
from upwords_referee.cli.referee import ADJUDICATE_CHALLENGE, JUDGE_GAME, JUDGE_MOVE, Referee
from upwords_referee.lexicons.none import NONE_ID

_METHODS: dict[str, tuple[str, type[Any], type[Any]]] = {
    "JudgeMove": (JUDGE_MOVE, pb.JudgeMoveRequest, pb.JudgeMoveResponse),
    "AdjudicateChallenge": (
        ADJUDICATE_CHALLENGE,
        pb.AdjudicateChallengeRequest,
        pb.AdjudicateChallengeResponse,
    ),
    "JudgeGame": (JUDGE_GAME, pb.JudgeGameRequest, pb.JudgeGameResponse),
}
_DIGESTS = ("ruleset_digest", "lexicon_digest", "overlay_digest")
# What the referee does not hold, it cannot judge by.
_NOT_HELD = (code_pb2.NOT_FOUND, code_pb2.FAILED_PRECONDITION)
_NOT_JUDGED_BY = ("server_version", "lexicon_edition")
_LONGEST_REASON = 200


class Outcome(StrEnum):
    """What became of a decision."""

    SAME = "same"
    DIFFERENT = "different"
    NOT_COMPARABLE = "not comparable"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Difference:
    """A field of the verdict, as it was recorded and as it is now; None: it is not there."""

    field: str
    recorded: object
    now: object


@dataclass(frozen=True)
class Replayed:
    """What became of one line: `reason` says why it could not be compared or read."""

    outcome: Outcome
    request_id: str = ""
    differences: tuple[Difference, ...] = ()
    reason: str = ""


class UnreadableError(ValueError):
    """A line that is no decision; the text says why."""


def replay(line: bytes, referee: Referee) -> Replayed:
    """Judge a line of a decision log again; CommandError if the referee cannot answer."""
    try:
        decision = _Decision(line)
    except UnreadableError as error:
        return Replayed(Outcome.UNREADABLE, reason=str(error))
    return decision.replayed(referee)


class _Decision:
    """A line of the log, read."""

    def __init__(self, line: bytes) -> None:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise UnreadableError("it is no JSON") from None
        if not isinstance(value, dict):
            raise UnreadableError("it is no JSON object")
        method = value.get("method")
        if not isinstance(method, str) or method not in _METHODS:
            raise UnreadableError(f"its method is none of {', '.join(_METHODS)}")
        self.path, request, response = _METHODS[method]
        self.request = _parsed(value.get("request"), request(), "request")
        self.verdict = _parsed(value.get("verdict"), response(), "verdict")
        if not self.verdict.provenance.ruleset_digest:
            raise UnreadableError("its verdict does not tell what was judged by")
        id = value.get("request_id")
        self.request_id = id if isinstance(id, str) else ""

    def replayed(self, referee: Referee) -> Replayed:
        """Ask again, and compare."""
        # The default lexicon may be another one today.
        self.request.lexicon = self.request.lexicon or self.verdict.provenance.lexicon
        try:
            now = referee.ask(self.path, self.request, type(self.verdict), arguments=False)
        except CommandError as error:
            if error.code in _NOT_HELD:
                return Replayed(Outcome.NOT_COMPARABLE, self.request_id, reason=_short(error))
            if error.code == code_pb2.INVALID_ARGUMENT:
                refused = Difference("verdict", "given", f"refused: {_short(error)}")
                return Replayed(Outcome.DIFFERENT, self.request_id, (refused,))
            raise
        if reasons := list(_other_digests(self.verdict.provenance, now.provenance)):
            return Replayed(Outcome.NOT_COMPARABLE, self.request_id, reason="; ".join(reasons))
        found = tuple(_differences(_plain(self.verdict), _plain(now)))
        if not found:
            return Replayed(Outcome.SAME, self.request_id)
        by = self.verdict.provenance
        if not by.lexicon_digest and by.lexicon != NONE_ID:
            reason = f"the lexicon {by.lexicon} has no digest: its words may have changed"
            return Replayed(Outcome.NOT_COMPARABLE, self.request_id, found, reason)
        return Replayed(Outcome.DIFFERENT, self.request_id, found)


def _parsed(value: object, message: Any, what: str) -> Any:
    if not isinstance(value, dict):
        raise UnreadableError(f"it has no {what}")
    try:
        return ParseDict(value, message)
    except (ParseError, ValueError, TypeError, AttributeError, RecursionError) as error:
        kind = message.DESCRIPTOR.name
        raise UnreadableError(f"its {what} is no {kind} in proto3 JSON: {_short(error)}") from None


def _other_digests(recorded: Any, now: Any) -> Iterator[str]:
    for name in _DIGESTS:
        was, is_ = getattr(recorded, name), getattr(now, name)
        if was != is_:
            what = name.removesuffix("_digest")
            id = f" {getattr(recorded, what)}" if what != "overlay" else ""
            yield f"the {what}{id} had the digest {was[:12] or '(none)'} and has now {is_[:12] or '(none)'}"


def _plain(verdict: Any) -> dict[str, Any]:
    plain = MessageToDict(
        verdict, always_print_fields_with_no_presence=True, preserving_proto_field_name=True
    )
    for name in _NOT_JUDGED_BY:
        plain["provenance"].pop(name, None)
    return plain


def _differences(recorded: Any, now: Any, path: str = "") -> Iterator[Difference]:
    if isinstance(recorded, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*recorded, *now]):
            yield from _differences(recorded.get(key), now.get(key), f"{path}.{key}" if path else key)
    elif isinstance(recorded, list) and isinstance(now, list) and len(recorded) == len(now):
        for i, (was, is_) in enumerate(zip(recorded, now, strict=True)):
            yield from _differences(was, is_, f"{path}[{i}]")
    elif recorded != now:
        yield Difference(path, recorded, now)


def _short(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if len(text) <= _LONGEST_REASON else text[: _LONGEST_REASON - 1] + "…"
