"""AdjudicateChallenge: whether a play stands, what that costs whom, and the board that results."""

from typing import Any

import grpc
import pytest

from tests.service.questions import (
    EMPTY_10,
    MOOD,
    PENALTY,
    board,
    challenge,
    custom,
    exchange,
    grid,
    judge,
    move,
    overlay,
    play,
    stack_list,
)
from tests.service.referee import Referee
from upwords.referee.v1 import challenge_pb2, lexicon_pb2, ruleset_pb2, verdict_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.errors import Reason

SINGLE = challenge_pb2.ChallengeRule(kind=challenge_pb2.CHALLENGE_KIND_SINGLE)
VOID = challenge_pb2.ChallengeRule(kind=challenge_pb2.CHALLENGE_KIND_VOID)
DOUBLE = challenge_pb2.ChallengeRule(kind=challenge_pb2.CHALLENGE_KIND_DOUBLE)
DEBIT = challenge_pb2.ChallengeRule(
    kind=challenge_pb2.CHALLENGE_KIND_PENALTY,
    points=3,
    per=challenge_pb2.PENALTY_PER_WORD,
    payment=challenge_pb2.PENALTY_PAYMENT_DEBIT_CHALLENGER,
)
WOOD_OVER_MOOD = "10/10/10/10/3(MW)OOD3/10/10/10/10/10"
LOOD = move("5D L...")
NET_AND_ON = {"board": board("10/10/10/10/2MOOD4/5E4/5A4/5R4/10/10"), "move": move("6E N.T")}
"""NET and ON: the cross word ON is acceptable, and so is NET."""


def adjusted(answer: pb.AdjudicateChallengeResponse) -> dict[int, int]:
    return {change.player: change.points for change in answer.adjustments}


# A play that falls


@pytest.mark.parametrize("rule", [None, SINGLE, VOID, DOUBLE, PENALTY, DEBIT])
def test_a_play_with_an_unacceptable_word_falls_and_costs_its_score_alone(
    referee: Referee, rule: Any
) -> None:
    answer = referee.ask(challenge(move=LOOD, challenge_rule=rule, player=2, challenger=3))
    assert not answer.play_stands
    assert not answer.turn_lost
    assert not answer.HasField("turn_lost_by")
    assert adjusted(answer) == {2: -5}
    assert answer.position == board(MOOD)
    assert [violation.rule for violation in answer.violations] == [verdict_pb2.RULE_WORD_NOT_ACCEPTABLE]
    assert [(word.text, word.status) for word in answer.words] == [
        ("LOOD", lexicon_pb2.WORD_STATUS_NOT_FOUND)
    ]


def test_a_play_whose_placement_is_illegal_falls_whatever_is_challenged(referee: Referee) -> None:
    answer = referee.ask(challenge(move=move("5D WEED"), challenged=["weed"]))
    assert not answer.play_stands
    assert [violation.rule for violation in answer.violations] == [
        verdict_pb2.RULE_SAME_LETTER,
        verdict_pb2.RULE_COVERS_WHOLE_WORD,
    ]
    assert answer.position == board(MOOD)


def test_a_play_off_the_board_falls_and_costs_nothing(referee: Referee) -> None:
    answer = referee.ask(challenge(move=play((4, 7, "Y"), (4, 10, "A"))))
    assert not answer.play_stands
    assert not answer.adjustments
    assert not answer.words


def test_the_board_that_results_has_every_stack_uncovered_again(referee: Referee) -> None:
    before = board("10/10/10/10/3(MW)(AO)(TO)D3/10/10/10/10/10")
    answer = referee.ask(challenge(board=before, move=move("5D Z..P")))
    assert not answer.play_stands
    assert answer.position == before


# A play that stands


