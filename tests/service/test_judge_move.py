"""JudgeMove on the wire: what is left out, what comes back, and what absent fields mean."""

from typing import Any

import grpc
import pytest

from tests.service.questions import (
    EMPTY_10,
    MOOD,
    MOOD_8,
    board,
    custom,
    exchange,
    grid,
    judge,
    move,
    overlay,
    play,
    stack_list,
    tiles,
)
from tests.service.referee import Referee, Refusal
from upwords.referee.v1 import board_pb2, lexicon_pb2, ruleset_pb2, verdict_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.version import __version__

VERDICT_ONLY = verdict_pb2.DETAIL_VERDICT_ONLY
MOOD_LETTERS = ["...MOOD..." if row == 4 else "." * 10 for row in range(10)]
MOOD_HEIGHTS = ["0001111000" if row == 4 else "0" * 10 for row in range(10)]
FORMS: dict[str, board_pb2.Board] = {
    "grid with slashes": grid("/".join(MOOD_LETTERS)),
    "grid with newlines": grid("\n".join(MOOD_LETTERS)),
    "grid of one line": grid("".join(MOOD_LETTERS)),
    "grid with heights": grid("/".join(MOOD_LETTERS), "/".join(MOOD_HEIGHTS)),
    "notation": board(MOOD),
    "stack list": stack_list(10, 10, (4, 3, "M"), (4, 4, "O"), (4, 5, "O"), (4, 6, "D")),
}


def rules_broken(verdict: pb.JudgeMoveResponse) -> list[str]:
    return [verdict_pb2.Rule.Name(violation.rule) for violation in verdict.violations]


# Detail


@pytest.mark.parametrize("notation", ["5D W...", "5D X...", "5D Z..Z", "-", "-A", "7H AB"])
def test_a_blind_verdict_has_only_validity_notation_and_provenance(referee: Referee, notation: str) -> None:
    question = {"move": move(notation), "include_position": True}
    blind = referee.ask(judge(**question, detail=VERDICT_ONLY))
    full = referee.ask(judge(**question, detail=verdict_pb2.DETAIL_FULL))
    set_fields = {field.name for field, _ in blind.ListFields()}
    assert set_fields <= {"valid", "notation", "provenance"}
    assert (blind.valid, blind.notation, blind.provenance) == (full.valid, full.notation, full.provenance)


def test_detail_unspecified_is_full(referee: Referee) -> None:
    assert referee.ask(judge()) == referee.ask(judge(detail=verdict_pb2.DETAIL_FULL))


# The board after the move


@pytest.mark.parametrize("form", FORMS)
def test_the_position_comes_in_the_form_of_the_request(referee: Referee, form: str) -> None:
    sent = FORMS[form]
    position = referee.ask(judge(board=sent, include_position=True)).position
    assert position.WhichOneof("form") == sent.WhichOneof("form")


@pytest.mark.parametrize("separator", ["/", "\n", ""])
def test_a_grid_keeps_its_separators_and_always_has_heights(referee: Referee, separator: str) -> None:
    sent = grid(separator.join(MOOD_LETTERS))
    after = referee.ask(judge(board=sent, include_position=True)).position.grid
    assert after.letters == separator.join(MOOD_LETTERS).replace("MOOD", "WOOD")
    assert after.heights == separator.join(MOOD_HEIGHTS).replace("0001111000", "0002111000")


def test_a_notation_has_whole_stacks_and_the_board_part_only(referee: Referee) -> None:
    sent = board(f"{MOOD} ABC/? 3/4 0 lex enable;")
    position = referee.ask(judge(board=sent, include_position=True)).position
    assert position.notation == MOOD.replace("MOOD", "(MW)OOD")


def test_a_stack_list_has_whole_stacks(referee: Referee) -> None:
    after = referee.ask(judge(board=FORMS["stack list"], include_position=True)).position.stack_list
    assert (after.rows, after.columns) == (10, 10)
    listed = {(stack.row, stack.column): stack.tiles for stack in after.stacks}
    assert listed == {(4, 3): "MW", (4, 4): "O", (4, 5): "O", (4, 6): "D"}


@pytest.mark.parametrize("form", FORMS)
def test_a_position_that_comes_back_is_judged_as_it_stands(referee: Referee, form: str) -> None:
    first = referee.ask(judge(board=FORMS[form], include_position=True))
    second = referee.ask(judge(board=first.position, move=move("5D F..."), include_position=True))
    assert (second.valid, second.score, second.words[0].heights) == (True, 6, "3111")
    third = referee.ask(judge(board=second.position, move=move("D5 .AR"), include_position=True))
    assert (third.words[0].text, third.score) == ("FAR", 5)


def test_an_exchange_leaves_the_board_as_it_was(referee: Referee) -> None:
    position = referee.ask(judge(move=exchange("A"), include_position=True)).position
    assert position == board(MOOD)


