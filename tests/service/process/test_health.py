"""Health by watches: they cost no thread of the calls, and a watcher who does not read holds up nobody."""

import threading
import time
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.service.lexica import CountingLexicon
from tests.service.process.serving import soon
from tests.service.questions import judge
from tests.service.referee import Referee, running
from upwords_referee.service.grpc.health import MOST_WATCHES, Health

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def watch(referee: Referee, name: str) -> Any:
    stub: Any = health_pb2_grpc.HealthStub(referee.channel)
    return stub.Watch(health_pb2.HealthCheckRequest(service=name), timeout=30)


def test_many_watchers_leave_all_threads_to_the_calls_and_are_all_told() -> None:
    with running(CountingLexicon(), threads=1) as (referee, server):
        watches = []
        for _ in range(200):
            watches.append(watch(referee, "lexicon/counting"))
            assert next(watches[-1]).status == SERVING
        assert referee.ask(judge()).valid
        server.set_lexicon("counting", False)
        assert [next(one).status for one in watches] == [NOT_SERVING] * 200
        for one in watches:
            one.cancel()


def test_a_watcher_of_a_name_that_is_not_there_is_told_when_it_is() -> None:
    with running(CountingLexicon()) as (referee, server):
        one = watch(referee, "lexicon/new")
        assert next(one).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
        server.set_lexicon("new", True)
        assert next(one).status == SERVING
        one.cancel()


def test_stopping_does_not_wait_for_watchers() -> None:
    with running(CountingLexicon()) as (referee, server):
        one = watch(referee, "")
        assert next(one).status == SERVING
        start = time.monotonic()
        server.stop(grace=20)
        assert time.monotonic() - start < 5
        # The last it hears, if it hears it before the end.
        assert {answer.status for answer in one} <= {NOT_SERVING}


class Context:
    """A call's context, as far as a watch uses it."""

    def __init__(self) -> None:
        self.ended: Any = None

    def add_callback(self, ended: Any) -> bool:
        self.ended = ended
        return True

    def abort(self, code: grpc.StatusCode, _details: str) -> None:
        raise ValueError(code)


def test_a_watcher_who_does_not_read_holds_up_nobody_and_then_hears_the_last_status_only() -> None:
    health = Health()
    health.set("", True)
    reads = threading.Event()
    slow: list[Any] = []
    quick: list[Any] = []

    def blocked(response: Any) -> None:
        assert reads.wait(20)
        slow.append(response.status if response else None)

    request = health_pb2.HealthCheckRequest()
    health.Watch(request, Context(), blocked)
    health.Watch(request, Context(), lambda response: quick.append(response.status if response else None))
    for serving in (False, True, False):
        health.set("", serving)
        status = SERVING if serving else NOT_SERVING
        soon(lambda status=status: quick[-1:] == [status], 2)  # type: ignore[misc]
        assert health.Check(request, Context()).status == status
    health.end_watches()
    soon(lambda: quick == [SERVING, NOT_SERVING, SERVING, NOT_SERVING, None], 2)
    reads.set()
    soon(lambda: slow == [SERVING, NOT_SERVING, None], 2)


def test_watches_beyond_the_limit_are_refused_and_one_that_ends_makes_room() -> None:
    health = Health()
    request = health_pb2.HealthCheckRequest()
    contexts = [Context() for _ in range(MOST_WATCHES)]
    for context in contexts:
        health.Watch(request, context, lambda _: None)
    with pytest.raises(ValueError, match="RESOURCE_EXHAUSTED"):
        health.Watch(request, Context(), lambda _: None)
    contexts[0].ended()
    health.Watch(request, Context(), lambda _: None)
