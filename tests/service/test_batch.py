"""BatchJudgeMoves: one answer per item in order, defaults for what items leave unset, one lookup for all."""

from typing import Any

import pytest
from google.rpc import code_pb2, error_details_pb2, status_pb2

from tests.service.lexica import CountingLexicon
from tests.service.questions import (
    EMPTY_10,
    MOOD,
    MOOD_8,
    batch,
    board,
    custom,
    grid,
    item,
    judge,
    move,
    overlay,
    play,
)
from tests.service.referee import Referee, serving
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1 import ruleset_pb2, verdict_pb2
from upwords_referee.service.errors import Reason

VERDICT_ONLY = verdict_pb2.DETAIL_VERDICT_ONLY
FULL = verdict_pb2.DETAIL_FULL
DOUBLE = custom(id="double", scoring={"flat_tile": 4, "stacked_tile": 2})
TRIPLE = custom(id="triple", scoring={"flat_tile": 6, "stacked_tile": 3})
ANYWHERE = custom(same_letter_rule=ruleset_pb2.SAME_LETTER_RULE_ANYWHERE)


def verdicts(referee: Referee, request: pb.BatchJudgeMovesRequest) -> list[pb.JudgeMoveResponse]:
    """Return the verdicts of a batch in which no item fails."""
    results = referee.ask(request).results
    assert [result.WhichOneof("outcome") for result in results] == ["verdict"] * len(request.requests)
    return [result.verdict for result in results]


def outcomes(referee: Referee, request: pb.BatchJudgeMovesRequest) -> list[str]:
    return [result.WhichOneof("outcome") for result in referee.ask(request).results]


def told(status: status_pb2.Status) -> tuple[str, list[str]]:
    """Return the reason and the field paths of an item's error."""
    info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for detail in status.details:
        if not detail.Unpack(info):
            assert detail.Unpack(bad)
    return info.reason, [violation.field for violation in bad.field_violations]


def errors(referee: Referee, request: pb.BatchJudgeMovesRequest) -> list[tuple[str, list[str]]]:
    """Return the errors of a batch in which every item fails."""
    results = referee.ask(request).results
    assert [result.WhichOneof("outcome") for result in results] == ["error"] * len(request.requests)
    return [told(result.error) for result in results]


# Order and length


def test_an_empty_batch_has_no_results_and_no_provenance(referee: Referee) -> None:
    response = referee.ask(pb.BatchJudgeMovesRequest())
    assert not response.results
    assert not response.HasField("provenance")


def test_an_empty_batch_with_a_faulty_default_is_no_error(referee: Referee) -> None:
    assert referee.ask(batch(ruleset="chess", board=board("?"))) == pb.BatchJudgeMovesResponse()


def test_results_come_in_the_order_of_the_items(referee: Referee) -> None:
    letters = "BCDEFGHKLNPRSTVWXYZ"
    answers = verdicts(referee, batch(*[item(f"5D {letter}...") for letter in letters]))
    assert [answer.words[0].text for answer in answers] == [f"{letter}OOD" for letter in letters]


def test_an_item_is_judged_as_if_it_were_alone(referee: Referee) -> None:
    questions = [item(), item("5D F.D."), item("-"), item("-AB", rack="AC"), item("D1 A"), item("5C ZMOODY")]
    answers = referee.ask(batch(*questions))
    for question, result in zip(questions, answers.results, strict=True):
        question.board.CopyFrom(board())
        alone = referee.ask(question)
        result.verdict.provenance.CopyFrom(answers.provenance)
        assert result.verdict == alone


def test_an_error_between_good_items_harms_neither(referee: Referee) -> None:
    good = item()
    results = referee.ask(batch(good, item("castle"), good)).results
    assert [result.WhichOneof("outcome") for result in results] == ["verdict", "error", "verdict"]
    assert results[0] == results[2]
    assert results[1].error.code == code_pb2.INVALID_ARGUMENT


# Defaults


@pytest.mark.parametrize(
    ("default", "scores"), [({"ruleset": "topwords-10x10"}, [5, 10]), ({"custom_ruleset": TRIPLE}, [15, 10])]
)
def test_a_default_ruleset_is_for_items_without_one(
    referee: Referee, default: dict[str, Any], scores: list[int]
) -> None:
    answers = verdicts(referee, batch(item(), item(custom_ruleset=DOUBLE), **default))
    assert [answer.score for answer in answers] == scores


def test_an_item_with_a_ruleset_takes_neither_of_the_default_pair(referee: Referee) -> None:
    request = batch(item(ruleset="standard-10x10"), custom_ruleset=DOUBLE)
    (answer,) = verdicts(referee, request)
    assert answer.score == 5


