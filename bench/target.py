"""Servers to be measured: each a process of its own on the servers' CPU."""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench import questions
from bench.client import Call, ask
from bench.machine import on_server_cpu
from bench.no_op import NO_OP
from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.call import answer
from upwords_referee.service.methods import Method, build_methods

_ROOT = Path(__file__).resolve().parent.parent


class Target(NamedTuple):
    """A running server: its kind ("sync8", "aio"), its address and process."""

    kind: str
    address: str
    pid: int


class Calls(NamedTuple):
    """All calls that are measured, with the replies that must come."""

    no_op: Call
    judge: Call
    own_boards: Call
    one_board: Call


@cache
def methods() -> dict[str, Method]:
    """Return the service's methods as all servers have them."""
    return build_methods(RulesetBook.builtin(), Registry([embedded()], EMBEDDED_ID))


def build_calls() -> Calls:
    """Return the calls; what they must answer is asked of the service in this process."""

    def call(path: str, request: bytes) -> Call:
        return Call(path, request, answer(methods()[path], request))

    judge = call(questions.JUDGE, questions.unary().SerializeToString())
    return Calls(
        judge._replace(path=NO_OP),
        judge,
        call(questions.BATCH, questions.batch_of_own_boards().SerializeToString()),
        call(questions.BATCH, questions.batch_on_one_board().SerializeToString()),
    )


@contextmanager
def targets(kinds: Iterable[str], calls: Calls, *options: str) -> Iterator[dict[str, Target]]:
    """Start servers by kind, and stop them at the end; all calls are checked before and after."""
    with ExitStack() as stack:
        running = {kind: stack.enter_context(_target(kind, *options)) for kind in kinds}
        for target in running.values():
            _check(target, calls)
        yield running
        for target in running.values():
            _check(target, calls)


@contextmanager
def _target(kind: str, *options: str) -> Iterator[Target]:
    command = [sys.executable, "-m", "bench.serve", kind, *options]
    with on_server_cpu():
        process = subprocess.Popen(
            command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
    # Leaving the block closes standard input, which ends the server.
    with process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if not address:
            raise RuntimeError(f"the server {kind} did not start")
        yield Target(kind, address, process.pid)


def _check(target: Target, calls: Calls) -> None:
    for call in calls:
        ask(target.address, call)
