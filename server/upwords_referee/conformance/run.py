"""Runs: the vectors put to a server, or the vectors and the cases put through a client."""

from collections.abc import Iterable, Sequence

import grpc

from upwords_referee.conformance.asking import DEADLINE_SECONDS, send
from upwords_referee.conformance.client_cases import Case
from upwords_referee.conformance.comparing import changes, compare
from upwords_referee.conformance.messages import method_of, requests_of
from upwords_referee.conformance.program import Heard, Program, Question
from upwords_referee.conformance.result import Result
from upwords_referee.conformance.scripted import serving
from upwords_referee.conformance.seen import ProtocolError, seen
from upwords_referee.conformance.vectors import Vector

CLIENT_RULE = "client"


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
) -> list[Result]:
    """Put the vectors, at the server at HOST:PORT, and the cases through a program.

    What the program saw is also compared with what the server answers without it. Raises UnreachableError
    and ProgramError.
    """
    results = []
    with _channel(target) as channel, Program(command, target) as program:
        heard = program.ask(map(_question, vectors))
        for vector in vectors:
            faults = _vector_faults(channel, vector, heard[vector.id])
            results.append(_result(vector, faults, known))
    scripts = {case.id: case.serve for case in cases}
    # One at a time: they take the time of each.
    with serving(scripts) as (address, visits), Program(command, address, window=1) as program:
        told = program.ask(case.question for case in cases)
        for case in cases:
            one = told[case.id]
            try:
                faults = [one.fault] if one.fault else None
                if faults is None:
                    answer = seen(method_of(case.question.method), one.answer)
                    faults = list(case.check(answer, visits[case.id], one.seconds))
            except ProtocolError as error:
                faults = [str(error)]
            results.append(
                Result(case.id, case.group, CLIENT_RULE, case.proves, tuple(faults), known.get(case.id))
            )
    return results


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


def _vector_faults(channel: grpc.Channel, vector: Vector, heard: Heard) -> list[str]:
    if heard.fault:
        return [heard.fault]
    try:
        answer = seen(method_of(vector.method), heard.answer)
    except ProtocolError as error:
        return [str(error)]
    return [*compare(vector, answer), *changes(send(channel, vector), answer)]


def _result(vector: Vector, faults: Sequence[str], known: dict[str, str]) -> Result:
    return Result(
        vector.id, vector.file, vector.rule, vector.proves, tuple(faults), known.get(vector.id)
    )
