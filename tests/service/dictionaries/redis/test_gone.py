"""Redis is not there, dies or freezes while calls go on: verdicts stay, calls hardly feel it."""

import time

import pytest
from structlog.typing import EventDict

from tests.service.dictionaries.redis.calling import (
    RECOVERY_SECONDS,
    Calls,
    assert_not_slower,
    counted,
    up,
)
from tests.service.dictionaries.redis.conftest import Open
from tests.service.dictionaries.valkey import Valkey, until, valkey
from upwords_referee.lexicons.cache.redis_words import RedisWords

FAILED = "store failed; going on without it"
WELL = "store is well again"


def assert_a_line_for_each_change(log: list[EventDict], failures: int = 1) -> None:
    """The lines take turns; a busy machine may have made Redis late once more."""
    events = [line["event"] for line in log if line["store"] == "redis"]
    assert failures * 2 <= len(events) <= failures * 2 + 2
    assert events == [FAILED, WELL] * (len(events) // 2)


def recovered(redis: RedisWords) -> None:
    until(lambda: redis.reads.closed, "recovery", RECOVERY_SECONDS)


@pytest.mark.parametrize("fault", ["killed", "frozen"])
def test_calls_go_on_while_it_is_gone_and_come_back_with_it(
    fault: str, server: Valkey, open_redis: Open, log: list[EventDict]
) -> None:
    redis = open_redis(server.url)
    with Calls(redis) as calls:
        assert redis.reads.closed
        gone = time.monotonic()
        server.kill() if fault == "killed" else server.freeze()
        until(lambda: not redis.reads.closed, "breaker", 2)
        calls.go_on()
        opened = time.monotonic()
        calls.go_on(200)
        assert up() == 0
        assert_not_slower(calls.since(opened))
        server.start() if fault == "killed" else server.thaw()
        recovered(redis)
        assert up() == 1
        calls.go_on()
        assert redis.flush()
        before = len(calls.source.lookups), len(calls.done)
        calls.go_on(500)
        # Some are answered by Redis again, or the source would have been asked in each of them.
        assert len(calls.source.lookups) - before[0] < len(calls.done) - before[1]
        calls.assert_hardly_slower(gone)
    assert_a_line_for_each_change(log)


def test_absent_at_start(open_redis: Open, log: list[EventDict]) -> None:
    with valkey(started=False) as server:
        redis = open_redis(server.url)
        with Calls(redis) as calls:
            calls.go_on(200)
            assert not redis.reads.closed
            calls.assert_hardly_slower()
            server.start()
            recovered(redis)
            calls.go_on()
        assert_a_line_for_each_change(log)


def test_five_restarts_in_a_row_are_five_pairs_of_lines(
    server: Valkey, open_redis: Open, log: list[EventDict]
) -> None:
    redis = open_redis(server.url)
    with Calls(redis) as calls:
        for _ in range(5):
            server.kill()
            until(lambda: not redis.reads.closed, "breaker", 2)
            server.start()
            recovered(redis)
            calls.go_on(40)
        calls.assert_hardly_slower()
    assert_a_line_for_each_change(log, 5)


def test_the_wait_is_bounded_for_many_calls_at_once(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    with Calls(redis, threads=64) as calls:
        gone = time.monotonic()
        server.freeze()
        until(lambda: not redis.reads.closed, "breaker", 2)
        calls.go_on(300)
        calls.assert_hardly_slower(gone)
        server.thaw()
        recovered(redis)


def test_metrics_tell_what_failed_and_what_was_not_kept(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    late = counted("upwords_redis_errors_total", command="mget", kind="TimeoutError")
    dropped = counted("upwords_redis_dropped_words_total", why="down")
    with Calls(redis) as calls:
        server.freeze()
        until(lambda: not redis.reads.closed, "breaker", 2)
        calls.go_on()
    assert counted("upwords_redis_errors_total", command="mget", kind="TimeoutError") > late
    assert counted("upwords_redis_dropped_words_total", why="down") > dropped


def test_the_log_names_neither_user_nor_password(
    server: Valkey, open_redis: Open, log: list[EventDict]
) -> None:
    redis = open_redis(f"redis://somebody:hush@127.0.0.1:{server.port}")
    with Calls(redis) as calls:
        calls.go_on()
        assert not redis.reads.closed
    assert [line["event"] for line in log] == [FAILED]
    assert "hush" not in str(log)
    assert "somebody" not in str(log)
