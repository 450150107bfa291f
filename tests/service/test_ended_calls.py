"""Calls that have ended, by deadline or cancelled: no more work is done for them, and no fault is logged."""

import time

import grpc
import pytest
from structlog.testing import capture_logs

from tests.service.lexica import CountingLexicon, SlowLexicon
from tests.service.questions import batch, board, custom, find, item, judge
from tests.service.referee import serving
from upwords_referee.lexicons.embedded import embedded

PATIENCE = 10.0


def test_a_call_that_waited_for_a_thread_past_its_deadline_is_not_worked_on() -> None:
    slow, counting = SlowLexicon(), CountingLexicon()
    with serving(slow, counting, threads=1) as referee:
        first = referee.start(judge())
        assert slow.asked.wait(PATIENCE)
        refusal = referee.refusal(judge(lexicon="counting"), deadline=0.3)
        assert refusal.code is grpc.StatusCode.DEADLINE_EXCEEDED
        cancelled = referee.start(judge(lexicon="counting"))
        time.sleep(0.2)
        cancelled.cancel()
        time.sleep(0.2)
        slow.let_go.set()
        assert first.result()
        assert referee.ask(judge()).valid
    assert not counting.lookups


@pytest.mark.parametrize("end", ["deadline", "cancelled"])
def test_a_batch_that_ended_while_words_were_looked_up_goes_no_further(end: str) -> None:
    slow = SlowLexicon()
    with serving(slow) as referee, capture_logs() as entries:
        call = referee.start(batch(*[item()] * 1000), deadline=0.4 if end == "deadline" else PATIENCE)
        assert slow.asked.wait(PATIENCE)
        if end == "cancelled":
            call.cancel()
        with pytest.raises((grpc.RpcError, grpc.FutureCancelledError)):
            call.result()
        time.sleep(0.2)
        slow.let_go.set()
        assert referee.ask(batch(item())).results[0].verdict.valid
    assert not [entry for entry in entries if "internal" in entry["event"]]


# Every square is the centre, so to speak: there are millions of plays, which take minutes.
ENDLESS = find(
    "AEINRSTLDO",
    board=board("/".join(["25"] * 25)),
    custom_ruleset=custom(rows=25, columns=25, rack_size=0, centre={}),
)


def test_a_search_stops_at_its_deadline_and_frees_the_thread_of_long_calls() -> None:
    with serving(embedded()) as referee, capture_logs() as entries:
        assert referee.refusal(ENDLESS, deadline=0.5).code is grpc.StatusCode.DEADLINE_EXCEEDED
        start = time.monotonic()
        assert referee.ask(batch(item())).results[0].verdict.valid
        assert time.monotonic() - start < 0.5
    assert not [entry for entry in entries if "internal" in entry["event"]]
