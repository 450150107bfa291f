"""Whatever a web server does, a call ends in time, and without a verdict."""

import socket
import threading
import time
from collections.abc import Callable

import pytest

from tests.certificates import issued
from tests.unit.lexicons.sources.test_http import lexicon, many
from tests.unit.lexicons.sources.web import dictionary, free_port, raw
from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.lexicons.sources.http import AT_ONCE
from upwords_referee.rules.words import WordStatus

OK = b"HTTP/1.1 200 OK\r\n"
SECONDS = 0.3
# What a busy machine may add; without its bound each of these would take tens of seconds, or for ever.
SMALL = 3.0

Speak = Callable[[socket.socket, threading.Event], None]


def drip(first: bytes, byte: bytes) -> Speak:
    def speak(connection: socket.socket, ended: threading.Event) -> None:
        connection.sendall(first)
        while not ended.wait(0.03):
            connection.sendall(byte)

    return speak


def flood(first: bytes, block: bytes) -> Speak:
    def speak(connection: socket.socket, ended: threading.Event) -> None:
        connection.sendall(first)
        while not ended.is_set():
            connection.sendall(block)

    return speak


def once(data: bytes) -> Speak:
    return lambda connection, ended: connection.sendall(data)


def silent(connection: socket.socket, ended: threading.Event) -> None:
    ended.wait()


