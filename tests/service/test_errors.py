"""A question that cannot be answered is a status with details: code, reason and field paths."""

import re
import threading
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2

from tests.service.lexica import SlowLexicon
from tests.service.questions import (
    EMPTY_10,
    MOOD,
    batch,
    board,
    check,
    custom,
    exchange,
    grid,
    inspect,
    judge,
    move,
    overlay,
    play,
    stack_list,
)
from tests.service.referee import Referee, serving
from upwords.referee.v1 import board_pb2, move_pb2
from upwords.referee.v1 import lexicon_service_pb2 as words_pb
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.errors import DOMAIN, Reason

ROW = "." * 10
GRID = ["...MOOD..." if row == 4 else ROW for row in range(10)]
HEIGHTS = ["0001111000" if row == 4 else "0" * 10 for row in range(10)]
# Field 15, which no oneof of today has.
NEWER = bytes([15 << 3 | 2, 1, ord("A")])


def with_row(rows: list[str], row: str) -> str:
    return "/".join(row if number == 4 else old for number, old in enumerate(rows))


BAD_BOARDS: dict[str, tuple[Any, str]] = {
    "board unset": (None, "board"),
    "form unset": (board_pb2.Board(), "board.form"),
    "form newer than the server": (board_pb2.Board.FromString(NEWER), "board.form"),
    "grid empty": (grid(""), "board.grid.letters"),
    "grid of separators only": (grid("/" * 9), "board.grid.letters"),
    "grid ragged": (grid(with_row(GRID, "...MOOD..")), "board.grid.letters"),
    "grid not square": (grid("." * 99), "board.grid.letters"),
    "grid with a letter that no tile has": (grid(with_row(GRID, "...M0OD...")), "board.grid.letters"),
    "grid with an unknown top": (grid(with_row(GRID, "...M_OD...")), "board.grid.letters"),
    "heights of another shape": (grid("/".join(GRID), "/".join(HEIGHTS[:9])), "board.grid.heights"),
    "heights of another width": (
        grid("/".join(GRID), "/".join(["0" * 20] * 2 + ["0" * 3 + "1" * 4 + "0" * 13] + ["0" * 20] * 2)),
        "board.grid.heights",
    ),
    "height no digit": (grid("/".join(GRID), with_row(HEIGHTS, "0001x11000")), "board.grid.heights"),
    "height a digit of another script": (
        grid("/".join(GRID), with_row(HEIGHTS, "0001\N{ARABIC-INDIC DIGIT ONE}11000")),
        "board.grid.heights",
    ),
    "tile without a height": (grid("/".join(GRID), with_row(HEIGHTS, "0001011000")), "board.grid.heights"),
    "height without a tile": (grid("/".join(GRID), with_row(HEIGHTS, "0001111100")), "board.grid.heights"),
    "grid stack too high": (grid("/".join(GRID), with_row(HEIGHTS, "0001161000")), "board.grid.heights"),
    "notation empty": (board(""), "board.notation"),
    "notation ragged": (board(MOOD.replace("3MOOD3", "3MOOD2")), "board.notation"),
    "notation with a letter that no tile has": (board(MOOD.replace("OO", "ÄO")), "board.notation"),
    "notation stack too high": (board(MOOD.replace("OO", "O(ABCDEO)")), "board.notation"),
    "notation with an open bracket": (board(MOOD.replace("OO", "O(A")), "board.notation"),
    "notation with an unknown top": (board(MOOD.replace("OO", "(O_)O")), "board.notation"),
    "stack list without a size": (board_pb2.Board(stack_list=board_pb2.StackList()), "board.stack_list"),
    "stack off the board": (stack_list(10, 10, (4, 4, "A"), (4, 10, "A")), "board.stack_list.stacks[1]"),
    "stack before the board": (stack_list(10, 10, (-1, 4, "A")), "board.stack_list.stacks[0]"),
    "stack listed twice": (stack_list(10, 10, (4, 4, "A"), (4, 4, "B")), "board.stack_list.stacks[1]"),
    "stack without tiles": (stack_list(10, 10, (4, 4, "")), "board.stack_list.stacks[0].tiles"),
    "stack with an unknown top": (stack_list(10, 10, (4, 4, "A_")), "board.stack_list.stacks[0].tiles"),
    "stack of a letter that no tile has": (
        stack_list(10, 10, (4, 4, "A"), (4, 5, "BÄ")),
        "board.stack_list.stacks[1].tiles",
    ),
    "stack too high": (stack_list(10, 10, (4, 4, "ABABAB")), "board.stack_list.stacks[0].tiles"),
    "board without a ruleset of its size": (board("9/" * 8 + "9"), "ruleset"),
}

