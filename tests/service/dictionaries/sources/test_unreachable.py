"""A dictionary that cannot be reached makes no word wrong and no word right."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
from google.rpc import code_pb2, error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.service.dictionaries.sources.lexica import remote
from tests.service.lexica import CountingLexicon
from tests.service.questions import batch, check, inspect, item, judge, move, overlay
from tests.service.referee import Referee, running, serving
from tests.unit.lexicons.sources.web import Dictionary, dictionary, free_port, of_words
from upwords.referee.v1 import lexicon_pb2
from upwords.referee.v1 import lexicon_service_pb2 as words_pb
from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.http import HttpLexicon
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.lexicons.sources.watch import Watch
from upwords_referee.service.errors import Reason

NEEDS_WORDS = {
    "JudgeMove": judge(lexicon="far"),
    "InspectPosition": inspect(lexicon="far"),
    "CheckWords": check("WOOD", lexicon="far"),
    "CheckWords, blind": check("WOOD", lexicon="far", detail=2),
}
GONE: dict[str, Callable[[], OutsideLexicon]] = {
    "http": lambda: HttpLexicon(Description("far", "1"), f"http://127.0.0.1:{free_port()}/{{word}}"),
    "grpc": lambda: remote(f"127.0.0.1:{free_port()}"),
}
PATIENCE = 5.0


@pytest.fixture(scope="module", params=GONE)
def gone(request: pytest.FixtureRequest) -> Iterator[Referee]:
    """A referee with a list of its own and a lexicon whose source is not there."""
    with serving(CountingLexicon(), GONE[request.param]()) as referee:
        yield referee


def error_of(status: Any, kind: type[Any]) -> Any:
    detail = kind()
    assert any(packed.Unpack(detail) for packed in status.details)
    return detail


@pytest.mark.parametrize("name", NEEDS_WORDS)
def test_a_call_that_needs_it_is_unavailable_and_worth_a_retry(gone: Referee, name: str) -> None:
    refusal = gone.refusal(NEEDS_WORDS[name])
    assert refusal.code is grpc.StatusCode.UNAVAILABLE
    assert refusal.reason == Reason.LEXICON_UNREACHABLE
    assert refusal.metadata == {"lexicon": "far"}
    assert refusal.detail(error_details_pb2.RetryInfo).retry_delay.ToNanoseconds() == 10**9
    assert "'far'" in refusal.message
    assert not any(secret in refusal.message for secret in ("127.0.0.1", "Traceback", "/", ".py"))


@pytest.mark.parametrize(
    "request_",
    [
        judge(lexicon="far", move=move("-")),
        judge(lexicon="far", move=move("1A ABC"), overlay=overlay(["ABC"])),
        judge(lexicon="far", overlay=overlay(deny=["WOOD"])),
        check("DON'T", "../X", lexicon="far"),
        check("WOOD", lexicon="far", overlay=overlay(["WOOD"])),
        judge(),
        judge(lexicon="none"),
    ],
)
def test_a_call_that_does_not_need_it_is_answered(gone: Referee, request_: Any) -> None:
    assert isinstance(gone.outcome(request_), bytes)


def test_in_a_batch_each_move_that_needs_it_has_the_error_and_no_other(gone: Referee) -> None:
    results = gone.ask(
        batch(
            item(),
            item("-"),
            item(lexicon="counting"),
            item("5D F...", overlay=overlay(["FOOD"])),
            item("5D ?"),
            item("5D F..."),
            item(lexicon="none"),
            lexicon="far",
        )
    ).results
    assert [result.WhichOneof("outcome") for result in results] == [
        *("error", "verdict", "verdict", "verdict", "error", "error", "verdict"),
    ]
    for result in (results[0], results[5]):
        assert result.error.code == code_pb2.UNAVAILABLE
        assert error_of(result.error, error_details_pb2.ErrorInfo).reason == Reason.LEXICON_UNREACHABLE
        assert error_of(result.error, error_details_pb2.RetryInfo).retry_delay.seconds == 1
    assert results[4].error.code == code_pb2.INVALID_ARGUMENT
    assert results[2].verdict.valid
    assert results[3].verdict.valid


def test_a_batch_without_any_verdict_has_no_provenance(gone: Referee) -> None:
    response = gone.ask(batch(item(), item("5D F..."), lexicon="far"))
    assert not response.HasField("provenance")
    assert [result.WhichOneof("outcome") for result in response.results] == ["error", "error"]


def test_the_verdicts_of_a_batch_share_their_provenance_though_others_failed(gone: Referee) -> None:
    response = gone.ask(batch(item(lexicon="far"), item(), item("5D F...")))
    assert response.provenance.lexicon == "counting"
    assert not any(result.verdict.HasField("provenance") for result in response.results[1:])


def far_web(web: Dictionary) -> HttpLexicon:
    return HttpLexicon(Description("far", "1"), web.url)


@pytest.mark.parametrize("request_", [judge(), inspect(), check("WOOD", "MOOD"), batch(item())])
def test_what_is_cached_is_answered_though_the_source_is_gone(request_: Any) -> None:
    with dictionary(of_words("WOOD", "MOOD")) as web, serving(CachedLexicon(far_web(web))) as referee:
        before = referee.ask(request_)
        web.answer = lambda path: 503
        assert referee.ask(request_) == before
        assert referee.refusal(check("BED")).code is grpc.StatusCode.UNAVAILABLE
        web.answer = lambda path: 404
        assert not referee.ask(check("BED")).all_acceptable


class Health:
    """What a referee tells of a lexicon, in its three ways."""

    def __init__(self, referee: Referee, id: str) -> None:
        self._referee = referee
        self._id = id
        self._stub: Any = health_pb2_grpc.HealthStub(referee.channel)

    def of(self, service: str) -> str:
        status = self._stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=PATIENCE).status
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(status))

    def told(self) -> tuple[str, str, str]:
        listed = self._referee.ask(words_pb.ListLexiconsRequest()).lexicons
        states = {lexicon.id: lexicon.state for lexicon in listed}
        got = self._referee.ask(words_pb.GetLexiconRequest(id=self._id)).lexicon.state
        name = lexicon_pb2.LexiconState.Name
        return self.of(f"lexicon/{self._id}"), name(states[self._id]), name(got)

    def becomes(self, *told: str) -> None:
        ends = time.monotonic() + PATIENCE
        while self.told() != told:
            assert time.monotonic() < ends, self.told()
            time.sleep(0.02)


WELL = ("SERVING", "LEXICON_STATE_READY", "LEXICON_STATE_READY")
DOWN = ("NOT_SERVING", "LEXICON_STATE_UNREACHABLE", "LEXICON_STATE_UNREACHABLE")


@pytest.mark.parametrize("cached", [False, True])
def test_the_state_and_health_of_a_lexicon_follow_its_source_and_those_of_the_server_do_not(
    cached: bool,
) -> None:
    with dictionary(of_words("WOOD")) as web:
        source = far_web(web)
        far: Lexicon = CachedLexicon(source) if cached else source
        with running(CountingLexicon(), far) as (referee, server):
            watch = Watch(source, server.set_lexicon)
            watch.start()
            health = Health(referee, "far")
            health.becomes(*WELL)
            web.answer = lambda path: 503
            assert referee.refusal(check("BED", lexicon="far")).reason == Reason.LEXICON_UNREACHABLE
            health.becomes(*DOWN)
            for service in ("", "upwords.referee.v1.RefereeService", "lexicon/counting"):
                assert health.of(service) == "SERVING"
            asked = len([path for path in web.paths if path.endswith("/BED")])
            assert referee.refusal(check("BED", lexicon="far")).reason == Reason.LEXICON_UNREACHABLE
            assert len([path for path in web.paths if path.endswith("/BED")]) == asked
            web.answer = of_words("WOOD")
            health.becomes(*WELL)
            assert referee.ask(check("WOOD", lexicon="far")).all_acceptable
            watch.end()


def test_a_source_that_is_gone_at_the_start_keeps_no_server_from_starting() -> None:
    source = GONE["grpc"]()
    with running(CountingLexicon(), source) as (referee, server):
        watch = Watch(source, server.set_lexicon)
        watch.start()
        health = Health(referee, "far")
        health.becomes(*DOWN)
        assert health.of("") == "SERVING"
        assert referee.ask(judge()).valid
        watch.end()


def test_a_server_that_goes_stays_not_serving_whatever_a_watch_finds() -> None:
    with running(CountingLexicon()) as (referee, server):
        health = Health(referee, "counting")
        server.leave()
        server.set_lexicon("counting", True)
        assert health.of("lexicon/counting") == "NOT_SERVING"


@pytest.mark.parametrize(("kind", "name"), [("http", "SOURCE_KIND_HTTP"), ("grpc", "SOURCE_KIND_GRPC")])
def test_a_lexicon_says_where_its_words_lie(kind: str, name: str) -> None:
    with serving(CachedLexicon(GONE[kind]())) as referee:
        (lexicon,) = referee.ask(words_pb.ListLexiconsRequest()).lexicons
    assert lexicon_pb2.SourceKind.Name(lexicon.source) == name
    assert (lexicon.edition, lexicon.digest, lexicon.enumerable) == ("1", "", False)
    assert not lexicon.word_counts
