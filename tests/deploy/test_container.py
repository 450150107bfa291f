"""The image's recipe, the compose file and the unit of systemd.

Images are not built here: what is in the recipe is linted, and checked against the settings and the others.
"""

import configparser
import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.gateway import DEPLOY, PATIENCE, referees, shipped_envoy
from tests.service.dictionaries.valkey import free_port, until
from upwords_referee.service.settings.model import Settings
from upwords_referee.service.settings.reading import read_settings

ROOT = DEPLOY.parent
DOCKERFILE = DEPLOY / "Dockerfile"
IMAGE_SETTINGS = DEPLOY / "settings.toml"
UNIT = DEPLOY / "systemd" / "upwords-referee.service"


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return loaded


def instructions(name: str) -> list[str]:
    """Return the arguments of all instructions of this name, joined lines included."""
    lines = DOCKERFILE.read_text().replace("\\\n", " ").splitlines()
    return [line.strip().removeprefix(name).strip() for line in lines if line.strip().startswith(f"{name} ")]


def seconds(text: str) -> float:
    assert text.endswith("s")
    return float(text[:-1])


def image_settings() -> Settings:
    return read_settings(IMAGE_SETTINGS, {}, {})


def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([hadolint, DOCKERFILE], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.decode()) == (0, "")


def test_the_image_is_built_on_a_pinned_python_that_the_project_supports() -> None:
    for image in instructions("FROM"):
        assert image.split(" AS ")[0] == "python:3.11.14-slim-bookworm"
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert requires == ">=3.11"


def test_the_image_runs_as_a_number_and_starts_without_a_shell() -> None:
    (user,) = instructions("USER")
    assert all(part.isdigit() and int(part) >= 1000 for part in user.split(":"))
    assert instructions("ENTRYPOINT") == ['["upwords-referee"]']
    assert instructions("CMD")[-1] == '["serve"]'


def test_what_the_dockerfile_copies_is_there_and_not_ignored() -> None:
    kept = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    copied = {source for arguments in instructions("COPY") for source in arguments.split()[:-1]}
    assert copied == kept
    for source in copied:
        assert (ROOT / source).exists(), source


def test_the_settings_of_the_image_are_accepted_and_are_those_of_kubernetes() -> None:
    kubernetes = read_settings(DEPLOY / "kubernetes" / "base" / "settings.toml", {}, {})
    assert image_settings().model_dump() == kubernetes.model_dump()


def test_the_ports_of_the_image_are_those_of_its_settings_and_of_its_health_check() -> None:
    settings = image_settings()
    ports = [address.rpartition(":")[2] for address in (settings.listen, settings.metrics)]
    assert instructions("EXPOSE") == [" ".join(ports)]
    (check,) = instructions("HEALTHCHECK")
    assert f"http://127.0.0.1:{ports[1]}/readyz" in check


def test_the_health_check_follows_the_referee_from_start_to_end(tmp_path: Path) -> None:
    (check,) = instructions("HEALTHCHECK")
    command = json.loads(check[check.index("[") :])
    assert command[:2] == ["python", "-c"]
    port = free_port()
    arguments = ("--config", str(IMAGE_SETTINGS), "--metrics", f"127.0.0.1:{port}")

    def healthy() -> bool:
        code = command[2].replace(":9464/", f":{port}/")
        return subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0

    assert not healthy()
    with referees(tmp_path, 1, *arguments) as (referee,):
        assert healthy()
        referee.stop()
        until(lambda: not healthy(), "a health check that fails")
        assert referee.process.wait(PATIENCE) == 0
        assert not healthy()


def test_containers_of_compose_may_do_nothing_that_they_need_not() -> None:
    for name, service in compose()["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}, name
        assert "privileged" not in service, name


def test_compose_lets_in_nothing_but_calls_to_envoy_from_this_machine() -> None:
    file = compose()
    published = {name: service["ports"] for name, service in file["services"].items() if "ports" in service}
    listens = shipped_envoy()["static_resources"]["listeners"][0]["address"]["socket_address"]["port_value"]
    assert published == {"envoy": [f"127.0.0.1:{listens}:{listens}"]}
    assert file["networks"]["inside"] == {"internal": True}
    outside = {name for name, service in file["services"].items() if "outside" in service["networks"]}
    assert outside == {"envoy"}


def test_compose_runs_two_referees_under_the_name_that_envoy_calls() -> None:
    referee = compose()["services"]["referee"]
    assert referee["deploy"]["replicas"] == 2
    endpoint = shipped_envoy()["static_resources"]["clusters"][0]["load_assignment"]["endpoints"][0]
    address = endpoint["lb_endpoints"][0]["endpoint"]["address"]["socket_address"]
    assert address["address"] in referee["networks"]["inside"]["aliases"]
    assert image_settings().listen.endswith(f":{address['port_value']}")
    assert read_settings(IMAGE_SETTINGS, {}, referee["environment"]).redis_url() == "redis://redis:6379/0"


def test_compose_waits_longer_for_a_referee_than_it_takes_to_end() -> None:
    settings = image_settings()
    grace = seconds(compose()["services"]["referee"]["stop_grace_period"])
    assert grace >= settings.drain_seconds + settings.grace_seconds + 5


def test_every_container_of_compose_has_a_health_check_and_pinned_images() -> None:
    for name, service in compose()["services"].items():
        # The referee's is in its image.
        assert "healthcheck" in service or name == "referee"
        assert service["image"].rpartition(":")[2].lstrip("v")[0].isdigit()
    for mount in compose()["services"]["envoy"]["volumes"]:
        source, _, mode = mount.split(":")
        assert (DEPLOY / source).exists()
        assert mode == "ro"


def unit() -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=False, interpolation=None)
    # Names of systemd count with their capitals.
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT)
    return parser


def test_the_unit_reloads_by_hangup_and_waits_for_calls_in_flight() -> None:
    service = unit()["Service"]
    settings = read_settings(DEPLOY / "systemd" / "settings.toml", {}, {})
    assert service["ExecReload"] == "/bin/kill -HUP $MAINPID"
    assert service["KillMode"] == "mixed"
    assert float(service["TimeoutStopSec"]) >= settings.drain_seconds + settings.grace_seconds + 5
    assert (service["DynamicUser"], service["NoNewPrivileges"]) == ("yes", "yes")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    copy = tmp_path / UNIT.name
    # The program lies elsewhere here.
    copy.write_text(UNIT.read_text().replace("/opt/upwords/bin/upwords-referee", "/bin/true"))
    verified = subprocess.run(
        ["systemd-analyze", "verify", copy], capture_output=True, timeout=60, check=False
    )
    assert (verified.returncode, verified.stderr.decode()) == (0, "")
