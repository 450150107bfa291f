"""The command tells a wrong server from a right one, and says what is wrong with it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import grpc
import pytest
from google.protobuf import message
from google.protobuf.descriptor import FieldDescriptor

from tests.conformance.proxy import Change, proxying, serving
from tests.service.cli.calling import call
from upwords.referee.v1 import lexicon_pb2, position_pb2, verdict_pb2
from upwords_referee.conformance.answers import render, render_stream
from upwords_referee.conformance.comparing import compare
from upwords_referee.conformance.messages import Method, method_of
from upwords_referee.conformance.vectors import Vector, load

TOTAL = len(load())


class WrongServer(grpc.GenericRpcHandler):
    """Answers every method with the same kind of message, whatever it was asked."""

    def __init__(self, answer: Callable[[type[message.Message]], message.Message]) -> None:
        self.answer = answer

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        method = method_of(handler_call_details.method.strip("/"))
        reply = self.answer(method.response).SerializeToString()
        if method.streams:
            return grpc.stream_stream_rpc_method_handler(lambda requests, context: iter([reply]))
        return grpc.unary_unary_rpc_method_handler(lambda request, context: reply)


def empty(kind: type[message.Message]) -> message.Message:
    return kind()


def agreeable(kind: type[message.Message]) -> message.Message:
    """Everything is valid, acceptable and sound."""
    answer = kind()
    for field in kind.DESCRIPTOR.fields:
        if field.type == FieldDescriptor.TYPE_BOOL:
            setattr(answer, field.name, True)
    return answer


@pytest.mark.parametrize("vector", load(), ids=lambda vector: vector.id)
def test_no_vector_is_passed_by_both_wrong_servers(vector: Vector) -> None:
    method = method_of(vector.method)

    def answer(wrong: Callable[[type[message.Message]], message.Message]) -> Any:
        answered = wrong(method.response)
        return {"response": render_stream([answered]) if method.streams else render(answered)}

    assert any(compare(vector, answer(wrong)) for wrong in (empty, agreeable))


def test_a_wrong_server_fails(tmp_path: Path) -> None:
    report = tmp_path / "junit.xml"
    with serving(WrongServer(agreeable)) as address:
        done = call("conformance", "--target", address, "--junit", str(report))
    suite = ElementTree.parse(report).getroot()
    failed = int(suite.attrib["failures"])
    assert done.status == 1
    assert done.out.splitlines()[-1] == f"{TOTAL - failed} passed, {failed} failed"
    assert "FAILED gap-broken (3.3)" in done.out
    assert "    response.valid: expected false, got true" in done.out
    assert failed > TOTAL * 0.95
    assert len(suite.findall("testcase")) == int(suite.attrib["tests"]) == TOTAL
    assert len(suite.findall("testcase/failure")) == failed


def test_a_right_answer_passes() -> None:
    with serving(WrongServer(empty)) as address:
        done = call("conformance", "--target", address, "--only", "words-verdict-only-refused")
    assert done.status == 0
    assert done.out.splitlines()[-1] == "1 passed, 0 failed"


# A server that is right but for one thing


def untouched(method: Method, response: Any) -> None:
    """Leave all answers as they are."""


def test_a_server_that_passes_right_answers_on_passes(referee_address: str) -> None:
    with proxying(referee_address, untouched) as address:
        done = call("conformance", "--target", address)
    assert done.status == 0, done.out
    assert done.out.splitlines()[-1] == f"{TOTAL} passed, 0 failed"


def verdicts(method: Method, response: Any) -> list[Any]:
    match method.name:
        case "JudgeMove":
            return [response]
        case "BatchJudgeMoves":
            return [result.verdict for result in response.results if result.HasField("verdict")]
        case "StreamJudgeMoves":
            return [response.verdict] if response.HasField("verdict") else []
        case _:
            return []


def a_point_too_many(method: Method, response: Any) -> None:
    for verdict in verdicts(method, response):
        if verdict.score > 20:
            verdict.score += 1


def no_qu(method: Method, response: Any) -> None:
    for verdict in verdicts(method, response):
        for word in verdict.words:
            word.text = word.text.replace("QU", "Q")


def cross_words_first(method: Method, response: Any) -> None:
    for verdict in verdicts(method, response):
        words = sorted(verdict.words, key=lambda word: (word.start.row, word.start.column, word.direction))
        del verdict.words[:]
        verdict.words.extend(words)


def one_reason_only(method: Method, response: Any) -> None:
    for verdict in verdicts(method, response):
        del verdict.violations[1:]


def no_squares(method: Method, response: Any) -> None:
    for verdict in verdicts(method, response):
        for violation in verdict.violations:
            del violation.squares[:]


def heights_forgotten(method: Method, response: Any) -> None:
    for verdict in verdicts(method, response):
        for word in verdict.words:
            word.heights = "1" * word.length


def provenance_in_every_item(method: Method, response: Any) -> None:
    if method.name == "BatchJudgeMoves":
        for verdict in verdicts(method, response):
            verdict.provenance.CopyFrom(response.provenance)


def backwards_batch(method: Method, response: Any) -> None:
    if method.name == "BatchJudgeMoves":
        results = list(response.results)[::-1]
        del response.results[:]
        response.results.extend(results)


def ids_of_a_stream_lost(method: Method, response: Any) -> None:
    if method.name == "StreamJudgeMoves":
        response.id = ""


def worst_play_first(method: Method, response: Any) -> None:
    if method.name == "FindPlays":
        plays = list(response.plays)[::-1]
        del response.plays[:]
        response.plays.extend(plays)


def a_play_not_found(method: Method, response: Any) -> None:
    if method.name == "FindPlays" and len(response.plays) > 1:
        del response.plays[-1]
        response.total -= 1


def a_challenge_costs_nothing(method: Method, response: Any) -> None:
    if method.name == "AdjudicateChallenge":
        del response.adjustments[:]


def a_fallen_play_stays_on_the_board(method: Method, response: Any) -> None:
    if method.name == "AdjudicateChallenge" and not response.play_stands:
        response.position.notation = response.position.notation.replace("M", "(ML)")


def the_winner_takes_the_tiles(method: Method, response: Any) -> None:
    if method.name == "JudgeGame":
        for result in response.results:
            result.score -= 2 * result.deduction


def denied_is_not_found(method: Method, response: Any) -> None:
    if method.name == "CheckWords":
        for word in response.words:
            if word.status == lexicon_pb2.WORD_STATUS_DENIED:
                word.status = lexicon_pb2.WORD_STATUS_NOT_FOUND


def rulesets_without_digest(method: Method, response: Any) -> None:
    if method.name == "GetRuleset":
        response.ruleset.digest = ""


# Each with the file whose vectors see it.
CHANGES: dict[Change, str] = {
    a_point_too_many: "worked-examples",
    no_qu: "outside",
    cross_words_first: "worked-examples",
    one_reason_only: "rules",
    no_squares: "rules",
    heights_forgotten: "worked-examples",
    provenance_in_every_item: "batch",
    backwards_batch: "batch",
    ids_of_a_stream_lost: "streams",
    worst_play_first: "plays",
    a_play_not_found: "plays",
    a_challenge_costs_nothing: "challenges",
    a_fallen_play_stays_on_the_board: "challenges",
    the_winner_takes_the_tiles: "games",
    denied_is_not_found: "words",
    rulesets_without_digest: "inspect",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_server_with_one_fault_fails(referee_address: str, change: Change) -> None:
    with proxying(referee_address, change) as address:
        done = call("conformance", "--target", address, "--only", CHANGES[change])
    assert done.status == 1
    assert "FAILED " in done.out


RULES = [value for value in verdict_pb2.Rule.values() if value]
FINDINGS = [v.id for v in load() if v.id.endswith("-found") and v.file in ("inspect", "games")]


@pytest.fixture(scope="module")
def switch() -> dict[str, Any]:
    """What the module's proxy leaves out at the moment."""
    return {"rule": None, "kind": None}


