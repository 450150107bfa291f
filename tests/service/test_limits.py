"""What is at a limit is answered, what is one over it is refused; the limits are those documented."""

import re
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2

from tests.service.questions import (
    MOOD,
    batch,
    board,
    check,
    custom,
    exchange,
    grid,
    inspect,
    item,
    judge,
    move,
    overlay,
    play,
    stack_list,
)
from tests.service.referee import Referee, Refusal
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service import limits
from upwords_referee.service.errors import Reason
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.methods import Method

JUDGE = "/upwords.referee.v1.RefereeService/JudgeMove"
MB = 1 << 20


def padded(size: int) -> bytes:
    """Return a proper request of this many bytes: what is too much is in a field that nobody knows."""
    start = judge().SerializeToString() + b"\xa2\x06"  # field 100, with a length
    rest = size - len(start) - 3
    assert 1 << 14 <= rest < 1 << 21
    return start + bytes([rest & 0x7F | 0x80, rest >> 7 & 0x7F | 0x80, rest >> 14]) + bytes(rest)


def words(count: int) -> list[str]:
    return ["W" + "".join("ABCDEFGHIJ"[int(digit)] for digit in str(i)) for i in range(count)]


def sized(rows: int, columns: int) -> Any:
    return custom(rows=rows, columns=columns, centre={}, rack_size=0)


def on_grid(rows: int, columns: int, ruleset: Any = None) -> pb.JudgeMoveRequest:
    letters = "/".join(["." * columns] * rows)
    return judge(custom_ruleset=ruleset or sized(rows, columns), board=grid(letters), move=move("1A AB"))


def on_notation(rows: int, columns: int, ruleset: Any = None) -> pb.JudgeMoveRequest:
    text = "/".join([str(columns)] * rows)
    return judge(custom_ruleset=ruleset or sized(rows, columns), board=board(text), move=move("1A AB"))


def on_stacks(rows: int, columns: int, ruleset: Any = None) -> pb.JudgeMoveRequest:
    listed = stack_list(rows, columns)
    return judge(custom_ruleset=ruleset or sized(rows, columns), board=listed, move=move("1A AB"))


AT_AND_OVER: dict[str, tuple[Any, Any, str]] = {
    "moves in a batch": (batch(*[item("-")] * 1000), batch(*[item("-")] * 1001), "requests"),
    "words allowed": (
        judge(overlay=overlay(words(1000))),
        judge(overlay=overlay(words(1001))),
        "overlay",
    ),
    "words allowed and denied, in all": (
        judge(overlay=overlay(words(600), words(1000)[600:])),
        judge(overlay=overlay(words(600), words(1001)[600:])),
        "overlay",
    ),
    "words of an overlay for a check": (
        check("A", overlay=overlay(words(1000))),
        check("A", overlay=overlay(words(1001))),
        "overlay",
    ),
    "words of an overlay for an inspection": (
        inspect(overlay=overlay((), words(1000))),
        inspect(overlay=overlay((), words(1001))),
        "overlay",
    ),
    "words of a check": (check(*["WORD"] * 1000), check(*["WORD"] * 1001), "words"),
    "characters of a word": (check("A" * 64), check("A" * 65), "words[0]"),
    "characters of a word in another script": (check("Ж" * 64), check("Ж" * 65), "words[0]"),
    "characters of a word in an overlay": (
        judge(overlay=overlay(["A" * 64])),
        judge(overlay=overlay(["A" * 65])),
        "overlay.allow[0]",
    ),
    "placements": (
        judge(move=play(*[(0, 0, "A")] * 625)),
        judge(move=play(*[(0, 0, "A")] * 626)),
        "move.play.placements",
    ),
    "placements in notation": (
        judge(move=move("1A " + "A" * 625)),
        judge(move=move("1A " + "A" * 626)),
        "move.notation",
    ),
    "tiles of an exchange": (
        judge(move=exchange("A" * 625)),
        judge(move=exchange("A" * 626)),
        "move.exchange.tiles",
    ),
    "bytes of a move in notation": (
        judge(move=move("5D" + " " * 8186 + "W...")),
        judge(move=move("5D" + " " * 8187 + "W...")),
        "move.notation",
    ),
    "bytes, not characters, of a move in notation": (
        judge(move=move("5D" + "\N{EM SPACE}" * 2728 + "  W...")),
        judge(move=move("5D" + "\N{EM SPACE}" * 2729 + "W...")),
        "move.notation",
    ),
    "bytes of a board in notation": (
        judge(board=board(MOOD.ljust(8192))),
        judge(board=board(MOOD.ljust(8193))),
        "board.notation",
    ),
    "bytes of an inspected board in notation": (
        inspect(board=board(MOOD.ljust(8192))),
        inspect(board=board(MOOD.ljust(8193))),
        "board.notation",
    ),
    "racks": (inspect(racks=["A"] * 4), inspect(racks=["A"] * 5), "racks"),
    "tiles of an inspected rack": (inspect(racks=["A" * 625]), inspect(racks=["A" * 626]), "racks[0]"),
    "tiles of a rack": (judge(rack="ABCDEFW"), judge(rack="ABCDEFGW"), "rack"),
    "rows of a grid": (on_grid(25, 25), on_grid(26, 25, sized(25, 25)), "board.grid.letters"),
    "columns of a grid": (on_grid(25, 25), on_grid(25, 26, sized(25, 25)), "board.grid.letters"),
    "rows of a notation": (on_notation(25, 25), on_notation(26, 25, sized(25, 25)), "board.notation"),
    "columns of a notation": (on_notation(25, 25), on_notation(25, 26, sized(25, 25)), "board.notation"),
    "rows of a stack list": (on_stacks(25, 25), on_stacks(26, 25, sized(25, 25)), "board.stack_list"),
    "columns of a stack list": (on_stacks(25, 25), on_stacks(25, 26, sized(25, 25)), "board.stack_list"),
    "fewest rows of a grid": (on_grid(2, 2), on_grid(1, 2, sized(2, 2)), "board.grid.letters"),
    "fewest rows of a notation": (on_notation(2, 2), on_notation(1, 2, sized(2, 2)), "board.notation"),
    "fewest columns of a stack list": (on_stacks(2, 2), on_stacks(2, 1, sized(2, 2)), "board.stack_list"),
    "height of a stack": (
        judge(board=stack_list(10, 10, (4, 4, "ABCDE")), move=move("-")),
        judge(board=stack_list(10, 10, (4, 4, "ABCDEF")), move=move("-")),
        "board.stack_list.stacks[0].tiles",
    ),
}