@pytest.mark.parametrize(
    ("rule", "loser", "changes"),
    [
        (None, None, {}),
        (SINGLE, None, {}),
        (VOID, None, {}),
        (DOUBLE, 0, {}),
        (PENALTY, None, {2: 5}),
        (DEBIT, None, {0: -3}),
    ],
)
def test_a_play_that_stands_costs_what_the_rule_says(
    referee: Referee, rule: Any, loser: int | None, changes: dict[int, int]
) -> None:
    answer = referee.ask(challenge(challenge_rule=rule, player=2, challenger=0))
    assert answer.play_stands
    assert answer.turn_lost == (loser is not None)
    assert answer.HasField("turn_lost_by") == (loser is not None)
    assert answer.turn_lost_by == (loser or 0)
    assert adjusted(answer) == changes
    assert answer.position == board(WOOD_OVER_MOOD)
    assert not answer.violations


def test_a_penalty_per_word_counts_the_words_that_were_challenged(referee: Referee) -> None:
    every = referee.ask(challenge(**NET_AND_ON, challenge_rule=DEBIT))
    one = referee.ask(challenge(**NET_AND_ON, challenge_rule=DEBIT, challenged=["ON"]))
    assert [word.text for word in every.words] == ["NET", "ON"]
    assert [word.text for word in one.words] == ["ON"]
    assert (adjusted(every), adjusted(one)) == ({1: -6}, {1: -3})


def test_a_refused_word_that_nobody_challenged_does_no_harm(referee: Referee) -> None:
    denied = overlay((), ["NET"])
    assert referee.ask(challenge(**NET_AND_ON, overlay=denied, challenged=["on"])).play_stands
    assert not referee.ask(challenge(**NET_AND_ON, overlay=denied, challenged=["net"])).play_stands
    assert not referee.ask(challenge(**NET_AND_ON, overlay=denied)).play_stands


def test_without_a_rule_the_rulesets_holds_and_an_unspecified_kind_is_none(referee: Referee) -> None:
    ours = custom(challenge_rule=DOUBLE)
    for rule in (None, challenge_pb2.ChallengeRule()):
        assert referee.ask(challenge(custom_ruleset=ours, challenge_rule=rule)).turn_lost_by == 1
    assert not referee.ask(challenge(custom_ruleset=ours, challenge_rule=SINGLE)).turn_lost


def test_a_ruleset_that_says_penalty_inherits_it_whole(referee: Referee) -> None:
    answer = referee.ask(challenge(custom_ruleset=custom(challenge_rule=PENALTY)))
    assert adjusted(answer) == {0: 5}


def test_player_and_challenger_may_be_left_out_where_it_does_not_matter(referee: Referee) -> None:
    assert referee.ask(challenge(challenger=None)).play_stands


# Forms


def test_a_blind_answer_names_no_word(referee: Referee) -> None:
    full = referee.ask(challenge(move=LOOD, challenge_rule=DOUBLE))
    blind = referee.ask(challenge(move=LOOD, challenge_rule=DOUBLE, detail=verdict_pb2.DETAIL_VERDICT_ONLY))
    assert full.words
    assert full.violations
    full.ClearField("words")
    full.ClearField("violations")
    assert blind == full


def test_the_board_comes_back_in_the_form_of_the_request(referee: Referee) -> None:
    rows = ["...MOOD..." if row == 4 else "." * 10 for row in range(10)]
    on_grid = referee.ask(challenge(board=grid("/".join(rows)))).position.grid
    assert on_grid.letters.split("/")[4] == "...WOOD..."
    assert on_grid.heights.split("/")[4] == "0002111000"
    listed = stack_list(10, 10, (4, 3, "M"), (4, 4, "O"), (4, 5, "O"), (4, 6, "D"))
    assert referee.ask(challenge(board=listed)).position.stack_list.stacks[0].tiles == "MW"


def test_the_provenance_is_that_of_a_judged_move(referee: Referee) -> None:
    assert referee.ask(challenge()).provenance == referee.ask(judge()).provenance


# Refusals