def test_an_item_with_a_custom_ruleset_takes_neither_of_the_default_pair(referee: Referee) -> None:
    (answer,) = verdicts(referee, batch(item(custom_ruleset=DOUBLE), ruleset="topwords-10x10"))
    assert answer.score == 10


def test_a_default_pair_that_contradicts_itself_is_the_error_of_items_that_use_it(referee: Referee) -> None:
    request = batch(item(), item(ruleset="standard-10x10"), ruleset="standard-10x10", custom_ruleset=DOUBLE)
    results = referee.ask(request).results
    assert told(results[0].error) == (Reason.INVALID_FIELD, ["ruleset"])
    assert results[1].WhichOneof("outcome") == "verdict"


def test_a_default_lexicon_is_for_items_without_one(referee: Referee) -> None:
    answers = verdicts(referee, batch(item("5D X..."), item("5D X...", lexicon="enable"), lexicon="none"))
    assert [answer.valid for answer in answers] == [True, False]


def test_a_default_board_is_for_items_without_one(referee: Referee) -> None:
    own = judge(board=board(EMPTY_10), move=move("5D WOOD"))
    answers = verdicts(referee, batch(item("5D W..."), own))
    assert [answer.score for answer in answers] == [5, 8]


def test_a_default_overlay_is_for_items_without_one(referee: Referee) -> None:
    request = batch(
        item("5D X..."),
        item("5D X...", overlay=overlay(["ZZZ"])),
        item(),
        overlay=overlay(["XOOD"], ["WOOD"]),
    )
    assert [answer.valid for answer in verdicts(referee, request)] == [True, False, False]


def test_an_overlay_replaces_the_default_and_is_not_merged_with_it(referee: Referee) -> None:
    request = batch(
        item("5D W...", overlay=overlay(["XOOD"])), item("5D X..."), overlay=overlay((), ["WOOD", "XOOD"])
    )
    assert [answer.valid for answer in verdicts(referee, request)] == [True, False]


def test_an_empty_overlay_replaces_the_default_too(referee: Referee) -> None:
    answers = verdicts(referee, batch(item(overlay=overlay()), item(), overlay=overlay((), ["WOOD"])))
    assert [answer.valid for answer in answers] == [True, False]


def test_a_default_detail_is_for_items_that_leave_it_unspecified(referee: Referee) -> None:
    answers = verdicts(referee, batch(item(), item(detail=FULL), detail=VERDICT_ONLY))
    assert [len(answer.words) for answer in answers] == [0, 1]


def test_an_item_may_want_less_than_the_default_detail(referee: Referee) -> None:
    answers = verdicts(referee, batch(item(detail=VERDICT_ONLY), item(), detail=FULL))
    assert [len(answer.words) for answer in answers] == [0, 1]


def test_a_default_board_finds_its_ruleset_by_size(referee: Referee) -> None:
    response = referee.ask(batch(item("4D W..."), board=board(MOOD_8)))
    assert response.provenance.ruleset == "classic-8x8"


def test_one_default_board_serves_items_of_several_rulesets(referee: Referee) -> None:
    request = batch(
        item(), item(custom_ruleset=DOUBLE), item(ruleset="topwords-10x10"), item(custom_ruleset=TRIPLE)
    )
    answers = verdicts(referee, request)
    assert [answer.score for answer in answers] == [5, 10, 5, 15]
    assert [answer.provenance.ruleset for answer in answers] == [
        "standard-10x10",
        "double",
        "topwords-10x10",
        "triple",
    ]


def test_items_of_equal_rulesets_keep_the_names_of_their_own(referee: Referee) -> None:
    # One digest, three names: what is read once for all must not rename the others.
    request = batch(
        item(custom_ruleset=custom(id="mine")),
        item(custom_ruleset=custom(id="yours")),
        item(ruleset="standard-10x10"),
    )
    answers = verdicts(referee, request)
    assert [answer.provenance.ruleset for answer in answers] == ["mine", "yours", "standard-10x10"]
    assert len({answer.provenance.ruleset_digest for answer in answers}) == 1


def test_racks_bags_and_pins_are_each_items_own(referee: Referee) -> None:
    digest = referee.ask(judge()).provenance.ruleset_digest
    request = batch(
        item(rack="A"),
        item(rack="W"),
        item("-A", bag_count=0),
        item("-A"),
        item(ruleset_digest=digest),
        item(ruleset_digest="0"),
    )
    results = referee.ask(request).results
    assert [result.verdict.valid for result in results[:5]] == [False, True, False, True, True]
    assert told(results[5].error)[0] == Reason.RULESET_DIGEST_MISMATCH


