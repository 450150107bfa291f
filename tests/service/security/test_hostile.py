"""Callers who break the protocol, flood, or keep the server waiting: bounded memory, and others unharmed."""

import gzip
import struct
import threading
import time
import zlib
from collections.abc import Iterator

import grpc
import pytest

from tests.service.lexica import CountingLexicon
from tests.service.open_stream import OpenStream
from tests.service.questions import batch, item, judge
from tests.service.referee import Referee, Refusal, refusal_of
from tests.service.security import frames
from tests.service.security.frames import Connection, frame, message
from tests.service.security.serving import BATCH, JUDGE, PATIENCE, Caller, Process, process, protected, until
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service import limits
from upwords_referee.service.grpc import protection as protection_module
from upwords_referee.service.grpc import server as server_module
from upwords_referee.service.grpc import streams as streams_module
from upwords_referee.service.grpc.protection import Protection

HEALTH = "/grpc.health.v1.Health/Check"
STREAM = "/upwords.referee.v1.RefereeService/StreamJudgeMoves"
WOOD = judge().SerializeToString()
# A server that has judged a little holds some 120 MB: the lexica, and grpc.
ALLOWED = 60.0
"""Megabytes that an attack may cost."""


@pytest.fixture(scope="module")
def real() -> Iterator[Process]:
    with process("--default-lexicon", "enable") as server:
        with Caller(server.address) as caller:
            for _ in range(200):
                assert isinstance(caller.call(JUDGE, judge()), bytes)
        yield server


@pytest.fixture
def bounded(real: Process) -> Iterator[Process]:
    """The server under attack: afterwards its memory is what it was, and it serves."""
    before = real.memory()
    with Caller(real.address) as caller:
        yield real
        assert isinstance(caller.call(JUDGE, judge()), bytes)
        assert caller.health() == 1
    assert real.peak() - before < ALLOWED
    assert real.popen.poll() is None


def others_are_unharmed(address: str) -> None:
    with Caller(address) as caller:
        start = time.monotonic()
        assert isinstance(caller.call(JUDGE, judge()), bytes)
        assert caller.health() == 1
        assert time.monotonic() - start < 5


# Messages


@pytest.mark.parametrize("megabytes", [5, 1000])
def test_a_compression_bomb_is_refused_and_not_unpacked(bounded: Process, megabytes: int) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(megabytes)) + packer.flush()
    assert len(packed) < limits.MAX_TRANSPORT_BYTES
    with Connection(bounded.address) as connection:
        body = message(packed, compressed=True)
        stream = connection.start(JUDGE, None, ("grpc-encoding", "gzip"))
        for start in range(0, len(body), 16_000):
            try:
                connection.send(frame(frames.DATA, 0, stream, body[start : start + 16_000]))
            except ConnectionError:
                break
            if start == 48_000:  # the window is full: the server must have looked at it
                break
        if len(body) < 48_000:
            connection.send(frame(frames.DATA, frames.END_STREAM, stream))
            ended = connection.until(frames.HEADERS, stream)
            assert ended
            # RESOURCE_EXHAUSTED, as a literal header field of HPACK.
            assert b"grpc-status\x018" in ended.payload
    others_are_unharmed(bounded.address)


@pytest.mark.parametrize("megabytes", [5, 200])
def test_a_message_that_unpacks_to_too_much_is_resource_exhausted(bounded: Process, megabytes: int) -> None:
    with Caller(bounded.address) as caller:
        refusal = caller.call(JUDGE, bytes(megabytes << 20), compression=grpc.Compression.Gzip)
    assert isinstance(refusal, Refusal)
    assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_message_that_is_compressed_and_small_is_answered(bounded: Process) -> None:
    with Caller(bounded.address) as caller:
        assert isinstance(caller.call(JUDGE, judge(), compression=grpc.Compression.Gzip), bytes)


def test_what_is_not_gzip_is_refused(bounded: Process) -> None:
    packed = gzip.compress(WOOD)
    for broken in (packed[:-9], b"nonsense", b""):
        with Connection(bounded.address) as connection:
            stream = connection.start(JUDGE, message(broken, compressed=True), ("grpc-encoding", "gzip"))
            ended = connection.until(frames.HEADERS, stream)
            assert ended is not None
    others_are_unharmed(bounded.address)