def test_an_illegal_play_that_can_be_carried_out_has_a_position(referee: Referee) -> None:
    verdict = referee.ask(judge(move=move("5D M..."), include_position=True))
    assert rules_broken(verdict) == ["RULE_SAME_LETTER"]
    assert verdict.position.notation == MOOD.replace("MOOD", "(MM)OOD")


IMPOSSIBLE: dict[str, Any] = {
    "RULE_NO_TILES": play(),
    "RULE_OUT_OF_BOUNDS": play((-1, 0, "A")),
    "RULE_SAME_SQUARE_TWICE": play((3, 3, "A"), (3, 3, "B")),
    "RULE_NOT_IN_LINE": play((3, 3, "A"), (2, 2, "B")),
    "RULE_GAP": play((3, 3, "A"), (3, 5, "B")),
}


@pytest.mark.parametrize("rule", IMPOSSIBLE)
def test_a_play_that_cannot_be_carried_out_has_neither_score_nor_position(
    referee: Referee, rule: str
) -> None:
    verdict = referee.ask(judge(move=IMPOSSIBLE[rule], include_position=True))
    assert rule in rules_broken(verdict)
    assert not verdict.HasField("score")
    assert not verdict.HasField("position")


def test_the_position_is_left_out_unless_it_is_asked_for(referee: Referee) -> None:
    assert not referee.ask(judge()).HasField("position")


# Lexicon and overlay


def test_without_a_lexicon_no_word_makes_a_play_invalid(referee: Referee) -> None:
    verdict = referee.ask(judge(move=move("5D X..."), lexicon="none"))
    assert verdict.valid
    assert [word.status for word in verdict.words] == [lexicon_pb2.WORD_STATUS_UNCHECKED]
    assert (verdict.provenance.lexicon, verdict.provenance.lexicon_digest) == ("none", "")


def test_without_a_lexicon_an_overlay_still_denies(referee: Referee) -> None:
    verdict = referee.ask(judge(move=move("5D X..."), lexicon="none", overlay=overlay((), ["xood"])))
    assert not verdict.valid
    assert rules_broken(verdict) == ["RULE_WORD_NOT_ACCEPTABLE"]
    assert [word.status for word in verdict.words] == [lexicon_pb2.WORD_STATUS_DENIED]


def test_an_overlay_goes_before_the_lexicon(referee: Referee) -> None:
    rulings = overlay(["xood"], ["wood"])
    allowed = referee.ask(judge(move=move("5D X..."), overlay=rulings))
    denied = referee.ask(judge(move=move("5D W..."), overlay=rulings))
    assert (allowed.valid, allowed.words[0].status) == (True, lexicon_pb2.WORD_STATUS_ALLOWED)
    assert (denied.valid, denied.words[0].status) == (False, lexicon_pb2.WORD_STATUS_DENIED)


# Rulesets, pins and provenance


@pytest.mark.parametrize(
    ("notation", "play", "id"), [(MOOD_8, "4C W...", "classic-8x8"), (MOOD, "5D W...", "standard-10x10")]
)
def test_no_ruleset_is_that_of_the_boards_size(referee: Referee, notation: str, play: str, id: str) -> None:
    verdict = referee.ask(judge(board=board(notation), move=move(play)))
    assert verdict.provenance.ruleset == id
    assert verdict == referee.ask(judge(board=board(notation), move=move(play), ruleset=id))


def test_pins_that_the_server_holds_change_nothing(referee: Referee) -> None:
    verdict = referee.ask(judge())
    held = verdict.provenance
    pinned = judge(ruleset_digest=held.ruleset_digest, lexicon_digest=held.lexicon_digest)
    assert referee.ask(pinned) == verdict


def test_a_custom_ruleset_can_be_pinned(referee: Referee) -> None:
    ours = custom(exchange_tiles=2)
    digest = referee.ask(judge(custom_ruleset=ours)).provenance.ruleset_digest
    assert referee.ask(judge(custom_ruleset=ours, ruleset_digest=digest)).valid
    refusal = referee.refusal(judge(custom_ruleset=custom(exchange_tiles=3), ruleset_digest=digest))
    assert refusal.code is grpc.StatusCode.FAILED_PRECONDITION


def test_the_provenance_is_complete(referee: Referee) -> None:
    provenance = referee.ask(judge(overlay=overlay(["ZZZ"]))).provenance
    assert provenance.ruleset == "standard-10x10"
    assert provenance.lexicon == "enable"
    assert provenance.server_version == __version__
    for digest in (provenance.ruleset_digest, provenance.lexicon_digest, provenance.overlay_digest):
        assert len(digest) == 64
        assert set(digest) <= set("0123456789abcdef")


