"""Challenge rules: what a challenge can cost, as data (section 9)."""

from dataclasses import dataclass
from enum import IntEnum


class ChallengeKind(IntEnum):
    """What a failed challenge costs; the numbers are those of the wire."""

    SINGLE = 1
    VOID = 2
    DOUBLE = 3
    PENALTY = 4


class PenaltyPer(IntEnum):
    """What the points of a penalty are counted by; the numbers are those of the wire."""

    WORD = 1
    PLAY = 2


class PenaltyPayment(IntEnum):
    """Whose score the points of a penalty change; the numbers are those of the wire."""

    CREDIT_OPPONENT = 1
    DEBIT_CHALLENGER = 2


@dataclass(frozen=True, slots=True)
class ChallengeRule:
    """A kind of challenge; `points`, `per` and `payment` mean something for a PENALTY only."""

    kind: ChallengeKind = ChallengeKind.SINGLE
    points: int = 0
    per: PenaltyPer = PenaltyPer.PLAY
    payment: PenaltyPayment = PenaltyPayment.CREDIT_OPPONENT
