"""Keys over the wire: who has none is let nowhere but to health, and learns nothing."""

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from structlog.testing import capture_logs

from tests.service.cli.calling import run
from tests.service.questions import check, judge
from tests.service.referee import Refusal, refusal_of
from tests.service.security.serving import (
    CHECK_WORDS,
    JUDGE,
    Caller,
    Load,
    Process,
    key_lines,
    process,
    protected,
    replace,
    until,
)
from upwords_referee.service import keys as keys_module
from upwords_referee.service.errors import DOMAIN, Reason
from upwords_referee.service.grpc.protection import Protection
from upwords_referee.service.keys import KeyRing, new_key
from upwords_referee.service.methods import SERVICES
from upwords_referee.service.settings.model import Settings, is_loopback

METHODS = [f"/{service.full_name}/{method.name}" for service in SERVICES for method in service.methods]
FULL, JUDGES, OLD = new_key(), new_key(), new_key()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("keys") / "keys.toml"
    path.write_text(
        key_lines(FULL, "all")
        + key_lines(JUDGES, "judges", '["judge"]')
        + key_lines(OLD, "old", '["*"]', "expires = 2020-01-01")
    )
    with protected(Protection(keys=KeyRing(path))) as (address, _):
        yield address


def refused(outcome: bytes | Refusal) -> Refusal:
    assert isinstance(outcome, Refusal), outcome
    return outcome


def streamed(caller: Caller, path: str) -> bytes | Refusal:
    method: Any = caller.channel.stream_stream(path, request_serializer=bytes, response_deserializer=bytes)
    try:
        return b"".join(method(iter([b""]), metadata=caller.metadata, timeout=10))
    except grpc.RpcError as error:
        return refusal_of(error)


@pytest.mark.parametrize("path", [*METHODS, "/upwords.referee.v1.RefereeService/None", "/none/None"])
def test_without_a_key_every_method_is_refused_known_or_not(address: str, path: str) -> None:
    with Caller(address) as caller:
        ask = streamed if "Stream" in path else lambda caller, path: caller.call(path, b"")
        refusal = refused(ask(caller, path))
    assert refusal.code is grpc.StatusCode.UNAUTHENTICATED
    assert refusal.reason == Reason.UNAUTHENTICATED
    assert refusal.status
    assert DOMAIN in str(refusal.status)