ANYWHERE = custom(same_letter_rule=ruleset_pb2.SAME_LETTER_RULE_ANYWHERE)
HIDDEN = grid(
    "/".join(["." * 10] * 4 + ["...MOOD..."] + ["." * 10] * 5),
    "/".join(["0" * 10] * 4 + ["0002111000"] + ["0" * 10] * 5),
)
REFUSED: dict[str, tuple[pb.AdjudicateChallengeRequest, list[str]]] = {
    "no board": (challenge(board=None), ["board"]),
    "a faulty board": (challenge(board=board("?")), ["board.notation"]),
    "a board without a ruleset": (challenge(board=board("9/" * 8 + "9")), ["ruleset"]),
    "two rulesets": (challenge(ruleset="standard-10x10", custom_ruleset=custom()), ["ruleset"]),
    "a faulty overlay": (challenge(overlay=overlay([""])), ["overlay.allow[0]"]),
    "no move": (challenge(move=None), ["move"]),
    "a move of no action": (challenge(move={}), ["move.action"]),
    "a faulty move": (challenge(move=move("x")), ["move.notation"]),
    "a pass": (challenge(move=move("-")), ["move"]),
    "an exchange": (challenge(move=exchange("A")), ["move"]),
    "a word that is not formed": (challenge(challenged=["WOOD", "MOOD"]), ["challenged[1]"]),
    "a word where none can be read": (
        challenge(board=board(EMPTY_10), move=move("5D W"), challenged=["W"]),
        ["challenged[0]"],
    ),
    "an empty word": (challenge(challenged=[""]), ["challenged[0]"]),
    "a word of 65 letters": (challenge(challenged=["A" * 65]), ["challenged[0]"]),
    "101 words": (challenge(challenged=["WOOD"] * 101), ["challenged"]),
    "no lexicon": (challenge(lexicon="none"), ["lexicon"]),
    "no lexicon, and one word of two ruled": (
        challenge(**NET_AND_ON, lexicon="none", overlay=overlay(["NET"])),
        ["lexicon"],
    ),
    "a kind newer than the server": (challenge(challenge_rule={"kind": 99}), ["challenge_rule.kind"]),
    "points without a penalty": (challenge(challenge_rule={"kind": 1, "points": 5}), ["challenge_rule"]),
    "points without a kind": (challenge(challenge_rule={"points": 5}), ["challenge_rule"]),
    "a penalty over 1,000": (
        challenge(challenge_rule={"kind": 4, "points": 1001}),
        ["challenge_rule.points"],
    ),
    "a fifth player": (challenge(player=4), ["player"]),
    "a fifth challenger": (challenge(challenger=4), ["challenger"]),
    "one who challenges himself to a turn": (
        challenge(player=1, challenge_rule=DOUBLE),
        ["challenger"],
    ),
    "one who challenges himself for points": (challenge(player=1, challenge_rule=DEBIT), ["challenger"]),
    "several faults": (
        challenge(challenged=[""], player=9, challenge_rule={"kind": 99}),
        ["challenged[0]", "challenge_rule.kind", "player"],
    ),
    "buried tiles that are asked for": (challenge(board=HIDDEN, custom_ruleset=ANYWHERE), ["board.grid"]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_understood_is_refused_at_its_field(referee: Referee, name: str) -> None:
    question, fields = REFUSED[name]
    refusal = referee.refusal(question)
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.reason == Reason.INVALID_FIELD
    assert refusal.fields == fields


def test_without_a_lexicon_a_word_that_the_house_rules_on_can_be_challenged(referee: Referee) -> None:
    question = challenge(**NET_AND_ON, lexicon="none", overlay=overlay(["NET"]), challenged=["NET"])
    assert referee.ask(question).play_stands


def test_100_words_may_be_challenged(referee: Referee) -> None:
    assert len(referee.ask(challenge(challenged=["wood"] * 100)).words) == 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"lexicon": "oed"}, Reason.UNKNOWN_LEXICON), ({"ruleset": "chess"}, Reason.UNKNOWN_RULESET)],
)
def test_an_unknown_id_is_not_found(referee: Referee, fields: dict[str, Any], reason: Reason) -> None:
    refusal = referee.refusal(challenge(**fields))
    assert refusal.code is grpc.StatusCode.NOT_FOUND
    assert refusal.reason == reason
