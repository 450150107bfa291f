"""Referees that are each other's source: a call ends soon, with an error that says so."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import grpc
import pytest
from google.rpc import code_pb2, error_details_pb2

from tests.service.dictionaries.sources.lexica import remote
from tests.service.lexica import CountingLexicon
from tests.service.questions import batch, check, inspect, item, judge, move
from tests.service.referee import Referee, serving
from tests.unit.lexicons.sources.web import free_port
from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.errors import Reason
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.methods import build_methods


@contextmanager
def circle(cached: bool) -> Iterator[Referee]:
    """Two referees, each the source of the other's only lexicon but for one list of its own."""
    addresses = [f"127.0.0.1:{free_port()}" for _ in range(2)]
    with ExitStack() as stack:
        for own, other in (addresses, addresses[::-1]):
            far: Lexicon = remote(other, timeout_seconds=2.0)
            registry = Registry([CachedLexicon(far) if cached else far, CountingLexicon()], "far")
            methods = build_methods(RulesetBook.builtin(), registry)
            server = RefereeServer(methods, registry.ids(), threads=16)
            server.listen(own)
            stack.callback(server.stop, 0)
        referee = Referee(addresses[0], methods)
        stack.callback(referee.channel.close)
        yield referee


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "cached"])
def referee(request: pytest.FixtureRequest) -> Iterator[Referee]:
    with circle(request.param) as referee:
        yield referee


@pytest.mark.parametrize("request_", [judge(), inspect(), check("WOOD")], ids=["judge", "inspect", "check"])
def test_a_circle_is_refused_at_once_and_not_worth_a_retry(referee: Referee, request_: object) -> None:
    started = time.monotonic()
    refusal = referee.refusal(request_)  # type: ignore[arg-type]
    assert time.monotonic() - started < 1
    assert refusal.code is grpc.StatusCode.FAILED_PRECONDITION
    assert refusal.reason == Reason.SOURCE_LOOP
    assert refusal.metadata == {"lexicon": "far"}
    assert "point at each other" in refusal.message
    assert refusal.detail(error_details_pb2.RetryInfo) is None


def test_in_a_batch_only_the_items_that_need_the_circle_are_refused(referee: Referee) -> None:
    results = referee.ask(batch(item(), item(lexicon="counting"), item(move=move("-")))).results
    assert [result.WhichOneof("outcome") for result in results] == ["error", "verdict", "verdict"]
    assert results[0].error.code == code_pb2.FAILED_PRECONDITION


def test_many_calls_in_a_circle_end_too_and_the_server_serves_on(referee: Referee) -> None:
    started = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        reasons = list(pool.map(lambda _: referee.refusal(check("WOOD")).reason, range(8)))
    assert time.monotonic() - started < 5
    assert set(reasons) <= {Reason.SOURCE_LOOP, Reason.LEXICON_UNREACHABLE}
    assert referee.ask(judge(lexicon="counting")).valid


def test_four_referees_in_a_row_before_the_list_are_no_circle_and_five_are_refused() -> None:
    with ExitStack() as stack:
        last = stack.enter_context(serving(CountingLexicon()))
        for _ in range(4):
            last = stack.enter_context(serving(remote(last.address)))
        assert last.ask(judge()).valid
        fifth = stack.enter_context(serving(remote(last.address)))
        assert fifth.refusal(judge()).reason == Reason.SOURCE_LOOP
