"""Work for a call that has ended is given up wherever it takes long."""

from collections.abc import Callable, Iterator
from contextvars import copy_context
from itertools import count
from typing import Any

import pytest

from tests.service.lexica import CountingLexicon
from tests.service.questions import batch, find, game, item, judge
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.call import answer
from upwords_referee.service.methods import REFEREE, build_methods
from upwords_referee.service.wanted import CallEndedError, check_wanted, wanted

LONG: dict[str, Any] = {
    "BatchJudgeMoves": batch(*[item()] * 100),
    "FindPlays": find("AEINRST", lexicon="enable"),
    "JudgeGame": game(),
}


def answered(name: str, request: Any, lexicons: Registry, still_wanted: Callable[[], bool]) -> bytes:
    """Answer a request for a call that is wanted as long as that says so."""
    methods = build_methods(RulesetBook.builtin(), lexicons)

    def work() -> bytes:
        wanted.set(still_wanted)
        return answer(methods[f"/{REFEREE.full_name}/{name}"], request.SerializeToString())

    return copy_context().run(work)


def asked_more_than(most: int, asked: Iterator[int]) -> Callable[[], bool]:
    return lambda: next(asked) < most


def test_outside_of_a_call_everything_is_wanted() -> None:
    check_wanted()


@pytest.mark.parametrize("name", LONG)
def test_long_work_for_a_call_that_has_ended_is_given_up(lexicons: Registry, name: str) -> None:
    with pytest.raises(CallEndedError):
        answered(name, LONG[name], lexicons, lambda: False)


@pytest.mark.parametrize("name", LONG)
def test_long_work_for_a_call_that_is_waited_for_is_done(lexicons: Registry, name: str) -> None:
    assert answered(name, LONG[name], lexicons, lambda: True)


def test_a_batch_that_ends_on_the_way_looks_up_nothing() -> None:
    counting = CountingLexicon()
    lexicons = Registry([counting], counting.id)
    with pytest.raises(CallEndedError):
        answered("BatchJudgeMoves", batch(*[item()] * 100), lexicons, asked_more_than(3, count()))
    assert not counting.lookups


def test_a_batch_asks_once_for_16_moves() -> None:
    asked = count()
    counting = CountingLexicon()
    lexicons = Registry([counting], counting.id)
    answered("BatchJudgeMoves", batch(*[item()] * 160), lexicons, asked_more_than(1000, asked))
    assert next(asked) == 20


def test_a_single_move_never_asks(lexicons: Registry) -> None:
    assert answered("JudgeMove", judge(), lexicons, lambda: False)
