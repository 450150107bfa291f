"""The alerts and the dashboard: what they name exists, and every alert says what to do."""

import json
import re
from pathlib import Path
from typing import Any

import grpc
import promql_parser
import pytest
import yaml

from tests.deploy.gateway import DEPLOY, http, referees
from tests.deploy.load import referee_stub, wood
from tests.service.dictionaries.valkey import free_port

ROOT = DEPLOY.parent
# What the referee tells Prometheus: its metrics and their labels.
METRICS: dict[str, set[str]] = {
    "upwords_calls_total": {"method", "code"},
    "upwords_call_seconds_bucket": {"method", "le"},
    "upwords_calls_in_flight": {"method"},
    "upwords_calls_refused_total": {"reason"},
    "upwords_verdicts_total": {"valid"},
    "upwords_violations_total": {"rule"},
    "upwords_build_info": {"version", "engine", "python", "grpc", "protobuf"},
    "upwords_draining": set(),
    "upwords_workers": set(),
    "upwords_worker_restarts_total": set(),
    "upwords_certificate_not_after_seconds": set(),
    "upwords_reloads_total": {"result"},
    "upwords_decisions_dropped_total": {"why"},
    "upwords_lexicon_up": {"lexicon"},
    "upwords_lexicon_lookups_total": {"lexicon", "layer"},
    "upwords_redis_errors_total": {"command", "kind"},
    "upwords_redis_up": {"use"},
    "upwords_redis_dropped_words_total": {"why"},
    "upwords_source_errors_total": {"lexicon"},
    "up": set(),
}
# What Prometheus itself adds.
OF_PROMETHEUS = {"job", "instance"}


def alerts() -> dict[str, dict[str, Any]]:
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text())["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    found = {rule["alert"]: rule for rule in rules}
    assert len(found) == len(rules)
    return found


def dashboard() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text())
    return loaded


def expressions() -> dict[str, str]:
    of_alerts = {name: rule["expr"] for name, rule in alerts().items()}
    of_panels = {
        f"{panel['title']} {target['refId']}": target["expr"].replace("$__rate_interval", "5m")
        for panel in dashboard()["panels"]
        for target in panel.get("targets", ())
    }
    return {**of_alerts, **of_panels}


@pytest.mark.parametrize("name", expressions())
def test_an_expression_can_be_read_and_names_metrics_and_labels_that_exist(name: str) -> None:
    expression = expressions()[name]
    promql_parser.parse(expression)
    bare = re.sub(r'"[^"]*"', '""', expression)
    named = set(re.findall(r"\b(upwords_\w+|up)\b", bare))
    assert named
    assert named <= set(METRICS), named - set(METRICS)
    labels = set(re.findall(r"(\w+)(?:=~|!=|!~|=)\"\"", bare))
    labels |= {label.strip() for by in re.findall(r"by \(([^)]*)\)", bare) for label in by.split(",")}
    allowed = OF_PROMETHEUS.union(*(METRICS[metric] for metric in named))
    assert labels <= allowed, labels - allowed


def test_the_metrics_are_those_that_a_referee_tells(tmp_path: Path) -> None:
    port = free_port()
    with (
        referees(tmp_path, 1, "--metrics", f"127.0.0.1:{port}") as (one,),
        grpc.insecure_channel(one.address) as caller,
    ):
        assert referee_stub(caller).JudgeMove(wood(), timeout=20).valid
        status, _, body = http(port, "GET", "/metrics")
    assert status == 200
    told = {
        f"{name}_bucket" if kind == "histogram" else name
        for name, kind in re.findall(r"^# TYPE (upwords_\w+) (\w+)$", body.decode(), re.MULTILINE)
        if not name.endswith("_created")
    }
    assert told == set(METRICS) - {"up"}
    for name, labels in re.findall(r"^(upwords_\w+)\{(.*)\} ", body.decode(), re.MULTILINE):
        if name in METRICS:
            assert set(re.findall(r'(\w+)="', labels)) == METRICS[name], name


def test_every_metric_is_on_the_dashboard() -> None:
    shown = " ".join(target["expr"] for panel in dashboard()["panels"] for target in panel.get("targets", ()))
    assert {metric for metric in METRICS if not re.search(rf"\b{metric}\b", shown)} == set()


def test_panels_have_titles_of_their_own_and_do_not_overlap() -> None:
    panels = dashboard()["panels"]
    assert len({panel["title"] for panel in panels}) == len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(at["x"] + dx, at["y"] + dy) for dx in range(at["w"]) for dy in range(at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells


@pytest.mark.parametrize("name", alerts())
def test_an_alert_says_how_grave_it_is_and_what_to_do(name: str) -> None:
    rule = alerts()[name]
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert rule["annotations"]["summary"].endswith(".")
    page, anchor = rule["annotations"]["runbook"].split("#")
    headings = re.findall(r"^#+ (.*)$", (ROOT / page).read_text(), re.MULTILINE)
    assert name in headings
    assert anchor == name.lower()


def test_the_page_tells_of_no_alert_that_there_is_not() -> None:
    page = (ROOT / "docs" / "operating.md").read_text()
    assert set(re.findall(r"^### (Upwords\w+)$", page, re.MULTILINE)) == set(alerts())
