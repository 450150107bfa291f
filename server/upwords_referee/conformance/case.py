"""A case: a question to a scripted server, and what its client must have seen."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from upwords_referee.conformance.answers import Answer, render, render_error
from upwords_referee.conformance.comparing import changes
from upwords_referee.conformance.program import Question
from upwords_referee.conformance.scripted import Call, RefusedError, Reply, Serve, Visit


@dataclass(frozen=True)
class Witness:
    """What came of a case: the answer that the client told, what the server saw, and the seconds it took."""

    answer: Answer
    visit: Visit
    seconds: float


Check = Callable[[Witness], Iterable[str]]


@dataclass(frozen=True)
class Case:
    """A question, what a server does about it, and what is wrong with what came of it.

    `group` is the part of a client that is shown; `check` yields one text for each fault.
    """

    question: Question
    group: str
    proves: str
    serve: Serve
    check: Check

    @property
    def id(self) -> str:
        """The name of the case; its requests bear it too."""
        return self.question.id


def answers(reply: Any) -> tuple[Serve, Check]:
    """Return a script that answers, and the check that the client saw exactly this."""
    return lambda _: [reply], sees(reply)


def sees(reply: Any) -> Check:
    """Return the check that the client saw exactly this reply."""
    return lambda witness: changes({"response": render(reply)}, witness.answer)


def refuses(refused: RefusedError, attempts: range = range(1, 2)) -> tuple[Serve, Check]:
    """Return a script that refuses, and the check that the client saw exactly this, called so often."""

    def serve(_: Call) -> Iterable[Reply]:
        raise refused

    def check(witness: Witness) -> Iterator[str]:
        yield from changes({"error": render_error(refused.status)}, witness.answer)
        yield from called(witness, attempts)

    return serve, check


def called(witness: Witness, expected: range) -> Iterator[str]:
    """Yield a fault unless the server was called as often as expected."""
    if witness.visit.calls not in expected:
        often = f"{expected[0]}" if len(expected) == 1 else f"{expected[0]} to {expected[-1]}"
        yield f"calls: expected {often}, the server saw {witness.visit.calls}"
