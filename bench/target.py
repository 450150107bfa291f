"""Servers to be measured: each a process of its own on the servers' CPU."""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from google.protobuf.message import Message

from bench import questions
from bench.build import environment
from bench.client import Call, Question, Stream, ask
from bench.machine import on_server_cpu
from bench.no_op import NO_OP
from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.engine import engine
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.call import answer, answer_in_stream
from upwords_referee.service.methods import Method, build_methods

_ROOT = Path(__file__).resolve().parent.parent


class Target(NamedTuple):
    """A running server: its kind ("sync8", "aio", "sync8+pure"), its address and process."""

    kind: str
    address: str
    pid: int


class Calls(NamedTuple):
    """The calls that most items need, with the replies that must come."""

    no_op: Call
    judge: Call
    own_boards: Call
    one_board: Call


@cache
def methods() -> dict[str, Method]:
    """Return the service's methods as all servers have them."""
    return build_methods(RulesetBook.builtin(), Registry([embedded()], EMBEDDED_ID))


def call(path: str, message: Message) -> Call:
    """Return the call of a method; what it must answer is asked of the service in this process."""
    request = message.SerializeToString()
    return Call(path, request, answer(methods()[path], request))


def stream(path: str, messages: Iterable[Message]) -> Stream:
    """Return the same for a stream."""
    requests = [message.SerializeToString() for message in messages]
    return Stream(path, requests, [answer_in_stream(methods()[path], request) for request in requests])


def build_calls() -> Calls:
    """Return the calls that most items need."""
    judge = call(questions.JUDGE, questions.unary())
    return Calls(
        judge._replace(path=NO_OP),
        judge,
        call(questions.BATCH, questions.batch_of_own_boards()),
        call(questions.BATCH, questions.batch_on_one_board()),
    )


@contextmanager
def targets(
    kinds: Iterable[str], questions: Iterable[Question], *options: str
) -> Iterator[dict[str, Target]]:
    """Start servers by kind, and stop them at the end; all questions are checked before and after.

    A kind is one of bench.serve; +BUILD behind it names the build (bench.build), else it is that of this
    process.
    """
    asked = list(questions)
    with ExitStack() as stack:
        running = {kind: stack.enter_context(_target(kind, *options)) for kind in kinds}
        for target in running.values():
            _check(target, asked)
        yield running
        for target in running.values():
            _check(target, asked)


@contextmanager
def _target(kind: str, *options: str) -> Iterator[Target]:
    server, _, build = kind.partition("+")
    command = [sys.executable, "-m", "bench.serve", server, *options]
    with on_server_cpu():
        process = subprocess.Popen(
            command,
            cwd=_ROOT,
            env=environment(build),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    # Leaving the block closes standard input, which ends the server.
    with process:
        assert process.stdout is not None
        address, _, its_build = process.stdout.readline().strip().partition(" ")
        if not address:
            raise RuntimeError(f"the server {kind} did not start")
        if its_build != (build or engine()):
            raise RuntimeError(f"the server {kind} has loaded the build {its_build}")
        yield Target(kind, address, process.pid)


def _check(target: Target, questions: Iterable[Question]) -> None:
    for question in questions:
        ask(target.address, question)
