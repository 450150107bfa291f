"""A server that answers nonsense where Redis should be: verdicts stay, calls hardly feel it."""

import time
from collections.abc import Callable
from socket import socket

import pytest
from redis import RedisError
from structlog.typing import EventDict

from tests.service.dictionaries.redis.calling import (
    RECOVERY_SECONDS,
    Calls,
    assert_not_slower,
)
from tests.service.dictionaries.redis.conftest import Open
from tests.service.dictionaries.redis.test_gone import assert_a_line_for_each_change
from tests.service.dictionaries.valkey import Valkey, tcp_server, until
from upwords_referee.lexicons.cache.asker import LateError


def always(answer: bytes) -> Callable[[socket], None]:
    """Answer the same to whatever is said."""

    def serve(connection: socket) -> None:
        while connection.recv(65536):
            connection.sendall(answer)

    return serve


def silent(connection: socket) -> None:
    while connection.recv(65536):
        pass


def hangs_up(connection: socket) -> None:
    connection.recv(1)


def dribbles(connection: socket) -> None:
    """Send a reply that is right as far as it goes, a byte now and then: no read of it takes long."""
    connection.recv(65536)
    for byte in b"*4\r\n$999999\r\n" + b"1" * 1000:
        time.sleep(0.02)
        connection.sendall(bytes([byte]))


def talks_first(connection: socket) -> None:
    connection.sendall(b"*4\r\n" + b"$1\r\n1\r\n" * 4)
    always(b"*4\r\n" + b"$1\r\n2\r\n" * 3)(connection)


ANSWERS = {
    "http": always(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    "binary": always(bytes(range(128, 256)) * 8),
    "status": always(b"+OK\r\n"),
    "null": always(b"$-1\r\n"),
    "too few": always(b"*1\r\n$1\r\n1\r\n"),
    "as many as a probe asks": always(b"*2\r\n" + b"$1\r\n1\r\n" * 2),
    "too many": always(b"*900\r\n" + b"$1\r\n1\r\n" * 900),
    "a list of lists": always(b"*300\r\n" + b"*1\r\n:1\r\n" * 300),
    "an error": always(b"-NONSENSE nothing\r\n"),
    "half": always(b"*4\r\n$1\r\n"),
    "silent": silent,
    "hangs up": hangs_up,
    "dribbles": dribbles,
    "talks first": talks_first,
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_nonsense_is_not_believed_and_not_asked_for_twice(
    kind: str, server: Valkey, open_redis: Open, log: list[EventDict]
) -> None:
    server.kill()
    redis = open_redis(server.url)
    with tcp_server(ANSWERS[kind], server.port), Calls(redis) as calls:
        until(lambda: not redis.reads.closed, "breaker", 2)
        calls.go_on()
        opened = time.monotonic()
        calls.go_on(100)
        assert_not_slower(calls.since(opened))
        calls.assert_hardly_slower()
        # The probe is not taken in either.
        with pytest.raises((RedisError, ValueError, LateError)):
            redis._probe_reads()
        assert not redis.reads.closed
    with Calls(redis) as calls:
        server.start()
        until(lambda: redis.reads.closed, "recovery", RECOVERY_SECONDS)
        calls.go_on()
        calls.assert_hardly_slower()
    assert_a_line_for_each_change(log)