def test_a_message_that_says_it_is_longer_than_it_is_is_refused(bounded: Process) -> None:
    for length in (len(WOOD) + 1, 1 << 20, limits.MAX_TRANSPORT_BYTES, 0xFFFFFFFF):
        with Connection(bounded.address) as connection:
            stream = connection.start(JUDGE, struct.pack(">BI", 0, length) + WOOD)
            ended = connection.next()
            while ended and not (
                ended.stream == stream and ended.kind in (frames.HEADERS, frames.RST_STREAM)
            ):
                ended = connection.next()
            assert ended
    others_are_unharmed(bounded.address)


def test_deeply_nested_messages_are_refused_in_little_memory(bounded: Process) -> None:
    nested = b""
    for _ in range(5000):
        nested = b"\x0a" + _varint(len(nested)) + nested
    groups = b"\x0b" * 500_000
    with Caller(bounded.address) as caller:
        for data in (nested, groups, groups + b"\x0c" * 500_000):
            for path in (JUDGE, BATCH):
                refusal = caller.call(path, data)
                assert isinstance(refusal, Refusal)
                assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT


def _varint(value: int) -> bytes:
    data = b""
    while value > 127:
        data += bytes([value & 127 | 128])
        value >>= 7
    return data + bytes([value])


def test_metadata_over_their_limit_are_refused(bounded: Process) -> None:
    with Caller(bounded.address) as caller:
        refusal = caller.call(JUDGE, judge(), [("x", "y" * 40_000)])
        assert isinstance(refusal, Refusal)
        assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert isinstance(caller.call(JUDGE, judge(), [("x", "y" * 2_000)]), bytes)


def test_a_header_without_end_is_not_kept(bounded: Process) -> None:
    """80 MB of it: grpc reads on, and forgets."""
    with Connection(bounded.address) as connection:
        connection.send(frame(frames.HEADERS, 0, 1, frames.fields((":method", "POST"))))
        try:
            for _ in range(5_000):
                connection.send(frame(frames.CONTINUATION, 0, 1, frames.fields(("x", "y" * 16_000))))
        except (ConnectionError, TimeoutError):
            pass
        others_are_unharmed(bounded.address)


# Floods


def test_a_flood_of_pings_ends_the_connection(bounded: Process) -> None:
    with Connection(bounded.address) as connection:
        connection.send(frame(frames.PING, 0, 0, bytes(8)) * 10_000)
        told = connection.until(frames.GOAWAY)
        assert told
        assert struct.unpack(">II", told.payload[:8])[1] == frames.ENHANCE_YOUR_CALM
        assert connection.closed(PATIENCE)
    others_are_unharmed(bounded.address)


def test_a_flood_of_resets_costs_little_and_harms_nobody(bounded: Process) -> None:
    """Calls that are begun and reset at once, on several connections, while others call."""
    ended = threading.Event()
    slow: list[float] = []

    def others() -> None:
        with Caller(bounded.address) as caller:
            while not ended.is_set():
                start = time.monotonic()
                assert caller.health() == 1
                assert isinstance(caller.call(JUDGE, judge()), bytes)
                slow.append(time.monotonic() - start)

    def flood() -> None:
        for _ in range(4):
            with Connection(bounded.address) as connection:
                try:
                    for _ in range(100):
                        sent = b""
                        for _ in range(20):
                            stream, call = connection.call(JUDGE, message(WOOD))
                            sent += call + frame(
                                frames.RST_STREAM, 0, stream, struct.pack(">I", frames.CANCEL)
                            )
                        connection.send(sent)
                except (ConnectionError, TimeoutError):
                    continue

    threads = [threading.Thread(target=flood) for _ in range(2)] + [threading.Thread(target=others)]
    for thread in threads:
        thread.start()
    for thread in threads[:2]:
        thread.join(60)
    ended.set()
    threads[2].join(60)
    assert slow
    assert max(slow) < 5
    others_are_unharmed(bounded.address)


