"""Cases that only a client can show: retries, deadlines, cancellation, large replies, newer servers."""

from collections.abc import Iterable, Iterator
from typing import Any

from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2
from grpc_health.v1 import health_pb2

from upwords.referee.v1 import lexicon_service_pb2, verdict_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.conformance.answers import render_stream
from upwords_referee.conformance.case import Case, Check, Witness, answers, called, refuses, sees
from upwords_referee.conformance.comparing import changes
from upwords_referee.conformance.program import Question
from upwords_referee.conformance.scripted import LIST_CASES, Call, RefusedError, Reply

_SERVICE = "upwords.referee.v1.RefereeService"
_GET = f"{_SERVICE}/GetRuleset"
_JUDGE = f"{_SERVICE}/JudgeMove"
_BATCH = f"{_SERVICE}/BatchJudgeMoves"
_STREAM = f"{_SERVICE}/StreamJudgeMoves"
_HEALTH = "grpc.health.v1.Health/Check"

_LARGEST_REPLY = (4 << 20) - 1024
_MOST_ATTEMPTS = 5
_SOON_SECONDS = 3.0
_DEADLINE_MS, _CANCEL_MS = 300, 200
_KEY = "key-of-the-conformance-test"


def cases() -> list[Case]:
    """Return all cases."""
    return [*_errors(), *_retries(), *_ends(), *_replies(), *_newer(), *_lists(), *_keys(), *_streams()]


def _asked(id: str, method: str = _GET, **more: Any) -> Question:
    requests: dict[str, Any] = {
        _GET: pb.GetRulesetRequest(id=id),
        _JUDGE: pb.JudgeMoveRequest(lexicon=id),
        _BATCH: pb.BatchJudgeMovesRequest(lexicon=id),
        _HEALTH: health_pb2.HealthCheckRequest(service=id),
    }
    return Question(id, method, [requests[method].SerializeToString()], **more)


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


def _errors() -> Iterator[Case]:
    fields = [f"requests[{number}].move.notation" for number in range(18)]
    bad = error_details_pb2.BadRequest()
    for number, name in enumerate([*fields, "board.grid.letters", "overlay.allow[3]"]):
        bad.field_violations.add(field=name, description=f"fault {number}: „Straße“ ÄÖÜß, 10 € / 語")
    yield Case(
        _asked("error-field-violations", _JUDGE),
        "error details",
        "Twenty field violations are decoded, in order, with all their letters.",
        *refuses(RefusedError(code_pb2.INVALID_ARGUMENT, "20 faults", bad, _info("BAD_REQUEST"))),
    )
    yield Case(
        _asked("error-metadata"),
        "error details",
        "Reason, domain and metadata of an ErrorInfo are decoded; a message may have any letters.",
        *refuses(
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
        *refuses(RefusedError(code_pb2.PERMISSION_DENIED, "not for you")),
    )


def _retries() -> Iterator[Case]:
    yield Case(
        _asked("error-not-retried"),
        "retries",
        "INVALID_ARGUMENT is not sent again.",
        *refuses(RefusedError(code_pb2.INVALID_ARGUMENT, "no", _info("BAD_REQUEST"))),
    )
    yield Case(
        _asked("error-exhausted"),
        "retries",
        "RESOURCE_EXHAUSTED is not sent again by the client itself; its delay is told.",
        *refuses(RefusedError(code_pb2.RESOURCE_EXHAUSTED, "busy", _info("TOO_MANY_CALLS"), _retry(1250))),
    )
    yield Case(
        _asked("error-unavailable"),
        "retries",
        "UNAVAILABLE is sent again, a few times; then its delay is told.",
        *refuses(
            RefusedError(
                code_pb2.UNAVAILABLE, "away", _info("LEXICON_UNREACHABLE", lexicon="club"), _retry(20)
            ),
            range(2, _MOST_ATTEMPTS + 1),
        ),
    )

    def once(call: Call) -> Iterable[Reply]:
        if call.visit.calls == 1:
            raise RefusedError(code_pb2.UNAVAILABLE, "draining", _info("DRAINING"), _retry(50))
        return [_ruleset("retried")]

    def retried(witness: Witness) -> Iterator[str]:
        yield from sees(_ruleset("retried"))(witness)
        yield from called(witness, range(2, 3))

    yield Case(
        _asked("retry-succeeds"), "retries", "The second try after UNAVAILABLE is answered.", once, retried
    )


def _ends() -> Iterator[Case]:
    def wait(call: Call) -> Iterator[Reply]:
        call.visit.wait()
        yield _ruleset("too-late")

    def expired(witness: Witness) -> Iterator[str]:
        yield from _ended("DEADLINE_EXCEEDED", witness, _DEADLINE_MS)
        deadline = witness.visit.deadline
        # It travels in whole units and is counted from its arrival.
        if deadline is None or deadline > _DEADLINE_MS / 1000 + 0.1:
            yield f"deadline: expected at most {_DEADLINE_MS} ms, the server was told {deadline} s"

    def cancelled(witness: Witness) -> Iterator[str]:
        yield from _ended("CANCELLED", witness, _CANCEL_MS)
        if not witness.visit.ended.wait(_SOON_SECONDS):
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


def _ended(code: str, witness: Witness, after_ms: int) -> Iterator[str]:
    answer, seconds = witness.answer, witness.seconds
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
        _asked("large-reply", _BATCH),
        "large replies",
        "A thousand verdicts in a reply just below 4 MB arrive.",
        *answers(large),
    )