@pytest.mark.parametrize("name", AT_AND_OVER)
def test_what_is_at_a_limit_is_answered(referee: Referee, name: str) -> None:
    at, _, _ = AT_AND_OVER[name]
    response = referee.ask(at)
    if isinstance(at, pb.BatchJudgeMovesRequest):
        assert [result.WhichOneof("outcome") for result in response.results] == ["verdict"] * 1000


@pytest.mark.parametrize("name", AT_AND_OVER)
def test_what_is_one_over_a_limit_is_refused(referee: Referee, name: str) -> None:
    _, over, field = AT_AND_OVER[name]
    refusal = referee.refusal(over)
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.reason == Reason.INVALID_FIELD
    assert field in refusal.fields


CUSTOM_26 = {"rows": (26, 25), "columns": (25, 26)}


@pytest.mark.parametrize("name", CUSTOM_26)
def test_no_ruleset_makes_a_board_larger(referee: Referee, name: str) -> None:
    rows, columns = CUSTOM_26[name]
    question = judge(custom_ruleset=sized(rows, columns), board=grid("." * rows * columns))
    assert f"custom_ruleset.{name}" in referee.refusal(question).fields


def test_a_request_of_1_mb_is_answered(referee: Referee) -> None:
    assert pb.JudgeMoveResponse.FromString(referee.send(JUDGE, padded(MB))).valid


def test_a_request_over_1_mb_is_an_invalid_argument(referee: Referee) -> None:
    refusal = referee.refusal((JUDGE, padded(MB + 1)))
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.reason == Reason.REQUEST_TOO_LARGE


def test_every_method_refuses_a_request_over_1_mb(referee: Referee) -> None:
    for path in referee.methods:
        assert referee.refusal((path, bytes(MB + 1))).reason == Reason.REQUEST_TOO_LARGE


def test_a_message_of_4_mb_passes_the_transport_and_is_an_invalid_argument(referee: Referee) -> None:
    assert referee.refusal((JUDGE, bytes(4 * MB))).reason == Reason.REQUEST_TOO_LARGE


def test_a_message_over_4_mb_is_refused_by_the_transport_without_details(referee: Referee) -> None:
    refusal = referee.refusal((JUDGE, bytes(4 * MB + 1)))
    assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert refusal.status is None


