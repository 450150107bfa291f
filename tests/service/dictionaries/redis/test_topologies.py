"""Redis with Sentinel, as a cluster, behind TLS, and with an ACL user: all by URL."""

import time
from contextlib import closing

import pytest

from tests.service.dictionaries.redis.calling import (
    LIST,
    RECOVERY_SECONDS,
    STRINGS,
    Calls,
    SlowList,
    assert_not_slower,
)
from tests.service.dictionaries.redis.conftest import Open
from tests.service.dictionaries.valkey import cluster, free_port, sentinel, tls_front, until, valkey
from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.cache.client import connect
from upwords_referee.lexicons.cache.redis_words import RedisWords
from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.redis_list import RedisList, drop, push

EDITION = f"list:{LIST.digest}"


def assert_serves(redis: RedisWords) -> None:
    """What one process learned, another reads."""
    some = STRINGS[:100]
    assert CachedLexicon(SlowList(), redis).statuses(some) == LIST.statuses(some)
    assert redis.flush()
    source = SlowList()
    assert CachedLexicon(source, redis).statuses(some) == LIST.statuses(some)
    assert source.lookups == []


def test_sentinel_failover_during_calls(open_redis: Open) -> None:
    with (
        valkey() as master,
        valkey(f"replicaof 127.0.0.1 {master.port}") as replica,
        sentinel(master, "words") as watch,
        closing(watch.client()) as asked,
    ):
        until(lambda: asked.sentinel_masters()["words"]["num-slaves"] == 1, "the sentinel")
        # One sentinel is gone, as is to be expected on such a day.
        hosts = f"127.0.0.1:{free_port()},127.0.0.1:{watch.port}"
        redis = open_redis(f"redis+sentinel://{hosts}/words/0")
        until(lambda: redis.reads.closed, "the master")
        assert_serves(redis)
        with Calls(redis) as calls:
            gone = time.monotonic()
            master.kill()
            until(lambda: not redis.reads.closed, "breaker", 2)
            calls.go_on()
            opened = time.monotonic()
            calls.go_on()
            assert_not_slower(calls.since(opened))
            until(lambda: asked.sentinel_masters()["words"]["port"] == replica.port, "failover")
            until(lambda: redis.reads.closed, "recovery", RECOVERY_SECONDS)
            calls.go_on()
            calls.assert_hardly_slower(gone)
        until(lambda: redis.reads.closed and redis.writes.closed, "recovery", RECOVERY_SECONDS)
        assert_serves(redis)


def test_cluster_and_a_node_that_dies(open_redis: Open) -> None:
    with cluster() as nodes:
        redis = open_redis(f"redis+cluster://127.0.0.1:{free_port()},127.0.0.1:{nodes[0].port}")
        assert_serves(redis)
        held = []
        for node in nodes:
            with closing(node.client()) as admin:
                held.append(admin.dbsize())
        assert sorted(held) == [0, 0, 100]
        ours = nodes[held.index(100)]
        with Calls(redis) as calls:
            gone = time.monotonic()
            ours.freeze()
            until(lambda: not redis.reads.closed, "breaker", 2)
            calls.go_on()
            opened = time.monotonic()
            calls.go_on(300)
            assert not redis.reads.closed
            assert_not_slower(calls.since(opened))
            ours.thaw()
            until(lambda: redis.reads.closed, "recovery", 5)
            calls.go_on()
            calls.assert_hardly_slower(gone)


def test_a_cluster_that_is_not_there_is_found_when_it_comes(open_redis: Open) -> None:
    with cluster() as nodes:
        for node in nodes:
            node.freeze()
        redis = open_redis(f"redis+cluster://127.0.0.1:{nodes[1].port}")
        with Calls(redis) as calls:
            until(lambda: not redis.reads.closed, "breaker", 2)
            for node in nodes:
                node.thaw()
            until(lambda: redis.reads.closed, "recovery", 5)
            calls.assert_hardly_slower()


def test_a_list_lies_in_a_cluster() -> None:
    with cluster() as nodes, closing(connect(f"redis+cluster://127.0.0.1:{nodes[2].port}")) as client:
        assert push(client, LIST.digest, LIST.entries()) == len(LIST.words)
        held = RedisList(Description("list", "", alphabet="ABCDEF"), client, LIST.digest)
        assert held.statuses(STRINGS) == LIST.statuses(STRINGS)
        assert drop(client, LIST.digest)
        with pytest.raises(SourceUnavailableError):
            held.statuses(STRINGS)
        held.close()


def test_tls_with_an_acl_user(open_redis: Open) -> None:
    user = "user referee on >right ~upwords:1:* -@all +mget +set"
    with valkey(user) as server, tls_front(server) as (port, ca):
        redis = open_redis(f"rediss://referee:right@127.0.0.1:{port}?ssl_ca_certs={ca}")
        redis.read(EDITION, ["A"])
        until(lambda: redis.reads.closed, "recovery", RECOVERY_SECONDS)
        assert_serves(redis)
        with Calls(redis) as calls:
            until(lambda: redis.reads.closed, "recovery", RECOVERY_SECONDS)
            calls.go_on()


def test_tls_trusts_no_stranger(open_redis: Open) -> None:
    with valkey() as server, tls_front(server) as (port, _):
        redis = open_redis(f"rediss://127.0.0.1:{port}")
        with Calls(redis) as calls:
            calls.go_on(100)
            assert not redis.reads.closed
            calls.assert_hardly_slower()
        with closing(server.client()) as admin:
            assert admin.dbsize() == 0


def test_a_numbered_database(open_redis: Open) -> None:
    with valkey() as server, closing(server.client(db=3)) as admin:
        assert_serves(open_redis(f"{server.url}/3"))
        assert admin.dbsize() == 100
