"""The machine: who runs on which CPU, and what a table must say about where it was made."""

import os
import platform
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.build import TOLD
from upwords_referee.library.engine import engine

_ROOT = Path(__file__).resolve().parent.parent


def pin_client() -> bool:
    """Keep this process and those it starts on CPU 1; False where that cannot be done."""
    return _pin({1})


@contextmanager
def on_server_cpu() -> Iterator[None]:
    """Start processes on CPU 0: they inherit it from the thread that starts them."""
    with _on({0}):
        yield


@contextmanager
def on_all_cpus() -> Iterator[None]:
    """Let this thread, and the processes that it starts, run on any CPU."""
    with _on(set(range(os.cpu_count() or 1))):
        yield


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process has used, its threads included; 0 where /proc is not there."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load() -> str:
    """Return how busy the machine has been, over 1, 5 and 15 minutes."""
    return "{:.2f} {:.2f} {:.2f}".format(*os.getloadavg())


def describe() -> dict[str, str]:
    """Return the machine and the versions that matter."""
    packages = {name: _version(name) for name in ("upwords-referee", "grpcio", "protobuf")}
    return {
        "machine": f"{_processor()}, {os.cpu_count()} CPUs, {platform.system()} {platform.release()}",
        "load": load(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **packages,
        "engine": TOLD[engine()],
        "commit": _commit(),
    }


@contextmanager
def _on(cpus: set[int]) -> Iterator[None]:
    """Run on these CPUs for a while, if that can be done."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    _pin(cpus)
    try:
        yield
    finally:
        _pin(before)


def _pin(cpus: set[int]) -> bool:
    if not hasattr(os, "sched_setaffinity") or (os.cpu_count() or 1) < 2:
        return False
    try:
        os.sched_setaffinity(0, cpus)
    except OSError:
        return False
    return True


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    """Return the commit with "+" if there are changes on top of it."""
    command = [
        "git",
        "--no-optional-locks",
        "-C",
        str(_ROOT),
        "describe",
        "--always",
        "--dirty=+",
        "--exclude=*",
    ]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