def batch_with_a_reply_of(items: int) -> pb.BatchJudgeMovesRequest:
    """Return a batch that is small, but each of its answers carries a board of 6 KB."""
    full = "/".join(["(ABABABAB)" * 25] * 25)
    ruleset = custom(rows=25, columns=25, max_height=8, centre={})
    return batch(*[item("-", include_position=True)] * items, board=board(full), custom_ruleset=ruleset)


def test_a_reply_under_4_mb_is_sent(referee: Referee) -> None:
    response = referee.ask(batch_with_a_reply_of(650))
    assert 3.8 * MB < response.ByteSize() < 4 * MB
    assert len(response.results) == 650


def test_a_reply_over_4_mb_is_resource_exhausted_and_a_retry_does_not_help(referee: Referee) -> None:
    question = batch_with_a_reply_of(700)
    assert question.ByteSize() < MB
    refusal = referee.refusal(question)
    assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert refusal.reason == Reason.REPLY_TOO_LARGE
    assert refusal.detail(error_details_pb2.RetryInfo) is None


@pytest.mark.parametrize("size", [4 * MB - 1, 4 * MB, 4 * MB + 1])
def test_the_largest_reply_that_is_sent_has_4_mb(size: int) -> None:
    def reply_of_that_size(_: Any) -> pb.JudgeMoveResponse:
        response = pb.JudgeMoveResponse(notation="x" * (size - 5))
        assert response.ByteSize() == size
        return response

    method = Method(JUDGE, pb.JudgeMoveRequest, pb.JudgeMoveResponse, reply_of_that_size)
    server = RefereeServer({JUDGE: method}, [], threads=1)
    referee = Referee(server.listen("127.0.0.1:0"), {JUDGE: method})
    outcome = referee.outcome((JUDGE, b""))
    referee.channel.close()
    server.stop(grace=0)
    if size > 4 * MB:
        assert isinstance(outcome, Refusal)
        assert outcome.reason == Reason.REPLY_TOO_LARGE
    else:
        assert isinstance(outcome, bytes)
        assert len(outcome) == size


DOCUMENTED = {
    "request": (limits.MAX_REQUEST_BYTES, "1 MB"),
    "reply": (limits.MAX_REPLY_BYTES, "4 MB"),
    "requests in a batch": (limits.MAX_BATCH, "1,000"),
    "words in CheckWords": (limits.MAX_WORDS, "1,000"),
    "words in an overlay": (limits.MAX_OVERLAY_WORDS, "1,000"),
    "length of a word": (limits.MAX_WORD_LENGTH, "64 characters"),
    "placements in a play, tiles in an exchange": (limits.MAX_PLACEMENTS, "625"),
    "notation": (limits.MAX_NOTATION_BYTES, "8 KB"),
    "racks in InspectPosition": (limits.MAX_RACKS, "4"),
    "game record in text": (limits.MAX_RECORD_BYTES, "256 KB"),
    "events of a game record": (limits.MAX_EVENTS, "1,000"),
    "players of a game record": (limits.MAX_PLAYERS, "4"),
    "note of an event": (limits.MAX_NOTE_BYTES, "8 KB"),
    "tiles on a rack in FindPlays": (limits.MAX_RACK_TO_PLAY, "10"),
    "plays that FindPlays returns": (limits.MAX_PLAYS, "5,000"),
    "words challenged": (limits.MAX_CHALLENGED, "100"),
    "id in a stream": (limits.MAX_STREAM_ID_BYTES, "64 bytes"),
    "open streams": (limits.MAX_STREAMS, "64"),
}
UNITS = {"MB": MB, "KB": 1 << 10, "characters": 1, "bytes": 1}


def documented_limits() -> dict[str, str]:
    page = (Path(__file__).parents[2] / "docs/api-preamble.md").read_text(encoding="utf-8")
    table = page[page.index("## Limits") :].partition("\n## ")[0]
    return {row[0].strip(): row[1].strip() for row in re.findall(r"^\|([^|]+)\|([^|]+)\|", table, re.M)[2:]}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_limit_is_the_one_documented(name: str) -> None:
    value, text = DOCUMENTED[name]
    assert documented_limits()[name] == text
    number, _, unit = text.partition(" ")
    assert value == int(number.replace(",", "")) * UNITS.get(unit, 1)


def test_every_documented_limit_is_tested() -> None:
    elsewhere = {"board"}  # its sizes are those of a ruleset
    assert documented_limits().keys() == DOCUMENTED.keys() | elsewhere
    assert limits.MAX_TRANSPORT_BYTES == 4 * MB
    assert (limits.MAX_FIELD_VIOLATIONS, limits.MAX_DETAIL_BYTES) == (20, 4 << 10)
