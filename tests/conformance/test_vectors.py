"""The server answers every conformance vector, and the vectors cover every rule."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import json_format

from upwords.referee.v1 import position_pb2, verdict_pb2
from upwords_referee.conformance.asking import send
from upwords_referee.conformance.comparing import compare
from upwords_referee.conformance.messages import SERVICES, method_of, requests_of
from upwords_referee.conformance.vectors import FOLDER, Vector, load

VECTORS = load()
IDS = [vector.id for vector in VECTORS]
RULES = [rule for rule in verdict_pb2.Rule.keys() if rule != "RULE_UNSPECIFIED"]  # noqa: SIM118 (no mapping)
KINDS = [kind for kind in position_pb2.FindingKind.keys() if kind != "FINDING_KIND_UNSPECIFIED"]  # noqa: SIM118
FIRST_OF_GAMES_ALONE = KINDS.index("FINDING_KIND_SCORE_MISMATCH")
OF_POSITIONS = KINDS[:FIRST_OF_GAMES_ALONE]
# A start that has one of these is refused, or it is the illegal play that made it that is found.
NEVER_IN_GAMES = {
    "FINDING_KIND_STACK_TOO_HIGH",
    "FINDING_KIND_DISCONNECTED",
    "FINDING_KIND_MISSES_CENTRE",
    "FINDING_KIND_SAME_LETTER",
    "FINDING_KIND_LONE_TILE",
    "FINDING_KIND_UNKNOWN_BURIED",
}
OF_GAMES = [kind for kind in KINDS if kind not in NEVER_IN_GAMES]


@pytest.fixture(scope="session")
def channel(referee_address: str) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(referee_address) as opened:
        yield opened


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_the_server_answers_as_the_rules_do(channel: grpc.Channel, vector: Vector) -> None:
    assert not compare(vector, send(channel, vector)), vector.proves


def by_id(name: str) -> Vector:
    (found,) = (vector for vector in VECTORS if vector.id == name)
    return found


def dashed(name: str, prefix: str) -> str:
    return name.removeprefix(prefix).lower().replace("_", "-")


def test_every_vector_has_an_id_of_its_own() -> None:
    assert len(IDS) == len(set(IDS))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_broken_alone_and_kept_nearby(rule: str) -> None:
    broken = by_id(f"{dashed(rule, 'RULE_')}-broken").expected["response"]
    legal = by_id(f"{dashed(rule, 'RULE_')}-legal").expected["response"]
    assert broken["valid"] is False
    assert [violation["rule"] for violation in broken["violations"]] == [rule]
    assert legal["valid"] is True
    assert legal["violations"] == []


@pytest.mark.parametrize("kind", OF_POSITIONS)
def test_every_kind_of_finding_of_a_position_is_found_alone_and_not_nearby(kind: str) -> None:
    found = by_id(f"inspect-{dashed(kind, 'FINDING_KIND_')}-found").expected["response"]
    sound = by_id(f"inspect-{dashed(kind, 'FINDING_KIND_')}-sound").expected["response"]
    assert [finding["kind"] for finding in found["findings"]] == [kind]
    assert sound["findings"] == []
    assert sound["sound"] is True


@pytest.mark.parametrize("kind", OF_GAMES)
def test_every_kind_of_finding_of_a_game_is_found_and_not_nearby(kind: str) -> None:
    found = by_id(f"game-{dashed(kind, 'FINDING_KIND_')}-found").expected["response"]
    sound = by_id(f"game-{dashed(kind, 'FINDING_KIND_')}-sound").expected["response"]
    severe = {finding["kind"]: finding["severity"] for finding in found["findings"]}
    assert severe[kind] in ("SEVERITY_ERROR", "SEVERITY_WARNING")
    assert found["sound"] is (severe[kind] != "SEVERITY_ERROR")
    assert kind not in {finding["kind"] for finding in sound["findings"]}
    assert sound["sound"] is True


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_every_vector_is_proto3_json_of_its_method(vector: Vector) -> None:
    assert requests_of(vector)
    expected = without_nulls(vector.expected.get("response", {}))
    for answer in expected if isinstance(expected, list) else [expected]:
        json_format.ParseDict(answer, method_of(vector.method).response())


def without_nulls(value: Any) -> Any:
    """Drop what must be absent, and the errors of a batch, which are not in proto3 JSON."""
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if isinstance(value, dict):
        return {
            key: without_nulls(item) for key, item in value.items() if item is not None and key != "error"
        }
    return value


def test_every_method_has_a_vector() -> None:
    methods = {
        f"{service.full_name}/{method.name}"
        for file in SERVICES
        for service in file.services_by_name.values()
        for method in service.methods
    }
    # What a server lists depends on the lexica it was given.
    untested = {"upwords.referee.v1.LexiconService/ListLexicons"}
    assert methods - untested == {vector.method for vector in VECTORS}


def test_vector_files_are_lists_of_objects_that_say_what_they_prove() -> None:
    for path in FOLDER.glob("*.json"):
        for entry in json.loads(path.read_text(encoding="utf-8")):
            assert entry["proves"].endswith("."), entry["id"]
            assert entry["rule"], entry["id"]


def test_answers_of_a_stream_are_listed_by_id() -> None:
    streams = [vector for vector in VECTORS if method_of(vector.method).streams]
    assert streams
    for vector in streams:
        ids = [answer["id"] for answer in vector.expected["response"]]
        assert ids == sorted(ids)


def test_the_guide_names_every_file() -> None:
    guide = Path(__file__).with_name("README.md").read_text(encoding="utf-8")
    assert {path.name for path in FOLDER.glob("*.json")} == set(re.findall(r"^\| `(\S+\.json)`", guide, re.M))
