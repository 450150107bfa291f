"""The shipped Envoy before three referees: gRPC, JSON over HTTP/1.1 as by curl, and gRPC-Web."""

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from struct import pack, unpack
from typing import Any

import grpc
import pytest
import yaml
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.certificates import issued
from tests.deploy.gateway import (
    DEPLOY,
    SERVICE_CONFIG,
    Gateway,
    Process,
    channel,
    filter_named,
    gateway,
    http,
    program,
    referees,
    rendered,
    shipped_envoy,
)
from tests.deploy.load import referee_stub, wood
from tests.service.cli.calling import MOOD
from tests.service.dictionaries.valkey import until
from upwords.referee.v1 import referee_service_pb2 as messages
from upwords_referee.service.limits import MAX_REQUEST_BYTES

JUDGE = "/upwords.referee.v1.RefereeService/JudgeMove"
JSON = {"content-type": "application/json"}
WEB = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1"}
ROOT = DEPLOY.parent
INTEGRATING = ROOT / "docs" / "integrating.md"


@pytest.fixture(scope="module")
def envoy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("envoy")
    with (
        referees(folder, 3) as running,
        gateway(folder, rendered([one.port for one in running]), 3) as started,
    ):
        yield started


def question(move: str) -> bytes:
    return json.dumps({"board": {"notation": MOOD}, "move": {"notation": move}}).encode()


@pytest.mark.parametrize("tls", [False, True])
def test_the_shipped_configuration_is_valid_and_nothing_in_it_is_deprecated(
    tls: bool, tmp_path: Path
) -> None:
    configuration = rendered([1])
    if tls:
        page = (ROOT / "docs" / "operating.md").read_text()
        (block,) = re.findall(r"```yaml\n(transport_socket:.*?)```", page, re.DOTALL)
        for name, file in (("tls.crt", issued().chain), ("tls.key", issued().key)):
            block = block.replace(f"/etc/envoy/tls/{name}", str(file))
        configuration["static_resources"]["listeners"][0]["filter_chains"][0].update(yaml.safe_load(block))
    path = tmp_path / "envoy.json"
    path.write_text(json.dumps(configuration))
    done = subprocess.run(
        [program(), "--mode", "validate", "--config-path", path], capture_output=True, timeout=60, check=False
    )
    written = (done.stdout + done.stderr).decode()
    assert done.returncode == 0, written
    assert "eprecated" not in written


def test_the_administration_of_envoy_is_on_loopback_only() -> None:
    assert shipped_envoy()["admin"]["address"]["socket_address"]["address"] == "127.0.0.1"


def test_the_descriptors_are_those_of_the_protos(tmp_path: Path) -> None:
    made = tmp_path / "made.binpb"
    subprocess.run([ROOT / "scripts" / "descriptors", made], check=True, timeout=60)
    shipped = FileDescriptorSet.FromString((DEPLOY / "envoy" / "referee.binpb").read_bytes())
    assert shipped == FileDescriptorSet.FromString(made.read_bytes()), "run scripts/descriptors"


def test_the_calls_of_one_connection_are_spread_over_all_referees(envoy: Gateway) -> None:
    before = envoy.calls()
    with channel(envoy.address) as caller:
        judge = referee_stub(caller).JudgeMove
        for _ in range(90):
            assert judge(wood()).score == 5
    given = [calls - before[port] for port, calls in envoy.calls().items()]
    assert sum(given) >= 90
    assert min(given) >= 10


def test_json_is_answered_with_the_whole_verdict(envoy: Gateway) -> None:
    status, headers, body = http(envoy.port, "POST", JUDGE, question("5D W..."), JSON)
    assert (status, headers["content-type"]) == (200, "application/json")
    verdict = json.loads(body)
    assert (verdict["valid"], verdict["score"]) == (True, 5)
    assert verdict["words"][0]["text"] == "WOOD"


