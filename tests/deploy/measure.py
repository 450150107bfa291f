"""Print the figures of docs/operating.md: .venv/bin/python -m tests.deploy.measure; one minute."""

import re
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from typing import Any

from tests.deploy.gateway import channel, gateway, referees, rendered
from tests.deploy.load import load, referee_stub, wood
from tests.service.dictionaries.valkey import until

_CALLS = 5_000


def main() -> None:
    """Start processes on this machine, measure, and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _measure_calls(folder)
        for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):
            _measure_failure(folder, number)


def _measure_calls(folder: Path) -> None:
    started = time.monotonic()
    with referees(folder, 1) as (referee,):
        print(f"start until it listens: {time.monotonic() - started:.1f} s")
        with gateway(folder, rendered([referee.port]), 1) as envoy:
            for what, address in (("direct", referee.address), ("through Envoy", envoy.address)):
                with channel(address) as caller:
                    print(f"JudgeMove {what}, one in flight: {_times(referee_stub(caller).JudgeMove)}")
            print(f"memory (RSS): referee {_memory(referee.pid)} MB, Envoy {_memory(envoy.pid)} MB")


def _measure_failure(folder: Path, number: signal.Signals) -> None:
    with (
        referees(folder, 3) as running,
        gateway(folder, rendered([one.port for one in running]), 3) as envoy,
        channel(envoy.address) as caller,
        load(caller) as calls,
    ):
        calls.slowest = 0
        struck = time.monotonic()
        running[0].signal(number)
        envoy.wait(healthy=2)
        found = time.monotonic() - struck
        until(lambda: time.monotonic() > struck + 7, "7 seconds", 10)
    print(
        f"{number.name}: out of use after {found:.1f} s, slowest call {calls.slowest:.2f} s, "
        f"{dict(calls.outcomes)}"
    )


def _times(judge: Callable[..., Any]) -> str:
    request = wood()
    times = []
    for _ in range(_CALLS):
        started = time.perf_counter()
        judge(request)
        times.append(1000 * (time.perf_counter() - started))
    cuts = quantiles(times, n=100)
    return f"p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms"


def _memory(pid: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) // 1024


if __name__ == "__main__":
    main()
