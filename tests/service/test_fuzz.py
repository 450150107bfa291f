"""Whatever comes in, an answer or a refusal goes out: never a fault of ours, and over the wire the same."""

from typing import Any

import grpc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.service.messages import messages, texts
from tests.service.questions import board, grid, judge, move
from tests.service.referee import Referee, Refusal
from upwords.referee.v1 import lexicon_service_pb2 as words_pb
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.call import answer
from upwords_referee.service.errors import InternalError, RefereeError
from upwords_referee.service.methods import build_methods

METHODS = build_methods(RulesetBook.builtin(), Registry([embedded()], EMBEDDED_ID))
REQUESTS = [method.request for method in METHODS.values()]
BY_REQUEST = {method.request: method for method in METHODS.values()}
PATHS = list(METHODS)
THOROUGH = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
SAMPLE = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def answered(path: str, data: bytes) -> bytes | RefereeError:
    """Return the reply or the refusal of the handlers themselves; any other exception goes through."""
    try:
        reply = answer(METHODS[path], data)
        METHODS[path].response.FromString(reply)
    except InternalError:
        raise
    except RefereeError as error:
        return error
    return reply


def ask(request: Any) -> bytes | RefereeError:
    return answered(BY_REQUEST[type(request)].path, request.SerializeToString())


@THOROUGH
@given(st.sampled_from(PATHS), st.binary(max_size=200))
def test_random_bytes_are_answered_or_refused(path: str, data: bytes) -> None:
    answered(path, data)


@pytest.mark.parametrize("kind", REQUESTS, ids=[kind.DESCRIPTOR.name for kind in REQUESTS])
@THOROUGH
@given(data=st.data())
def test_random_messages_are_answered_or_refused(kind: Any, data: st.DataObject) -> None:
    ask(data.draw(messages(kind)))


@THOROUGH
@given(texts())
def test_random_text_as_a_move(text: str) -> None:
    ask(judge(move=move(text), include_position=True))


@THOROUGH
@given(texts())
def test_random_text_as_a_board(text: str) -> None:
    ask(judge(board=board(text), include_position=True, lexicon="none"))
    ask(pb.InspectPositionRequest(board=board(text)))


@THOROUGH
@given(texts(), texts())
def test_random_text_as_a_grid(letters: str, heights: str) -> None:
    ask(judge(board=grid(letters, heights), include_position=True, lexicon="none"))


@THOROUGH
@given(st.lists(texts(), max_size=5), st.lists(texts(), max_size=3), st.lists(texts(), max_size=3))
def test_random_text_as_words(words: list[str], allow: list[str], deny: list[str]) -> None:
    ask(words_pb.CheckWordsRequest(words=words, overlay={"allow": allow, "deny": deny}))


@THOROUGH
@given(messages(pb.BatchJudgeMovesRequest))
def test_a_batch_has_an_answer_for_every_item_and_no_fault_of_ours(batch: pb.BatchJudgeMovesRequest) -> None:
    reply = ask(batch)
    assert isinstance(reply, bytes)
    results = pb.BatchJudgeMovesResponse.FromString(reply).results
    assert len(results) == len(batch.requests)
    for result in results:
        assert result.WhichOneof("outcome")
        assert result.error.code != grpc.StatusCode.INTERNAL.value[0], result.error.message


@THOROUGH
@given(messages(pb.JudgeMoveRequest))
def test_a_judged_move_alone_and_in_a_batch_is_the_same(question: pb.JudgeMoveRequest) -> None:
    alone = ask(question)
    reply = ask(pb.BatchJudgeMovesRequest(requests=[question]))
    assert isinstance(reply, bytes)
    response = pb.BatchJudgeMovesResponse.FromString(reply)
    (result,) = response.results
    if isinstance(alone, RefereeError):
        assert result.error.code == alone.code
    else:
        result.verdict.provenance.CopyFrom(response.provenance)
        assert result.verdict == pb.JudgeMoveResponse.FromString(alone)


@THOROUGH
@given(messages(pb.JudgeMoveRequest))
def test_the_canonical_notation_of_a_move_is_judged_as_the_move(question: pb.JudgeMoveRequest) -> None:
    first = ask(question)
    if isinstance(first, RefereeError):
        return
    verdict = pb.JudgeMoveResponse.FromString(first)
    if not verdict.notation:
        return
    question.move.notation = verdict.notation
    again = ask(question)
    assert isinstance(again, bytes)
    assert pb.JudgeMoveResponse.FromString(again) == verdict


@SAMPLE
@given(request=st.sampled_from(REQUESTS).flatmap(messages))
def test_over_the_wire_the_outcome_is_that_of_the_handlers(referee: Referee, request: Any) -> None:
    here, there = ask(request), referee.outcome(request)
    if isinstance(here, RefereeError):
        assert isinstance(there, Refusal)
        assert there.status == here.status()
        assert there.code.value[0] == here.code
    else:
        assert there == here


@SAMPLE
@given(path=st.sampled_from(PATHS), data=st.binary(max_size=100))
def test_over_the_wire_random_bytes_are_what_they_are_to_the_handlers(
    referee: Referee, path: str, data: bytes
) -> None:
    here, there = answered(path, data), referee.outcome((path, data))
    if isinstance(here, RefereeError):
        assert isinstance(there, Refusal)
        assert there.status == here.status()
    else:
        assert there == here
