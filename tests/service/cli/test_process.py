"""The program `upwords-referee` as the shell sees it."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.cli.calling import MOOD, PROGRAM, call, run
from upwords_referee.library.engine import engine
from upwords_referee.version import __version__

WITH_FILES = ("serve", "game", "board")
COMMANDS = (*WITH_FILES, "judge", "inspect", "plays", "challenge", "words", "rulesets", "lexicons")
WITHOUT_COLOUR_SETTINGS = {
    name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
}


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("judge", MOOD, "5D W..."), 0),
        (("judge", MOOD, "5D L..."), 1),
        (("judge", MOOD, "nix"), 2),
        (("judge", MOOD, "-", "--server", "127.0.0.1:1"), 3),
    ],
)
def test_the_exit_status_tells_the_verdict(arguments: tuple[str, ...], status: int) -> None:
    outcome = run(*arguments)
    assert outcome.status == status
    assert bool(outcome.out) == (status < 2)
    assert bool(outcome.err) == (status >= 2)


def test_the_version_is_printed() -> None:
    assert call("--version") == (0, f"upwords-referee {__version__}, engine {engine()}\n", "")


def test_no_command_and_an_unknown_one_are_not_understood() -> None:
    assert call() == (2, "", "error: name a command; upwords-referee --help lists them\n")
    outcome = call("juge")
    assert outcome.status == 2
    assert outcome.err.startswith("error: No such command 'juge'. Did you mean 'judge'?")


def examples(command: str) -> Iterator[str]:
    lines = call(command, "--help").out.splitlines()
    for line in lines[lines.index("  Examples:") :]:
        if "upwords-referee" in line and line.startswith("    "):
            yield line.strip()


@pytest.mark.parametrize("command", COMMANDS[len(WITH_FILES) :])
def test_the_examples_of_the_help_work(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    found = list(examples(command))
    assert len(found) >= 3
    for example in found:
        if "|" in example:
            path = f"{Path(PROGRAM).parent}:{os.environ['PATH']}"
            subprocess.run(["sh", "-c", example], check=True, env={**os.environ, "PATH": path}, timeout=60)
            assert "QUIET  acceptable" in capfd.readouterr().out
            continue
        _, *arguments = shlex.split(example)
        outcome = call(*arguments)
        assert outcome.status in (0, 1), (example, outcome)
        assert outcome.out
        assert outcome.err == ""
        assert len(example) <= 76


def test_the_help_of_the_program_has_examples_that_work() -> None:
    out = call("--help").out
    found = re.findall(r"^    upwords-referee (.*)$", out, re.MULTILINE)
    assert len(found) == 2
    for example in found:
        assert call(*shlex.split(example)).status == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    outcome = call(command, "--help")
    assert (outcome.status, outcome.err) == (0, "")
    assert "Exit status: 0 " in outcome.out or command in ("rulesets", "lexicons")


def test_judging_here_does_not_import_grpc() -> None:
    code = (
        "import sys; from upwords_referee.cli.main import main; "
        f"main(['judge', {MOOD!r}, '-']); print('grpc' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout.decode().splitlines()[-1] == "False"


# Where the output goes.


def shell(command: str, **more: str) -> tuple[int, str, str]:
    """Run a command line of bash; `$P` is the program and `$B` a board."""
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        env={**os.environ, "P": PROGRAM, "B": MOOD, **more},
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("json", ["", "--json"])
@pytest.mark.parametrize(("move", "status"), [("W...", 0), ("L...", 1)])
def test_a_reader_that_goes_away_changes_no_exit_status(json: str, move: str, status: int) -> None:
    # The reader is gone before anything is written, so that every write fails.
    outcome = shell(f'{{ sleep 0.1; $P judge $B "5D {move}" {json}; }} | true')
    assert outcome == (status, "", "")


def test_the_help_may_be_cut_short() -> None:
    status, out, err = shell("$P judge --help | head -1")
    assert (status, out.split()[:2], err) == (0, ["Usage:", "upwords-referee"], "")


def test_closed_streams_change_no_exit_status() -> None:
    assert shell('$P judge $B "5D L..." >&-') == (1, "", "")
    assert shell('$P judge $B "5D L..." --json >&-') == (1, "", "")
    assert shell("$P judge $B nix 2>&-") == (2, "", "")
    assert shell("$P words - <&-")[0] in (0, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("json", ["", "--json"])
def test_a_full_disk_is_told_without_a_trace(json: str) -> None:
    status, _, err = shell(f'$P judge $B "5D W..." {json} >/dev/full')
    assert status == 3
    assert err == "error: the answer cannot be written (No space left on device); check where it goes\n"


def test_an_argument_that_is_not_utf_8_is_told_by_its_number() -> None:
    outcome = run("words", b"caf\xe9")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "error: argument 2 is not UTF-8: 'caf\\udce9'\n"


def test_letters_that_the_output_cannot_show_are_escaped() -> None:
    outcome = run("words", "été", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert outcome.status == 1
    assert "\\xc9T\\xc9" in outcome.out


def in_terminal(**env: str) -> str:
    """Return what the program writes to a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [PROGRAM, "judge", MOOD, "5D W..."],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**WITHOUT_COLOUR_SETTINGS, "TERM": "xterm-256color", **env},
    ) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:
                break
            if not part:
                break
            written += part
        process.wait(timeout=60)
    os.close(ours)
    return written.decode()


def test_a_terminal_shows_played_tiles_bold_and_the_verdict_in_colour() -> None:
    written = in_terminal()
    assert "\x1b[1m[W2]\x1b[0m" in written
    assert "\x1b[1;32mVALID\x1b[0m" in written


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_that_wants_no_colour_gets_none(env: dict[str, str]) -> None:
    written = in_terminal(**env)
    assert "VALID" in written
    assert "\x1b" not in written


def test_a_pipe_gets_no_colour() -> None:
    outcome = run("judge", MOOD, "5D W...", env={**WITHOUT_COLOUR_SETTINGS, "TERM": "xterm-256color"})
    assert "\x1b" not in outcome.out


def test_a_narrow_terminal_shows_the_boards_one_below_the_other() -> None:
    outcome = run("judge", MOOD, "5D W...", env={**os.environ, "COLUMNS": "60"})
    lines = outcome.out.splitlines()
    assert lines[0] == "before"
    assert lines[13] == "after"
    assert max(map(len, lines[:25])) <= 60


def test_a_fault_of_ours_is_told_by_its_id_and_logged_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("upwords_referee.cli.words.show_table", fail)
    outcome = call("words", "quiz", "--json")
    assert outcome.status == 0
    outcome = call("words", "quiz")
    assert outcome.status == 3
    log, error = outcome.err.splitlines()
    id = json.loads(log)["request_id"]
    assert error == f"error: internal error, request {id}"
    assert "RuntimeError: secret" in json.loads(log)["exception"]


def test_a_missing_file_of_ours_is_no_failed_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        Path("/nix/nix").read_bytes()

    monkeypatch.setattr("upwords_referee.cli.words.show_table", fail)
    outcome = call("words", "quiz")
    assert outcome.status == 3
    assert outcome.err.splitlines()[-1].startswith("error: internal error, request ")
