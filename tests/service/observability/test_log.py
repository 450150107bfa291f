"""The lines of the log: their fields, their level, and what is never in them."""

import json
import re
import socket
from pathlib import Path
from unittest.mock import patch

import grpc
import pytest
from structlog.testing import capture_logs

from tests.service.cli.calling import run
from tests.service.observability.asking import HEADER, PARENT, TRACE, ask, observed, page
from tests.service.process.serving import server, soon
from tests.service.questions import judge
from upwords_referee.service.grpc.observation import Observation
from upwords_referee.service.keys import new_key
from upwords_referee.service.referee import RefereeHandlers
from upwords_referee.service.settings.model import Settings


def test_a_call_is_a_line_with_its_fields_and_nothing_else(tmp_path: Path) -> None:
    key = new_key()
    made = run("key", "hash", stdin=key.encode())
    keys = tmp_path / "keys.toml"
    keys.write_text(f'[[keys]]\nname = "club"\nhash = "{made.out.strip()}"\nscopes = ["*"]\n')
    with server(tmp_path, "--log-calls", "--keys", str(keys)) as running:
        with running.channel() as channel:
            bearer = ("authorization", f"Bearer {key}")
            ask(channel, judge(), bearer, (HEADER, "mine"), ("traceparent", PARENT))
            ask(channel, judge(ruleset="x"), bearer)
            ask(channel, judge(), ("authorization", "Bearer wrong"))
            ask(channel, b"", bearer, method="Guess")
        running.wait_for("call", 3)
        first, second, third = running.events("call")
        written = (tmp_path / "server.toml.log").read_text()
    listed = re.findall(
        r"^\| `(\w+)`(?:, `(\w+)`)? \|", page().partition("## The log")[2].partition("## ")[0], re.M
    )
    assert first.keys() == {name for names in listed for name in names if name}
    assert (first["method"], first["code"], first["request_id"], first["trace_id"]) == (
        "JudgeMove",
        "OK",
        "mine",
        TRACE,
    )
    assert (first["peer"], first["key"], first["level"]) == ("127.0.0.1", "club", "info")
    assert 0 < first["seconds"] < 5
    assert (second["code"], "trace_id" in second, len(second["request_id"])) == ("NOT_FOUND", False, 32)
    assert (third["code"], "key" in third) == ("UNAUTHENTICATED", False)
    # Neither the key, nor a wrong one, nor what was asked.
    assert not re.search(f"{key}|Bearer|wrong|MOOD", written)


@pytest.mark.parametrize("level", ["warning", "error"])
def test_lines_below_the_level_are_not_logged(level: str, tmp_path: Path) -> None:
    # The line that tells the port is one of those that are not logged.
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with server(tmp_path, "--log-level", level, "--log-calls", "--listen", address) as running:
        with grpc.insecure_channel(address) as channel:
            soon(lambda: ask(channel, judge()).code is grpc.StatusCode.OK)
        running.process.terminate()
        assert running.process.wait(20) == 0
        assert running.log == []


@pytest.mark.parametrize(
    ("level", "logged"), [("debug", True), ("info", True), ("warning", False), ("error", False)]
)
def test_no_line_is_made_of_a_call_below_the_level(level: str, logged: bool) -> None:
    asked = Settings.model_validate({"log_calls": True, "log_level": level})
    assert Observation.of(asked).log_calls is logged


def test_without_log_calls_a_call_is_no_line(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        with running.channel() as channel:
            ask(channel, judge())
        assert running.events("call") == []


def test_an_internal_error_has_one_id_for_caller_log_and_call() -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    with (
        patch.object(RefereeHandlers, "judge_move", broken),
        observed(Observation(log_calls=True)) as referee,
        capture_logs() as lines,
    ):
        refusal = referee.refusal(judge())
    (trailer,) = [value for name, value in refusal.trailers if name == HEADER]
    assert refusal.code is grpc.StatusCode.INTERNAL
    assert refusal.metadata["request_id"] == trailer
    assert [(line["event"], line["request_id"]) for line in lines] == [
        ("internal error", trailer),
        ("call", trailer),
    ]
    assert "secret" not in json.dumps([refusal.message, refusal.metadata])