def test_settings_and_windows_in_floods_harm_nobody(bounded: Process) -> None:
    with Connection(bounded.address) as connection:
        try:
            for _ in range(200):
                connection.send(frame(frames.SETTINGS, 0, 0) * 50)
                connection.send(frame(frames.WINDOW_UPDATE, 0, 0, struct.pack(">I", 1)) * 50)
        except (ConnectionError, TimeoutError):
            pass
        others_are_unharmed(bounded.address)


def test_what_is_no_http2_is_cut_off(bounded: Process) -> None:
    for nonsense in (
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        bytes(range(256)) * 4,
        b"\x16\x03\x01" + bytes(200),
    ):
        with Connection(bounded.address, greet=False) as connection:
            connection.send(nonsense)
            assert connection.closed(PATIENCE)
    with Connection(bounded.address) as connection:
        connection.send(frame(frames.DATA, 0, 0, b"on no stream"))
        others_are_unharmed(bounded.address)


def test_of_more_streams_than_a_connection_may_have_those_beyond_are_refused(bounded: Process) -> None:
    with Connection(bounded.address) as connection:
        sent = b"".join(connection.call(JUDGE)[1] for _ in range(limits.MAX_STREAMS_PER_CONNECTION + 10))
        connection.send(sent)
        assert connection.until(frames.RST_STREAM) or connection.closed(PATIENCE)


# Callers who keep the server waiting


def header_only(connection: Connection, path: str, count: int) -> None:
    connection.send(b"".join(connection.call(path)[1] for _ in range(count)))


def test_calls_whose_message_does_not_come_hold_no_thread_for_long() -> None:
    """More than there are threads, again and again."""
    with protected(Protection(), CountingLexicon(), threads=4) as (address, server):
        with Connection(address) as connection, Connection(address) as another:
            header_only(connection, JUDGE, 12)
            header_only(another, JUDGE, 12)
            with Caller(address) as caller:
                start = time.monotonic()
                assert isinstance(caller.call(JUDGE, judge()), bytes)
                assert time.monotonic() - start < 8
                assert until(lambda: server.work.calls <= 4)
        assert until(lambda: server.work.calls == 0)


def test_one_call_whose_message_does_not_come_is_ended_when_its_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_module, "RECEIVE_SECONDS", 0.3)
    with protected(Protection()) as (address, server), Connection(address) as connection:
        stream = connection.start(JUDGE)
        assert until(lambda: server.work.calls == 1)
        ended = connection.next()
        while ended and not (ended.stream == stream and ended.kind in (frames.HEADERS, frames.RST_STREAM)):
            ended = connection.next()
        assert ended
        assert until(lambda: server.work.calls == 0)


def test_a_message_that_comes_byte_by_byte_has_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "RECEIVE_SECONDS", 0.5)
    with protected(Protection()) as (address, server), Connection(address) as connection:
        stream = connection.start(JUDGE)
        start = time.monotonic()
        body = message(WOOD)
        sent = 0
        while sent < len(body) - 1 and time.monotonic() - start < PATIENCE:
            connection.send(frame(frames.DATA, 0, stream, body[sent : sent + 1]))
            sent += 1
            if sent > 1 and not server.work.calls:
                break
            time.sleep(0.05)
        assert sent < len(body) - 1
        assert connection.until(frames.RST_STREAM, stream)
        others_are_unharmed(address)


def test_health_is_told_while_calls_of_health_have_no_message() -> None:
    with protected(Protection()) as (address, _), Connection(address) as connection:
        header_only(connection, HEALTH, 200)
        with Caller(address) as caller:
            times = []
            for _ in range(10):
                start = time.monotonic()
                assert caller.health() == 1
                times.append(time.monotonic() - start)
        assert min(times) < 0.05
        assert max(times) < 2


def test_a_stream_that_sends_nothing_is_ended_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams_module, "STREAM_IDLE_SECONDS", 0.4)
    with protected(Protection()) as (address, server):
        referee = Referee(address, {})
        with OpenStream(referee) as silent, OpenStream(referee) as talking:
            for number in range(5):
                talking.send(pb.StreamJudgeMovesRequest(id=str(number), request=judge()))
                assert pb.StreamJudgeMovesResponse.FromString(next(talking.call)).id == str(number)
                time.sleep(0.15)
            with pytest.raises(grpc.RpcError) as caught:
                next(silent.call)
            assert refusal_of(caught.value).code is grpc.StatusCode.CANCELLED
        assert until(lambda: server.work.calls == 0)
        referee.channel.close()


