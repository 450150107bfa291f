import pytest

from bench import questions
from bench.target import build_calls
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.library.judge import judge
from upwords_referee.rules.rule import Rule
from upwords_referee.service.limits import MAX_REQUEST_BYTES


@pytest.mark.parametrize("case", questions.cases())
def test_a_case_is_what_it_says(case: questions.Case) -> None:
    assert 37 <= sum(map(bool, case.board.heights)) <= 40
    for play in [*case.good, *case.bad]:
        verdict = judge(case.board, play)
        broken = [violation.rule for violation in verdict.violations]
        assert broken == ([] if play in case.good else [Rule.WORD_NOT_ACCEPTABLE])
        assert len(play.placements) in (3, 4)
        assert 2 <= len(verdict.words) <= 4


def test_the_single_question_is_a_valid_play_of_four_tiles_and_three_words() -> None:
    verdict = pb.JudgeMoveResponse.FromString(build_calls().judge.reply)
    assert verdict.valid
    assert len(verdict.words) == 3
    assert len(questions.unary().move.play.placements) == 4


def test_batches_fit_their_limits_and_have_no_errors() -> None:
    calls = build_calls()
    for call in (calls.own_boards, calls.one_board):
        assert len(call.request) < MAX_REQUEST_BYTES
        results = pb.BatchJudgeMovesResponse.FromString(call.reply).results
        assert len(results) == questions.BATCH_SIZE
        assert all(result.HasField("verdict") for result in results)


def test_the_batch_on_one_board_carries_it_once() -> None:
    batch = questions.batch_on_one_board()
    assert batch.HasField("board")
    assert not any(request.HasField("board") for request in batch.requests)