def _newer() -> Iterator[Case]:
    unknown = any_pb2.Any(type_url="type.googleapis.com/upwords.referee.v9.NewDetail", value=b"\x08\x01")
    yield Case(
        _asked("error-unknown-detail"),
        "newer servers",
        "A detail of an unknown type does not hide the others.",
        *refuses(
            RefusedError(code_pb2.FAILED_PRECONDITION, "a pin", _info("DIGEST_MISMATCH"), also=[unknown])
        ),
    )
    newer = pb.JudgeMoveResponse(valid=True, score=7)
    newer.violations.add(rule=verdict_pb2.Rule.ValueType(999), message="a rule of tomorrow")
    newer.words.add(text="WOOD", status=200, direction=9)
    yield Case(
        _asked("newer-enum-numbers", _JUDGE),
        "newer servers",
        "Numbers of rules, statuses and directions that the client does not know are kept.",
        *answers(newer),
    )
    known = pb.JudgeMoveResponse(valid=True, score=7, notation="5D W...")
    # Field 1000 as a number, field 1001 as a text.
    more = known.SerializeToString() + b"\xc0\x3e\x07" + b"\xca\x3e\x03new"
    yield Case(
        _asked("newer-fields", _JUDGE),
        "newer servers",
        "Fields that the client does not know do no harm.",
        lambda _: [more],
        sees(known),
    )
    outcomes = pb.BatchJudgeMovesResponse()
    outcomes.results.add().verdict.valid = True
    outcomes.results.add()
    # The outcome of the second result is of a kind that comes later: field 1000, empty.
    raw = outcomes.SerializeToString()
    assert raw.endswith(b"\x0a\x00")
    yield Case(
        _asked("newer-outcome", _BATCH),
        "newer servers",
        "An outcome of a batch that the client does not know does no harm to its neighbours.",
        lambda _: [raw[:-2] + b"\x0a\x03\xc2\x3e\x00"],
        sees(outcomes),
    )


def _lists() -> Iterator[Case]:
    rulesets = pb.ListRulesetsResponse(
        rulesets=[{"id": "club-9x9", "rows": 9}, {"id": "topwords", "rows": 8}]
    )
    lexicons = lexicon_service_pb2.ListLexiconsResponse(
        lexicons=[
            {"id": "club", "language": "de", "state": 3, "word_counts": [{"length": 2, "count": 99}]},
            {"id": "tomorrow", "state": 77, "source": 78, "enumerable": True},
        ]
    )
    listed: list[tuple[str, str, Any]] = [
        ("ListRulesets", _SERVICE, rulesets),
        ("ListLexicons", "upwords.referee.v1.LexiconService", lexicons),
    ]
    for method, service, reply in listed:
        yield Case(
            Question(LIST_CASES[f"{method}Request"], f"{service}/{method}", [b""]),
            "lists",
            f"What {method} answers arrives whole.",
            *answers(reply),
        )
    yield Case(
        _asked("health-serving", _HEALTH),
        "health",
        "The health of a service is asked for and told.",
        *answers(health_pb2.HealthCheckResponse(status=health_pb2.HealthCheckResponse.SERVING)),
    )
    yield Case(
        _asked("health-unknown", _HEALTH),
        "health",
        "A service whose health nobody knows is an error like any other.",
        *refuses(RefusedError(code_pb2.NOT_FOUND, "no such service")),
    )


def _keys() -> Iterator[Case]:
    refused = RefusedError(code_pb2.UNAUTHENTICATED, "a key is needed", _info("KEY_MISSING"))

    def serve(call: Call) -> Iterable[Reply]:
        if call.visit.key is None:
            raise refused
        return [_ruleset(call.visit.key)]

    yield Case(
        _asked("key-sent", key=_KEY),
        "keys",
        "A key is sent as a bearer token.",
        serve,
        sees(_ruleset(f"Bearer {_KEY}")),
    )
    yield Case(_asked("key-missing"), "keys", "Without a key none is sent.", serve, refuses(refused)[1])


def _streams() -> Iterator[Case]:
    def reply(request: Any) -> Any:
        return pb.StreamJudgeMovesResponse(id=request.id, verdict={"valid": True, "notation": "x" * 2000})

    def backwards(call: Call) -> Iterable[Reply]:
        return [reply(request) for request in reversed(call.requests)]

    def all_of(count: int, id: str) -> Check:
        requests = [pb.StreamJudgeMovesRequest.FromString(each) for each in _streamed(id, count).requests]
        sent = {"response": render_stream([reply(request) for request in requests])}
        return lambda witness: changes(sent, witness.answer)

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

    def breaks(call: Call) -> Iterator[Reply]:
        yield reply(call.requests[0])
        raise broken

    yield Case(
        _streamed("stream-broken-off", 3),
        "streams",
        "A stream that ends with a status tells it, its details decoded.",
        breaks,
        refuses(broken)[1],
    )
