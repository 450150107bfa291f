"""The wire as it once was, kept as bytes, is read and answered by this version as it was then."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import grpc
import pytest
from google.protobuf import json_format, unknown_fields
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from google.rpc import status_pb2

from tests.conformance.record_wire import FOLDER, QUESTIONS, ask
from upwords_referee.conformance.answers import render, render_error
from upwords_referee.conformance.comparing import differences
from upwords_referee.conformance.messages import SERVICES, method_of

NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
# What a later version may say in another way.
FREE = {"message", "description", "serverVersion"}
# Which lexica a server has, and their editions, are no part of the wire.
OF_LEXICA = {"list-lexicons", "judge-move-other-lexicon"}


def twin(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return told


def outcome(name: str) -> str:
    return "response" if "response" in twin(name) else "status"


def messages(name: str) -> Iterator[tuple[Message, Any]]:
    """Yield the messages of an exchange as they are read today, each with what it said when it was kept."""
    told = twin(name)
    method = method_of(told["method"])
    yield method.request.FromString((FOLDER / f"{name}.request.binpb").read_bytes()), told["request"]
    kind: Any = method.response if outcome(name) == "response" else status_pb2.Status
    path: Path = FOLDER / f"{name}.{outcome(name)}.binpb"
    yield kind.FromString(path.read_bytes()), told[outcome(name)]


def test_the_folder_holds_exchanges_and_nothing_else() -> None:
    assert set(NAMES) == set(QUESTIONS)
    files = {
        f"{name}.{kind}" for name in NAMES for kind in ("json", "request.binpb", f"{outcome(name)}.binpb")
    }
    assert {path.name for path in FOLDER.iterdir()} == files


@pytest.mark.parametrize("name", NAMES)
def test_what_was_kept_says_what_it_said_then(name: str) -> None:
    for message, said in messages(name):
        assert json_format.MessageToDict(message) == said
        assert not list(unknown(message))


@pytest.mark.parametrize("name", NAMES)
def test_what_was_kept_is_written_as_it_was_then(name: str) -> None:
    for message, said in messages(name):
        again = json_format.ParseDict(said, type(message)())
        assert again == message
        assert type(message).FromString(again.SerializeToString()) == message


@pytest.fixture(scope="module")
def channel(referee_address: str) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(referee_address) as opened:
        yield opened


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OF_LEXICA])
def test_what_was_asked_then_is_answered_alike(channel: grpc.Channel, name: str) -> None:
    request, answer = (message for message, _ in messages(name))
    kind, reply = ask(channel, twin(name)["method"], request.SerializeToString())
    assert kind == outcome(name)
    read = type(answer).FromString(reply)
    then, now = (told(each) for each in (answer, read))
    assert list(differences(then, now)) == []


def told(answer: Message) -> dict[str, Any]:
    """Return an answer without what a later version may say in another way."""
    if not isinstance(answer, status_pb2.Status):
        return cast(dict[str, Any], without(FREE, render(answer)))
    # The metadata may list more ids than there were.
    error = render_error(answer)
    return {key: error[key] for key in ("code", "domain", "reason", "fields")}


def without(names: set[str], value: Any) -> Any:
    if isinstance(value, list):
        return [without(names, item) for item in value]
    if isinstance(value, dict):
        return {key: without(names, item) for key, item in value.items() if key not in names}
    return value


def unknown(message: Message) -> Iterator[int]:
    """Yield the numbers of the fields that nobody knows, at any depth."""
    fields: Any = unknown_fields.UnknownFieldSet(message)
    yield from (field.field_number for field in fields)
    for inner in inside(message):
        yield from unknown(inner)


def inside(message: Message) -> Iterator[Message]:
    for field, value in message.ListFields():
        if field.message_type and field.message_type.full_name.startswith("upwords."):
            yield from value if field.is_repeated else [value]


def said(message: Message) -> Iterator[str]:
    """Yield the full names of the fields that are set, at any depth."""
    yield from (field.full_name for field, _ in message.ListFields())
    for inner in inside(message):
        yield from said(inner)


def reachable(kind: Descriptor, seen: set[str]) -> Iterator[str]:
    if kind.full_name in seen or not kind.full_name.startswith("upwords."):
        return
    seen.add(kind.full_name)
    for field in kind.fields:
        yield field.full_name
        if field.message_type:
            yield from reachable(field.message_type, seen)


def test_every_field_of_every_message_has_been_kept() -> None:
    kept = {name for exchange in NAMES for message, _ in messages(exchange) for name in said(message)}
    fields: set[str] = set()
    methods = [
        method for file in SERVICES for each in file.services_by_name.values() for method in each.methods
    ]
    for method in methods:
        fields |= {*reachable(method.input_type, set()), *reachable(method.output_type, set())}
    assert fields - kept == set()
    assert {twin(name)["method"] for name in NAMES} == {
        f"{method.containing_service.full_name}/{method.name}" for method in methods
    }
