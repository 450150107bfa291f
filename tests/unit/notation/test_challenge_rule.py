"""Challenge rules as text."""

import pytest

from upwords_referee.notation.challenge_rule import parse_challenge_rule, write_challenge_rule
from upwords_referee.notation.errors import NotationError
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer

PENALTY = ChallengeKind.PENALTY


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("single", ChallengeRule(ChallengeKind.SINGLE)),
        ("void", ChallengeRule(ChallengeKind.VOID)),
        ("double", ChallengeRule(ChallengeKind.DOUBLE)),
        ("penalty 0 per-play credit-opponent", ChallengeRule(PENALTY)),
        (
            "penalty 5 per-word debit-challenger",
            ChallengeRule(PENALTY, 5, PenaltyPer.WORD, PenaltyPayment.DEBIT_CHALLENGER),
        ),
        ("penalty 1000 per-word credit-opponent", ChallengeRule(PENALTY, 1000, PenaltyPer.WORD)),
    ],
)
def test_a_rule_is_written_and_read(text: str, rule: ChallengeRule) -> None:
    assert write_challenge_rule(rule) == text
    assert parse_challenge_rule(text) == rule


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  Single ", "single"),
        ("penalty 5", "penalty 5 per-play credit-opponent"),
        ("PENALTY  005 Per-Word", "penalty 5 per-word credit-opponent"),
        ("penalty 5 debit-challenger", "penalty 5 per-play debit-challenger"),
    ],
)
def test_what_is_not_said_is_the_default(text: str, canonical: str) -> None:
    assert write_challenge_rule(parse_challenge_rule(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", "a challenge rule is single, void", 0),
        (" harsh", '"harsh" is no challenge rule', 2),
        ("penalty", "after penalty come its points", 0),
        ("penalty per-word", "after penalty come its points", 9),
        ("penalty 1001", "after penalty come its points", 9),
        ("penalty -1", "after penalty come its points", 9),
        ("single 5", '"5" does not belong there', 8),
        ("penalty 5 debit-challenger per-word", '"per-word" does not belong there', 28),
    ],
)
def test_what_is_no_rule_is_refused_at_its_place(text: str, message: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_challenge_rule(text)
    assert caught.value.message.startswith(message)
    assert caught.value.column == column


@pytest.mark.parametrize("points", [-1, 1001])
def test_a_penalty_out_of_bounds_is_not_written(points: int) -> None:
    with pytest.raises(NotationError, match=f"^a penalty is 0 to 1000 points, not {points}$"):
        write_challenge_rule(ChallengeRule(PENALTY, points))


def test_points_that_mean_nothing_are_not_written() -> None:
    assert write_challenge_rule(ChallengeRule(ChallengeKind.VOID, 5000)) == "void"
