"""A server's process: from its address to the signal that ends it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest

from tests.service.questions import judge
from tests.service.referee import Referee
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.methods import build_methods

ROOT = Path(__file__).parents[2]
# Answers one call after so many seconds; says where it listens, and when it is asked. The kernel may hand
# a signal to any thread: "worker" has it handed to the one that answers.
SERVER = """
import signal, sys, threading, time
from tests.service.lexica import WORDS, WordList
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc.process import serve

class Slow(WordList):
    def statuses(self, words):
        print("ASKED", file=sys.stderr, flush=True)
        if sys.argv[2] == "worker":
            signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        time.sleep(float(sys.argv[1]))
        return super().statuses(words)

serve(
    "127.0.0.1:0",
    RulesetBook.builtin(),
    Registry([Slow("slow", WORDS)], "slow"),
    when_ready=lambda address: print("READY", address, file=sys.stderr, flush=True),
)
"""


class Process:
    """A server in a process of its own."""

    def __init__(self, popen: "subprocess.Popen[str]", lexicons: Registry) -> None:
        self.popen = popen
        address = self.expect("READY").split()[1]
        self.referee = Referee(address, build_methods(RulesetBook.builtin(), lexicons))

    def expect(self, word: str) -> str:
        """Return the next line that starts with this word."""
        assert self.popen.stderr
        for line in self.popen.stderr:
            if line.startswith(word):
                return line
        raise AssertionError(f"the server ended without {word}")

    def start_a_call(self) -> "grpc.Future[bytes]":
        """Send a call and wait until the server works on it."""
        call = self.referee.start(judge())
        self.expect("ASKED")
        return call


@contextmanager
def process(lexicons: Registry, seconds: float, signalled: str = "") -> Iterator[Process]:
    command = [sys.executable, "-c", SERVER, str(seconds), signalled]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'server'}{os.pathsep}{ROOT}"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as popen:
        watchdog = threading.Timer(30, popen.kill)
        watchdog.start()
        try:
            running = Process(popen, lexicons)
            yield running
            running.referee.channel.close()
        finally:
            watchdog.cancel()
            popen.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_running_calls_finish_and_ends_the_process_well(
    lexicons: Registry, number: signal.Signals
) -> None:
    with process(lexicons, seconds=0.5) as server:
        call = server.start_a_call()
        server.popen.send_signal(number)
        assert pb.JudgeMoveResponse.FromString(call.result(20)).valid
        assert server.popen.wait(20) == 0


def test_a_signal_is_heard_whichever_thread_it_is_handed_to(lexicons: Registry) -> None:
    with process(lexicons, seconds=0.2, signalled="worker") as server:
        call = server.start_a_call()
        assert pb.JudgeMoveResponse.FromString(call.result(20)).valid
        assert server.popen.wait(10) == 0


def test_after_the_signal_no_new_call_is_taken(lexicons: Registry) -> None:
    with process(lexicons, seconds=1.0) as server:
        call = server.start_a_call()
        server.popen.send_signal(signal.SIGTERM)
        codes = set()
        give_up = time.monotonic() + 5
        while grpc.StatusCode.UNAVAILABLE not in codes and time.monotonic() < give_up:
            outcome = server.referee.outcome(judge(ruleset="chess"))
            codes.add(getattr(outcome, "code", None))
        assert grpc.StatusCode.UNAVAILABLE in codes
        assert call.result(20)


def test_a_second_signal_ends_the_process_at_once(lexicons: Registry) -> None:
    with process(lexicons, seconds=20.0) as server:
        server.start_a_call()
        start = time.monotonic()
        server.popen.send_signal(signal.SIGTERM)
        while server.popen.poll() is None and time.monotonic() < start + 4:
            time.sleep(0.1)
            server.popen.send_signal(signal.SIGTERM)
        assert server.popen.poll() == -signal.SIGTERM
