"""A Redis that is there and refuses: full, evicting, a replica, wrong user, wrong password, no rights."""

import time
from contextlib import closing

import pytest
from structlog.typing import EventDict

from tests.service.dictionaries.redis.calling import (
    LIST,
    RECOVERY_SECONDS,
    STRINGS,
    Calls,
    SlowList,
    assert_not_slower,
    counted,
    up,
)
from tests.service.dictionaries.redis.conftest import Open
from tests.service.dictionaries.valkey import until, valkey
from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.cache.redis_words import key

FAILED = "store failed; going on without it"
WELL = "store is well again"
EDITION = f"list:{LIST.digest}"


def lines(log: list[EventDict]) -> list[tuple[str, str, str]]:
    return [(line["event"], line["store"], line.get("error", "")) for line in log]


def test_a_full_redis_is_read_and_no_longer_written(open_redis: Open, log: list[EventDict]) -> None:
    with valkey("maxmemory-policy noeviction") as server, closing(server.client()) as admin:
        redis = open_redis(server.url)
        known = STRINGS[:40]
        redis.write(EDITION, LIST.statuses(known))
        assert redis.flush()
        admin.config_set("maxmemory", "1")
        with Calls(redis) as calls:
            until(lambda: not redis.writes.closed, "refusal")
            assert up("read") == 1
            assert up("write") == 0
            assert redis.read(EDITION, known) == LIST.statuses(known)
            refused = counted("upwords_redis_dropped_words_total", why="refused")
            calls.go_on(200)
            assert counted("upwords_redis_dropped_words_total", why="refused") > refused
            calls.assert_hardly_slower()
            admin.config_set("maxmemory", "0")
            until(lambda: redis.writes.closed, "recovery", RECOVERY_SECONDS)
            calls.go_on()
            assert redis.flush()
            assert admin.dbsize() > len(known)
        assert lines(log) == [
            (FAILED, "writes to redis", "OutOfMemoryError"),
            (WELL, "writes to redis", ""),
        ]


def test_a_read_only_replica_is_read_and_not_written(open_redis: Open, log: list[EventDict]) -> None:
    with valkey() as master, valkey(f"replicaof 127.0.0.1 {master.port}") as replica:
        known = STRINGS[:40]
        open_redis(master.url).write(EDITION, LIST.statuses(known))
        redis = open_redis(replica.url)
        until(lambda: redis.read(EDITION, known) == LIST.statuses(known), "replication")
        log.clear()
        with Calls(redis) as calls:
            until(lambda: not redis.writes.closed, "refusal")
            calls.go_on(200)
            assert redis.reads.closed
            calls.assert_hardly_slower()
        assert lines(log) == [(FAILED, "writes to redis", "ReadOnlyError")]


def test_an_evicting_redis_never_makes_a_word_no_word(open_redis: Open) -> None:
    with valkey("maxmemory 2mb", "maxmemory-policy allkeys-lru") as server, closing(server.client()) as admin:
        redis = open_redis(server.url)
        padding = "X" * 20_000
        with Calls(redis) as calls:
            for number in range(400):
                admin.set(f"other:{number}", padding)
            until(lambda: admin.info("stats")["evicted_keys"] > 100, "eviction")
            calls.go_on(400)
            calls.assert_hardly_slower()


@pytest.mark.parametrize(
    ("credentials", "error"),
    [
        ("", "AuthenticationError"),
        (":wrong", "AuthenticationError"),
        ("stranger:right", "AuthenticationError"),
        ("blind:right", "NoPermissionError"),
    ],
)
def test_a_redis_that_does_not_let_us_in_is_left_alone(
    credentials: str, error: str, open_redis: Open, log: list[EventDict]
) -> None:
    with valkey("requirepass right", "user blind on >right ~* +@all -mget") as server:
        redis = open_redis(f"redis://{credentials}@127.0.0.1:{server.port}")
        with Calls(redis) as calls:
            until(lambda: not redis.reads.closed, "breaker", 2)
            calls.go_on()
            opened = time.monotonic()
            calls.go_on(700)
            # Several probes later, and it is still left alone.
            assert not redis.reads.closed
            assert_not_slower(calls.since(opened))
            calls.assert_hardly_slower()
        assert lines(log) == [(FAILED, "redis", error)]


def test_a_user_let_in_later_is_served_within_two_seconds(open_redis: Open) -> None:
    with valkey("requirepass admin") as server, closing(server.client(password="admin")) as admin:
        redis = open_redis(f"redis://referee:right@127.0.0.1:{server.port}")
        with Calls(redis) as calls:
            until(lambda: not redis.reads.closed, "breaker", 2)
            admin.acl_setuser(
                "referee", enabled=True, passwords=["+right"], keys=["upwords:1:*"], commands=["+@all"]
            )
            until(lambda: redis.reads.closed, "recovery", RECOVERY_SECONDS)
            calls.go_on()


def test_least_rights_are_enough(open_redis: Open, log: list[EventDict]) -> None:
    user = "user referee on >p%40ss ~upwords:1:* -@all +mget +set"
    with valkey(user.replace("%40", "@")) as server, closing(server.client()) as admin:
        redis = open_redis(f"redis://referee:p%40ss@127.0.0.1:{server.port}")
        CachedLexicon(SlowList(), redis).statuses(STRINGS[:50])
        assert redis.flush()
        assert admin.dbsize() == 50
        assert redis.read(EDITION, STRINGS[:50]) == LIST.statuses(STRINGS[:50])
    assert log == []


def test_keys_of_the_wrong_type_and_garbage_are_misses_and_are_written_over(
    open_redis: Open, log: list[EventDict]
) -> None:
    garbage: list[bytes] = [b"", b"0", b"8", b"10", b"1 ", b"banana", b"\xff\xfe", b"\0", b"9" * 9999]
    with valkey() as server, closing(server.client()) as admin:
        redis = open_redis(server.url)
        kept = {}
        for number, word in enumerate(STRINGS[:20]):
            name = key(EDITION, word)
            if number < len(garbage):
                admin.set(name, garbage[number])
            elif number % 2:
                admin.rpush(name, "1")
            else:
                admin.hset(name, "a", "1")
        before = counted("upwords_redis_errors_total", command="mget", kind="garbage")
        kept = redis.read(EDITION, STRINGS[:20])
        assert kept == {}
        assert counted("upwords_redis_errors_total", command="mget", kind="garbage") == before + len(garbage)
        source = SlowList()
        assert CachedLexicon(source, redis).statuses(STRINGS[:24]) == LIST.statuses(STRINGS[:24])
        assert redis.flush()
        assert redis.read(EDITION, STRINGS[:24]) == LIST.statuses(STRINGS[:24])
    assert log == []