BAD_MOVES: dict[str, tuple[Any, str]] = {
    "move unset": (None, "move"),
    "action unset": (move_pb2.Move(), "move.action"),
    "action newer than the server": (move_pb2.Move.FromString(NEWER), "move.action"),
    "notation empty": (move(""), "move.notation"),
    "notation no move": (move("castle"), "move.notation"),
    "notation with a letter that no tile has": (move("5D Ä..."), "move.notation"),
    "notation with row 0": (move("0D W..."), "move.notation"),
    "exchange in notation of a letter that no tile has": (move("-Ä"), "move.notation"),
    "tile that no set has": (play((4, 3, "W"), (4, 4, "Ä")), "move.play.placements[1].tile"),
    "tile without a letter": (play((4, 3, "")), "move.play.placements[0].tile"),
    "two letters for one tile": (play((4, 3, "WO")), "move.play.placements[0].tile"),
    "empty square for a tile": (play((4, 3, ".")), "move.play.placements[0].tile"),
    "exchange of a letter that no tile has": (exchange("Ä"), "move.exchange.tiles"),
    "exchange of an unknown tile": (exchange("?"), "move.exchange.tiles"),
}

BAD_FIELDS: dict[str, tuple[Any, str]] = {
    "ruleset and custom ruleset": (judge(ruleset="standard-10x10", custom_ruleset=custom()), "ruleset"),
    "ruleset of another size": (judge(ruleset="classic-8x8"), "board.notation"),
    "rack with a letter that no tile has": (judge(rack="WÄ"), "rack"),
    "rack larger than the ruleset's": (judge(rack="ABCDEFGH"), "rack"),
    "word allowed and denied": (judge(overlay=overlay(["WOOD"], ["MOO", "wood"])), "overlay.deny[1]"),
    "overlay word without letters": (judge(overlay=overlay(["WOOD", ""])), "overlay.allow[1]"),
    "overlay word with a newline": (judge(overlay=overlay(deny=["WO\nOD"])), "overlay.deny[0]"),
    "inspected board unset": (pb.InspectPositionRequest(), "board"),
    "inspected form unset": (inspect(board=board_pb2.Board()), "board.form"),
    "inspected board of no ruleset's size": (inspect(board=board("9/" * 8 + "9")), "ruleset"),
    "inspected rack with a letter that no tile has": (inspect(racks=["A", "Ä"]), "racks[1]"),
    "inspection by two rulesets": (inspect(ruleset="classic-8x8", custom_ruleset=custom()), "ruleset"),
    "inspection with a word allowed and denied": (inspect(overlay=overlay(["A"], ["A"])), "overlay.deny[0]"),
    "checked word without letters": (check("A", ""), "words[1]"),
    "check with a word allowed and denied": (check("A", overlay=overlay(["A"], ["A"])), "overlay.deny[0]"),
}

OF_A_MOVE = {
    **{f"judge, {name}": (judge(board=bad), field) for name, (bad, field) in BAD_BOARDS.items()},
    **{f"judge, {name}": (judge(move=bad), field) for name, (bad, field) in BAD_MOVES.items()},
    **{name: bad for name, bad in BAD_FIELDS.items() if isinstance(bad[0], pb.JudgeMoveRequest)},
}
INVALID = OF_A_MOVE | BAD_FIELDS