WRONG = {
    "unknown": [("authorization", f"Bearer {new_key()}")],
    "expired": [("authorization", f"Bearer {OLD}")],
    "the hash": [("authorization", f"Bearer {keys_module.hash_key(FULL)}")],
    "another scheme": [("authorization", f"Basic {FULL}")],
    "no scheme": [("authorization", FULL)],
    "empty": [("authorization", "")],
    "only a scheme": [("authorization", "Bearer ")],
    "two of them": [("authorization", f"Bearer {FULL}"), ("authorization", f"Bearer {FULL}")],
    "another header": [("x-api-key", FULL)],
    "very long": [("authorization", "Bearer " + "x" * 4000)],
    "with more behind it": [("authorization", f"Bearer {FULL} {FULL}")],
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_key_that_is_none_is_unauthenticated_and_not_repeated(address: str, fault: str) -> None:
    with Caller(address) as caller, capture_logs() as logs:
        refusal = refused(caller.call(JUDGE, judge(), WRONG[fault]))
    assert refusal.code is grpc.StatusCode.UNAUTHENTICATED
    assert refusal.reason == Reason.UNAUTHENTICATED
    told = f"{refusal.message} {refusal.trailers} {logs}"
    assert not any(value in told for _, value in WRONG[fault] if len(value) > 10)


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_with_a_key_calls_are_answered(address: str, scheme: str) -> None:
    with Caller(address) as caller:
        assert isinstance(caller.call(JUDGE, judge(), [("authorization", f"{scheme} {FULL}")]), bytes)


def test_a_key_without_the_scope_is_denied_and_the_scope_is_told(address: str) -> None:
    with Caller(address, JUDGES) as caller:
        assert isinstance(caller.call(JUDGE, judge()), bytes)
        refusal = refused(caller.call(CHECK_WORDS, check("mood")))
        unknown = refused(caller.call("/upwords.referee.v1.RefereeService/None", b""))
    assert refusal.code is unknown.code is grpc.StatusCode.PERMISSION_DENIED
    assert refusal.reason == Reason.PERMISSION_DENIED
    assert refusal.metadata == {"scope": "words"}


def test_streams_need_a_key_as_calls_do(address: str) -> None:
    path = next(path for path in METHODS if "Stream" in path)
    for key, code in ((FULL, None), ("", grpc.StatusCode.UNAUTHENTICATED)):
        with Caller(address, key) as caller:
            outcome = streamed(caller, path)
            assert (outcome.code if isinstance(outcome, Refusal) else None) is code


def test_health_needs_no_key(address: str) -> None:
    with Caller(address) as caller:
        assert caller.health() == 1


def test_reflection_needs_a_key_of_any_scope(address: str) -> None:
    with Caller(address) as caller:
        method: Any = caller.channel.stream_stream(
            "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
            request_serializer=bytes,
            response_deserializer=bytes,
        )
        with pytest.raises(grpc.RpcError) as caught:
            list(method(iter([b"\x3a\x01*"]), timeout=10))
        assert refusal_of(caught.value).code is grpc.StatusCode.UNAUTHENTICATED
        assert list(
            method(iter([b"\x3a\x01*"]), timeout=10, metadata=[("authorization", f"Bearer {JUDGES}")])
        )


def test_with_a_key_reflection_works(address: str) -> None:
    with Caller(address, JUDGES) as caller:
        channel = grpc.intercept_channel(caller.channel, WithKey(JUDGES))
        assert len(ProtoReflectionDescriptorDatabase(channel).get_services()) == 4


class WithKey(grpc.StreamStreamClientInterceptor):
    """Sends a key with every stream."""

    def __init__(self, key: str) -> None:
        self._key = key

    def intercept_stream_stream(self, continuation: Any, details: Any, requests: Any) -> Any:
        class Details(grpc.ClientCallDetails):
            method = details.method
            timeout = details.timeout
            metadata = (("authorization", f"Bearer {self._key}"),)
            credentials = details.credentials
            wait_for_ready = details.wait_for_ready
            compression = details.compression

        return continuation(Details(), requests)


def test_who_has_no_key_is_refused_before_the_message_is_sent(address: str) -> None:
    never = threading.Event()

    def requests() -> Iterator[bytes]:
        never.wait(20)
        yield b""

    with Caller(address) as caller:
        # To the server a call of one message and one of many look alike.
        method: Any = caller.channel.stream_unary(
            JUDGE, request_serializer=bytes, response_deserializer=bytes
        )
        with pytest.raises(grpc.RpcError) as caught:
            method(requests(), timeout=10)
        never.set()
    assert refusal_of(caught.value).code is grpc.StatusCode.UNAUTHENTICATED


def test_who_has_no_key_takes_no_place_of_those_who_have_one(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(key_lines(FULL))
    with (
        protected(Protection(keys=KeyRing(path), max_calls=1), threads=1) as (address, _),
        Caller(address) as stranger,
        Caller(address, FULL) as friend,
        Load([stranger] * 4, lambda caller: caller.call(JUDGE, judge())) as load,
    ):
        for _ in range(200):
            assert isinstance(friend.call(JUDGE, judge()), bytes)
    assert load.failed
    assert {refusal.code for refusal in load.failed} == {grpc.StatusCode.UNAUTHENTICATED}


def test_keys_are_rotated_under_load_without_a_failed_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys_module, "_LOOK_SECONDS", 0.05)
    path = tmp_path / "keys.toml"
    keys = [new_key() for _ in range(6)]
    path.write_text(key_lines(keys[0]))
    with protected(Protection(keys=KeyRing(path))) as (address, _):
        callers = [Caller(address, keys[0]) for _ in range(4)]
        with Load(callers, lambda caller: caller.call(JUDGE, judge())) as load, Caller(address) as probe:
            for old, new in itertools.pairwise(keys):
                both = [("authorization", f"Bearer {new}")]
                replace(path, key_lines(old).encode(), key_lines(new).encode())
                assert until(lambda both=both: isinstance(probe.call(JUDGE, judge(), both), bytes))  # type: ignore[misc]
                for caller in callers:
                    caller.metadata = both
                seen = load.calls
                assert until(lambda seen=seen: load.calls > seen + 8)  # type: ignore[misc]
                replace(path, key_lines(new).encode())
                gone = [("authorization", f"Bearer {old}")]
                assert until(lambda gone=gone: isinstance(probe.call(JUDGE, judge(), gone), Refusal))  # type: ignore[misc]
        for caller in callers:
            caller.channel.close()
    assert load.calls > 50
    assert load.failed == []


@pytest.fixture(scope="module")
def decisions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("decisions") / "decisions.jsonl"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, decisions: Path) -> Iterator[Process]:
    path = tmp_path_factory.mktemp("keys") / "keys.toml"
    path.write_text(key_lines(FULL))
    more = ("--log-calls", "--log-level", "debug", "--decision-log", str(decisions))
    with process("--keys", str(path), *more) as server:
        yield server


def test_the_process_logs_no_key_and_no_hash(real: Process, decisions: Path) -> None:
    wrong = new_key()
    for key in (FULL, wrong):
        with Caller(real.address, key) as caller:
            caller.call(JUDGE, judge())
            caller.call(JUDGE, b"\xff\xff")
    assert until(lambda: decisions.stat().st_size > 0)
    assert until(lambda: sum('"call"' in line for line in real.log) == 4)
    log = "".join(real.log) + decisions.read_text()
    for key in (FULL, wrong):
        assert key not in log
        assert key[8:20] not in log
        assert keys_module.hash_key(key) not in log


def test_a_file_of_keys_that_is_no_good_keeps_the_server_from_starting(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('[[keys]]\nname = "club"\n')
    with pytest.raises(AssertionError, match="hash must be 64 hex digits"), process("--keys", str(path)):
        pass


def test_keys_in_plain_text_on_a_public_address_keep_the_server_from_starting(tmp_path: Path) -> None:
    """Nothing is listened on: the address, which is kept for documentation, is nobody's."""
    path = tmp_path / "keys.toml"
    path.write_text(key_lines(FULL))
    arguments = ("serve", "--listen", "192.0.2.1:0", "--keys", str(path))
    refused = run(*arguments)
    assert refused.status == 1
    assert "keys would travel in plain text on 192.0.2.1:0" in refused.err
    told = run(*arguments, "--allow-plaintext")
    assert told.status == 1
    assert "cannot listen on 192.0.2.1:0" in told.err


def test_a_server_that_is_told_nothing_listens_on_loopback() -> None:
    assert is_loopback(Settings().listen)
