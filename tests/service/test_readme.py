"""The README is true: its examples are run, and print what it says."""

import contextlib
import io
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
PROGRAM = Path(sys.executable).with_name("upwords-referee")


def examples() -> list[tuple[str, str]]:
    """Return each Python block with the plain block that shows what it prints."""
    found = []
    for (language, code), (next_language, output) in pairwise(BLOCKS):
        if language == "python" and not next_language:
            found.append((code, output))
    return found


@pytest.mark.parametrize(("code", "output"), examples())
def test_a_python_example_prints_what_the_readme_shows(code: str, output: str, referee_address: str) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code.replace("127.0.0.1:50051", referee_address), str(README), "exec"), {})
    assert printed.getvalue() == output


def test_there_is_an_example_for_the_library_and_one_for_grpc() -> None:
    code = "".join(code for code, _ in examples())
    assert "upwords.judge(" in code
    assert "RefereeServiceStub(" in code


def test_the_shell_example_judges_a_valid_move() -> None:
    command = next(code for language, code in BLOCKS if language == "sh" and "judge" in code)
    line = command.strip().replace(".venv/bin/upwords-referee", f"'{PROGRAM}'")
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "WOOD" in done.stdout


def test_the_sample_of_the_run_command_is_shown_as_it_is() -> None:
    sample = next(output for language, output in BLOCKS if not language)
    with subprocess.Popen(
        [PROGRAM, "serve", "--sample", "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout
        wanted = [line.rstrip() for line in sample.strip().splitlines()]
        shown = [server.stdout.readline().rstrip() for _ in wanted]
        server.terminate()
        assert server.wait(timeout=20) == 0
    port = re.compile(r"127\.0\.0\.1:\d+")
    assert [port.sub("ADDRESS", line) for line in shown] == [port.sub("ADDRESS", line) for line in wanted]