@pytest.fixture(scope="module")
def forgetful(referee_address: str, switch: dict[str, Any]) -> Iterator[str]:
    """A server that forgets a rule, or a kind of finding."""

    def change(method: Method, response: Any) -> None:
        for verdict in verdicts(method, response):
            if switch["rule"] and len(verdict.violations):
                kept = [each for each in verdict.violations if each.rule != switch["rule"]]
                del verdict.violations[:]
                verdict.violations.extend(kept)
                verdict.valid = not kept
        if switch["kind"] and method.name in ("InspectPosition", "JudgeGame"):
            found = [each for each in response.findings if each.kind != switch["kind"]]
            del response.findings[:]
            response.findings.extend(found)
            response.sound = all(each.severity != position_pb2.SEVERITY_ERROR for each in found)

    with proxying(referee_address, change) as address:
        yield address


@pytest.mark.parametrize("rule", RULES, ids=verdict_pb2.Rule.Name)
def test_a_server_that_forgets_a_rule_fails(forgetful: str, switch: dict[str, Any], rule: int) -> None:
    switch.update(rule=rule, kind=None)
    name = verdict_pb2.Rule.Name(rule).removeprefix("RULE_").lower().replace("_", "-")
    done = call("conformance", "--target", forgetful, "--only", f"{name}-broken")
    assert (done.status, done.out.splitlines()[-1]) == (1, "0 passed, 1 failed")


@pytest.mark.parametrize("id", FINDINGS)
def test_a_server_that_overlooks_a_kind_of_finding_fails(
    forgetful: str, switch: dict[str, Any], id: str
) -> None:
    name = id.removesuffix("-found").removeprefix("inspect-").removeprefix("game-")
    kind = position_pb2.FindingKind.Value(f"FINDING_KIND_{name.upper().replace('-', '_')}")
    switch.update(rule=None, kind=kind)
    done = call("conformance", "--target", forgetful, "--only", id)
    assert (done.status, done.out.splitlines()[-1]) == (1, "0 passed, 1 failed")
