"""StreamJudgeMoves: every message gets its answer under its id, and nothing in one ends the stream."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import grpc
import pytest
from google.rpc import code_pb2, error_details_pb2

from tests.service.lexica import CountingLexicon, FailingLexicon, SlowLexicon
from tests.service.open_stream import OpenStream
from tests.service.questions import board, custom, in_stream, item, judge, move
from tests.service.referee import Referee, refusal_in, serving
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.errors import Reason
from upwords_referee.service.grpc import server
from upwords_referee.service.limits import MAX_REQUEST_BYTES

UNREADABLE = b"\xff"
PATIENCE = 10.0


@contextmanager
def at_most(streams: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Referee]:
    """Serve, with one thread for calls, so many streams at a time."""
    monkeypatch.setattr(server, "MAX_STREAMS", streams)
    with serving(CountingLexicon(), threads=1) as referee:
        yield referee


def eventually(holds: Callable[[], bool]) -> bool:
    """Return whether it holds before our patience ends."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if holds():
            return True
        time.sleep(0.02)
    return False


def answered(
    referee: Referee, *requests: pb.StreamJudgeMovesRequest | bytes
) -> list[pb.StreamJudgeMovesResponse]:
    """Return the answers of one stream to these messages."""
    with OpenStream(referee) as stream:
        for request in requests:
            stream.send(request)
        return stream.rest()


# Answers


def test_a_move_of_a_stream_is_judged_as_if_it_were_alone(referee: Referee) -> None:
    for question in (judge(), judge(move=move("5D Z..S"), rack="ZAB"), judge(lexicon="none", move=move("-"))):
        (answer,) = answered(referee, pb.StreamJudgeMovesRequest(id="7", request=question))
        assert answer == pb.StreamJudgeMovesResponse(id="7", verdict=referee.ask(question))


def test_every_question_is_answered_once_under_its_id(referee: Referee) -> None:
    letters = "BCDFGHKLMNPRSTVWXYZ" * 20
    asked = [in_stream(f"{number}", move=move(f"5D {letter}...")) for number, letter in enumerate(letters)]
    answers = {answer.id: answer.verdict.words[0].text for answer in answered(referee, *asked)}
    assert answers == {f"{number}": f"{letter}OOD" for number, letter in enumerate(letters)}


def test_an_answer_comes_while_the_stream_is_open(referee: Referee) -> None:
    with OpenStream(referee) as stream:
        for id in ("one", "", "two"):
            stream.send(in_stream(id))
            assert stream.next().id == id
        assert stream.rest() == []


def test_ids_may_repeat(referee: Referee) -> None:
    assert [answer.id for answer in answered(referee, in_stream("a"), in_stream("a"))] == ["a", "a"]


def test_a_stream_without_questions_ends_without_answers(referee: Referee) -> None:
    assert answered(referee) == []


def test_a_verdict_without_anything_in_it_is_still_a_verdict(referee: Referee) -> None:
    (answer,) = answered(referee, in_stream())
    assert answer.WhichOneof("outcome") == "verdict"


# One bad message


