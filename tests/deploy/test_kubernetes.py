"""The Kubernetes objects, as `kubectl kustomize` renders them."""

import base64
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.gateway import DEPLOY, shipped_envoy
from upwords_referee.service.settings.model import Settings
from upwords_referee.service.settings.reading import read_settings

KUBECTL = Path(sys.executable).with_name("kubectl")
FOLDERS = ["base", "overlays/single-node", "overlays/high-availability", "overlays/external-redis"]
Objects = dict[tuple[str, str], dict[str, Any]]


@cache
def rendered(folder: str) -> Objects:
    """Return the objects of a folder by kind and name."""
    done = subprocess.run(
        [KUBECTL, "kustomize", DEPLOY / "kubernetes" / folder], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert not done.stderr, done.stderr.decode()
    objects: Objects = {}
    for one in yaml.safe_load_all(done.stdout):
        key = (one["kind"], one["metadata"]["name"])
        assert key not in objects
        objects[key] = one
    return objects


def of_kind(objects: Objects, kind: str) -> list[dict[str, Any]]:
    return [one for (its, _), one in objects.items() if its == kind]


def pods(objects: Objects) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield name, pod template and only container of each Deployment."""
    for one in of_kind(objects, "Deployment"):
        template = one["spec"]["template"]
        (container,) = template["spec"]["containers"]
        yield one["metadata"]["name"], template, container


def matches(selector: dict[str, str], labels: dict[str, str]) -> bool:
    return selector.items() <= labels.items()


def settings_of(objects: Objects, folder: Path, environ: dict[str, str]) -> Settings:
    """Return the settings that the referee of these objects reads."""
    deployment = objects["Deployment", "referee"]
    (volume,) = (v for v in deployment["spec"]["template"]["spec"]["volumes"] if v["name"] == "settings")
    path = folder / "settings.toml"
    path.write_text(objects["ConfigMap", volume["configMap"]["name"]]["data"]["settings.toml"])
    return read_settings(path, {}, environ)


def test_every_overlay_there_is_is_tested() -> None:
    there = {f"overlays/{path.name}" for path in (DEPLOY / "kubernetes" / "overlays").iterdir()}
    assert there == set(FOLDERS) - {"base"}


@pytest.mark.parametrize("folder", FOLDERS)
class TestEveryOverlay:
    def test_every_object_is_in_the_namespace(self, folder: str) -> None:
        for (kind, name), one in rendered(folder).items():
            expected = None if kind == "Namespace" else "upwords"
            assert one["metadata"].get("namespace") == expected, (kind, name)

    def test_the_namespace_admits_only_restricted_pods(self, folder: str) -> None:
        labels = rendered(folder)["Namespace", "upwords"]["metadata"]["labels"]
        assert labels["pod-security.kubernetes.io/enforce"] == "restricted"

    def test_pods_may_do_nothing_that_they_need_not(self, folder: str) -> None:
        for name, template, container in pods(rendered(folder)):
            spec, own = template["spec"], container["securityContext"]
            assert spec["automountServiceAccountToken"] is False, name
            assert spec["securityContext"]["runAsNonRoot"] is True, name
            assert spec["securityContext"]["runAsUser"] >= 1000, name
            assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
            assert own["allowPrivilegeEscalation"] is False, name
            assert own["readOnlyRootFilesystem"] is True, name
            assert own["capabilities"] == {"drop": ["ALL"]}, name
            assert not {"hostNetwork", "hostPID", "hostIPC"} & set(spec), name

    def test_service_accounts_exist_and_have_no_token(self, folder: str) -> None:
        objects = rendered(folder)
        for _, template, _ in pods(objects):
            account = objects["ServiceAccount", template["spec"]["serviceAccountName"]]
            assert account["automountServiceAccountToken"] is False

    def test_containers_have_requests_and_limits_and_a_pinned_image(self, folder: str) -> None:
        for name, _, container in pods(rendered(folder)):
            for kind in ("requests", "limits"):
                assert set(container["resources"][kind]) == {"cpu", "memory"}, name
            _, _, tag = container["image"].rpartition(":")
            assert tag.lstrip("v")[0].isdigit(), container["image"]

    def test_probes_ask_ports_that_the_container_names(self, folder: str) -> None:
        for name, _, container in pods(rendered(folder)):
            named = {port["name"] for port in container["ports"]}
            for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
                probe = container[kind]
                action = probe.get("httpGet") or probe["tcpSocket"]
                assert action["port"] in named, (name, kind)
                assert probe["timeoutSeconds"] >= 2, (name, kind)

    def test_the_referee_is_asked_whether_it_is_ready_and_apart_from_that_whether_it_lives(
        self, folder: str
    ) -> None:
        (container,) = (container for name, _, container in pods(rendered(folder)) if name == "referee")
        assert container["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "metrics"}
        assert container["startupProbe"]["httpGet"] == {"path": "/readyz", "port": "metrics"}
        assert container["livenessProbe"]["httpGet"] == {"path": "/livez", "port": "metrics"}

    def test_selectors_select_pods_and_their_ports_are_theirs(self, folder: str) -> None:
        objects = rendered(folder)
        templates = [
            (template["metadata"]["labels"], {port["name"] for port in container["ports"]})
            for _, template, container in pods(objects)
        ]
        for one in of_kind(objects, "Deployment"):
            labels = one["spec"]["template"]["metadata"]["labels"]
            assert matches(one["spec"]["selector"]["matchLabels"], labels)
            for spread in one["spec"]["template"]["spec"].get("topologySpreadConstraints", ()):
                assert matches(spread["labelSelector"]["matchLabels"], labels)
        for service in of_kind(objects, "Service"):
            (ports,) = (ports for labels, ports in templates if matches(service["spec"]["selector"], labels))
            assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
        for policy in of_kind(objects, "NetworkPolicy"):
            selector = policy["spec"]["podSelector"]["matchLabels"]
            (ports,) = (ports for labels, ports in templates if matches(selector, labels))
            assert {port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]} <= ports
            assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"]
        for budget in of_kind(objects, "PodDisruptionBudget"):
            assert [
                labels
                for labels, _ in templates
                if matches(budget["spec"]["selector"]["matchLabels"], labels)
            ]

    def test_every_pod_has_a_network_policy(self, folder: str) -> None:
        objects = rendered(folder)
        policies = [one["spec"]["podSelector"]["matchLabels"] for one in of_kind(objects, "NetworkPolicy")]
        for _, template, _ in pods(objects):
            assert any(matches(policy, template["metadata"]["labels"]) for policy in policies)

    def test_the_autoscaler_scales_a_deployment_that_has_no_number_of_its_own(self, folder: str) -> None:
        objects = rendered(folder)
        for one in of_kind(objects, "HorizontalPodAutoscaler"):
            target = one["spec"]["scaleTargetRef"]
            assert "replicas" not in objects[target["kind"], target["name"]]["spec"]
            assert 2 <= one["spec"]["minReplicas"] < one["spec"]["maxReplicas"]

    def test_volumes_are_there(self, folder: str) -> None:
        objects = rendered(folder)
        for _, template, container in pods(objects):
            volumes = {volume["name"]: volume for volume in template["spec"]["volumes"]}
            assert {mount["name"] for mount in container["volumeMounts"]} == set(volumes)
            for volume in volumes.values():
                assert "configMap" not in volume or ("ConfigMap", volume["configMap"]["name"]) in objects

    def test_the_settings_are_accepted_and_fit_the_ports_and_the_end_of_a_pod(
        self, folder: str, tmp_path: Path
    ) -> None:
        objects = rendered(folder)
        settings = settings_of(objects, tmp_path, {})
        spec = objects["Deployment", "referee"]["spec"]["template"]["spec"]
        (container,) = spec["containers"]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        assert settings.listen == f"0.0.0.0:{ports['grpc']}"
        assert settings.metrics == f"0.0.0.0:{ports['metrics']}"
        asleep = container["lifecycle"]["preStop"]["sleep"]["seconds"]
        taken = asleep + settings.drain_seconds + settings.grace_seconds
        assert spec["terminationGracePeriodSeconds"] >= taken + 5

    def test_the_pods_tell_prometheus_where_their_metrics_are(self, folder: str) -> None:
        template = rendered(folder)["Deployment", "referee"]["spec"]["template"]
        (container,) = template["spec"]["containers"]
        port = next(port["containerPort"] for port in container["ports"] if port["name"] == "metrics")
        told = template["metadata"]["annotations"]
        assert told["prometheus.io/port"] == str(port)


def test_a_single_node_has_one_referee_that_is_neither_scaled_nor_in_the_way_of_maintenance() -> None:
    objects = rendered("overlays/single-node")
    deployment = objects["Deployment", "referee"]["spec"]
    assert deployment["replicas"] == 1
    assert "topologySpreadConstraints" not in deployment["template"]["spec"]
    assert not of_kind(objects, "HorizontalPodAutoscaler")
    assert not of_kind(objects, "PodDisruptionBudget")


def test_high_availability_is_three_of_each_on_nodes_of_their_own() -> None:
    objects = rendered("overlays/high-availability")
    assert objects["HorizontalPodAutoscaler", "referee"]["spec"]["minReplicas"] == 3
    assert objects["Deployment", "envoy"]["spec"]["replicas"] == 3
    by_host, _ = objects["Deployment", "referee"]["spec"]["template"]["spec"]["topologySpreadConstraints"]
    assert (by_host["topologyKey"], by_host["whenUnsatisfiable"]) == (
        "kubernetes.io/hostname",
        "DoNotSchedule",
    )
    assert {"referee", "envoy"} == {
        one["metadata"]["name"] for one in of_kind(objects, "PodDisruptionBudget")
    }


def test_envoy_in_kubernetes_has_the_shipped_files_and_calls_the_headless_service() -> None:
    objects = rendered("overlays/high-availability")
    (_, template, container) = next(pod for pod in pods(objects) if pod[0] == "envoy")
    name = next(v for v in template["spec"]["volumes"] if v["name"] == "configuration")["configMap"]["name"]
    held = objects["ConfigMap", name]
    assert yaml.safe_load(held["data"]["envoy.yaml"]) == shipped_envoy()
    descriptors = base64.b64decode(held["binaryData"]["referee.binpb"])
    assert descriptors == (DEPLOY / "envoy" / "referee.binpb").read_bytes()
    resources = shipped_envoy()["static_resources"]
    called = resources["clusters"][0]["load_assignment"]["endpoints"][0]["lb_endpoints"][0]
    address = called["endpoint"]["address"]["socket_address"]
    service = objects["Service", address["address"]]
    assert service["spec"]["clusterIP"] == "None"
    assert [port["port"] for port in service["spec"]["ports"]] == [address["port_value"]]
    listens = resources["listeners"][0]["address"]["socket_address"]["port_value"]
    assert [port["containerPort"] for port in container["ports"]] == [listens]


def test_envoy_may_call_referees() -> None:
    objects = rendered("overlays/high-availability")
    envoy = objects["Deployment", "envoy"]["spec"]["template"]["metadata"]["labels"]
    let_in = objects["NetworkPolicy", "referee"]["spec"]["ingress"][0]["from"]
    assert any(
        "namespaceSelector" not in one and matches(one["podSelector"]["matchLabels"], envoy) for one in let_in
    )


def test_an_external_redis_is_named_by_a_secret_and_may_be_called(tmp_path: Path) -> None:
    objects = rendered("overlays/external-redis")
    (_, _, container) = next(iter(pods(objects)))
    secrets = {
        one["name"]: one["valueFrom"]["secretKeyRef"] for one in container["env"] if "valueFrom" in one
    }
    assert secrets == {
        "UPWORDS_REDIS": {"name": "referee-redis", "key": "url"},
        "UPWORDS_REDIS_PASSWORD": {"name": "referee-redis", "key": "password"},
    }
    given = {"UPWORDS_REDIS": "rediss://referee@redis.example:6380/0", "UPWORDS_REDIS_PASSWORD": "secret"}
    assert set(given) == set(secrets)
    settings = settings_of(objects, tmp_path, given)
    assert settings.redis_url() == "rediss://referee:secret@redis.example:6380/0"
    out = {
        port["port"]
        for rule in objects["NetworkPolicy", "referee"]["spec"]["egress"]
        for port in rule["ports"]
    }
    assert {53, 6379, 6380} == out
