"""What becomes of a challenged play: every kind of rule, and both outcomes."""

import pytest

from tests.unit.rules.asking import ask, board
from upwords_referee.notation.move import parse_move
from upwords_referee.rules.challenge import Adjudication, NotFormedError, UncheckedError, adjudicate
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer
from upwords_referee.rules.move import Play
from upwords_referee.rules.rule import Rule
from upwords_referee.rules.words import WordStatus

SINGLE, VOID, DOUBLE = (
    ChallengeRule(kind) for kind in (ChallengeKind.SINGLE, ChallengeKind.VOID, ChallengeKind.DOUBLE)
)
CREDIT = ChallengeRule(ChallengeKind.PENALTY, 5)
CREDIT_PER_WORD = ChallengeRule(ChallengeKind.PENALTY, 5, PenaltyPer.WORD)
DEBIT = ChallengeRule(ChallengeKind.PENALTY, 5, PenaltyPer.PLAY, PenaltyPayment.DEBIT_CHALLENGER)
DEBIT_PER_WORD = ChallengeRule(ChallengeKind.PENALTY, 5, PenaltyPer.WORD, PenaltyPayment.DEBIT_CHALLENGER)
FREE = ChallengeRule(ChallengeKind.PENALTY, 0)
ALL = [SINGLE, VOID, DOUBLE, CREDIT, CREDIT_PER_WORD, DEBIT, DEBIT_PER_WORD, FREE]

# MOOD with R below its D: stacking L on D forms MOOL and LR.
BEFORE = board("5 3(WM)OOD3", "6 6R3")


def challenge(
    rule: ChallengeRule = SINGLE, challenged: tuple[str, ...] = (), phonies: str = "", move: str = "5D ...L"
) -> Adjudication:
    play = parse_move(move, BEFORE)
    assert isinstance(play, Play)
    judgement = ask(BEFORE, play, statuses=dict.fromkeys(phonies.split(), WordStatus.NOT_FOUND))
    return adjudicate(BEFORE, play, judgement, rule, challenged=challenged, player=2, challenger=3)


@pytest.mark.parametrize("rule", ALL, ids=str)
def test_a_play_with_a_refused_word_falls_and_its_score_is_undone_under_every_rule(
    rule: ChallengeRule,
) -> None:
    fallen = challenge(rule, phonies="MOOL")
    assert (fallen.play_stands, fallen.turn_lost_by, fallen.adjustments) == (False, None, ((2, -9),))
    assert [(violation.rule, violation.word) for violation in fallen.violations] == [
        (Rule.WORD_NOT_ACCEPTABLE, "MOOL")
    ]


def test_when_a_play_falls_every_stack_is_uncovered_again() -> None:
    assert challenge(phonies="MOOL").board == BEFORE
    assert challenge(phonies="MOOL").board.stack(4, 6) == "D"
    assert challenge().board.stack(4, 6) == "DL"
    assert challenge().board.stack(4, 3) == "WM"


@pytest.mark.parametrize(
    ("rule", "loser", "adjustments"),
    [
        (SINGLE, None, ()),
        (VOID, None, ()),
        (DOUBLE, 3, ()),
        (CREDIT, None, ((2, 5),)),
        (CREDIT_PER_WORD, None, ((2, 10),)),
        (DEBIT, None, ((3, -5),)),
        (DEBIT_PER_WORD, None, ((3, -10),)),
        (FREE, None, ()),
    ],
    ids=str,
)
def test_a_failed_challenge_costs_what_the_rule_says(
    rule: ChallengeRule, loser: int | None, adjustments: tuple[tuple[int, int], ...]
) -> None:
    standing = challenge(rule)
    assert standing.play_stands
    assert (standing.turn_lost_by, standing.adjustments, standing.violations) == (loser, adjustments, ())
    assert [word.text for word in standing.challenged] == ["MOOL", "LR"]


def test_a_penalty_per_word_counts_the_challenged_words_only() -> None:
    assert challenge(CREDIT_PER_WORD, ("lr",)).adjustments == ((2, 5),)
    assert challenge(CREDIT_PER_WORD, ("LR", "lr")).adjustments == ((2, 5),)


def test_a_refused_word_that_nobody_challenged_does_no_harm() -> None:
    standing = challenge(challenged=("LR",), phonies="MOOL")
    assert standing.play_stands
    assert [word.text for word in standing.challenged] == ["LR"]
    assert not challenge(challenged=("LR", "MOOL"), phonies="MOOL").play_stands


def test_challenged_words_are_told_in_the_order_of_the_play() -> None:
    assert [word.text for word in challenge(challenged=("LR", "MOOL")).challenged] == ["MOOL", "LR"]


def test_a_play_whose_placement_is_illegal_falls_whatever_is_challenged() -> None:
    fallen = challenge(challenged=("MOOD",), move="5D ...D")
    assert not fallen.play_stands
    assert [violation.rule for violation in fallen.violations] == [Rule.SAME_LETTER]


def test_a_play_without_a_score_has_none_to_undo() -> None:
    assert challenge(move="1A AB").adjustments == ((2, -4),)
    assert challenge(move="1A A.B").adjustments == ()
    assert challenge(move="10J A").adjustments == ()


def test_a_word_that_is_not_formed_cannot_be_challenged() -> None:
    with pytest.raises(NotFormedError, match="does not form the word 'mood'") as raised:
        challenge(challenged=("mool", "mood"))
    assert raised.value.index == 1


def test_a_challenge_needs_a_lexicon_that_rules_on_the_word() -> None:
    play = parse_move("5D ...L", BEFORE)
    assert isinstance(play, Play)
    judgement = ask(BEFORE, play, statuses={"LR": WordStatus.UNCHECKED})
    with pytest.raises(UncheckedError, match="leaves LR unchecked"):
        adjudicate(BEFORE, play, judgement, SINGLE)
    assert adjudicate(BEFORE, play, judgement, SINGLE, challenged=["MOOL"]).play_stands
