"""A client made from the first published image of the contract still gets right answers."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import grpc
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, duration_pb2, json_format, message_factory
from google.protobuf.descriptor import MethodDescriptor
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from upwords_referee.conformance.answers import render_error
from upwords_referee.conformance.comparing import compare
from upwords_referee.conformance.vectors import Vector, load

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "protos" / "published.binpb"

# Written by a user of the first version, as its README of then said.
PROGRAM = """
import json, sys
import grpc
from grpc_status import rpc_status
from google.rpc import error_details_pb2
from upwords.referee.v1 import board_pb2, lexicon_service_pb2, lexicon_service_pb2_grpc, move_pb2
from upwords.referee.v1 import position_pb2, referee_service_pb2, referee_service_pb2_grpc, verdict_pb2

channel = grpc.insecure_channel(sys.argv[1])
referee = referee_service_pb2_grpc.RefereeServiceStub(channel)
words = lexicon_service_pb2_grpc.LexiconServiceStub(channel)
request = referee_service_pb2.JudgeMoveRequest(rack="AEINRSW", bag_count=9, include_position=True)
request.board.grid.letters = "." * 40 + "...MOOD..." + "." * 50
request.move.play.placements.add(row=4, column=3, tile="W")
verdict = referee.JudgeMove(request, timeout=20)
weed = move_pb2.Move(notation="5D WEED")
refused = referee.JudgeMove(referee_service_pb2.JudgeMoveRequest(board=request.board, move=weed), timeout=20)
batch = referee.BatchJudgeMoves(
    referee_service_pb2.BatchJudgeMovesRequest(board=request.board, requests=[{"move": {"notation": "x"}}]),
    timeout=20,
)
board = board_pb2.Board(notation="10/10/10/10/4(AA)5/10/10/10/10/10")
position = referee.InspectPosition(referee_service_pb2.InspectPositionRequest(board=board), timeout=20)
try:
    referee.GetRuleset(referee_service_pb2.GetRulesetRequest(id="chess"), timeout=20)
    code, reason = "", ""
except grpc.RpcError as error:
    info = error_details_pb2.ErrorInfo()
    status = rpc_status.from_call(error)
    code, reason = error.code().name, [info.reason for detail in status.details if detail.Unpack(info)]