# Whose fault it is


def test_an_items_own_fault_has_the_items_path(referee: Referee) -> None:
    request = batch(
        judge(board=board("?")),
        item("castle"),
        item(overlay=overlay(["A", ""])),
        item(rack="?"),
        item(custom_ruleset=custom(rows=1)),
        item(ruleset="standard-10x10", custom_ruleset=custom()),
        judge(board=board("9/" * 8 + "9")),
        judge(board=board("?"), ruleset="standard-10x10"),
    )
    assert [fields for _, fields in errors(referee, request)] == [
        ["requests[0].board.notation"],
        ["requests[1].move.notation"],
        ["requests[2].overlay.allow[1]"],
        ["requests[3].rack"],
        ["requests[4].custom_ruleset.rows"],
        ["requests[5].ruleset"],
        ["requests[6].ruleset"],
        ["requests[7].board.notation"],
    ]


FAULTY_DEFAULTS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "board": ({"board": board("?")}, {"board": board()}, "board.notation"),
    "board of no form": ({"board": {}}, {"board": board()}, "board.form"),
    "overlay": ({"overlay": overlay(["A"], ["A"])}, {"overlay": overlay()}, "overlay.deny[0]"),
    "custom ruleset": (
        {"custom_ruleset": custom(rack_size=26)},
        {"ruleset": "standard-10x10"},
        "custom_ruleset.rack_size",
    ),
    "board without a ruleset": ({"board": board("9/" * 8 + "9")}, {"board": board()}, "ruleset"),
}


@pytest.mark.parametrize("name", FAULTY_DEFAULTS)
def test_a_fault_in_a_default_is_told_to_each_item_that_uses_it_with_its_own_path(
    referee: Referee, name: str
) -> None:
    defaults, own, path = FAULTY_DEFAULTS[name]
    results = referee.ask(batch(item(), item(**own), item("-"), **defaults)).results
    assert [result.WhichOneof("outcome") for result in results] == ["error", "verdict", "error"]
    assert told(results[0].error) == told(results[2].error) == (Reason.INVALID_FIELD, [path])


@pytest.mark.parametrize(
    ("name", "id", "reason"),
    [
        ("lexicon", "enable", Reason.UNKNOWN_LEXICON),
        ("ruleset", "standard-10x10", Reason.UNKNOWN_RULESET),
    ],
)
def test_an_unknown_default_is_not_found_for_each_item_that_uses_it(
    referee: Referee, name: str, id: str, reason: Reason
) -> None:
    results = referee.ask(batch(item(), item(**{name: id}), item(), **{name: "unheard-of"})).results
    assert [result.WhichOneof("outcome") for result in results] == ["error", "verdict", "error"]
    for result in (results[0], results[2]):
        assert result.error.code == code_pb2.NOT_FOUND
        assert told(result.error)[0] == reason
        assert result.error.message.startswith(f"{name}: ")


def test_an_unknown_id_of_an_item_is_told_with_the_items_path(referee: Referee) -> None:
    results = referee.ask(batch(item(lexicon="oed"), item(ruleset="chess"))).results
    assert results[0].error.message.startswith("requests[0].lexicon: ")
    assert results[1].error.message.startswith("requests[1].ruleset: ")


def test_an_item_without_a_board_needs_a_default(referee: Referee) -> None:
    request = batch(item(), judge(), item(), board=None)
    results = referee.ask(request).results
    assert told(results[0].error) == (Reason.INVALID_FIELD, ["requests[0].board"])
    assert results[1].WhichOneof("outcome") == "verdict"
    assert told(results[2].error) == (Reason.INVALID_FIELD, ["requests[2].board"])


def test_a_default_board_that_does_not_fit_an_items_ruleset_is_the_items_error(referee: Referee) -> None:
    results = referee.ask(batch(item(), item(ruleset="classic-8x8"))).results
    assert results[0].WhichOneof("outcome") == "verdict"
    assert told(results[1].error) == (Reason.INVALID_FIELD, ["board.notation"])


def test_a_default_board_that_hides_buried_tiles_is_named_by_its_own_path(referee: Referee) -> None:
    heights = "/".join(["0" * 10] * 4 + ["0002111000"] + ["0" * 10] * 5)
    hidden = grid("/".join(["." * 10] * 4 + ["...MOOD..."] + ["." * 10] * 5), heights)
    request = batch(item(), judge(board=hidden), board=hidden, custom_ruleset=ANYWHERE)
    assert errors(referee, request) == [
        (Reason.INVALID_FIELD, ["board.grid"]),
        (Reason.INVALID_FIELD, ["requests[1].board.grid"]),
    ]


