"""Cases that only a client can show: retries, deadlines, cancellation, large replies, newer servers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1 import verdict_pb2
from upwords_referee.conformance.answers import Answer, render, render_error, render_stream
from upwords_referee.conformance.comparing import changes
from upwords_referee.conformance.program import Question
from upwords_referee.conformance.scripted import RefusedError, Reply, Serve, Visit

_SERVICE = "upwords.referee.v1.RefereeService"
_GET = f"{_SERVICE}/GetRuleset"
_JUDGE = f"{_SERVICE}/JudgeMove"
_BATCH = f"{_SERVICE}/BatchJudgeMoves"
_STREAM = f"{_SERVICE}/StreamJudgeMoves"

_LARGEST_REPLY = (4 << 20) - 1024
_MOST_ATTEMPTS = 5
_SOON_SECONDS = 3.0
_DEADLINE_MS, _CANCEL_MS = 300, 200
_KEY = "key-of-the-conformance-test"

Check = Callable[[Answer, Visit, float], Iterable[str]]


@dataclass(frozen=True)
class Case:
    """A question to a scripted server, and what the client must have seen.

    `check` is given the answer, what the server saw, and the seconds that it took.
    """

    question: Question
    group: str
    proves: str
    serve: Serve
    check: Check

    @property
    def id(self) -> str:
        """The name of the case; its requests bear it too."""
        return self.question.id


def _asked(id: str, **more: Any) -> Question:
    method = more.pop("method", _GET)
    if method == _GET:
        request: Any = pb.GetRulesetRequest(id=id)
    elif method == _BATCH:
        request = pb.BatchJudgeMovesRequest(lexicon=id)
    else:
        request = pb.JudgeMoveRequest(lexicon=id)
    return Question(id, method, [request.SerializeToString()], **more)


def _streamed(id: str, count: int) -> Question:
    requests = [pb.StreamJudgeMovesRequest(id=f"{id}:{number:04}") for number in range(count)]
    return Question(id, _STREAM, [request.SerializeToString() for request in requests], streams=True)


def _ruleset(id: str) -> pb.GetRulesetResponse:
    return pb.GetRulesetResponse(ruleset={"id": id, "rows": 10, "columns": 10})


def _info(reason: str, **metadata: str) -> error_details_pb2.ErrorInfo:
    return error_details_pb2.ErrorInfo(domain="upwords.referee", reason=reason, metadata=metadata)


def _retry(milliseconds: int) -> error_details_pb2.RetryInfo:
    delay = duration_pb2.Duration()
    delay.FromMilliseconds(milliseconds)
    return error_details_pb2.RetryInfo(retry_delay=delay)


def _answers(reply: Any) -> tuple[Serve, Check]:
    """Return a script that answers, and the check that the client saw exactly this."""

    def check(answer: Answer, visit: Visit, seconds: float) -> Iterator[str]:
        yield from changes({"response": render(reply)}, answer)

    return lambda visit, requests: [reply], check


def _refuses(refused: RefusedError, attempts: range = range(1, 2)) -> tuple[Serve, Check]:
    """Return a script that refuses, and the check that the client saw exactly this, called so often."""

    def serve(visit: Visit, requests: list[Any]) -> Iterable[Reply]:
        raise refused

    def check(answer: Answer, visit: Visit, seconds: float) -> Iterator[str]:
        yield from changes({"error": render_error(refused.status)}, answer)
        yield from _calls(visit, attempts)

    return serve, check


def _calls(visit: Visit, expected: range) -> Iterator[str]:
    if visit.calls not in expected:
        often = f"{expected[0]}" if len(expected) == 1 else f"{expected[0]} to {expected[-1]}"
        yield f"calls: expected {often}, the server saw {visit.calls}"


def _errors() -> Iterator[Case]:
    fields = [f"requests[{number}].move.notation" for number in range(18)]
    bad = error_details_pb2.BadRequest()
    for number, name in enumerate([*fields, "board.grid.letters", "overlay.allow[3]"]):
        bad.field_violations.add(field=name, description=f"fault {number}: „Straße“ ÄÖÜß, 10×10")
    yield Case(
        _asked("error-field-violations", method=_JUDGE),
        "error details",
        "Twenty field violations are decoded, in order, with all their letters.",
        *_refuses(RefusedError(code_pb2.INVALID_ARGUMENT, "20 faults", bad, _info("BAD_REQUEST"))),
    )
    yield Case(
        _asked("error-metadata"),
        "error details",
        "Reason, domain and metadata of an ErrorInfo are decoded; a message may have any letters.",
        *_refuses(
            RefusedError(
                code_pb2.NOT_FOUND,
                "no ruleset „Straße“ (100 %): try standard-10x10",
                _info("RULESET_NOT_FOUND", known="classic-8x8, standard-10x10", asked="Straße"),
            )
        ),
    )
    yield Case(
        _asked("error-without-details"),
        "error details",
        "A status without details is an error all the same.",
        *_refuses(RefusedError(code_pb2.PERMISSION_DENIED, "not for you")),
    )
    unknown = any_pb2.Any(type_url="type.googleapis.com/upwords.referee.v9.NewDetail", value=b"\x08\x01")
    yield Case(
        _asked("error-unknown-detail"),
        "newer servers",
        "A detail of an unknown type does not hide the others.",
        *_refuses(
            RefusedError(code_pb2.FAILED_PRECONDITION, "a pin", _info("DIGEST_MISMATCH"), also=[unknown])
        ),
    )
    yield Case(
        _asked("error-not-retried"),
        "retries",
        "INVALID_ARGUMENT is not sent again.",
        *_refuses(RefusedError(code_pb2.INVALID_ARGUMENT, "no", _info("BAD_REQUEST"))),
    )
    yield Case(
        _asked("error-exhausted"),
        "retries",
        "RESOURCE_EXHAUSTED is not sent again by the client itself; its delay is told.",
        *_refuses(RefusedError(code_pb2.RESOURCE_EXHAUSTED, "busy", _info("TOO_MANY_CALLS"), _retry(1250))),
    )
    yield Case(
        _asked("error-unavailable"),
        "retries",
        "UNAVAILABLE is sent again, a few times; then its delay is told.",
        *_refuses(
            RefusedError(code_pb2.UNAVAILABLE, "away", _info("LEXICON_UNREACHABLE", lexicon="club"), _retry(20)),
            range(2, _MOST_ATTEMPTS + 1),
        ),
    )

    def once(visit: Visit, requests: list[Any]) -> Iterable[Reply]:
        if visit.calls == 1:
            raise RefusedError(code_pb2.UNAVAILABLE, "draining", _info("DRAINING"), _retry(50))
        return [_ruleset("retried")]

    def retried(answer: Answer, visit: Visit, seconds: float) -> Iterator[str]:
        yield from changes({"response": render(_ruleset("retried"))}, answer)
        yield from _calls(visit, range(2, 3))

    yield Case(
        _asked("retry-succeeds"), "retries", "The second try after UNAVAILABLE is answered.", once, retried
    )


def _ends() -> Iterator[Case]:
    def wait(visit: Visit, requests: list[Any]) -> Iterator[Reply]:
        visit.wait()
        yield _ruleset("too-late")

    def expired(answer: Answer, visit: Visit, seconds: float) -> Iterator[str]:
        yield from _ended("DEADLINE_EXCEEDED", answer, seconds, _DEADLINE_MS)
        # It travels in whole units and is counted from its arrival.
        if visit.deadline is None or visit.deadline > _DEADLINE_MS / 1000 + 0.1:
            yield f"deadline: expected at most {_DEADLINE_MS} ms, the server was told {visit.deadline} s"

    def cancelled(answer: Answer, visit: Visit, seconds: float) -> Iterator[str]:
        yield from _ended("CANCELLED", answer, seconds, _CANCEL_MS)
        if not visit.ended.wait(_SOON_SECONDS):
            yield "the server was not told that the call was cancelled"

    yield Case(
        _asked("deadline", timeout_ms=_DEADLINE_MS),
        "deadlines",
        "A server that does not answer: the deadline is told to it, and ends the call.",
        wait,
        expired,
    )
    yield Case(
        _asked("cancelled", cancel_after_ms=_CANCEL_MS),
        "cancellation",
        "A cancelled call ends at once, on both sides.",
        wait,
        cancelled,
    )


def _ended(code: str, answer: Answer, seconds: float, after_ms: int) -> Iterator[str]:
    if "error" not in answer:
        yield f"expected {code}, got a response"
    elif answer["error"]["code"] != code:
        yield f"error.code: expected {code}, got {answer['error']['code']} ({answer['error']['message']})"
    if not after_ms / 1000 * 0.9 <= seconds <= after_ms / 1000 + _SOON_SECONDS:
        yield f"expected an end {after_ms} ms after the question, it came after {seconds * 1000:.0f} ms"


def _replies() -> Iterator[Case]:
    large = pb.BatchJudgeMovesResponse()
    for number in range(1000):
        verdict = large.results.add().verdict
        verdict.valid = True
        verdict.score = number
        verdict.notation = "Ä" * 2000
    large.results[-1].verdict.notation = "Z" * (4000 + _LARGEST_REPLY - large.ByteSize())
    yield Case(
        _asked("large-reply", method=_BATCH),
        "large replies",
        "A thousand verdicts in a reply just below 4 MB arrive.",
        *_answers(large),
    )
    newer = pb.JudgeMoveResponse(valid=True, score=7)
    newer.violations.add(rule=verdict_pb2.Rule.ValueType(999), message="a rule of tomorrow")
    newer.words.add(text="WOOD", status=200, direction=9)  # type: ignore[arg-type]
    yield Case(
        _asked("newer-enum-numbers", method=_JUDGE),
        "newer servers",
        "Numbers of rules, statuses and directions that the client does not know are kept.",
        *_answers(newer),
    )
    known = pb.JudgeMoveResponse(valid=True, score=7, notation="5D W...")
    # Field 1000 as a number, field 1001 as a text.
    more = known.SerializeToString() + b"\xc0\x3e\x07" + b"\xca\x3e\x03new"
    yield Case(
        _asked("newer-fields", method=_JUDGE),
        "newer servers",
        "Fields that the client does not know do no harm.",
        lambda visit, requests: [more],
        _answers(known)[1],
    )
    outcomes = pb.BatchJudgeMovesResponse()
    outcomes.results.add().verdict.valid = True
    outcomes.results.add()
    # The outcome of the second result is of a kind that comes later: field 1000, empty.
    raw = outcomes.SerializeToString()
    assert raw.endswith(b"\x0a\x00")
    yield Case(
        _asked("newer-outcome", method=_BATCH),
        "newer servers",
        "An outcome of a batch that the client does not know does no harm to its neighbours.",
        lambda visit, requests: [raw[:-2] + b"\x0a\x03\xc2\x3e\x00"],
        _answers(outcomes)[1],
    )


def _keys() -> Iterator[Case]:
    refused = RefusedError(code_pb2.UNAUTHENTICATED, "a key is needed", _info("KEY_MISSING"))

    def serve(visit: Visit, requests: list[Any]) -> Iterable[Reply]:
        if visit.key is None:
            raise refused
        return [_ruleset(visit.key)]

    def shown(answer: Answer, visit: Visit, seconds: float) -> Iterator[str]:
        yield from changes({"response": render(_ruleset(f"Bearer {_KEY}"))}, answer)

    yield Case(_asked("key-sent", key=_KEY), "keys", "A key is sent as a bearer token.", serve, shown)
    yield Case(
        _asked("key-missing"), "keys", "Without a key none is sent.", serve, _refuses(refused)[1]
    )


def _streams() -> Iterator[Case]:
    def reply(request: Any) -> Any:
        return pb.StreamJudgeMovesResponse(id=request.id, verdict={"valid": True, "notation": "x" * 2000})

    def backwards(visit: Visit, requests: list[Any]) -> Iterable[Reply]:
        return [reply(request) for request in reversed(requests)]

    def all_of(count: int, id: str) -> Check:
        requests = [pb.StreamJudgeMovesRequest.FromString(each) for each in _streamed(id, count).requests]
        sent = {"response": render_stream([reply(request) for request in requests])}
        return lambda answer, visit, seconds: changes(sent, answer)

    yield Case(
        _streamed("stream-backwards", 5),
        "streams",
        "Answers of a stream may come in any order.",
        backwards,
        all_of(5, "stream-backwards"),
    )
    yield Case(
        _streamed("stream-of-a-thousand", 1000),
        "streams",
        "A thousand questions in a stream are answered, 2 MB in all.",
        backwards,
        all_of(1000, "stream-of-a-thousand"),
    )
    broken = RefusedError(code_pb2.UNAVAILABLE, "draining", _info("DRAINING"), _retry(100))

    def breaks(visit: Visit, requests: list[Any]) -> Iterator[Reply]:
        yield reply(requests[0])
        raise broken

    yield Case(
        _streamed("stream-broken-off", 3),
        "streams",
        "A stream that ends with a status tells it, its details decoded.",
        breaks,
        _refuses(broken)[1],
    )


def cases() -> list[Case]:
    """Return all cases."""
    return [*_errors(), *_ends(), *_replies(), *_keys(), *_streams()]