rulesets = referee.ListRulesets(referee_service_pb2.ListRulesetsRequest(), timeout=20).rulesets
print(json.dumps({
    "valid": verdict.valid,
    "score": verdict.score,
    "words": [word.text for word in verdict.words],
    "heights": verdict.position.grid.heights[40:50],
    "rules": [verdict_pb2.Rule.Name(violation.rule) for violation in refused.violations],
    "error": batch.results[0].error.code,
    "findings": [position_pb2.FindingKind.Name(finding.kind) for finding in position.findings],
    "rulesets": [each.id for each in rulesets],
    "columns": referee.GetRuleset(referee_service_pb2.GetRulesetRequest(id="classic-8x8")).ruleset.columns,
    "quiz": words.CheckWords(lexicon_service_pb2.CheckWordsRequest(words=["quiz"])).all_acceptable,
    "lexicon": words.GetLexicon(lexicon_service_pb2.GetLexiconRequest(id="enable")).lexicon.id,
    "code": code,
    "reason": reason,
}))
"""


def test_code_generated_from_the_first_image_asks_and_is_answered(
    referee_address: str, tmp_path: Path
) -> None:
    files = [file for file in image().file if file.name.startswith("upwords/")]
    generate = [sys.executable, "-m", "grpc_tools.protoc", f"--descriptor_set_in={IMAGE}"]
    outputs = [f"--python_out={tmp_path}", f"--grpc_python_out={tmp_path}"]
    subprocess.run([*generate, *outputs, *(file.name for file in files)], check=True, timeout=60)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    # Nothing of the repository is on its path, only what was generated beside it.
    done = subprocess.run(
        [sys.executable, str(program), referee_address],
        env={"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout) == {
        "valid": True,
        "score": 5,
        "words": ["WOOD"],
        "heights": "0002111000",
        "rules": ["RULE_SAME_LETTER", "RULE_COVERS_WHOLE_WORD"],
        "error": 3,
        "findings": ["FINDING_KIND_SAME_LETTER", "FINDING_KIND_LONE_TILE"],
        "rulesets": ["classic-8x8", "standard-10x10", "topwords-10x10"],
        "columns": 8,
        "quiz": True,
        "lexicon": "enable",
        "code": "NOT_FOUND",
        "reason": ["UNKNOWN_RULESET"],
    }


def image() -> descriptor_pb2.FileDescriptorSet:
    return descriptor_pb2.FileDescriptorSet.FromString(IMAGE.read_bytes())


class FirstClient:
    """A client whose messages are those of the first image."""

    def __init__(self) -> None:
        self.pool = descriptor_pool.DescriptorPool()
        for file in image().file:
            self.pool.Add(file)
        # The details of errors come from a package of their own.
        for detail in (duration_pb2, error_details_pb2):
            self.pool.AddSerializedFile(detail.DESCRIPTOR.serialized_pb)

    def method(self, path: str) -> MethodDescriptor | None:
        """Return a method, None if the first image does not have it."""
        service, name = path.split("/")
        found: Any = self.pool.FindServiceByName(service)
        return cast(MethodDescriptor | None, found.methods_by_name.get(name))

    def request(self, vector: Vector) -> bytes | None:
        """Return a vector's request, None if the first contract cannot say it."""
        method = self.method(vector.method)
        if method is None:
            return None
        message: Any = message_factory.GetMessageClass(method.input_type)()
        try:
            json_format.ParseDict(vector.request, message, descriptor_pool=self.pool)
        except json_format.ParseError:
            return None
        return cast(bytes, message.SerializeToString())

    def answer(self, channel: grpc.Channel, vector: Vector, request: bytes) -> dict[str, Any]:
        """Return the answer as the first contract reads it."""
        method = self.method(vector.method)
        assert method
        kind: Any = message_factory.GetMessageClass(method.output_type)
        call: Any = channel.unary_unary(f"/{vector.method}")
        try:
            response = kind.FromString(call(request, timeout=20))
        except grpc.RpcError as error:
            status = rpc_status.from_call(cast(grpc.Call, error))
            assert status is not None
            return {"error": render_error(status)}
        shown = json_format.MessageToDict(
            response, always_print_fields_with_no_presence=True, descriptor_pool=self.pool
        )
        return {"response": with_errors(shown)}


def with_errors(value: Any) -> Any:
    """Show every status in an answer as vectors name errors."""
    if isinstance(value, list):
        return [with_errors(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"code", "message", "details"}:
        return render_error(json_format.ParseDict(value, status_pb2.Status()))
    return {key: with_errors(item) for key, item in value.items()}


CLIENT = FirstClient()
ASKED = {vector.id: vector for vector in load() if CLIENT.request(vector) is not None}


@pytest.fixture(scope="module")
def channel(referee_address: str) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(referee_address) as opened:
        yield opened


def test_the_first_client_can_ask_nearly_all_that_there_was_to_ask() -> None:
    asked = {vector.method for vector in ASKED.values()}
    methods = {
        f"{service.full_name}/{method}"
        for file in ("referee_service", "lexicon_service")
        for service in CLIENT.pool.FindFileByName(
            f"upwords/referee/v1/{file}.proto"
        ).services_by_name.values()
        for method in service.methods_by_name
    }
    assert methods - asked == {"upwords.referee.v1.LexiconService/ListLexicons"}
    assert len(ASKED) > 530


@pytest.mark.parametrize("id", ASKED)
def test_the_first_client_is_answered_as_the_rules_do(channel: grpc.Channel, id: str) -> None:
    vector = ASKED[id]
    request = CLIENT.request(vector)
    assert request is not None
    answer = CLIENT.answer(channel, vector, request)
    assert compare(known(vector), answer) == []


def known(vector: Vector) -> Vector:
    """Return the vector without fields that only a later client can see."""
    method = CLIENT.method(vector.method)
    assert method
    if "error" in vector.expected:
        return vector
    return replace(vector, expected={"response": fields_of(method.output_type, vector.expected["response"])})


def fields_of(kind: Any, value: Any) -> Any:
    if isinstance(value, list):
        return [fields_of(kind, item) for item in value]
    if not isinstance(value, dict) or kind is None or kind.full_name == "google.rpc.Status":
        return value
    known = {field.json_name: field for field in kind.fields}
    return {key: fields_of(known[key].message_type, item) for key, item in value.items() if key in known}