# The settings of HTTP/2 that give a stream this window: 4 is INITIAL_WINDOW_SIZE.
def window(size: int) -> bytes:
    return struct.pack(">HI", 4, size)


def large_batch() -> bytes:
    """Return a request whose reply has some hundreds of kilobytes."""
    return batch(*[item(include_position=True)] * 1000).SerializeToString()


def test_replies_that_nobody_reads_are_bounded_and_harm_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a window of nothing a reply stays in the server's memory until the caller takes it."""
    monkeypatch.setattr(server_module, "MAX_UNSENT_BYTES", 100_000)
    with protected(Protection(), CountingLexicon()) as (address, _), Caller(address) as caller:
        reply = caller.call(BATCH, large_batch())
        assert isinstance(reply, bytes)
        assert len(reply) > 60_000
        with Connection(address, window(0)) as connection:
            begun = [connection.start(BATCH, message(large_batch())) for _ in range(4)]
            # The slowest are ended; the last may still be taken.
            ended = [connection.until(frames.RST_STREAM) for _ in range(3)]
            assert [one.stream for one in ended if one] == begun[:3]
            assert isinstance(caller.call(JUDGE, judge()), bytes)


def test_a_reply_that_is_not_taken_is_given_up_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "SEND_SECONDS", 0.3)
    with protected(Protection()) as (address, _), Connection(address, window(0)) as connection:
        stream = connection.start(JUDGE, message(WOOD))
        assert connection.until(frames.RST_STREAM, stream)


def test_a_stream_whose_answers_are_not_read_is_not_read_from_and_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams_module, "STREAM_IDLE_SECONDS", 0.5)
    with protected(Protection()) as (address, server), Connection(address, window(0)) as connection:
        stream = connection.start(STREAM)
        ask = message(pb.StreamJudgeMovesRequest(id="1", request=judge()).SerializeToString())
        connection.send(frame(frames.DATA, 0, stream, ask) * 20)
        assert until(lambda: server.work.calls == 1)
        assert connection.until(frames.RST_STREAM, stream)
        assert until(lambda: server.work.calls == 0)


def test_connections_that_say_nothing_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protection_module, "HANDSHAKE_SECONDS", 0.5)
    with protected(Protection()) as (address, _):
        silent = [Connection(address, greet=False) for _ in range(100)]
        others_are_unharmed(address)
        assert all(connection.closed(PATIENCE) for connection in silent)
        for connection in silent:
            connection.socket.close()


def test_connections_over_their_limit_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protection_module, "MAX_CONNECTIONS", 5)
    with protected(Protection()) as (address, _):
        with Caller(address) as caller:
            assert isinstance(caller.call(JUDGE, judge()), bytes)
            silent = [Connection(address, greet=False) for _ in range(30)]
            assert sum(connection.closed(0.2) for connection in silent) >= 20
            assert isinstance(caller.call(JUDGE, judge()), bytes)
        for connection in silent:
            connection.socket.close()
        assert until(lambda: _answered(address))


def _answered(address: str) -> bool:
    with Caller(address) as caller:
        return isinstance(caller.call(JUDGE, judge(), timeout=1), bytes)


def test_a_peer_that_went_without_a_word_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that does not answer pings is closed, with the call on it."""
    monkeypatch.setattr(protection_module, "_PING_SECONDS", 1)
    monkeypatch.setattr(protection_module, "_PING_PATIENCE_SECONDS", 1)
    with protected(Protection()) as (address, server), Connection(address) as connection:
        connection.start(STREAM)
        assert until(lambda: server.work.calls == 1)
        assert connection.closed(PATIENCE)
        assert until(lambda: server.work.calls == 0)


def test_a_connection_is_ended_at_its_age_without_a_failed_call() -> None:
    with (
        protected(Protection(connection_age_seconds=0.3)) as (address, _),
        Caller(address) as caller,
        Connection(address) as old,
    ):
        give_up = time.monotonic() + 2
        while time.monotonic() < give_up:
            assert isinstance(caller.call(JUDGE, judge()), bytes)
        assert old.until(frames.GOAWAY)
