"""The comparison of an answer with a vector sees every kind of difference."""

from typing import Any

import pytest
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2

from upwords.referee.v1 import referee_service_pb2
from upwords_referee.conformance.answers import render, render_error, render_stream
from upwords_referee.conformance.comparing import changes, compare, differences
from upwords_referee.conformance.vectors import Vector, load

ACTUAL: dict[str, Any] = {
    "valid": False,
    "violations": [{"rule": "RULE_GAP", "word": "", "squares": [{"row": 4, "column": 5}]}],
    "score": 8,
    "notation": "5E C.T",
    "position": {"grid": {"letters": "../.A", "heights": "00/01"}},
}
ERROR = {
    "code": "INVALID_ARGUMENT",
    "domain": "upwords.referee",
    "reason": "BAD_REQUEST",
    "fields": ["board", "move"],
    "message": "a text that no vector looks at",
}


def vector(**expected: Any) -> Vector:
    return Vector("file", "id", "3.3", "It proves.", "service/method", {}, expected)


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {"valid": False},
        {"violations": [{"rule": "RULE_GAP"}]},
        {"violations": [{"squares": [{"row": 4}]}]},
        {"fullRackBonus": None},
        {"position": {"grid": {"letters": "...A", "heights": "00\n01"}}},
        {"position": {"notation": None}},
    ],
)
def test_a_part_of_the_answer_matches(expected: dict[str, Any]) -> None:
    assert list(differences(expected, ACTUAL)) == []


@pytest.mark.parametrize(
    ("expected", "path"),
    [
        ({"valid": True}, "valid"),
        ({"score": 9}, "score"),
        ({"score": "8"}, "score"),
        ({"valid": 0}, "valid"),
        ({"score": None}, "score"),
        ({"bonus": 0}, "bonus"),
        ({"notation": ""}, "notation"),
        ({"violations": []}, "violations"),
        ({"violations": [{}, {}]}, "violations"),
        ({"violations": {}}, "violations"),
        ({"violations": [{"rule": "RULE_BARE_S"}]}, "violations[0].rule"),
        ({"violations": [{"squares": [{"row": 4, "column": 6}]}]}, "violations[0].squares[0].column"),
        ({"violations": [{"squares": [{"row": 4}, {"row": 4}]}]}, "violations[0].squares"),
        ({"position": None}, "position"),
        ({"position": {"notation": "2/2"}}, "position.notation"),
        ({"position": {"grid": {"letters": "A..."}}}, "position.grid.letters"),
        ({"position": {"grid": {"heights": "0002"}}}, "position.grid.heights"),
    ],
)
def test_every_difference_is_seen_and_named_by_its_path(expected: dict[str, Any], path: str) -> None:
    (difference,) = differences(expected, ACTUAL)
    assert difference.startswith(f"{path}: ")


def test_all_differences_are_named() -> None:
    found = differences({"valid": True, "score": 1, "violations": [{"word": "CAT"}]}, ACTUAL)
    assert [difference.split(":")[0] for difference in found] == ["valid", "score", "violations[0].word"]


def test_stacks_match_in_any_order_and_only_then() -> None:
    one, two = {"row": 0, "column": 1, "tiles": "A"}, {"row": 0, "column": 2, "tiles": "B"}
    assert not list(differences({"stacks": [two, one]}, {"stacks": [one, two]}))
    assert list(differences({"stacks": [two]}, {"stacks": [one]}))
    assert list(differences({"stacks": [one, two]}, {"stacks": [one]}))


@pytest.mark.parametrize(
    "expected",
    [
        {"code": "INVALID_ARGUMENT"},
        {"code": "INVALID_ARGUMENT", "fields": ["move"]},
        {"code": "INVALID_ARGUMENT", "reason": "BAD_REQUEST", "fields": ["move", "board"]},
    ],
)
def test_an_error_matches_with_the_fields_among_others(expected: dict[str, Any]) -> None:
    assert compare(vector(error=expected), {"error": ERROR}) == []


@pytest.mark.parametrize(
    ("expected", "changed", "path"),
    [
        ({"code": "NOT_FOUND"}, {}, "error.code"),
        ({"code": "INVALID_ARGUMENT", "reason": "OTHER"}, {}, "error.reason"),
        ({"code": "INVALID_ARGUMENT", "fields": ["rack"]}, {}, "error.fields"),
        ({"code": "INVALID_ARGUMENT"}, {"domain": ""}, "error.domain"),
        ({"code": "INVALID_ARGUMENT"}, {"reason": ""}, "error.reason"),
        ({"code": "INVALID_ARGUMENT"}, {"reason": "not upper"}, "error.reason"),
    ],
)
def test_every_fault_of_an_error_is_seen(
    expected: dict[str, Any], changed: dict[str, Any], path: str
) -> None:
    (difference,) = compare(vector(error=expected), {"error": ERROR | changed})
    assert difference.startswith(f"{path}: ")


