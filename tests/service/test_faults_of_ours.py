"""A fault of the server is INTERNAL with a request id; nothing else of it leaves the server."""

from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.rpc import code_pb2, error_details_pb2
from structlog.testing import capture_logs

from tests.service.lexica import CountingLexicon, FailingLexicon
from tests.service.questions import batch, check, inspect, item, judge, move
from tests.service.referee import Referee, Refusal, serving
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.errors import Reason

SECRETS = (FailingLexicon.SECRET, "secret", "RuntimeError", "Traceback", ".py", "lexica", "/")
ASKING_THE_LEXICON = {
    "JudgeMove": judge(lexicon="failing"),
    "BatchJudgeMoves": batch(item(), item("5D F..."), lexicon="failing"),
    "InspectPosition": inspect(lexicon="failing"),
    "CheckWords": check("WOOD", lexicon="failing"),
}


class FailingBook(RulesetBook):
    """The built-in rulesets, and "broken", which cannot be read without an exception."""

    def __init__(self) -> None:
        super().__init__({})

    def get(self, id: str) -> Ruleset | None:
        if id == "broken":
            raise RuntimeError(FailingLexicon.SECRET)
        return RulesetBook.builtin().get(id)

    def for_size(self, rows: int, columns: int) -> Ruleset | None:
        return RulesetBook.builtin().for_size(rows, columns)


@pytest.fixture(scope="module")
def failing() -> Iterator[Referee]:
    with serving(CountingLexicon(), FailingLexicon(), rulesets=FailingBook()) as referee:
        yield referee


def refusal_and_log(referee: Referee, request: Any) -> tuple[Refusal, list[Any]]:
    with capture_logs() as entries:
        refusal = referee.refusal(request)
    return refusal, list(entries)


@pytest.mark.parametrize("name", ASKING_THE_LEXICON)
def test_an_exception_of_ours_is_internal_and_opaque(failing: Referee, name: str) -> None:
    refusal, _ = refusal_and_log(failing, ASKING_THE_LEXICON[name])
    assert refusal.code is grpc.StatusCode.INTERNAL
    assert refusal.reason == Reason.INTERNAL
    assert refusal.status is not None
    assert len(refusal.status.details) == 1
    request_id = refusal.metadata["request_id"]
    assert refusal.message == f"internal error, request {request_id}"
    assert refusal.metadata.keys() == {"request_id"}
    for value in (refusal.message, *refusal.metadata.values()):
        assert not any(secret in value for secret in SECRETS)
    for _, sent in refusal.trailers:
        raw = sent.encode() if isinstance(sent, str) else sent
        assert b"secret" not in raw
        assert b"RuntimeError" not in raw


@pytest.mark.parametrize("name", ASKING_THE_LEXICON)
def test_the_log_has_the_exception_under_the_request_id(failing: Referee, name: str) -> None:
    refusal, entries = refusal_and_log(failing, ASKING_THE_LEXICON[name])
    (entry,) = entries
    assert entry["request_id"] == refusal.metadata["request_id"]
    assert entry["log_level"] == "error"
    assert entry["exc_info"]
    assert name in entry["method"]


def test_every_fault_has_an_id_of_its_own(failing: Referee) -> None:
    request = ASKING_THE_LEXICON["JudgeMove"]
    ids = {refusal_and_log(failing, request)[0].metadata["request_id"] for _ in range(10)}
    assert len(ids) == 10
    assert all(len(id) == 32 for id in ids)


def test_a_retry_of_a_fault_of_ours_is_not_advised(failing: Referee) -> None:
    refusal, _ = refusal_and_log(failing, ASKING_THE_LEXICON["JudgeMove"])
    assert refusal.detail(error_details_pb2.RetryInfo) is None


def test_a_lexicon_that_fails_fails_the_batch_as_its_words_are_looked_up_together(failing: Referee) -> None:
    with capture_logs():
        refusal = failing.refusal(batch(item(), item(lexicon="failing")))
    assert refusal.code is grpc.StatusCode.INTERNAL


def test_a_fault_in_reading_one_item_harms_no_neighbour(failing: Referee) -> None:
    with capture_logs() as entries:
        results = failing.ask(batch(item(), item(ruleset="broken"), item("5D F..."))).results
    assert [result.WhichOneof("outcome") for result in results] == ["verdict", "error", "verdict"]
    error = results[1].error
    assert error.code == code_pb2.INTERNAL
    info = error_details_pb2.ErrorInfo()
    assert error.details[0].Unpack(info)
    assert info.reason == Reason.INTERNAL
    assert [entry["request_id"] for entry in entries] == [info.metadata["request_id"]]
    assert "secret" not in str(error)


def test_after_a_fault_the_server_serves_on(failing: Referee) -> None:
    with capture_logs():
        for _ in range(20):
            failing.refusal(ASKING_THE_LEXICON["JudgeMove"])
    assert failing.ask(judge()).valid


@pytest.mark.parametrize("notation", ["-", "-A", "1A ...", "99Y A"])
def test_a_move_that_forms_no_word_does_not_need_the_lexicon(failing: Referee, notation: str) -> None:
    with capture_logs():
        verdict = failing.ask(judge(lexicon="failing", move=move(notation)))
    assert isinstance(verdict, pb.JudgeMoveResponse)
    assert not verdict.words
