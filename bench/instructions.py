"""How many instructions works take, against a baseline: `python -m bench.instructions [--update]`.

Unlike seconds they hardly depend on the machine's load, so that every run of the tests sees a loss of speed.
Counted by valgrind, on both builds of the engine; exits with 1 if a work takes clearly more than it did.
"""

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from bench.build import environment, has_both
from bench.inside import BATCH, FIND, JUDGE
from bench.report import table
from upwords_referee.library.engine import COMPILED, PURE

TIMES: Mapping[str, int] = {JUDGE: 300, BATCH: 1, FIND: 5}
"""How often each work is done: so often that what is done once does not count."""

LOSS = 0.15
"""By how much a count may grow; libraries and processors make a few hundredths."""

_ROOT = Path(__file__).resolve().parent.parent
_BASELINE = Path(__file__).with_name("instructions.json")
_COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")
_SECONDS = 300

Counts = dict[str, dict[str, int]]
"""Instructions each time, by build and work."""


def main() -> None:
    """Count, compare, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.instructions", description=__doc__)
    parser.add_argument("--update", action="store_true", help="make what is counted the baseline")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind, which counts, is not installed. On Debian: apt-get install valgrind")
    counts = {build: count(build) for build in ([PURE, COMPILED] if has_both() else [PURE])}
    python = ".".join(platform.python_version_tuple()[:2])
    if options.update:
        _BASELINE.write_text(json.dumps({"python": python, "counts": counts}, indent=1) + "\n", "utf-8")
    baseline = json.loads(_BASELINE.read_text("utf-8"))
    if baseline["python"] != python:
        print(f"The baseline is of Python {baseline['python']}, this is {python}: nothing is compared.")
        baseline = {"counts": {}}
    lines, lost = compared(counts, baseline["counts"])
    print(table(["build", "work", "instructions", "baseline", "change"], lines))
    if lost:
        sys.exit("Slower than the baseline: " + "; ".join(lost) + ". If it must be: --update.")


def count(build: str) -> dict[str, int]:
    """Return the instructions of each work of a build, each time it is done."""
    nothing = _instructions(build, "")
    return {
        work: (_instructions(build, f"{times} {work}\n") - nothing) // times for work, times in TIMES.items()
    }


def compared(counts: Counts, baseline: Counts) -> tuple[list[list[str]], list[str]]:
    """Return the lines of the table, and what takes more than it may."""
    lines, lost = [], []
    for build, works in counts.items():
        for work, found in works.items():
            before = baseline.get(build, {}).get(work)
            change = found / before - 1 if before else 0.0
            told = f"{change:+.1%}" if before else ""
            lines.append([build, work, f"{found:,}", f"{before:,}" if before else "none", told])
            if change > LOSS:
                lost.append(f"{work}, {build}: {told}")
    return lines, lost


def _instructions(build: str, lines: str) -> int:
    """Return the instructions of a process that does what the lines say."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*command, sys.executable, "-m", "bench.inside"],
        cwd=_ROOT,
        # The order of sets, and so what is done, would differ from run to run.
        env={**environment(build), "PYTHONHASHSEED": "0"},
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=_SECONDS,
    )
    counted = _COUNTED.search(done.stderr)
    if done.returncode or counted is None:
        raise RuntimeError(f"the work {lines.strip()!r} could not be counted:\n{done.stderr}")
    return int(counted[1].replace(",", ""))


if __name__ == "__main__":
    main()
