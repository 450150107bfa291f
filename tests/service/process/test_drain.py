"""SIGTERM: who sends calls is told, what is under way is answered, and the process ends in time."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.service.open_stream import OpenStream
from tests.service.process.serving import (
    CHECK_WORDS,
    JUDGE_MOVE,
    OK,
    UNAVAILABLE,
    Load,
    Server,
    health,
    method,
    server,
    soon,
)
from tests.service.questions import check, judge
from tests.service.referee import Referee, refusal_of
from tests.unit.lexicons.sources.web import Dictionary, dictionary
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.methods import build_methods

METHODS = build_methods(RulesetBook.builtin(), Registry([], "none"))
WORKERS = pytest.mark.parametrize("workers", ["1", "2"])
SLOW = """\
default_lexicon = "slow"
deadline_seconds = 60
[lexicons.slow]
source = "http"
edition = "1"
timeout_seconds = 30
url = "{url}"
"""


@contextmanager
def slow_server(folder: Path, *arguments: str) -> Iterator[tuple[Server, Dictionary]]:
    """Run a server whose dictionary can be made slow."""
    with (
        dictionary(lambda _: 200) as web,
        server(folder, *arguments, settings=SLOW.format(url=web.url)) as running,
    ):
        yield running, web
        web.delay = 0


def begin(running: Server, channel: grpc.Channel, web: Dictionary, word: str) -> "grpc.Future[bytes]":
    """Send a call that takes long, and wait until it is worked on."""
    call = method(channel).future(check(word).SerializeToString(), timeout=30)
    soon(lambda: any(path.endswith(word) for path in web.paths))
    return call


@WORKERS
def test_under_load_every_call_is_answered_or_never_began(workers: str, tmp_path: Path) -> None:
    decisions = tmp_path / "decisions"
    arguments = ("--workers", workers, "--drain-seconds", "0.5", "--decision-log", str(decisions))
    with server(tmp_path, *arguments) as running, Load(running, judge(), path=JUDGE_MOVE) as load:
        with running.channel() as channel:
            assert health(channel) == "SERVING"
            running.signal(signal.SIGTERM)
            soon(lambda: health(channel) == "NOT_SERVING", 0.4)
            before = load.codes[OK]
        assert running.process.wait(5) == 0
        assert load.codes[OK] > before, "no call was taken in the pause"
    assert set(load.codes) <= {OK, UNAVAILABLE}, load.refusals
    assert len(decisions.read_text().splitlines()) == load.codes[OK], "a verdict was given and not received"
    assert not running.events("calls were not finished in time")


@WORKERS
def test_calls_under_way_are_answered_and_new_ones_told_when_to_ask_again(
    workers: str, tmp_path: Path
) -> None:
    with (
        slow_server(tmp_path, "--workers", workers, "--drain-seconds", "0") as (running, web),
        running.channel() as channel,
    ):
        web.delay = 1.5
        call = begin(running, channel, web, "QUIZ")
        running.signal(signal.SIGTERM)
        soon(lambda: running.events("stopping"))
        time.sleep(0.3)
        with pytest.raises(grpc.RpcError) as caught:
            method(channel)(check("OTHER").SerializeToString(), timeout=5)
        refusal = refusal_of(caught.value)
        assert (refusal.code, refusal.reason) == (UNAVAILABLE, "SHUTTING_DOWN")
        assert refusal.detail(error_details_pb2.RetryInfo).retry_delay.seconds == 1
        assert call.result(10)
        assert running.process.wait(5) == 0


@WORKERS
def test_a_stuck_call_does_not_keep_the_process(workers: str, tmp_path: Path) -> None:
    times = ("--drain-seconds", "0.3", "--grace-seconds", "1")
    with (
        slow_server(tmp_path, "--workers", workers, *times) as (running, web),
        running.channel() as channel,
    ):
        web.delay = 20
        call = begin(running, channel, web, "QUIZ")
        start = running.signal(signal.SIGTERM)
        assert running.process.wait(10) == 0
        assert 1.2 < time.monotonic() - start < 2.3
        assert running.events("calls were not finished in time")[0]["methods"] == {CHECK_WORDS: 1}
        assert call.exception(5).code() is UNAVAILABLE  # type: ignore[union-attr]
        web.delay = 0


@WORKERS
@pytest.mark.parametrize("first", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_all_at_once(first: int, workers: str, tmp_path: Path) -> None:
    with (
        slow_server(tmp_path, "--workers", workers, "--drain-seconds", "0") as (running, web),
        running.channel() as channel,
    ):
        web.delay = 20
        begin(running, channel, web, "QUIZ")
        pids = running.workers()
        assert len(pids) == (0 if workers == "1" else 2)
        running.signal(first)
        soon(lambda: running.events("stopping"))
        start = running.signal(signal.SIGTERM)
        assert running.process.wait(5) == -signal.SIGTERM
        assert time.monotonic() - start < 1
        soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), 2)
        web.delay = 0


def test_ctrl_c_does_not_wait_for_new_calls(tmp_path: Path) -> None:
    with server(tmp_path, "--drain-seconds", "30") as running:
        running.wait_for("listening")
        running.signal(signal.SIGINT)
        assert running.process.wait(5) == 0


def test_watchers_of_health_are_told_and_then_let_go(tmp_path: Path) -> None:
    with server(tmp_path, "--drain-seconds", "0.5") as running, running.channel() as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        watch = stub.Watch(health_pb2.HealthCheckRequest(), timeout=20)
        assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
        start = running.signal(signal.SIGTERM)
        assert next(watch).status == health_pb2.HealthCheckResponse.NOT_SERVING
        assert time.monotonic() - start < 0.4
        assert list(watch) == []
        assert running.process.wait(5) == 0
        assert time.monotonic() - start < 2


def test_an_open_stream_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with server(tmp_path, "--drain-seconds", "0") as running:
        referee = Referee(running.address, METHODS)
        with OpenStream(referee) as stream:
            stream.send(pb.StreamJudgeMovesRequest(id="1", request=judge()))
            assert stream.next().id == "1"
            start = running.signal(signal.SIGTERM)
            assert running.process.wait(5) == 0
            assert time.monotonic() - start < 2
            assert stream.refusal().code is UNAVAILABLE
        referee.channel.close()