MISBEHAVIOUR: dict[str, Speak] = {
    "never answers": silent,
    "drips its status line": drip(b"", b"H"),
    "drips a header": drip(OK, b"x"),
    "drips headers": drip(OK, b"x: y\r\n"),
    "drips its body": drip(OK + b"Content-Length: 60000\r\n\r\n", b"x"),
    "drips a body without length": drip(OK + b"\r\n", b"x"),
    "drips chunks": drip(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "says continue for ever": drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "floods with continue": flood(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "floods its status line": flood(b"HTTP/1.1 200 ", b"x" * 8192),
    "floods a header": flood(OK + b"x: ", b"x" * 8192),
    "floods headers": flood(OK, b"x: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n" * 50),
    "sends 99 huge headers": once(
        OK + b"".join(b"x%d: %s\r\n" % (i, b"y" * 60000) for i in range(99)) + b"\r\n"
    ),
    "floods a chunk's length": flood(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"0" * 8192),
    "closes at once": once(b""),
    "closes in the status line": once(b"HTTP/1.1 2"),
    "closes in the body": once(OK + b"Content-Length: 100\r\n\r\nhalf"),
    "answers nonsense": once(b"\x00\x01\x02 nonsense\r\n\r\n"),
    "speaks another protocol": once(b"-ERR unknown command\r\n"),
}


@pytest.mark.parametrize("how", MISBEHAVIOUR)
def test_a_server_that_misbehaves_is_no_verdict_and_bounded_in_time(how: str) -> None:
    with raw(MISBEHAVIOUR[how]) as server:
        source = lexicon(server.url, timeout_seconds=SECONDS)
        started = time.monotonic()
        with pytest.raises(SourceUnavailableError):
            source.statuses(["WOOD"])
        assert time.monotonic() - started < SECONDS + SMALL


@pytest.mark.parametrize("how", ["never answers", "drips headers", "drips its body"])
def test_many_words_have_the_time_of_one_together(how: str) -> None:
    with raw(MISBEHAVIOUR[how]) as server:
        source = lexicon(server.url, timeout_seconds=SECONDS)
        started = time.monotonic()
        with pytest.raises(SourceUnavailableError):
            source.statuses(many(1000))
        assert time.monotonic() - started < SECONDS + SMALL
        assert server.connections <= AT_ONCE


@pytest.mark.parametrize("how", [how for how in MISBEHAVIOUR if how.startswith("drips")])
def test_a_server_that_drips_is_left_when_the_time_is_over(how: str) -> None:
    with raw(MISBEHAVIOUR[how]) as server:
        with pytest.raises(SourceUnavailableError):
            lexicon(server.url, timeout_seconds=0.1).statuses(many(AT_ONCE))
        assert server.connections
        ends = time.monotonic() + SMALL
        while server.open:
            assert time.monotonic() < ends
            time.sleep(0.01)


def test_after_a_call_that_took_too_long_the_workers_are_free_again() -> None:
    with dictionary(lambda path: 200) as web:
        source = lexicon(web.url, timeout_seconds=SECONDS)
        web.delay = 2 * SECONDS
        with pytest.raises(SourceUnavailableError):
            source.statuses(many(100))
        web.delay = 0.0
        time.sleep(0.1)
        assert set(source.statuses(many(20)).values()) == {WordStatus.ACCEPTABLE}
        assert len(web.paths) <= AT_ONCE + 20


def test_a_slow_server_is_waited_for_within_the_time() -> None:
    with dictionary(lambda path: 200) as web:
        web.delay = 0.2
        assert lexicon(web.url, timeout_seconds=2).statuses(["WOOD"]) == {"WOOD": WordStatus.ACCEPTABLE}


@pytest.mark.parametrize("size", [0, 1, 60_000, 70_000, 10_000_000])
def test_a_long_page_is_cut_and_its_status_holds(size: int) -> None:
    with dictionary(lambda path: 200, body=b"x" * size) as web:
        source = lexicon(web.url)
        assert set(source.statuses(many(20)).values()) == {WordStatus.ACCEPTABLE}


def test_an_endless_page_is_cut_and_its_status_holds() -> None:
    with raw(flood(OK + b"\r\n", b"x" * 8192)) as server:
        started = time.monotonic()
        assert lexicon(server.url).statuses(["WOOD"]) == {"WOOD": WordStatus.ACCEPTABLE}
        assert time.monotonic() - started < SECONDS + SMALL


def test_a_page_that_claims_to_be_compressed_is_not_unpacked() -> None:
    page = OK + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nxxxxx"
    with raw(once(page)) as server:
        assert lexicon(server.url).statuses(["WOOD"]) == {"WOOD": WordStatus.ACCEPTABLE}


def test_a_refused_connection_is_no_verdict_and_quick() -> None:
    source = lexicon(f"http://127.0.0.1:{free_port()}/{{word}}")
    started = time.monotonic()
    with pytest.raises(SourceUnavailableError):
        source.statuses(many(1000))
    assert time.monotonic() - started < SMALL


def test_a_host_that_has_no_address_is_no_verdict() -> None:
    with pytest.raises(SourceUnavailableError):
        lexicon("http://host.invalid/{word}", timeout_seconds=SECONDS).statuses(["WOOD"])


def test_a_server_whose_certificate_is_trusted_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(issued().authority))
    with dictionary(lambda path: 200, tls=True) as web:
        assert lexicon(web.url).statuses(["WOOD"]) == {"WOOD": WordStatus.ACCEPTABLE}


def test_a_server_whose_certificate_nobody_signed_is_not_asked() -> None:
    with dictionary(lambda path: 200, tls=True) as web:
        with pytest.raises(SourceUnavailableError, match="SSLError"):
            lexicon(web.url).statuses(["WOOD"])
        assert web.paths == []


def test_a_certificate_of_another_host_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(issued().authority))
    with dictionary(lambda path: 200, tls=True) as web:
        with pytest.raises(SourceUnavailableError, match="SSLError"):
            lexicon(web.url.replace("127.0.0.1", "localhost")).statuses(["WOOD"])
        assert web.paths == []


def test_a_tls_server_that_drips_is_bounded_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(issued().authority))
    with dictionary(lambda path: 200, tls=True) as web:
        web.delay = 2.0
        started = time.monotonic()
        with pytest.raises(SourceUnavailableError):
            lexicon(web.url, timeout_seconds=SECONDS).statuses(["WOOD"])
        assert time.monotonic() - started < SECONDS + SMALL