def test_without_an_overlay_its_digest_is_empty(referee: Referee) -> None:
    assert referee.ask(judge()).provenance.overlay_digest == ""
    assert referee.ask(judge(overlay=overlay())).provenance.overlay_digest == ""


# Absent and zero differ


def test_an_absent_rack_is_not_checked_and_an_empty_one_is(referee: Referee) -> None:
    assert referee.ask(judge()).valid
    assert rules_broken(referee.ask(judge(rack=""))) == ["RULE_TILE_NOT_ON_RACK"]


def test_an_absent_bag_is_not_checked_and_an_empty_one_is(referee: Referee) -> None:
    assert referee.ask(judge(move=exchange("A"))).valid
    assert referee.ask(judge(move=exchange("A"), bag_count=1)).valid
    assert rules_broken(referee.ask(judge(move=exchange("A"), bag_count=0))) == ["RULE_EXCHANGE_BAG_EMPTY"]


# One character is one tile


@pytest.mark.parametrize("tile", ["Q", "q", "QU", "Qu", "qu", "qU"])
def test_a_placement_names_the_qu_tile_by_letter_or_by_spelling(referee: Referee, tile: str) -> None:
    laid = play((4, 4, tile), (4, 5, "i"), (4, 6, "t"))
    verdict = referee.ask(judge(board=board(EMPTY_10), move=laid))
    assert (verdict.valid, verdict.score, verdict.notation) == (True, 8, "5E QIT")
    assert (verdict.words[0].text, verdict.words[0].length) == ("QUIT", 3)


@pytest.mark.parametrize(("rack", "valid"), [("QITE", True), ("qite", True), ("UITE", False)])
def test_on_a_rack_q_is_the_qu_tile(referee: Referee, rack: str, valid: bool) -> None:
    question = judge(board=board(EMPTY_10), move=move("5E QIT"), rack=rack)
    assert referee.ask(question).valid is valid


def test_on_a_rack_qu_is_qu_and_then_u(referee: Referee) -> None:
    # "QU" would be one tile if it were spelled; the exchange needs two.
    verdict = referee.ask(judge(move=exchange("QU"), rack="QU", custom_ruleset=custom(exchange_tiles=2)))
    assert verdict.valid


@pytest.mark.parametrize("form", ["grid", "notation", "stack_list"])
def test_lower_case_is_read_as_upper_case(referee: Referee, form: str) -> None:
    boards = {
        "grid": grid("/".join(MOOD_LETTERS).lower()),
        "notation": board(MOOD.lower()),
        "stack_list": stack_list(10, 10, (4, 3, "m"), (4, 4, "o"), (4, 5, "o"), (4, 6, "d")),
    }
    verdict = referee.ask(judge(board=boards[form], move=move("5d w..."), rack="w"))
    assert (verdict.valid, verdict.words[0].text, verdict.notation) == (True, "WOOD", "5D W...")


ACCENTED = custom(
    rows=3,
    columns=4,
    centre={},
    tiles=tiles(ruleset_pb2.TileKind(letter="É"), ruleset_pb2.TileKind(letter="A")),
)


def test_a_decomposed_letter_is_the_same_one_character(referee: Referee) -> None:
    question = {"custom_ruleset": ACCENTED, "move": move("1B A"), "lexicon": "none", "include_position": True}
    composed = referee.ask(judge(board=grid("É.../..../...."), **question))
    assert composed.words[0].text == "ÉA"
    for letters in ("E\u0301.../..../....", "e\u0301..........."):
        assert referee.ask(judge(board=grid(letters), **question)).words == composed.words


@pytest.mark.parametrize(
    "letters", ["E\u0301../..../....", "E\u0301../..../..../....", "E\u0301..........."[:12]]
)
def test_a_grid_that_is_ragged_once_its_letters_are_composed_is_refused(
    referee: Referee, letters: str
) -> None:
    question = judge(custom_ruleset=ACCENTED, board=grid(letters), move=move("1B A"), lexicon="none")
    outcome = referee.outcome(question)
    assert isinstance(outcome, Refusal)
    assert outcome.code is grpc.StatusCode.INVALID_ARGUMENT
    assert outcome.fields == ["board.grid.letters"]


# The plainest words of a fault


def test_a_height_without_a_tile_is_told_once(referee: Referee) -> None:
    heights = "/".join(MOOD_HEIGHTS).replace("0001111000", "0001111100")
    (violation,) = referee.refusal(judge(board=grid("/".join(MOOD_LETTERS), heights))).violations
    assert violation.description == "H5 is empty but has the height 1"


def test_a_tile_without_a_height_is_told_once(referee: Referee) -> None:
    heights = "/".join(MOOD_HEIGHTS).replace("0001111000", "0001110000")
    (violation,) = referee.refusal(judge(board=grid("/".join(MOOD_LETTERS), heights))).violations
    assert violation.description == "G5 has a tile but the height 0"
