import shutil

import pytest

from bench import questions
from bench.client import (
    Call,
    Client,
    GrpcioClient,
    H2Load,
    Stream,
    ask,
    checked_seconds,
    framed,
    usual_connections,
)
from bench.target import build_calls, stream

REPORT = """
finished in 66.05ms, 4542.18 req/s, 1.31MB/s
requests: 300 total, 300 started, 300 done, {succeeded} succeeded, {failed} failed, 0 errored, 0 timeout
status codes: 300 2xx, 0 3xx, 0 4xx, 0 5xx
traffic: 88.77KB (90904) total, 3.53KB (3612) headers (space savings 94.69%), 78.81KB ({data}) data
"""

CLIENTS: list[Client] = [GrpcioClient()]
if shutil.which("h2load"):
    CLIENTS.append(H2Load())


@pytest.fixture(scope="module")
def judge() -> Call:
    return build_calls().judge


@pytest.fixture(scope="module")
def asked() -> Stream:
    return stream(questions.STREAM, questions.stream(20))


def test_messages_are_framed_with_their_lengths() -> None:
    assert framed([b"ab", b""]) == b"\0\0\0\0\2ab\0\0\0\0\0"
    assert Call("", b"ab", b"c").sent == framed([b"ab"])
    assert Stream("", [b"a", b"b"], [b"c", b"de"]).size == 13


def test_the_calls_in_flight_are_spread_over_connections() -> None:
    assert [usual_connections(in_flight) for in_flight in (1, 8, 16, 64)] == [1, 2, 4, 8]


def test_the_time_is_read_from_the_report() -> None:
    report = REPORT.format(succeeded=300, failed=0, data=300 * 269)
    assert checked_seconds(report, 300, 269) == pytest.approx(0.06605)


def test_an_error_reply_is_told_by_its_missing_bytes() -> None:
    report = REPORT.format(succeeded=300, failed=0, data=299 * 269)
    with pytest.raises(RuntimeError, match="269 bytes"):
        checked_seconds(report, 300, 269)


def test_a_failed_call_is_told() -> None:
    report = REPORT.format(succeeded=299, failed=1, data=300 * 269)
    with pytest.raises(RuntimeError, match="300 replies"):
        checked_seconds(report, 300, 269)


def test_a_report_of_another_shape_is_told() -> None:
    with pytest.raises(RuntimeError, match="cannot be read"):
        checked_seconds("nothing of the kind", 300, 269)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_client_makes_all_calls(client: Client, judge: Call, referee_address: str) -> None:
    load = client.run(referee_address, judge, 40, 16)
    assert load.calls == 40
    assert 0 < load.p50_ms <= load.p99_ms <= load.seconds * 1e3


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_client_notices_another_reply(client: Client, judge: Call, referee_address: str) -> None:
    with pytest.raises(RuntimeError):
        client.run(referee_address, judge._replace(reply=judge.reply + b"\0"), 20, 1)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_client_sends_streams(client: Client, asked: Stream, referee_address: str) -> None:
    load = client.run(referee_address, asked, 6, 4)
    assert load.calls == 6


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_client_notices_a_missing_answer(client: Client, asked: Stream, referee_address: str) -> None:
    with pytest.raises(RuntimeError):
        client.run(referee_address, asked._replace(replies=asked.replies[1:]), 2, 1)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_the_connections_can_be_told(client: Client, judge: Call, referee_address: str) -> None:
    assert client.run(referee_address, judge, 32, 16, 16).calls == 32


def test_the_answers_of_a_stream_may_come_in_any_order(asked: Stream, referee_address: str) -> None:
    ask(referee_address, asked._replace(replies=asked.replies[::-1]))
    other = [bytes(len(reply)) for reply in asked.replies]
    with pytest.raises(RuntimeError, match="something else"):
        ask(referee_address, asked._replace(replies=other))


def test_asking_notices_another_reply_of_the_same_size(judge: Call, referee_address: str) -> None:
    ask(referee_address, judge)
    other = judge._replace(reply=bytes(len(judge.reply)))
    with pytest.raises(RuntimeError, match="something else"):
        ask(referee_address, other)
