"""--server: a server is asked instead, and says the same."""

import json
import socket
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager

import grpc
import pytest
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from tests.service.cli.calling import MOOD, call
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli import remote

COMMANDS: dict[str, tuple[tuple[str, ...], bytes]] = {
    "judge": (("judge", MOOD, "5D W..."), b""),
    "judge not valid": (("judge", MOOD, "5D WEED"), b""),
    "judge json": (("judge", MOOD, "5D WEED", "--json"), b""),
    "judge request": (
        ("judge", "--request", "-"),
        json.dumps(
            {
                "customRuleset": {"rows": 2, "columns": 3},
                "board": {"grid": {"letters": "AB...."}},
                "move": {"notation": "C1 A"},
            }
        ).encode(),
    ),
    "judge not understood": (("judge", MOOD, "5D 1"), b""),
    "judge not understood json": (("judge", MOOD, "5D 1", "--rack", "12", "--json"), b""),
    "judge no such lexicon": (("judge", MOOD, "-", "--lexicon", "nix", "--json"), b""),
    "judge pinned digest": (
        ("judge", "--request", "-", "--json"),
        json.dumps({"board": {"notation": MOOD}, "move": {"passTurn": {}}, "rulesetDigest": "0"}).encode(),
    ),
    "inspect": (("inspect", MOOD), b""),
    "inspect not sound": (("inspect", MOOD.replace("M", "(MMM)")), b""),
    "plays": (("plays", MOOD, "--rack", "BDGLPSU"), b""),
    "plays json": (("plays", MOOD, "--rack", "W", "--any", "--json"), b""),
    "challenge": (("challenge", MOOD, "5D W...", "--rule", "penalty 5 per-word"), b""),
    "challenge json": (("challenge", MOOD, "5D L...", "--json"), b""),
    "words": (("words", "quiz", "lood"), b""),
    "words too many": (("words", "-"), b"a\n" * 1001),
    "rulesets": (("rulesets",), b""),
    "ruleset": (("rulesets", "topwords-10x10"), b""),
    "no such ruleset": (("rulesets", "nix", "--json"), b""),
    "lexicons": (("lexicons",), b""),
    "lexicon": (("lexicons", "enable", "--json"), b""),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_server_says_what_the_process_says(name: str, referee_address: str) -> None:
    arguments, stdin = COMMANDS[name]
    here = call(*arguments, stdin=stdin)
    there = call(*arguments, "--server", referee_address, stdin=stdin)
    assert there == here
    assert here.out or here.err


def test_no_server_is_status_3() -> None:
    outcome = call("judge", MOOD, "-", "--server", "127.0.0.1:1")
    assert outcome == (
        3,
        "",
        "error: no referee answers at 127.0.0.1:1: start one there (upwords-referee serve --listen "
        "127.0.0.1:1) or check --server\n",
    )


def test_no_server_is_told_in_json() -> None:
    outcome = call("words", "a", "--json", "--server", "127.0.0.1:1")
    assert outcome.status == 3
    assert json.loads(outcome.out)["error"]["code"] == "UNAVAILABLE"


def test_a_silent_server_is_given_up_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "DEADLINE_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        outcome = call("words", "a", "--server", f"127.0.0.1:{silent.getsockname()[1]}", "--json")
    assert outcome.status == 3
    assert "did not answer within" in outcome.err
    assert json.loads(outcome.out)["error"]["code"] == "DEADLINE_EXCEEDED"


def test_a_proxy_is_not_asked_for_a_server_on_this_machine(
    referee_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("grpc_proxy", "http://127.0.0.1:1")
    assert call("words", "quiz", "--server", referee_address).status == 0


Answer = Callable[[bytes, grpc.ServicerContext], bytes]


@contextmanager
def answering(answer: Answer | None) -> Iterator[str]:
    """Serve a method table in which every method answers so; None: there are no methods."""

    class Every(grpc.GenericRpcHandler):
        def service(self, details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
            return grpc.unary_unary_rpc_method_handler(answer) if answer else None

    server = grpc.server(futures.ThreadPoolExecutor(2))
    server.add_generic_rpc_handlers((Every(),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(0).wait()


def aborting(status: status_pb2.Status) -> Answer:
    def answer(_request: bytes, context: grpc.ServicerContext) -> bytes:
        context.abort_with_status(rpc_status.to_status(status))
        raise AssertionError

    return answer


def test_a_server_that_is_no_referee_is_told_as_such() -> None:
    with answering(None) as address:
        outcome = call("words", "a", "--server", address)
    assert outcome.status == 3
    assert "does not know this question" in outcome.err


def test_an_answer_that_cannot_be_read_is_told_as_such() -> None:
    with answering(lambda _request, _context: b"\xff\xff") as address:
        outcome = call("words", "a", "--server", address)
    assert outcome == (3, "", "error: the answer cannot be read: that is no referee; check --server\n")


def test_a_board_that_cannot_be_read_is_told_as_such() -> None:
    with answering(lambda *_: pb.InspectPositionResponse(notation="x").SerializeToString()) as address:
        outcome = call("inspect", MOOD, "--server", address)
    assert outcome.status == 3
    assert outcome.err.startswith("error: the board of the answer cannot be read: ")


def test_what_a_server_cannot_answer_now_is_told_in_its_words() -> None:
    status = status_pb2.Status(code=code_pb2.UNAVAILABLE, message="the dictionary cannot be reached")
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason="LEXICON_UNREACHABLE"))
    with answering(aborting(status)) as address:
        outcome = call("words", "a", "--json", "--server", address)
    assert outcome.status == 3
    assert outcome.err == "error: the dictionary cannot be reached\n"
    error = json.loads(outcome.out)["error"]
    assert (error["code"], error["details"][0]["reason"]) == ("UNAVAILABLE", "LEXICON_UNREACHABLE")


def test_details_that_contradict_the_status_are_not_believed() -> None:
    def answer(_request: bytes, context: grpc.ServicerContext) -> bytes:
        other = status_pb2.Status(code=code_pb2.INVALID_ARGUMENT, message="other")
        context.set_trailing_metadata((("grpc-status-details-bin", other.SerializeToString()),))
        context.abort(grpc.StatusCode.PERMISSION_DENIED, "keep out")
        raise AssertionError

    with answering(answer) as address:
        outcome = call("words", "a", "--server", address)
    assert outcome == (3, "", f"error: the server at {address} answered PERMISSION_DENIED: keep out\n")


def test_a_server_cannot_steer_the_terminal() -> None:
    status = status_pb2.Status(code=code_pb2.NOT_FOUND, message="a\x1b[2Jb")
    with answering(aborting(status)) as address:
        assert call("words", "a", "--server", address).err == "error: a?[2Jb\n"

    def verdict(_request: bytes, _context: grpc.ServicerContext) -> bytes:
        answer = pb.JudgeMoveResponse(valid=True, notation="\x1b]0;owned\x07")
        answer.provenance.lexicon = "\x1b[31m"
        answer.words.add(text="\x1b[31mRED", status=77, direction=9, start={"row": 1, "column": 99})
        answer.violations.add(rule=99, message="\x1b[5mblink")
        return answer.SerializeToString()

    with answering(verdict) as address:
        outcome = call("judge", MOOD, "-", "--server", address)
    assert outcome.status == 0
    assert "\x1b" not in outcome.out
    assert "\x07" not in outcome.out
    assert "- 99: ?[5mblink" in outcome.out
    assert "?[31mRED  row 2, column 100" in outcome.out
