"""Runs: the vectors put to a server, or the vectors and the cases put through a client."""

from collections.abc import Callable, Iterable, Sequence

import grpc

from upwords_referee.conformance.answers import Answer
from upwords_referee.conformance.asking import DEADLINE_SECONDS, send
from upwords_referee.conformance.case import Case, Witness
from upwords_referee.conformance.comparing import changes, compare
from upwords_referee.conformance.messages import method_of, requests_of
from upwords_referee.conformance.program import PATIENCE_SECONDS, Heard, Program, Question
from upwords_referee.conformance.result import Result
from upwords_referee.conformance.scripted import Visit, serving
from upwords_referee.conformance.seen import ProtocolError, seen
from upwords_referee.conformance.vectors import Vector

CLIENT_RULE = "client"
END_ID, END_GROUP = "end-of-input", "program"


class UnreachableError(Exception):
    """There is no server at the address."""


def judge_server(target: str, vectors: Iterable[Vector], known: dict[str, str]) -> list[Result]:
    """Put the vectors to the server at HOST:PORT; raises UnreachableError."""
    with _channel(target) as channel:
        return [_result(vector, compare(vector, send(channel, vector)), known) for vector in vectors]


def judge_client(
    command: Sequence[str],
    target: str,
    vectors: Sequence[Vector],
    cases: Sequence[Case],
    known: dict[str, str],
    patience: float = PATIENCE_SECONDS,
) -> list[Result]:
    """Put the vectors, at the server at HOST:PORT, and the cases through a program; then end its input.

    What the program saw is also compared with what the server answers without it. `patience` is how many
    seconds it may leave a question open. Raises UnreachableError and ProgramError.
    """
    results: list[Result] = []
    ends: list[str] = []
    if vectors:
        with _channel(target) as channel, Program(command, target, patience=patience) as program:
            heard = program.ask(map(_question, vectors))
            ends.append(program.end())
            results += [_vector_result(channel, vector, heard[vector.id], known) for vector in vectors]
    if cases:
        scripts = {case.id: case.serve for case in cases}
        # One at a time: they take the time of each.
        with (
            serving(scripts) as (address, visits),
            Program(command, address, window=1, patience=patience) as program,
        ):
            told = program.ask(case.question for case in cases)
            ends.append(program.end())
        results += [_case_result(case, told[case.id], visits[case.id], known) for case in cases]
    proves = "The program ends with status 0 when its input has ended and all is answered."
    faults = tuple(sorted({fault for fault in ends if fault}))
    return [*results, Result(END_ID, END_GROUP, CLIENT_RULE, proves, faults, known.get(END_ID))]


def _channel(target: str) -> grpc.Channel:
    # A proxy cannot reach what listens on this machine only.
    options = [("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", -1)]
    channel = grpc.insecure_channel(target, options=options)
    try:
        grpc.channel_ready_future(channel).result(timeout=DEADLINE_SECONDS)
    except grpc.FutureTimeoutError:
        channel.close()
        raise UnreachableError(f"{target} did not answer within {DEADLINE_SECONDS:.0f} s") from None
    return channel


def _question(vector: Vector) -> Question:
    requests = [request.SerializeToString() for request in requests_of(vector)]
    return Question(vector.id, vector.method, requests, method_of(vector.method).streams)


def _vector_result(channel: grpc.Channel, vector: Vector, heard: Heard, known: dict[str, str]) -> Result:
    def check(answer: Answer) -> Iterable[str]:
        return [*compare(vector, answer), *changes(send(channel, vector), answer)]

    return _result(vector, _faults(vector.method, heard, check), known)


def _case_result(case: Case, heard: Heard, visit: Visit, known: dict[str, str]) -> Result:
    def check(answer: Answer) -> Iterable[str]:
        return case.check(Witness(answer, visit, heard.seconds))

    faults = tuple(_faults(case.question.method, heard, check))
    return Result(case.id, case.group, CLIENT_RULE, case.proves, faults, known.get(case.id))


def _faults(method: str, heard: Heard, check: Callable[[Answer], Iterable[str]]) -> list[str]:
    if heard.fault:
        return [heard.fault]
    try:
        return list(check(seen(method_of(method), heard.answer)))
    except ProtocolError as error:
        return [str(error)]


def _result(vector: Vector, faults: Sequence[str], known: dict[str, str]) -> Result:
    return Result(vector.id, vector.file, vector.rule, vector.proves, tuple(faults), known.get(vector.id))