def test_an_error_is_no_response_and_a_response_no_error() -> None:
    assert compare(vector(response={}), {"error": ERROR}) == [
        "expected a response, got INVALID_ARGUMENT (a text that no vector looks at)"
    ]
    (difference,) = compare(vector(error={"code": "NOT_FOUND"}), {"response": ACTUAL})
    assert difference.startswith("expected NOT_FOUND, got a response: ")


def packed(code: int) -> status_pb2.Status:
    status = status_pb2.Status(code=code, message="text")
    request = error_details_pb2.BadRequest()
    request.field_violations.add(field="requests[1].move.notation", description="text")
    for detail in (error_details_pb2.ErrorInfo(domain="upwords.referee", reason="BAD_REQUEST"), request):
        wrapped = any_pb2.Any()
        wrapped.Pack(detail)
        status.details.append(wrapped)
    return status


def test_the_errors_of_a_batch_are_compared_like_those_of_a_call() -> None:
    answer = referee_service_pb2.BatchJudgeMovesResponse()
    answer.results.add().error.CopyFrom(packed(3))
    expected = {"results": [{"verdict": None, "error": {"code": "INVALID_ARGUMENT", "fields": ["rack"]}}]}
    (difference,) = differences(expected, render(answer))
    assert difference.startswith("results[0].error.fields: expected 'rack'")
    assert render(answer)["results"][0]["error"] == render_error(packed(3))


def test_zero_is_shown_and_absent_is_not() -> None:
    shown = render(referee_service_pb2.JudgeMoveResponse())
    assert shown["valid"] is False
    assert shown["violations"] == []
    assert "score" not in shown
    assert render(referee_service_pb2.JudgeMoveResponse(score=0))["score"] == 0


def test_repeat_multiplies_the_sole_element() -> None:
    (batch,) = load("batch-over-the-limit")
    assert len(batch.request["requests"]) == 1001
    (overlay,) = load("overlay-too-large")
    assert overlay.request["overlay"]["allow"] == ["CAT"] * 1001


def test_a_pattern_selects_by_id_section_or_file() -> None:
    assert [found.id for found in load("gap-broken")] == ["gap-broken"]
    assert {found.rule for found in load("3.9")} == {"3.9"}
    assert {found.file for found in load("words")} >= {"words"}
    assert load("no-such-vector") == []


# What a client saw, beside what was sent


SENT: dict[str, Any] = {"valid": True, "score": 5, "words": [{"text": "WOOD"}, {"text": "ON"}]}


def test_what_was_seen_as_it_was_sent_has_no_changes() -> None:
    assert list(changes(SENT, {**SENT})) == []


@pytest.mark.parametrize(
    ("seen", "path"),
    [
        ({"valid": False}, "valid"),
        ({"valid": 1}, "valid"),
        ({"score": 6}, "score"),
        ({"words": [{"text": "WOOD"}]}, "words"),
        ({"words": [{"text": "ON"}, {"text": "ON"}]}, "words[0].text"),
        ({"words": [{"text": "WOOD"}, {"text": "ON", "flat": False}]}, "words[1].flat"),
        ({"notation": ""}, "notation"),
    ],
)
def test_every_change_is_seen_and_named_by_its_path(seen: dict[str, Any], path: str) -> None:
    (change,) = changes(SENT, {**SENT, **seen})
    assert change.startswith(f"{path}: ")


def test_what_was_not_seen_is_a_change() -> None:
    assert list(changes(SENT, {"valid": True, "words": SENT["words"]})) == [
        "score: the server sent 5, the client did not see it"
    ]


# A server may send anything


def test_answers_of_a_stream_come_sorted_even_with_equal_ids() -> None:
    one, other = (
        referee_service_pb2.StreamJudgeMovesResponse(id="a", verdict={"score": score}) for score in (1, 2)
    )
    assert render_stream([one, other]) == render_stream([other, one])


def test_details_that_nobody_knows_or_can_read_are_left_out() -> None:
    status = packed(3)
    status.details.add(type_url="type.googleapis.com/upwords.referee.v9.New", value=b"\x08\x01")
    status.details.add(type_url="type.googleapis.com/google.rpc.RetryInfo", value=b"\xff")
    answer = referee_service_pb2.BatchJudgeMovesResponse()
    answer.results.add().error.CopyFrom(status)
    streamed = referee_service_pb2.StreamJudgeMovesResponse(id="a", error=status)
    assert render(answer)["results"][0]["error"] == render(streamed)["error"] == render_error(packed(3))
    assert render_error(status) == render_error(packed(3))


def test_a_code_that_nobody_knows_is_shown_as_its_number() -> None:
    assert render_error(status_pb2.Status(code=99))["code"] == "CODE_99"
