"""Bytes that are no message are the caller's fault and are told so, by every method."""

import random
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

from tests.service.questions import every_request, judge
from tests.service.referee import Referee, Refusal
from upwords_referee.service.errors import Reason
from upwords_referee.service.methods import REFEREE, SERVICES, Method

PATHS = [f"/{service.full_name}/{method.name}" for service in SERVICES for method in service.methods]
VARINT, FIXED_64, DELIMITED, GROUP, END_GROUP, FIXED_32 = range(6)
BAD_UTF8 = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"A\xc0\x80")


def tag(number: int, wire_type: int) -> bytes:
    return varint(number << 3 | wire_type)


def varint(value: int) -> bytes:
    sent = b""
    while value > 0x7F:
        sent += bytes([value & 0x7F | 0x80])
        value >>= 7
    return sent + bytes([value])


def delimited(number: int, data: bytes) -> bytes:
    return tag(number, DELIMITED) + varint(len(data)) + data


def assert_told(referee: Referee, path: str, data: bytes) -> None:
    """The bytes get an answer, or a refusal that says whose fault it is; if unreadable, exactly that."""
    method = referee.methods[path]
    outcome = referee.outcome((path, data))
    if not readable(method, data):
        assert isinstance(outcome, Refusal)
        assert outcome.code is grpc.StatusCode.INVALID_ARGUMENT
        assert outcome.reason == Reason.UNREADABLE_BYTES
    elif isinstance(outcome, Refusal):
        assert outcome.code in (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.NOT_FOUND)
        assert outcome.reason in {Reason.INVALID_FIELD, Reason.UNKNOWN_RULESET, Reason.UNKNOWN_LEXICON}
    else:
        method.response.FromString(outcome)


def readable(method: Method, data: bytes) -> bool:
    try:
        method.request.FromString(data)
    except DecodeError:
        return False
    return True


def samples(path: str, referee: Referee) -> list[Message]:
    kind = referee.methods[path].request
    return [request for request in every_request() if isinstance(request, kind)]


@pytest.mark.parametrize("path", PATHS)
def test_random_bytes(referee: Referee, path: str) -> None:
    chance = random.Random(path)
    for _ in range(100):
        assert_told(referee, path, chance.randbytes(chance.randint(1, 60)))


@pytest.mark.parametrize("path", PATHS)
def test_a_message_cut_short(referee: Referee, path: str) -> None:
    for request in samples(path, referee):
        data = request.SerializeToString()
        for length in range(0, len(data), 1 + len(data) // 100):
            assert_told(referee, path, data[:length])


@pytest.mark.parametrize("path", PATHS)
def test_a_message_with_one_byte_changed(referee: Referee, path: str) -> None:
    chance = random.Random(path)
    for request in samples(path, referee):
        data = bytearray(request.SerializeToString())
        for _ in range(60 if data else 0):
            changed = data.copy()
            changed[chance.randrange(len(data))] = chance.randrange(256)
            assert_told(referee, path, bytes(changed))


@pytest.mark.parametrize("path", PATHS)
def test_fields_of_another_wire_type(referee: Referee, path: str) -> None:
    bodies = {VARINT: b"\x01", FIXED_64: bytes(8), DELIMITED: b"\x01\x00", FIXED_32: bytes(4)}
    for field in referee.methods[path].request.DESCRIPTOR.fields:
        for wire_type, body in bodies.items():
            assert_told(referee, path, tag(field.number, wire_type) + body)


def strings_within(descriptor: Any, depth: int = 6) -> Iterator[tuple[FieldDescriptor, ...]]:
    """Yield the way to every string field of a message, through the messages in it."""
    for field in descriptor.fields:
        if field.type == FieldDescriptor.TYPE_STRING:
            yield (field,)
        elif field.type == FieldDescriptor.TYPE_MESSAGE and depth:
            yield from ((field, *way) for way in strings_within(field.message_type, depth - 1))


@pytest.mark.parametrize("path", PATHS)
def test_text_that_is_not_utf8_in_every_field(referee: Referee, path: str) -> None:
    for number, way in enumerate(strings_within(referee.methods[path].request.DESCRIPTOR)):
        data = BAD_UTF8[number % len(BAD_UTF8)]
        for field in reversed(way):
            data = delimited(field.number, data)
        refusal = referee.refusal((path, data))
        assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
        assert refusal.reason == Reason.UNREADABLE_BYTES, ".".join(field.name for field in way)


NESTED = {
    "open groups": tag(99, GROUP) * 100_000,
    "closed groups": tag(99, GROUP) * 50_000 + tag(99, END_GROUP) * 50_000,
    "a few closed groups": tag(99, GROUP) * 20 + tag(99, END_GROUP) * 20,
    "an end without a start": tag(99, END_GROUP),
    "an end of another group": tag(98, GROUP) + tag(99, END_GROUP),
    "field number 0": tag(0, VARINT) + b"\x01",
    "wire type 7": b"\x0f\x01",
    "a varint without an end": b"\x08" + b"\xff" * 20,
    "a length beyond the end": tag(1, DELIMITED) + varint(1 << 30),
    "a length beyond 64 bits": tag(1, DELIMITED) + b"\xff" * 9 + b"\x7f",
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", NESTED)
def test_broken_structure(referee: Referee, path: str, name: str) -> None:
    assert_told(referee, path, NESTED[name])


@pytest.mark.parametrize("name", NESTED)
def test_broken_structure_deep_inside_a_message(referee: Referee, name: str) -> None:
    data = delimited(7, delimited(3, NESTED[name]))  # board.stack_list
    assert_told(referee, f"/{REFEREE.full_name}/JudgeMove", data)


def test_unknown_messages_in_unknown_messages_are_passed_over(referee: Referee) -> None:
    data = b""
    for _ in range(5_000):
        data = delimited(200, data)
    request = judge()
    answer = referee.send(referee.method_of(request).path, request.SerializeToString() + data)
    assert answer == referee.send(referee.method_of(request).path, request.SerializeToString())


def test_unreadable_items_fail_the_batch(referee: Referee) -> None:
    path = f"/{REFEREE.full_name}/BatchJudgeMoves"
    refusal = referee.refusal((path, delimited(1, judge().SerializeToString()) + delimited(1, b"\xff")))
    assert refusal.reason == Reason.UNREADABLE_BYTES


def test_the_name_of_the_message_is_told_and_nothing_of_its_bytes(referee: Referee) -> None:
    refusal = referee.refusal((f"/{REFEREE.full_name}/JudgeMove", b"\xffSECRET"))
    assert refusal.message == "the bytes are no upwords.referee.v1.JudgeMoveRequest"
