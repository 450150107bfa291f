"""The README's programs run, and print what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("code", PROGRAMS)
def test_a_program_prints_what_the_readme_says(code: str, target: str) -> None:
    command = [sys.executable, "-c", code, target]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "True, 5 points\n", done.stderr
    assert "`True, 5 points`" in README


def test_there_is_a_program_for_threads_and_one_for_asyncio() -> None:
    assert len(PROGRAMS) == 2
