"""Challenge rules as a few words of text."""

import re

from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer

MOST_POINTS = 1000

_KINDS = {kind.name.lower(): kind for kind in ChallengeKind}
_PER = {"per-word": PenaltyPer.WORD, "per-play": PenaltyPer.PLAY}
_PAYMENTS = {
    "credit-opponent": PenaltyPayment.CREDIT_OPPONENT,
    "debit-challenger": PenaltyPayment.DEBIT_CHALLENGER,
}
_FORMS = (
    "single, void, double or penalty POINTS [per-word|per-play] [credit-opponent|debit-challenger], "
    "like penalty 5 per-word"
)


def parse_challenge_rule(text: str) -> ChallengeRule:
    """Return the challenge rule that a text names, in any case; a penalty is 0 to 1,000 points.

    Raises NotationError with the column of the word that is wrong.

    >>> parse_challenge_rule("penalty 5 per-word").payment.name
    'CREDIT_OPPONENT'
    """
    words = [(found.start() + 1, found[0].lower()) for found in re.finditer(r"\S+", text)]
    if not words:
        raise NotationError(f"a challenge rule is {_FORMS}")
    column, word = words.pop(0)
    if word not in _KINDS:
        raise NotationError(f"{quoted(word)} is no challenge rule; it is {_FORMS}", column)
    rule = ChallengeRule(_KINDS[word])
    if rule.kind is ChallengeKind.PENALTY:
        if not words or not re.fullmatch("[0-9]{1,4}", words[0][1]) or int(words[0][1]) > MOST_POINTS:
            at = words[0][0] if words else 0
            raise NotationError(f"after penalty come its points, 0 to {MOST_POINTS}", at)
        points = int(words.pop(0)[1])
        per = _PER[words.pop(0)[1]] if words and words[0][1] in _PER else rule.per
        payment = _PAYMENTS[words.pop(0)[1]] if words and words[0][1] in _PAYMENTS else rule.payment
        rule = ChallengeRule(rule.kind, points, per, payment)
    if words:
        column, word = words[0]
        raise NotationError(f"{quoted(word)} does not belong there; a challenge rule is {_FORMS}", column)
    return rule


def write_challenge_rule(rule: ChallengeRule) -> str:
    """Return the rule in canonical words: all four for a penalty, else one.

    Raises NotationError if the points of a penalty are not 0 to 1,000.

    >>> write_challenge_rule(ChallengeRule(ChallengeKind.PENALTY, 5))
    'penalty 5 per-play credit-opponent'
    """
    kind = rule.kind.name.lower()
    if rule.kind is not ChallengeKind.PENALTY:
        return kind
    if not 0 <= rule.points <= MOST_POINTS:
        raise NotationError(f"a penalty is 0 to {MOST_POINTS} points, not {rule.points}")
    per = "per-word" if rule.per is PenaltyPer.WORD else "per-play"
    payment = rule.payment.name.lower().replace("_", "-")
    return f"{kind} {rule.points} {per} {payment}"