@pytest.mark.parametrize(("request_", "field"), INVALID.values(), ids=INVALID.keys())
def test_a_field_that_cannot_be_understood_is_invalid_argument_at_its_path(
    referee: Referee, request_: Any, field: str
) -> None:
    refusal = referee.refusal(request_)
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.reason == Reason.INVALID_FIELD
    assert field in refusal.fields
    assert all(violation.description for violation in refusal.violations)


@pytest.mark.parametrize(("request_", "field"), OF_A_MOVE.values(), ids=OF_A_MOVE.keys())
def test_in_a_batch_the_same_fault_is_the_items_error_at_its_path(
    referee: Referee, request_: Any, field: str
) -> None:
    (result,) = referee.ask(batch(request_, board=None)).results
    bad = error_details_pb2.BadRequest()
    assert any(detail.Unpack(bad) for detail in result.error.details)
    assert f"requests[0].{field}" in [violation.field for violation in bad.field_violations]


def test_all_faults_of_a_question_are_told_at_once(referee: Referee) -> None:
    question = judge(
        move=play((4, 3, "Ä"), (4, 4, "A"), (4, 5, "Ö")), rack="Ü", overlay=overlay(["A"], ["A"])
    )
    assert set(referee.refusal(question).fields) == {
        "overlay.deny[0]",
        "move.play.placements[0].tile",
        "move.play.placements[2].tile",
        "rack",
    }


