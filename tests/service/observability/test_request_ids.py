"""Request ids: whose they are, when they come back, and that the log has the same."""

import grpc
import pytest

from tests.service.observability.asking import HEADER, PARENT, TRACE, ask
from tests.service.questions import judge
from tests.service.referee import Referee

OK = grpc.StatusCode.OK


@pytest.mark.parametrize("id", ["order 66", "x" * 64])
def test_a_callers_id_comes_back(id: str, referee: Referee) -> None:
    assert ask(referee.channel, judge(), (HEADER, id)) == (OK, id)


def test_a_trace_comes_back(referee: Referee) -> None:
    assert ask(referee.channel, judge(), ("traceparent", PARENT)) == (OK, TRACE)


@pytest.mark.parametrize(
    "metadata", [(), ((HEADER, "x" * 65),), ((HEADER, ""),), ((HEADER, "a"), (HEADER, "b"))]
)
def test_an_id_that_is_none_does_not(metadata: tuple[tuple[str, str], ...], referee: Referee) -> None:
    assert ask(referee.channel, judge(), *metadata) == (OK, "")


def test_an_error_always_has_one(referee: Referee) -> None:
    refused = ask(referee.channel, judge(ruleset="x"))
    assert (refused.code, len(refused.id)) == (grpc.StatusCode.NOT_FOUND, 32)
    assert ask(referee.channel, judge(ruleset="x"), (HEADER, "mine")).id == "mine"


def test_two_calls_never_share_one(referee: Referee) -> None:
    ids = {ask(referee.channel, judge(ruleset="x")).id for _ in range(50)}
    assert len(ids) == 50
