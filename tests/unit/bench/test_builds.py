"""Processes of a given build."""

import os
import signal

import pytest

from bench.build import environment, has_both
from bench.client import ask
from bench.inside import WORKS, inside
from bench.process import referee
from bench.target import build_calls, targets
from upwords_referee.library.engine import PURE, engine


def test_the_environment_names_the_build() -> None:
    assert environment() == dict(os.environ)
    assert environment(PURE)["PYTHONPATH"].endswith("server")


def test_a_process_works_without_a_transport() -> None:
    with inside(PURE) as process:
        assert all(process.run(name, 1) > 0 for name in WORKS)


def test_a_server_of_a_build_is_that_build() -> None:
    calls = build_calls()
    with targets([f"sync2+{PURE}"], [calls.judge]) as running:
        ask(running[f"sync2+{PURE}"].address, calls.judge)


@pytest.mark.skipif(has_both(), reason="there is a compiled build")
def test_a_build_that_is_not_there_is_told() -> None:
    assert engine() == PURE
    with pytest.raises(RuntimeError, match="has loaded the build pure"), targets(["sync2+compiled"], []):
        pass


def test_the_real_server_is_up_once_it_has_answered() -> None:
    judge = build_calls().judge
    with referee(judge, workers=2) as server:
        assert 0 < server.seconds < 30
        assert len(server.pids()) == 3
        ask(server.address, judge)
    for pid in server.pids():
        with pytest.raises(ProcessLookupError):
            os.kill(pid, signal.SIG_DFL)
