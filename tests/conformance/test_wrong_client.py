"""The command tells a wrong client from a right one; none makes it wait for ever."""

import json
import os
import shlex
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conformance.plain_client import FAULTS, PROGRAMS
from tests.service.cli.calling import Outcome, call

CLIENT = Path(__file__).with_name("plain_client.py")
SERVER = Path(__file__).parents[2] / "server"


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SERVER), str(SERVER.parent)]))


def put(fault: str, *options: str) -> Outcome:
    command = shlex.join([sys.executable, str(CLIENT), fault])
    return call("conformance", "--client", command, *options)


def test_a_right_client_passes_all_that_a_server_does_and_more(referee_address: str, tmp_path: Path) -> None:
    results, report = tmp_path / "results.json", tmp_path / "junit.xml"
    done = put("none", "--target", referee_address, "--results", str(results), "--junit", str(report))
    assert done.status == 0, done.out
    told = json.loads(results.read_text(encoding="utf-8"))
    assert (told["failed"], told["known"], told["fixed"]) == (0, 0, 0)
    assert told["passed"] == len(told["results"])
    assert {result["rule"] for result in told["results"]} >= {"3.9", "batch", "stream", "game", "client"}
    assert ElementTree.parse(report).getroot().attrib["failures"] == "0"


def test_the_server_of_a_client_is_one_of_ours_unless_one_is_named() -> None:
    assert put("none", "--only", "plays-one").out.splitlines()[-1] == "2 passed, 0 failed"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_client_with_one_fault_fails_its_case(referee_address: str, fault: str) -> None:
    done = put(fault, "--target", referee_address, "--only", FAULTS[fault])
    assert done.status == 1
    assert f"FAILED {FAULTS[fault]} " in done.out
    assert done.out.splitlines()[-1] == "1 passed, 1 failed"


PATIENCE = 1.5
SAYS = {
    "reads-nothing": "left a question open for 2 s",
    "writes-without-end": "answers no open question: b'nonsense",
    "writes-no-json": "answers no open question: b'nonsense",
    "writes-a-list": "answers no open question: b'[]",
    "writes-another-id": "nobody-asked",
    "ends-early": "ended with status 3 before it answered",
    "leaves-a-child": "left a question open for 2 s",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_is_no_client_fails_soon_and_is_ended(referee_address: str, program: str) -> None:
    begun = time.monotonic()
    # The questions of batches are larger than a pipe.
    done = put(program, "--target", referee_address, "--only", "batch*", "--patience", str(PATIENCE))
    assert done.status == 1
    assert SAYS[program] in done.out
    assert done.out.splitlines()[-1].startswith("0 passed, ")
    assert time.monotonic() - begun < 60
    assert not running(program)


def running(fault: str) -> list[str]:
    """Return the command lines of plain clients with this fault that still run."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode().split("\0")
        except OSError:
            continue
        if str(CLIENT) in words and fault in words:
            lines.append(" ".join(words))
    return lines


ENDS = {
    "ends-with-status-1": "ended with status 1 at the end of its input",
    "writes-more": "wrote more than was asked",
}


@pytest.mark.parametrize("end", ENDS)
def test_a_program_has_to_end_in_order(referee_address: str, end: str) -> None:
    done = put(end, "--target", referee_address, "--only", "gap-broken")
    assert done.status == 1
    assert "FAILED end-of-input (client)" in done.out
    assert ENDS[end] in done.out
    assert done.out.splitlines()[-1] == "1 passed, 1 failed"


def test_a_program_that_does_not_end_is_ended(referee_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upwords_referee.conformance.program._END_SECONDS", 0.5)
    done = put("does-not-end", "--target", referee_address, "--only", "gap-broken")
    assert done.status == 1
    assert "the program did not end within 0 s of the end of its input" in done.out
    assert not running("does-not-end")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"id": "gap-broken"}', "an answer has a response or an error, not []"),
        ('{"id": "gap-broken", "response": 7}', "a response is a text in base64"),
        ('{"id": "gap-broken", "response": "?"}', "the response is no JudgeMoveResponse"),
        ('{"id": "gap-broken", "response": "/w=="}', "the response is no JudgeMoveResponse"),
        ('{"id": "gap-broken", "error": {}}', "an error has the keys"),
        ('{"id": "gap-broken", "response": "", "error": {}}', "an answer has a response or an error"),
    ],
)
def test_an_answer_that_is_not_of_the_protocol_is_told(
    referee_address: str, tmp_path: Path, line: str, fault: str
) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"input()\nprint({line!r}, flush=True)\n", encoding="utf-8")
    command = shlex.join([sys.executable, str(program)])
    done = call("conformance", "--client", command, "--target", referee_address, "--only", "gap-broken")
    assert done.status == 1
    assert fault in done.out