UNKNOWN: dict[str, tuple[Any, Reason]] = {
    "ruleset": (judge(ruleset="chess"), Reason.UNKNOWN_RULESET),
    "base of a custom ruleset": (judge(custom_ruleset=custom(base="chess")), Reason.UNKNOWN_RULESET),
    "lexicon": (judge(lexicon="oed"), Reason.UNKNOWN_LEXICON),
    "inspected by an unknown ruleset": (inspect(ruleset="chess"), Reason.UNKNOWN_RULESET),
    "inspected by an unknown lexicon": (inspect(lexicon="oed"), Reason.UNKNOWN_LEXICON),
    "ruleset asked for": (pb.GetRulesetRequest(id="chess"), Reason.UNKNOWN_RULESET),
    "ruleset asked for without an id": (pb.GetRulesetRequest(), Reason.UNKNOWN_RULESET),
    "lexicon asked for": (words_pb.GetLexiconRequest(id="oed"), Reason.UNKNOWN_LEXICON),
    "lexicon asked for without an id": (words_pb.GetLexiconRequest(), Reason.UNKNOWN_LEXICON),
    "words checked by an unknown lexicon": (check("A", lexicon="oed"), Reason.UNKNOWN_LEXICON),
}
KNOWN = {
    Reason.UNKNOWN_RULESET: {"classic-8x8", "standard-10x10", "topwords-10x10"},
    Reason.UNKNOWN_LEXICON: {"enable"},
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_id_is_not_found_and_the_known_ones_are_named(referee: Referee, name: str) -> None:
    question, reason = UNKNOWN[name]
    refusal = referee.refusal(question)
    assert refusal.code is grpc.StatusCode.NOT_FOUND
    assert refusal.reason == reason
    assert set(refusal.metadata["known"].split(", ")) == KNOWN[reason]


@pytest.mark.parametrize(
    ("pin", "reason"),
    [
        ("ruleset_digest", Reason.RULESET_DIGEST_MISMATCH),
        ("lexicon_digest", Reason.LEXICON_DIGEST_MISMATCH),
    ],
)
def test_a_pin_that_the_server_does_not_hold_is_a_failed_precondition(
    referee: Referee, pin: str, reason: Reason
) -> None:
    refusal = referee.refusal(judge(**{pin: "0" * 64}))
    assert refusal.code is grpc.StatusCode.FAILED_PRECONDITION
    assert refusal.reason == reason
    assert refusal.metadata["held"] == getattr(referee.ask(judge()).provenance, pin)


def test_no_lexicon_holds_no_pin(referee: Referee) -> None:
    refusal = referee.refusal(judge(lexicon="none", lexicon_digest="0" * 64))
    assert refusal.reason == Reason.LEXICON_DIGEST_MISMATCH


REFUSALS: dict[str, Any] = {
    "INVALID_ARGUMENT": judge(move=None),
    "NOT_FOUND": judge(ruleset="chess"),
    "FAILED_PRECONDITION": judge(ruleset_digest="0"),
    "unreadable": ("/upwords.referee.v1.RefereeService/JudgeMove", b"\xff"),
    "too large": ("/upwords.referee.v1.RefereeService/JudgeMove", bytes((1 << 20) + 1)),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_every_refusal_has_our_domain_a_documented_reason_and_no_retry(referee: Referee, name: str) -> None:
    refusal = referee.refusal(REFUSALS[name])
    info = refusal.detail(error_details_pb2.ErrorInfo)
    assert info.domain == DOMAIN == "upwords.referee"
    assert info.reason in Reason.__members__
    assert re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*", info.reason)
    assert refusal.detail(error_details_pb2.RetryInfo) is None
    assert refusal.status is not None
    assert refusal.status.code == refusal.code.value[0]
    assert refusal.status.message == refusal.message != ""


def test_a_broken_rule_is_no_error(referee: Referee) -> None:
    verdict = referee.ask(judge(board=board(EMPTY_10), move=move("1A X")))
    assert not verdict.valid
    assert verdict.violations


def test_a_word_that_is_not_acceptable_is_no_error(referee: Referee) -> None:
    verdict = referee.ask(judge(move=move("5D X...")))
    assert not verdict.valid
    assert [word.text for word in verdict.words] == ["XOOD"]


@pytest.mark.parametrize(
    "path",
    ["/upwords.referee.v1.RefereeService/MoveAPiece", "/upwords.referee.v1.Bookkeeper/JudgeMove", "/"],
)
def test_an_unknown_method_is_unimplemented(referee: Referee, path: str) -> None:
    assert referee.refusal((path, b"")).code is grpc.StatusCode.UNIMPLEMENTED


def slow(ask: Callable[[Referee, SlowLexicon], None]) -> None:
    lexicon = SlowLexicon()
    with serving(lexicon) as referee:
        try:
            ask(referee, lexicon)
        finally:
            lexicon.let_go.set()


def test_a_deadline_that_passes_is_deadline_exceeded() -> None:
    def ask(referee: Referee, lexicon: SlowLexicon) -> None:
        assert referee.refusal(judge(), deadline=0.2).code is grpc.StatusCode.DEADLINE_EXCEEDED
        assert lexicon.asked.is_set()

    slow(ask)


def test_a_call_that_its_caller_gives_up_is_cancelled() -> None:
    def ask(referee: Referee, lexicon: SlowLexicon) -> None:
        future = referee.start(judge())
        threading.Thread(target=lambda: lexicon.asked.wait(20) and future.cancel()).start()
        with pytest.raises((grpc.RpcError, grpc.FutureCancelledError)):
            future.result()
        assert isinstance(future, grpc.Call)
        assert future.code() is grpc.StatusCode.CANCELLED

    slow(ask)


def test_a_refusal_inside_a_batch_is_that_of_the_single_call(referee: Referee) -> None:
    question = judge(ruleset="chess")
    (result,) = referee.ask(batch(question)).results
    alone = referee.refusal(question)
    assert result.error.code == alone.code.value[0]
    info = error_details_pb2.ErrorInfo()
    assert result.error.details[0].Unpack(info)
    assert info == alone.detail(error_details_pb2.ErrorInfo)