def test_the_curl_call_of_the_guide_gets_a_verdict(envoy: Gateway) -> None:
    (call,) = re.findall(r"^curl .*?(?=\n```)", INTEGRATING.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    _, _, url, header_flag, header, data_flag, data = shlex.split(call.replace("\\\n", ""))
    assert (header_flag, data_flag) == ("-H", "-d")
    assert url == f"http://127.0.0.1:8080{JUDGE}"
    headers = dict([header.split(": ")])
    status, _, body = http(envoy.port, "POST", JUDGE, data.encode(), headers)
    assert (status, json.loads(body)["valid"]) == (200, True)


def test_json_says_false_where_a_move_is_not_valid(envoy: Gateway) -> None:
    status, _, body = http(envoy.port, "POST", JUDGE, question("5D WEED"), JSON)
    verdict = json.loads(body)
    assert (status, verdict["valid"]) == (200, False)
    assert [one["rule"] for one in verdict["violations"]] == ["RULE_SAME_LETTER", "RULE_COVERS_WHOLE_WORD"]


def test_an_error_is_json_with_its_details(envoy: Gateway) -> None:
    status, headers, body = http(envoy.port, "POST", JUDGE, question("5D 1"), JSON)
    assert (status, headers["content-type"]) == (400, "application/json")
    error = json.loads(body)
    assert error["code"] == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    details = {one["@type"].rpartition(".")[2]: one for one in error["details"]}
    assert details["ErrorInfo"]["reason"] == "INVALID_FIELD"
    assert details["BadRequest"]["fieldViolations"][0]["field"] == "move.notation"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", JUDGE, b'{"board":', 400),
        ("POST", JUDGE, b'{"rack":"' + b"A" * (2 * MAX_REQUEST_BYTES) + b'"}', 413),
        ("POST", "/upwords.referee.v1.RefereeService/Nope", b"{}", 404),
        ("GET", "/", b"", 404),
        ("GET", "/stats", b"", 404),
    ],
)
def test_what_is_no_question_is_refused_by_envoy(
    method: str, path: str, body: bytes, status: int, envoy: Gateway
) -> None:
    assert http(envoy.port, method, path, body, JSON)[0] == status


def test_a_browser_is_answered_over_grpc_web(envoy: Gateway) -> None:
    request = wood().SerializeToString()
    status, headers, body = http(envoy.port, "POST", JUDGE, pack("!BI", 0, len(request)) + request, WEB)
    assert (status, headers["content-type"]) == (200, "application/grpc-web+proto")
    (kind, message), (last, trailers) = frames(body)
    assert (kind, last) == (0, 0x80)
    assert messages.JudgeMoveResponse.FromString(message).score == 5
    assert b"grpc-status:0" in trailers.replace(b" ", b"")


def test_a_browser_is_told_of_an_error_over_grpc_web(envoy: Gateway) -> None:
    status, headers, body = http(envoy.port, "POST", JUDGE, pack("!BI", 0, 0), WEB)
    trailers = b"".join(text for kind, text in frames(body) if kind == 0x80).replace(b" ", b"")
    assert status == 200
    assert headers.get("grpc-status") == "3" or b"grpc-status:3" in trailers


def test_pages_of_this_machine_may_ask_and_others_may_not(envoy: Gateway) -> None:
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    status, headers, _ = http(envoy.port, "OPTIONS", JUDGE, b"", {**asked, "origin": "http://localhost:3000"})
    assert (status, headers["access-control-allow-origin"]) == (200, "http://localhost:3000")
    allowed = set(headers["access-control-allow-headers"].split(","))
    assert {"x-grpc-web", "x-request-id", "traceparent"} <= allowed
    _, headers, _ = http(envoy.port, "OPTIONS", JUDGE, b"", {**asked, "origin": "http://localhost.example"})
    assert "access-control-allow-origin" not in headers


def test_a_stream_goes_through(envoy: Gateway) -> None:
    with channel(envoy.address) as caller:
        ids = [str(number) for number in range(20)]
        asked = (messages.StreamJudgeMovesRequest(id=id, request=wood()) for id in ids)
        answers = list(referee_stub(caller).StreamJudgeMoves(asked, timeout=20))
    assert sorted(one.id for one in answers) == sorted(ids)
    assert {one.verdict.score for one in answers} == {5}


def test_what_the_referee_refuses_reaches_the_caller_whole(envoy: Gateway) -> None:
    request = wood()
    request.rack = "A" * (MAX_REQUEST_BYTES + 1)
    with channel(envoy.address) as caller, pytest.raises(grpc.RpcError) as raised:
        referee_stub(caller).JudgeMove(request, timeout=20)
    assert isinstance(raised.value, grpc.Call)
    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert str(MAX_REQUEST_BYTES) in (raised.value.details() or "")
    assert "grpc-status-details-bin" in dict(raised.value.trailing_metadata() or ())


