"""The command `conformance`: its options, what it writes, and its exit statuses."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conformance.proxy import serving
from tests.conformance.test_wrong_server import WrongServer, empty
from tests.service.cli.calling import call, run
from upwords_referee.conformance.vectors import load

FREE_PORT = "127.0.0.1:1"


def test_our_own_server_passes_everything(referee_address: str) -> None:
    done = run("conformance", "--target", referee_address)
    total = len(load())
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1] == f"{total} passed, 0 failed"
    assert done.out.splitlines()[0].split() == ["rule", "passed", "failed"]


def test_a_pattern_selects_by_section_and_the_table_has_no_others(referee_address: str) -> None:
    done = call("conformance", "--target", referee_address, "--only", "3.9")
    assert [line.split()[0] for line in done.out.splitlines()[1:-1]] == ["3.9"]


def test_results_are_printed_as_json_and_written_to_a_file(referee_address: str, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    options = ("--target", referee_address, "--only", "gap-*", "--results", str(file))
    printed = json.loads(call("conformance", *options, "--json").out)
    assert printed == json.loads(file.read_text(encoding="utf-8"))
    assert (printed["passed"], printed["failed"]) == (len(load("gap-*")), 0)
    assert printed["results"][0] == {
        "id": load("gap-*")[0].id,
        "group": "rules",
        "rule": load("gap-*")[0].rule,
        "outcome": "passed",
        "faults": [],
        "known": None,
    }


@pytest.fixture
def known(tmp_path: Path) -> Path:
    file = tmp_path / "known.txt"
    file.write_text(
        "# of a server that answers nothing\n\ngap-broken  # it reads no gaps\n", encoding="utf-8"
    )
    return file


def test_a_known_failure_is_told_and_fails_nothing(known: Path, tmp_path: Path) -> None:
    report = tmp_path / "junit.xml"
    options = ("--only", "gap-broken", "--known-failures", str(known), "--junit", str(report))
    with serving(WrongServer(lambda kind: kind(valid=True))) as address:
        done = call("conformance", "--target", address, *options)
    assert done.status == 0
    assert "known failure gap-broken (3.3): it reads no gaps" in done.out
    assert done.out.splitlines()[-1] == "0 passed, 0 failed, 1 known"
    suite = ElementTree.parse(report).getroot()
    assert (suite.attrib["skipped"], suite.attrib["failures"]) == ("1", "0")


def test_a_known_failure_that_passes_has_to_leave_the_list(referee_address: str, known: Path) -> None:
    options = ("--only", "gap-broken", "--known-failures", str(known))
    done = call("conformance", "--target", referee_address, *options)
    assert done.status == 1
    assert "PASSES NOW gap-broken (3.3): take it from the known failures (it reads no gaps)" in done.out
    assert done.out.splitlines()[-1] == "0 passed, 0 failed, 1 fixed"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no-such-vector  # why", "line 1: there is no vector or case 'no-such-vector'"),
        ("gap-broken", "say why 'gap-broken' fails"),
        ("gap-broken  # a\ngap-broken  # b", "line 2: 'gap-broken' stands there twice"),
    ],
)
def test_a_list_of_known_failures_has_to_be_right(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "known.txt"
    file.write_text(text, encoding="utf-8")
    done = call("conformance", "--target", FREE_PORT, "--known-failures", str(file))
    assert done.status == 2
    assert said in done.err


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        ([], 2, "name a server with --target, a client with --client, or both"),
        (["--target", "nowhere"], 2, "--target"),
        (["--target", FREE_PORT, "--only", "no-such-vector"], 2, "no vector matches 'no-such-vector'"),
        (["--target", FREE_PORT, "--known-failures", "/no/such/file"], 2, "cannot be read"),
        (["--client", "'unclosed"], 2, "is no command"),
        (["--client", " "], 2, "--client takes a command"),
        (["--client", "x", "--patience", "0"], 2, "--patience"),
        (["--client", "/no/such/program", "--only", "client"], 3, "the client cannot be started"),
    ],
)
def test_what_cannot_be_done_is_said(options: list[str], status: int, said: str) -> None:
    done = call("conformance", *options)
    assert done.status == status
    assert said in done.err
    assert done.out == ""


def test_a_server_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upwords_referee.conformance.run.DEADLINE_SECONDS", 0.2)
    done = call("conformance", "--target", FREE_PORT)
    assert done.status == 3
    assert "did not answer within" in done.err


def test_results_that_cannot_be_written_are_said(referee_address: str) -> None:
    options = ("--target", referee_address, "--only", "gap-broken", "--junit", "/no/such/folder/junit.xml")
    done = call("conformance", *options)
    assert done.status == 3
    assert "cannot be written" in done.err


def test_a_server_that_answers_nothing_fails() -> None:
    with serving(WrongServer(empty)) as address:
        assert call("conformance", "--target", address, "--only", "plays").status == 1


def test_help_tells_options_and_exit_statuses() -> None:
    told = " ".join(call("conformance", "--help").out.split())
    for words in ("--target", "--client", "--known-failures", "--junit", "--patience", "Exit status: 0"):
        assert words in told
