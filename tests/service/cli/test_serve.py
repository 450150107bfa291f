"""The command `serve`, as a process of its own."""

import json
import re
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.service.cli.calling import MOOD, PROGRAM, call, environment, run

PATIENCE = 30.0


class Serving:
    """A server process; its output goes to files, so that it never waits for a reader."""

    def __init__(self, process: "subprocess.Popen[bytes]", folder: Path) -> None:
        self.process = process
        self.folder = folder

    @property
    def out(self) -> str:
        return (self.folder / "out").read_text()

    @property
    def err(self) -> str:
        return (self.folder / "err").read_text()

    @property
    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.err.splitlines()]

    def wait_for(self, text: str) -> str:
        """Wait until the text stands in what was written, and return all of that."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            written = self.out + self.err
            if text in written:
                return written
            assert self.process.poll() is None, written
            time.sleep(0.02)
        raise AssertionError(f"{text!r} is not in {self.out + self.err!r}")

    @property
    def address(self) -> str:
        self.wait_for('"listening"')
        return str(self.log[0]["address"])

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(
    folder: Path,
    *arguments: str,
    listen: str = "127.0.0.1:0",
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
) -> Iterator[Serving]:
    """Start a server that writes to `folder`, and end it afterwards."""
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = subprocess.Popen(
            [PROGRAM, "serve", *arguments, "--listen", listen],
            stdout=out,
            stderr=err,
            env=environment() if env is None else env,
            cwd=cwd,
        )
    try:
        yield Serving(process, folder)
    finally:
        process.kill()
        process.wait(PATIENCE)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_with_status_0(number: int, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert call("words", "quiz", "--server", server.address).status == 0
        assert server.end(number) == 0
        assert server.out == ""
        assert [entry["event"] for entry in server.log] == ["listening", "stopping", "stopped"]
        assert all(entry["level"] == "info" and "timestamp" in entry for entry in server.log)


def test_the_sample_is_judged_over_the_network_and_serving_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path, "--sample") as server:
        written = server.wait_for("Ctrl-C ends it.")
        here = call("judge", MOOD, "5D W...").out
        address = server.address
        assert server.out == f"{here}\nThe referee keeps serving at {address}; Ctrl-C ends it.\n"
        assert "VALID  5D W..." in written
        assert call("words", "quiz", "--server", address).status == 0
        assert server.end(signal.SIGINT) == 0


def test_the_sample_reaches_a_server_on_all_addresses_over_loopback(tmp_path: Path) -> None:
    with serving(tmp_path, "--sample", listen="0.0.0.0:0") as server:
        server.wait_for("Ctrl-C ends it.")
        port = server.address.removeprefix("0.0.0.0:")
        assert f"keeps serving at 127.0.0.1:{port};" in server.out
        assert server.end(signal.SIGTERM) == 0


def test_the_sample_needs_no_word_of_the_lexicon(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("lood\n")
    spec = f"club={tmp_path}/club.txt"
    with serving(tmp_path, "--sample", "--lexicon", spec, "--default-lexicon", "club") as server:
        server.wait_for("Ctrl-C ends it.")
        assert "NOT VALID  5D W..." in server.out
        assert server.end(signal.SIGINT) == 0


def test_the_sample_is_not_sent_through_a_proxy(tmp_path: Path) -> None:
    env = environment(http_proxy="http://127.0.0.1:1", grpc_proxy="http://127.0.0.1:1")
    with serving(tmp_path, "--sample", env=env) as server:
        server.wait_for("Ctrl-C ends it.")


def test_a_taken_port_is_one_clear_sentence_and_status_1() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        outcome = run("serve", "--listen", address)
    assert outcome == (
        1,
        "",
        f"error: cannot listen on {address}: Address already in use; "
        "end what listens there, or choose another one with --listen or --metrics HOST:PORT\n",
    )


def test_a_second_server_on_the_port_fails(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert run("serve", "--listen", server.address).status == 1


def test_lexica_and_rulesets_of_ones_own_are_served(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("lood\n")
    (tmp_path / "house.toml").write_text('id = "house"\nname = "House"\n')
    with serving(
        tmp_path,
        *("--lexicon", f"club={tmp_path}/club.txt", "--default-lexicon", "club"),
        *("--rulesets", str(tmp_path), "--threads", "1"),
    ) as server:
        assert call("words", "lood", "--server", server.address).status == 0
        assert call("words", "lood", "--server", server.address, "--lexicon", "enable").status == 1
        assert call("rulesets", "house", "--server", server.address).status == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--lexicon", "club"), "lexicon 'club' is not of the form ID=PATH"),
        (("--lexicon", "club=/nix/nix"), 'word list "/nix/nix" does not exist; check the path'),
        (("--lexicon", "enable={folder}/club.txt"), "two lexica have the id 'enable'; rename one"),
        (("--default-lexicon", "nix"), "unknown lexicon 'nix'; known: "),
        (("--rulesets", "/nix/nix"), "/nix/nix is no folder of rulesets"),
        (("--rulesets", "{folder}"), "{folder}/bad.toml: "),
    ],
)
def test_a_file_that_is_no_good_is_one_clear_sentence_and_status_1(
    arguments: tuple[str, ...], error: str, tmp_path: Path
) -> None:
    (tmp_path / "club.txt").write_text("lood\n")
    (tmp_path / "bad.toml").write_text("id = 1\n")
    outcome = call("serve", *(argument.format(folder=tmp_path) for argument in arguments))
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"error: {error.format(folder=tmp_path)}")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--listen", "nix"), "--listen takes HOST:PORT"),
        (("--threads", "0"), "Invalid value for '--threads'"),
        (("--threads", "257"), "Invalid value for '--threads'"),
        (("--nix",), "No such option: --nix"),
    ],
)
def test_a_misuse_is_status_2(arguments: tuple[str, ...], error: str) -> None:
    outcome = call("serve", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {error}")


def test_the_examples_of_the_help_start_a_server(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "club.txt").write_text("lood\n")
    found = re.findall(r"^    upwords-referee serve(.*)$", call("serve", "--help").out, re.MULTILINE)
    assert len(found) == 3
    for example in found:
        with serving(tmp_path, *shlex.split(example), cwd=tmp_path) as server:
            assert call("rulesets", "--server", server.address).status == 0
