"""Every client carries the gRPC service config that operators are told to deploy."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from upwords.referee.v1 import lexicon_service_pb2, referee_service_pb2

ROOT = Path(__file__).resolve().parents[3]
DEPLOYED = ROOT / "deploy/service_config.json"
CLIENTS = ROOT / "clients"

# The file in which each client keeps its copy.
COPIES = {
    "go": "service_config.json",
    "java": "src/main/resources/org/upwords/referee/client/service_config.json",
    "python": "src/upwords_referee_client/service_config.json",
    "rust": "service_config.json",
    "typescript": "src/service-config.ts",
}
WRITTEN = sorted(language for language in COPIES if (CLIENTS / language).is_dir())

_CONSTANT = re.compile(r"const (\w+)(?:: \w+)? = (\{.*?\n\});", re.DOTALL)


def typescript_config(source: str) -> Any:
    """Return the object of the last constant; what stands there as a bare name is a constant before it."""
    constants: dict[str, Any] = {}

    def whole(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: constants[key] if part is None else whole(part) for key, part in value.items()}
        return [whole(part) for part in value] if isinstance(value, list) else value

    for name, literal in _CONSTANT.findall(source):
        # Keys without quotes and commas behind the last item are no JSON, but YAML.
        constants[name] = whole(yaml.safe_load(literal))
    return list(constants.values())[-1]


def copy_of(language: str) -> Any:
    text = (CLIENTS / language / COPIES[language]).read_text("utf-8")
    return typescript_config(text) if language == "typescript" else json.loads(text)


def test_each_client_is_known_here() -> None:
    folders = {path.name for path in CLIENTS.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert folders <= set(COPIES)
    assert folders


@pytest.mark.parametrize("language", WRITTEN)
def test_a_client_carries_the_deployed_config(language: str) -> None:
    assert copy_of(language) == json.loads(DEPLOYED.read_text("utf-8"))


@pytest.mark.parametrize("language", [name for name in WRITTEN if COPIES[name].endswith(".json")])
def test_a_copy_in_a_file_is_the_same_text(language: str) -> None:
    assert (CLIENTS / language / COPIES[language]).read_bytes() == DEPLOYED.read_bytes()


def test_the_config_names_services_and_methods_that_exist() -> None:
    config = json.loads(DEPLOYED.read_text("utf-8"))
    files = (referee_service_pb2.DESCRIPTOR, lexicon_service_pb2.DESCRIPTOR)
    services = {service.full_name: service for file in files for service in file.services_by_name.values()}
    named = [name for part in config["methodConfig"] for name in part["name"]]
    assert {name["service"] for name in named} == set(services)
    for name in named:
        assert name.get("method") in {None, *services[name["service"]].methods_by_name}
    assert config["healthCheckConfig"]["serviceName"] in services


def test_streams_have_no_deadline_but_tries() -> None:
    config = json.loads(DEPLOYED.read_text("utf-8"))
    stream = {"service": "upwords.referee.v1.RefereeService", "method": "StreamJudgeMoves"}
    of_streams = [part for part in config["methodConfig"] if stream in part["name"]]
    assert [("timeout" in part, "retryPolicy" in part) for part in of_streams] == [(False, True)]