# Provenance


def test_a_shared_provenance_stands_once_at_the_top(referee: Referee) -> None:
    response = referee.ask(batch(item(), item("5D F..."), item("-")))
    assert response.provenance.ruleset == "standard-10x10"
    assert response.provenance == referee.ask(judge()).provenance
    assert not any(result.verdict.HasField("provenance") for result in response.results)


def test_an_error_among_the_items_leaves_the_provenance_shared(referee: Referee) -> None:
    response = referee.ask(batch(item(), item("castle"), item(ruleset="chess")))
    assert response.HasField("provenance")
    assert not response.results[0].verdict.HasField("provenance")


def test_a_batch_of_errors_has_no_provenance(referee: Referee) -> None:
    assert not referee.ask(batch(item("castle"))).HasField("provenance")


DIFFERENT: dict[str, Any] = {
    "ruleset": item(ruleset="topwords-10x10"),
    "ruleset's name": item(custom_ruleset=custom(id="mine")),
    "lexicon": item(lexicon="none"),
    "overlay": item(overlay=overlay(["ZZZ"])),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_verdicts_of_different_provenance_each_have_their_own(referee: Referee, what: str) -> None:
    response = referee.ask(batch(item(), DIFFERENT[what], item()))
    assert not response.HasField("provenance")
    alone = []
    for question in (item(), DIFFERENT[what], item()):
        single = pb.JudgeMoveRequest()
        single.CopyFrom(question)
        single.board.CopyFrom(board())
        alone.append(referee.ask(single).provenance)
    assert [result.verdict.provenance for result in response.results] == alone
    assert alone[0] != alone[1]


def test_equal_overlays_of_several_items_are_one_provenance(referee: Referee) -> None:
    one, other = item(overlay=overlay(["ZZZ", "XXX"])), item(overlay=overlay(["xxx", "zzz"]))
    assert referee.ask(batch(one, other)).HasField("provenance")


def test_a_verdict_without_anything_in_it_is_still_a_verdict(referee: Referee) -> None:
    # Not valid, not to be written in notation, provenance shared: every field has its default.
    blind = judge(board=None, move=play((0, 0, "A"), (1, 1, "B")), detail=VERDICT_ONLY)
    response = referee.ask(batch(blind, blind))
    assert [result.WhichOneof("outcome") for result in response.results] == ["verdict", "verdict"]


# One lookup for all words


def lookups(request: pb.BatchJudgeMovesRequest) -> list[list[str]]:
    lexicon, other = CountingLexicon(), CountingLexicon("other")
    with serving(lexicon, other) as referee:
        referee.ask(request)
    return [*lexicon.lookups, *other.lookups]


def test_all_words_of_a_batch_are_looked_up_at_once_and_each_once() -> None:
    moves = [item("5D W..."), item("5D W..."), item("5D F..."), item("5G B"), item("5D ...N"), item("-")]
    (asked,) = lookups(batch(*moves))
    assert sorted(asked) == ["FOOD", "MOOB", "MOON", "WOOD"]


def test_items_with_overlays_of_their_own_share_the_lookup() -> None:
    moves = [
        item("5D W...", overlay=overlay(["ZZZ"])),
        item("5D W...", overlay=overlay(["XXX"])),
        item("5D F...", overlay=overlay(["FOOD"])),
        item("5D F..."),
    ]
    (asked,) = lookups(batch(*moves))
    assert sorted(asked) == ["FOOD", "WOOD"]


def test_words_that_overlays_rule_on_are_not_looked_up() -> None:
    rulings = overlay(["WOOD"], ["FOOD"])
    (asked,) = lookups(batch(item("5D W..."), item("5D F..."), item("5D H..."), overlay=rulings))
    assert asked == ["HOOD"]


def test_each_lexicon_is_asked_once_for_its_words() -> None:
    moves = [
        item("5D W..."),
        item("5D F...", lexicon="other"),
        item("5D H..."),
        item("5D W...", lexicon="other"),
    ]
    first, other = lookups(batch(*moves))
    assert sorted(first) == ["HOOD", "WOOD"]
    assert sorted(other) == ["FOOD", "WOOD"]


def test_a_single_move_is_one_lookup() -> None:
    lexicon = CountingLexicon()
    with serving(lexicon) as referee:
        referee.ask(judge(board=board(MOOD), move=move("5G BE")))
    assert len(lexicon.lookups) == 1
