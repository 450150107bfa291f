"""The plain HTTP port: whether the process lives, whether it serves, and its metrics."""

import signal
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.service.cli.calling import run
from tests.service.dictionaries.valkey import valkey
from tests.service.process.serving import health, server, soon


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_draining_server_lives_and_is_not_ready(workers: str, tmp_path: Path) -> None:
    with server(tmp_path, "--workers", workers, "--drain-seconds", "1.5") as running:
        assert running.ask("/livez") == (200, "alive\n")
        assert running.ask("/readyz") == (200, "serving\n")
        assert running.metric("upwords_draining") == 0
        running.signal(signal.SIGTERM)
        soon(lambda: running.ask("/readyz") == (503, "draining\n"), 1)
        assert running.ask("/livez") == (200, "alive\n")
        assert running.metric("upwords_draining") == 1
        assert running.process.wait(5) == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_whose_redis_is_gone_lives_and_serves(workers: str, tmp_path: Path) -> None:
    with valkey() as redis:
        cached = '[lexicons.enable]\nsource = "builtin"\ncache = "always"\n'
        settings = f'redis = "redis://127.0.0.1:{redis.port}"\n{cached}'
        with server(tmp_path, "--workers", workers, settings=settings) as running:
            words = ("words", "quiz", "--server", running.address)
            # Each worker talks to Redis by itself, though the lexicon was opened before it was there.
            assert all(run(*words).status == 0 for _ in range(2))
            with redis.client() as admin:
                soon(lambda: admin.keys("upwords:*"))
                admin.flushall()
            assert running.metric("upwords_redis_up") >= 1
            redis.kill()
            assert run(*words).status == 0
            assert [running.ask(path)[0] for path in ("/livez", "/readyz")] == [200, 200]
            with running.channel() as channel:
                assert health(channel) == "SERVING"


def test_other_paths_and_methods_are_refused(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        assert running.ask("/")[0] == 404
        assert running.ask("/metrics?x=1")[0] == 200
        host, _, port = running.events("listening")[0]["metrics"].rpartition(":")
        with socket.create_connection((host, int(port)), 5) as caller:
            caller.sendall(b"POST /metrics HTTP/1.0\r\n\r\n")
            assert b" 501 " in caller.recv(1000).partition(b"\n")[0]


def test_callers_who_say_nothing_are_let_go_and_hold_up_nobody(tmp_path: Path) -> None:
    with server(tmp_path) as running, ExitStack() as stack:
        running.wait_for("listening")
        host, _, port = running.events("listening")[0]["metrics"].rpartition(":")
        silent = [stack.enter_context(socket.create_connection((host, int(port)), 10)) for _ in range(20)]
        start = time.monotonic()
        assert running.ask("/livez")[0] == 200
        assert time.monotonic() - start < 1
        assert silent[0].recv(1) == b""
        assert time.monotonic() - start < 7


def test_a_taken_port_for_metrics_fails_loudly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        for workers in ("1", "2"):
            outcome = run("serve", "--listen", "127.0.0.1:0", "--metrics", address, "--workers", workers)
            assert outcome.status == 1
            assert f"cannot tell metrics on {address}" in outcome.err