def test_health_may_be_checked_but_not_watched(envoy: Gateway) -> None:
    with grpc.insecure_channel(envoy.address) as caller:
        health: Any = health_pb2_grpc.HealthStub(caller)
        request = health_pb2.HealthCheckRequest(service="upwords.referee.v1.RefereeService")
        assert health.Check(request, timeout=20).status == health_pb2.HealthCheckResponse.SERVING
        # By which gRPC clients know that a connection to Envoy has no health of its own.
        with pytest.raises(grpc.RpcError) as raised:
            next(health.Watch(request, timeout=20))
    assert isinstance(raised.value, grpc.Call)
    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_each_call_is_a_line_of_json_in_the_log(envoy: Gateway) -> None:
    http(envoy.port, "POST", JUDGE, question("5D W..."), JSON)
    until(lambda: any(line["path"] == JUDGE for line in envoy.lines()), "a line", 20)
    line = next(line for line in envoy.lines() if line["path"] == JUDGE)
    assert {"request_id", "client", "http_status", "milliseconds", "referee", "attempts"} <= set(line)


@pytest.mark.parametrize("id", ["order 66", "0af76519-16cd-43dd-8448-eb211c80319c", ""])
def test_caller_envoy_and_referee_call_a_request_the_same(id: str, tmp_path: Path) -> None:
    sent = {"x-request-id": id} if id else {}
    with (
        referees(tmp_path, 1, "--log-calls") as (one,),
        gateway(tmp_path, rendered([one.port]), 1) as envoy,
        grpc.insecure_channel(envoy.address) as caller,
    ):
        _, headers, _ = http(envoy.port, "POST", JUDGE, question("5D W..."), JSON | sent)
        _, call = referee_stub(caller).JudgeMove.with_call(wood(), timeout=20, metadata=[*sent.items()])
        initial, trailing = dict(call.initial_metadata()), dict(call.trailing_metadata())
        told = [headers["x-request-id"], initial["x-request-id"]]
        assert trailing["x-request-id"] == told[1]
        until(lambda: ids(envoy) == ids(one) == told, f"{told} in both logs", 20)
    assert told == [id, id] if id else len(set(told)) == 2


def ids(process: Process) -> list[str]:
    """Return the request ids of the calls that it logged."""
    calls = (line for line in process.lines() if line.get("path") == JUDGE or line.get("event") == "call")
    return [line["request_id"] for line in calls]


def test_over_the_rate_limit_callers_are_told_resource_exhausted(tmp_path: Path) -> None:
    configuration = shipped_envoy()
    bucket = filter_named(configuration, "local_ratelimit")["token_bucket"]
    # The shipped limit but for its size: enough calls for it would take long.
    bucket.update(max_tokens=5, tokens_per_fill=1, fill_interval="60s")
    with (
        referees(tmp_path, 1) as (one,),
        gateway(tmp_path, rendered([one.port], configuration), 1) as envoy,
        grpc.insecure_channel(envoy.address) as caller,
    ):
        judge = referee_stub(caller).JudgeMove
        for _ in range(5):
            assert judge(wood(), timeout=20).score == 5
        with pytest.raises(grpc.RpcError) as raised:
            judge(wood(), timeout=20)
        assert isinstance(raised.value, grpc.Call)
        assert raised.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        status, headers, _ = http(envoy.port, "POST", JUDGE, question("5D W..."), JSON)
        assert (status, headers["retry-after"]) == (429, "1")
        # The probes of an orchestrator are not calls.
        assert http(envoy.port, "GET", "/ready")[0] == 200


def test_envoy_is_not_ready_without_a_referee(tmp_path: Path) -> None:
    with referees(tmp_path, 1) as (one,), gateway(tmp_path, rendered([one.port]), 1) as envoy:
        assert http(envoy.port, "GET", "/ready")[0] == 200
        one.end()
        envoy.wait(healthy=0)
        assert http(envoy.port, "GET", "/ready")[0] == 503


def test_the_service_config_names_the_services_and_methods_there_are() -> None:
    config = json.loads(SERVICE_CONFIG)
    services = {
        service.full_name: set(service.methods_by_name)
        for service in messages.DESCRIPTOR.services_by_name.values()
    }
    for name in (name for method in config["methodConfig"] for name in method["name"]):
        if name["service"] in services:
            assert name.get("method", "JudgeMove") in services[name["service"]]
    assert config["healthCheckConfig"]["serviceName"] in services
    timeouts = {
        name.get("method"): method.get("timeout")
        for method in config["methodConfig"]
        for name in method["name"]
    }
    # A stream may last.
    assert timeouts == {None: "10s", "StreamJudgeMoves": None}


def frames(body: bytes) -> list[tuple[int, bytes]]:
    """Return kind and content of each frame of a gRPC-Web body."""
    found = []
    while body:
        kind, length = unpack("!BI", body[:5])
        assert len(body) >= 5 + length
        found.append((kind, body[5 : 5 + length]))
        body = body[5 + length :]
    return found
