"""Statuses of the service become errors of the command line."""

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import code_pb2, status_pb2

from upwords_referee.cli.errors import NotUnderstoodError, UnansweredError, error_of
from upwords_referee.service.errors import FieldFault, InvalidArgumentError

ARGUMENTS = {
    "board.notation": "POSITION",
    "move.notation": "MOVE",
    "move.play.placements[0].tile": "MOVE",
    "rack": "--rack",
    "racks[1]": "--rack",
    "bag_count": "--bag",
    "ruleset": "--ruleset",
    "ruleset_digest": "ruleset_digest",
    "lexicon": "--lexicon",
    "overlay": "--allow and --deny",
    "overlay.allow[2]": "--allow",
    "overlay.deny[0]": "--deny",
    "words[7]": "WORD",
    "id": "ID",
}


@pytest.mark.parametrize(("field", "argument"), ARGUMENTS.items())
def test_a_field_is_called_by_its_argument_or_by_its_path(field: str, argument: str) -> None:
    status = InvalidArgumentError.of_fields([FieldFault(field, "is bad")]).status()
    assert str(error_of(status, arguments=True)) == f"{argument}: is bad"
    assert str(error_of(status, arguments=False)) == f"{field}: is bad"


def test_all_faulty_fields_are_told() -> None:
    faults = [FieldFault("rack", "is bad"), FieldFault("overlay.deny[0]", "is worse")]
    error = error_of(InvalidArgumentError.of_fields(faults).status(), arguments=True)
    assert str(error) == "--rack: is bad; --deny: is worse"


@pytest.mark.parametrize("name", ["INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION", "OUT_OF_RANGE"])
def test_a_fault_of_the_question_is_not_understood(name: str) -> None:
    error = error_of(status_pb2.Status(code=code_pb2.Code.Value(name), message="m"), arguments=True)
    assert (type(error), error.exit_status) == (NotUnderstoodError, 2)
    assert error.to_json() == {"error": {"code": name, "message": "m", "details": []}}


@pytest.mark.parametrize(
    "name", ["UNAVAILABLE", "INTERNAL", "RESOURCE_EXHAUSTED", "UNAUTHENTICATED", "UNIMPLEMENTED"]
)
def test_any_other_status_is_no_answer(name: str) -> None:
    error = error_of(status_pb2.Status(code=code_pb2.Code.Value(name), message="m"), arguments=True)
    assert (type(error), error.exit_status) == (UnansweredError, 3)
    assert error.to_json()["error"]["code"] == name


def test_a_code_newer_than_this_program_is_unknown() -> None:
    error = error_of(status_pb2.Status(code=99, message="m"), arguments=True)
    assert error.exit_status == 3
    assert error.to_json()["error"]["code"] == "UNKNOWN"


def test_a_detail_of_an_unknown_type_is_handed_on() -> None:
    detail = AnyMessage(type_url="type.googleapis.com/club.Detail", value=b"\x01")
    error = error_of(status_pb2.Status(code=3, message="m", details=[detail]), arguments=True)
    assert error.to_json()["error"]["details"] == [
        {"@type": "type.googleapis.com/club.Detail", "value": "AQ=="}
    ]
