"""What can be missing, and what the peers' process may answer; no Node is needed."""

import json
import sys
from pathlib import Path

import pytest

from bench.peers import __main__ as command
from bench.peers import install as installing
from bench.peers.install import Installed, install, installed, wanted
from bench.peers.missing import PeersMissingError
from bench.peers.neutral import neutral
from bench.peers.peer import Search, Verdict, peer
from upwords_referee.rules.board import Board

ANSWERS = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({
        "load": {
            "node": "v20.0.0",
            "verdicts": [[{"points": 7, "error": ""}], []],
            "found": [
                None,
                {"listed": 3, "plays": [{"placements": [[4, 5, "B"], [4, 4, "A"]], "points": 9}]},
            ],
        },
        "judge": {"seconds": 0.5, "points": 7},
        "find": {"error": "TypeError: no rack"},
    }[asked["do"]]), flush=True)
"""


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.mark.parametrize(("there", "missing"), [([], "node"), (["node"], "npm")])
def test_a_missing_program_is_named(programs: Path, tmp_path: Path, there: list[str], missing: str) -> None:
    for name in there:
        program(programs, name, "echo v20.1.0")
    with pytest.raises(PeersMissingError, match=rf"^{missing} is not installed; .* Node\.js 20 or later"):
        install(tmp_path / "home")
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(("said", "told"), [("v18.19.1", "node is v18.19.1"), ("", "node is broken")])
def test_a_node_that_is_too_old_is_told(programs: Path, tmp_path: Path, said: str, told: str) -> None:
    program(programs, "npm", "exit 0")
    program(programs, "node", f"echo {said}")
    with pytest.raises(PeersMissingError, match=f"{told}; the comparison needs 20 or later"):
        install(tmp_path)


def test_a_failed_installation_tells_what_npm_said(programs: Path, tmp_path: Path) -> None:
    program(programs, "node", "echo v22.0.0")
    program(programs, "npm", "echo no network >&2; exit 7")
    with pytest.raises(PeersMissingError, match=r"exit code 7.*:\nno network"):
        install(tmp_path)


def test_an_installation_of_nothing_is_told(programs: Path, tmp_path: Path) -> None:
    program(programs, "node", "echo v22.0.0")
    program(programs, "npm", "exit 0")
    with pytest.raises(PeersMissingError, match="npm installed nothing in place of upwords-solver"):
        install(tmp_path)


def test_what_is_there_in_its_version_is_not_installed_again(programs: Path, tmp_path: Path) -> None:
    program(programs, "node", "echo v22.0.0")
    program(programs, "npm", "exit 1")
    for name, version in wanted().items():
        folder = tmp_path / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"version": version}))
    assert installed(tmp_path, wanted()) == wanted()
    there = install(tmp_path)
    assert (tmp_path / there.command[1]).is_file()


def test_the_versions_are_exact() -> None:
    described = json.loads((Path(installing.__file__).parent / "node" / "package.json").read_text())
    assert described["private"]
    assert described["type"] == "module"
    assert all(version.replace(".", "").isdigit() for version in described["dependencies"].values())


def test_the_command_says_what_is_missing(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench.peers"])
    monkeypatch.setattr(command, "pin_client", lambda: False)
    with pytest.raises(SystemExit, match=r"^error: node is not installed"):
        command.main()


def stand_in(tmp_path: Path, script: str) -> Installed:
    (tmp_path / "answers.py").write_text(script)
    return Installed(tmp_path, [sys.executable, "answers.py"], {})


def test_the_answers_are_read(tmp_path: Path) -> None:
    with peer(stand_in(tmp_path, ANSWERS)) as theirs:
        loaded = theirs.load(tmp_path, [neutral(Board.empty(10, 10))])
        assert loaded.verdicts == [[Verdict(7, "")], []]
        assert loaded.searches == [None, Search(3, [(((4, 4, "A"), (4, 5, "B")), 9)])]
        assert theirs.judge(1) == (0.5, 7)


def test_an_error_of_the_peers_is_told(tmp_path: Path) -> None:
    with peer(stand_in(tmp_path, ANSWERS)) as theirs, pytest.raises(RuntimeError, match="TypeError: no rack"):
        theirs.find(0, 1)


def test_an_end_of_the_process_is_told(tmp_path: Path) -> None:
    with (
        peer(stand_in(tmp_path, "input()")) as theirs,
        pytest.raises(RuntimeError, match="ended without an answer"),
    ):
        theirs.judge(1)
