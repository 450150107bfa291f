"""The shipped Envoy before referees, all of them processes on this machine."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from http.client import HTTPConnection
from importlib.resources import files
from pathlib import Path
from typing import Any

import grpc
import yaml

from tests.service.cli.calling import PROGRAM, environment
from tests.service.dictionaries.valkey import free_port, until

DEPLOY = Path(__file__).parents[2] / "deploy"
SERVICE_CONFIG = (DEPLOY / "service_config.json").read_text()
HOST = "127.0.0.1"
PATIENCE = 30.0


class Process:
    """A process whose output goes to a file."""

    def __init__(self, log: Path, *command: str | Path) -> None:
        self.log = log
        with log.open("wb") as output:
            self.process = subprocess.Popen(command, stdout=output, stderr=output, env=environment())

    @property
    def pid(self) -> int:
        return self.process.pid

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def lines(self) -> list[dict[str, Any]]:
        """Return what it logged as JSON."""
        lines = (line for line in self.log.read_text().splitlines() if line.startswith("{"))
        return [json.loads(line) for line in lines]

    def end(self) -> None:
        """End it, frozen or not."""
        self.process.kill()
        self.process.wait(PATIENCE)


class RefereeProcess(Process):
    """A referee on a port of 127.0.0.1."""

    def __init__(self, folder: Path, port: int = 0, *arguments: str) -> None:
        self.port = port or free_port()
        self.address = f"{HOST}:{self.port}"
        super().__init__(
            folder / f"referee-{self.port}.log", PROGRAM, "serve", "--listen", self.address, *arguments
        )

    def wait(self) -> None:
        """Wait until it listens."""
        until(self._listens, f"the referee on {self.port}", PATIENCE)

    def _listens(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        return '"listening"' in self.log.read_text()

    def stop(self) -> None:
        """Tell it to end, as an orchestrator does."""
        self.signal(signal.SIGTERM)


class Gateway(Process):
    """The shipped Envoy on a port of 127.0.0.1."""

    def __init__(self, folder: Path, configuration: dict[str, Any]) -> None:
        listener, admin = configuration["static_resources"]["listeners"][0], configuration["admin"]
        self.port: int = listener["address"]["socket_address"]["port_value"]
        self.admin: int = admin["address"]["socket_address"]["port_value"]
        self.address = f"{HOST}:{self.port}"
        path = folder / f"envoy-{self.port}.yaml"
        path.write_text(yaml.safe_dump(configuration))
        super().__init__(
            folder / f"envoy-{self.port}.log",
            program(),
            *("--config-path", path, "--concurrency", "1", "--use-dynamic-base-id", "--log-level", "warning"),
            *("--file-flush-interval-msec", "100"),
        )

    def wait(self, healthy: int) -> None:
        """Wait until it calls so many referees healthy."""
        until(lambda: self.healthy() == healthy, f"{healthy} healthy referees", PATIENCE)

    def healthy(self) -> int:
        """Return how many referees it calls healthy; -1 while it does not answer."""
        assert self.process.poll() is None, self.log.read_text()
        try:
            return int(
                self.stats("cluster.referees.membership_healthy")["cluster.referees.membership_healthy"]
            )
        except (OSError, KeyError):
            return -1

    def stats(self, pattern: str) -> dict[str, int]:
        """Return its counters and gauges whose names match a pattern."""
        status, _, body = http(self.admin, "GET", f"/stats?format=json&filter={pattern}")
        assert status == 200
        return {one["name"]: one["value"] for one in json.loads(body)["stats"] if "name" in one}

    def calls(self) -> dict[int, int]:
        """Return how many calls each referee, by its port, has been given."""
        _, _, body = http(self.admin, "GET", "/clusters?format=json")
        hosts = next(c for c in json.loads(body)["cluster_statuses"] if c["name"] == "referees")[
            "host_statuses"
        ]
        return {
            host["address"]["socket_address"]["port_value"]: next(
                int(stat.get("value", 0)) for stat in host["stats"] if stat["name"] == "rq_total"
            )
            for host in hosts
        }


def program() -> Path:
    """Return the Envoy of the wheel itself, not the script that starts it as a process of its own."""
    return Path(str(files("envoy").joinpath("_bin", "envoy")))


def shipped_envoy() -> dict[str, Any]:
    """Return the shipped configuration."""
    configuration: dict[str, Any] = yaml.safe_load((DEPLOY / "envoy" / "envoy.yaml").read_text())
    return configuration


def rendered(ports: list[int], configuration: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a configuration, the shipped one by default, with addresses of this machine, else unchanged."""
    envoy = deepcopy(configuration or shipped_envoy())
    resources = envoy["static_resources"]
    for place in (envoy["admin"], resources["listeners"][0]):
        place["address"]["socket_address"] = {"address": HOST, "port_value": free_port()}
    filter_named(envoy, "grpc_json_transcoder")["proto_descriptor"] = str(DEPLOY / "envoy" / "referee.binpb")
    endpoints = resources["clusters"][0]["load_assignment"]["endpoints"][0]
    endpoints["lb_endpoints"] = [
        {"endpoint": {"address": {"socket_address": {"address": HOST, "port_value": port}}}} for port in ports
    ]
    return envoy


def filter_named(envoy: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the configuration of an HTTP filter."""
    manager = envoy["static_resources"]["listeners"][0]["filter_chains"][0]["filters"][0]["typed_config"]
    found: dict[str, Any] = next(
        one["typed_config"] for one in manager["http_filters"] if one["name"] == f"envoy.filters.http.{name}"
    )
    return found


@contextmanager
def referees(folder: Path, number: int, *arguments: str) -> Iterator[list[RefereeProcess]]:
    """Run so many referees; all are ended."""
    with ExitStack() as stack:
        started = []
        for _ in range(number):
            started.append(RefereeProcess(folder, 0, *arguments))
            stack.callback(started[-1].end)
        for one in started:
            one.wait()
        yield started


@contextmanager
def gateway(folder: Path, configuration: dict[str, Any], healthy: int) -> Iterator[Gateway]:
    """Run Envoy and wait until it calls so many referees healthy."""
    envoy = Gateway(folder, configuration)
    try:
        envoy.wait(healthy)
        yield envoy
    finally:
        envoy.end()


@contextmanager
def channel(target: str, service_config: str = SERVICE_CONFIG) -> Iterator[grpc.Channel]:
    """Open a channel, by default with the shipped service config; whose retries are all there are."""
    options = [
        ("grpc.service_config", service_config),
        # Channels to one address share their connections unless they are told not to.
        ("grpc.use_local_subchannel_pool", 1),
    ]
    with grpc.insecure_channel(target, options=options) as opened:
        yield opened


def http(
    port: int, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Make a request over HTTP/1.1; return status, headers by lower-case name, and body."""
    connection = HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        connection.request(method, path, body or None, headers or {})
        response = connection.getresponse()
        return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
    finally:
        connection.close()


def soon(seconds: float) -> None:
    """Wait; for what has no sign to wait for."""
    time.sleep(seconds)