BAD: dict[str, tuple[pb.StreamJudgeMovesRequest | bytes, str, Reason, list[str]]] = {
    "unreadable bytes": (UNREADABLE, "", Reason.UNREADABLE_BYTES, []),
    "too many bytes": (b"\xa2\x06" + bytes(MAX_REQUEST_BYTES), "", Reason.REQUEST_TOO_LARGE, []),
    "no question": (pb.StreamJudgeMovesRequest(id="b"), "b", Reason.INVALID_FIELD, ["request"]),
    "an empty message": (b"", "", Reason.INVALID_FIELD, ["request"]),
    "an id of 65 bytes": (in_stream("x" * 65), "x" * 65, Reason.INVALID_FIELD, ["id"]),
    "an id of 33 letters of two bytes": (in_stream("ä" * 33), "ä" * 33, Reason.INVALID_FIELD, ["id"]),
    "no board": (in_stream("b", board=None), "b", Reason.INVALID_FIELD, ["request.board"]),
    "a faulty board": (
        in_stream("b", board=board("?")),
        "b",
        Reason.INVALID_FIELD,
        ["request.board.notation"],
    ),
    "no move": (in_stream("b", move=None), "b", Reason.INVALID_FIELD, ["request.move"]),
    "a faulty move": (in_stream("b", move=move("x")), "b", Reason.INVALID_FIELD, ["request.move.notation"]),
    "a faulty ruleset": (
        in_stream("b", custom_ruleset=custom(rows=1)),
        "b",
        Reason.INVALID_FIELD,
        ["request.custom_ruleset.rows"],
    ),
    "an unknown ruleset": (in_stream("b", ruleset="chess"), "b", Reason.UNKNOWN_RULESET, []),
    "an unknown lexicon": (in_stream("b", lexicon="oed"), "b", Reason.UNKNOWN_LEXICON, []),
    "another digest": (in_stream("b", lexicon_digest="0"), "b", Reason.LEXICON_DIGEST_MISMATCH, []),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_message_is_answered_with_its_error_and_the_stream_lives_on(
    referee: Referee, name: str
) -> None:
    bad, id, reason, fields = BAD[name]
    first, told, last = answered(referee, in_stream("a"), bad, in_stream("c"))
    assert (first.id, told.id, last.id) == ("a", id, "c")
    assert first.verdict == last.verdict == referee.ask(judge())
    refusal = refusal_in(told.error)
    assert (refusal.reason, refusal.fields) == (reason, fields)


def test_the_error_of_a_message_is_the_one_of_the_call(referee: Referee) -> None:
    question = judge(ruleset="chess")
    (answer,) = answered(referee, pb.StreamJudgeMovesRequest(request=question))
    alone = referee.refusal(question)
    assert answer.error.code == alone.code.value[0]
    assert answer.error.message == f"request.{alone.message}"
    assert refusal_in(answer.error).metadata == alone.metadata


def test_an_id_of_64_bytes_is_taken(referee: Referee) -> None:
    (answer,) = answered(referee, in_stream("ä" * 32))
    assert answer.WhichOneof("outcome") == "verdict"


def test_a_fault_of_ours_is_the_error_of_its_message_and_tells_nothing() -> None:
    with serving(CountingLexicon(), FailingLexicon()) as referee:
        told, last = answered(referee, in_stream("a", lexicon="failing"), in_stream("b"))
    assert told.id == "a"
    assert told.error.code == code_pb2.INTERNAL
    assert FailingLexicon.SECRET not in str(told)
    assert last.verdict.valid


# Threads


def test_idle_streams_hold_no_thread_of_the_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_most(8, monkeypatch) as referee, ExitStack() as opened:
        for _ in range(8):
            stream = opened.enter_context(OpenStream(referee))
            stream.send(in_stream())
            stream.next()
        assert referee.ask(judge()).valid


def test_a_stream_over_the_limit_is_refused_at_once_and_may_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with at_most(2, monkeypatch) as referee, OpenStream(referee) as one, OpenStream(referee) as other:
        for stream in (one, other):
            stream.send(in_stream())
            stream.next()
        for _ in range(5):
            with OpenStream(referee) as third:
                refusal = third.refusal()
            assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert refusal.reason == Reason.TOO_MANY_STREAMS
            assert refusal.detail(error_details_pb2.RetryInfo).retry_delay.ToMilliseconds() == 1000
        one.send(in_stream("still"))
        assert one.next().id == "still"


def room_for_a_stream(referee: Referee) -> bool:
    with OpenStream(referee) as stream:
        stream.send(in_stream())
        try:
            return stream.next().verdict.valid
        except grpc.RpcError:
            return False


ENDS: dict[str, Callable[[OpenStream], object]] = {
    "closed": lambda stream: stream.rest(),
    "cancelled": lambda stream: stream.call.cancel(),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_stream_that_ended_makes_room_for_another(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    with at_most(1, monkeypatch) as referee, OpenStream(referee) as stream:
        stream.send(in_stream())
        stream.next()
        assert not room_for_a_stream(referee)
        ENDS[end](stream)
        for _ in range(3):
            assert eventually(lambda: room_for_a_stream(referee))


def test_a_stream_whose_deadline_has_passed_makes_room_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_most(1, monkeypatch) as referee, OpenStream(referee, deadline=0.5) as stream:
        stream.send(in_stream())
        stream.next()
        assert stream.refusal().code is grpc.StatusCode.DEADLINE_EXCEEDED
        assert eventually(lambda: room_for_a_stream(referee))


def test_a_stream_cancelled_while_a_word_is_looked_up_makes_room_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "MAX_STREAMS", 1)
    slow = SlowLexicon()
    with serving(slow) as referee, OpenStream(referee) as stream:
        stream.send(in_stream())
        assert slow.asked.wait(PATIENCE)
        stream.call.cancel()
        slow.let_go.set()
        assert eventually(lambda: room_for_a_stream(referee))


# Back-pressure


def test_a_caller_that_does_not_read_is_not_read_from() -> None:
    # Answers of 2 KB each: more than a connection takes that nobody reads from.
    count, lexicon = 4_000, CountingLexicon()
    wide = custom(rows=25, columns=25, centre={}, rack_size=0)
    tall = "/".join(["(AB)" * 25] * 25)
    question = pb.StreamJudgeMovesRequest(
        request=judge(
            custom_ruleset=wide, board=board(tall), move=move("1A C"), include_position=True, lexicon="none"
        )
    ).SerializeToString()
    with serving(lexicon) as referee, OpenStream(referee) as stream:
        for _ in range(count):
            stream.send(question)
        stream.send(in_stream("last"))
        time.sleep(1.5)
        # The last question is not looked up before the answers in front of it are taken.
        assert not lexicon.lookups
        answers = stream.rest()
        assert len(answers) == count + 1
        assert answers[-1].id == "last"
        assert len(lexicon.lookups) == 1


def test_items_share_nothing_but_the_stream(referee: Referee) -> None:
    # A batch lends its items a board; a stream does not.
    request = pb.StreamJudgeMovesRequest(id="b", request=item())
    first, second = answered(referee, in_stream("a"), request)
    assert first.verdict.valid
    assert refusal_in(second.error).fields == ["request.board"]
