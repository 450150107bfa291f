"""Every method of the contract has a handler, and a call is bytes in, bytes out, whatever happens."""

from typing import Any

import pytest
from google.protobuf.descriptor_pb2 import MethodOptions
from structlog.testing import capture_logs

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.call import answer
from upwords_referee.service.errors import InternalError, InvalidArgumentError, Reason
from upwords_referee.service.limits import MAX_REQUEST_BYTES
from upwords_referee.service.methods import SERVICES, Method, build_methods


def method(handle: Any) -> Method:
    return Method("/test/Judge", pb.JudgeMoveRequest, pb.JudgeMoveResponse, handle)


def test_every_method_of_the_contract_has_a_handler(lexicons: Registry) -> None:
    methods = build_methods(RulesetBook.builtin(), lexicons)
    assert methods.keys() == {
        f"/{service.full_name}/{method.name}" for service in SERVICES for method in service.methods
    }
    for path, found in methods.items():
        assert found.path == path
        assert found.request.DESCRIPTOR.name == f"{path.rpartition('/')[2]}Request"
        assert found.response.DESCRIPTOR.name == f"{path.rpartition('/')[2]}Response"


def test_every_method_says_that_it_is_free_of_side_effects() -> None:
    for service in SERVICES:
        for found in service.methods:
            options: Any = found.GetOptions()
            assert options.idempotency_level == MethodOptions.NO_SIDE_EFFECTS


@pytest.mark.parametrize("fault", [RuntimeError, KeyError, RecursionError, MemoryError, AssertionError])
def test_any_exception_of_a_handler_is_an_internal_error_without_its_text(fault: type[Exception]) -> None:
    def handle(_: object) -> pb.JudgeMoveResponse:
        raise fault("secret")

    with capture_logs() as entries, pytest.raises(InternalError) as caught:
        answer(method(handle), b"")
    assert "secret" not in str(caught.value.status())
    assert caught.value.__cause__ is None
    assert entries[0]["request_id"] == caught.value.metadata["request_id"]
    assert entries[0]["method"] == "/test/Judge"


def test_a_reply_that_cannot_be_written_is_an_internal_error() -> None:
    with capture_logs(), pytest.raises(InternalError):
        answer(method(lambda _: None), b"")


def test_an_error_of_a_handler_goes_through_as_it_is() -> None:
    error = InvalidArgumentError("m", Reason.INVALID_FIELD)

    def handle(_: object) -> pb.JudgeMoveResponse:
        raise error

    with pytest.raises(InvalidArgumentError) as caught:
        answer(method(handle), b"")
    assert caught.value is error


def test_a_request_that_is_too_large_is_not_even_read() -> None:
    def handle(_: object) -> pb.JudgeMoveResponse:
        raise AssertionError("was read")

    with pytest.raises(InvalidArgumentError) as caught:
        answer(method(handle), bytes(MAX_REQUEST_BYTES + 1))
    assert caught.value.reason == Reason.REQUEST_TOO_LARGE
