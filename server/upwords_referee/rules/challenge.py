"""What becomes of a challenged play: every consequence in one place (sections 6 and 9)."""

from collections.abc import Sequence
from typing import NamedTuple

from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer
from upwords_referee.rules.forming import FormedWord
from upwords_referee.rules.judging import Judgement
from upwords_referee.rules.letters import upper
from upwords_referee.rules.move import Play
from upwords_referee.rules.rule import Rule, Violation
from upwords_referee.rules.words import WordStatus

# What a challenge does not ask about where a word is: the rack is its player's secret.
_NO_PLACEMENT = {Rule.WORD_NOT_ACCEPTABLE, Rule.TILE_NOT_ON_RACK}


class NotFormedError(ValueError):
    """A challenged word that the play does not form; `index` is its place among those challenged."""

    def __init__(self, index: int, word: str) -> None:
        super().__init__(f"the play does not form the word {word!r}")
        self.index = index


class UncheckedError(ValueError):
    """A challenged word that no lexicon has ruled on: a challenge needs one."""

    def __init__(self, word: str) -> None:
        super().__init__(f"the lexicon leaves {word} unchecked; a challenge needs one that rules on words")


class Adjudication(NamedTuple):
    """What becomes of a challenged play.

    `turn_lost_by` is a player's number or None; `adjustments` are (player, points) to add to scores with
    the play's already in them, without zeros. `challenged` are words formed, in the play's order;
    `violations` those of the placement and WORD_NOT_ACCEPTABLE of challenged words. `board` is the one that
    results.
    """

    play_stands: bool
    turn_lost_by: int | None
    adjustments: tuple[tuple[int, int], ...]
    challenged: tuple[FormedWord, ...]
    violations: tuple[Violation, ...]
    board: Board


def adjudicate(
    board: Board,
    play: Play,
    judgement: Judgement,
    challenge_rule: ChallengeRule,
    *,
    challenged: Sequence[str] = (),
    player: int = 0,
    challenger: int = 1,
) -> Adjudication:
    """Return what becomes of a play on `board`, the one before it, when it is challenged.

    `judgement` is that of the play, its words ruled. `challenged` are words as they are spelled, in any
    case; none: every word formed. Raises NotFormedError for one that is not formed, UncheckedError for one
    that is not ruled on.

    The play falls if a challenged word is refused or its placement breaks a rule; a refused word that
    nobody challenged does no harm.
    """
    words = _challenged(judgement, challenged)
    texts = {word.text for word in words}
    violations = tuple(
        violation
        for violation in judgement.violations
        if violation.rule is not Rule.WORD_NOT_ACCEPTABLE or violation.word in texts
    )
    if violations:
        undone = ((player, -judgement.score),) if judgement.score else ()
        return Adjudication(False, None, undone, words, violations, board)
    loser = challenger if challenge_rule.kind is ChallengeKind.DOUBLE else None
    paid = _paid(challenge_rule, len(words), player, challenger)
    return Adjudication(True, loser, paid, words, (), board.after(play))


def penalty(challenge_rule: ChallengeRule, words: int) -> int:
    """Return the points that a failed challenge of so many words is worth, not yet credited or debited."""
    if challenge_rule.kind is not ChallengeKind.PENALTY:
        return 0
    return challenge_rule.points * (words if challenge_rule.per is PenaltyPer.WORD else 1)


def bonus_fault(challenge_rule: ChallengeRule, judgement: Judgement, *, own: bool) -> str:
    """Return why the record of a failed challenge does not fit the play, as a sentence, or "".

    `own` says whether it is noted for the player whose play it is: a credit is, a cost is not.
    """
    refused = [word.text for word in judgement.words if word.status.refused]
    if refused:
        return f"The challenge cannot have failed: {', '.join(refused)} is not acceptable."
    if any(violation.rule not in _NO_PLACEMENT for violation in judgement.violations):
        return "The challenge cannot have failed: the placement breaks a rule."
    credit = challenge_rule.payment is PenaltyPayment.CREDIT_OPPONENT
    if challenge_rule.kind is ChallengeKind.PENALTY and credit:
        return "" if own else "The points of a failed challenge go to the player who made the play."
    return "Nobody challenges a play of their own." if own else ""


def bonus_scores(challenge_rule: ChallengeRule, words: int) -> list[int]:
    """Return what the record of a failed challenge may say of a play that formed so many words.

    How many of them were challenged is not written down; the last score is that for all.
    """
    sign = 1 if challenge_rule.payment is PenaltyPayment.CREDIT_OPPONENT else -1
    return [sign * penalty(challenge_rule, count) for count in range(1, words + 1)] or [0]


def _paid(
    challenge_rule: ChallengeRule, words: int, player: int, challenger: int
) -> tuple[tuple[int, int], ...]:
    points = penalty(challenge_rule, words)
    if not points:
        return ()
    if challenge_rule.payment is PenaltyPayment.CREDIT_OPPONENT:
        return ((player, points),)
    return ((challenger, -points),)


def _challenged(judgement: Judgement, challenged: Sequence[str]) -> tuple[FormedWord, ...]:
    """Return the words formed that are challenged, in the play's order."""
    words = judgement.words
    if challenged:
        formed = {word.text for word in words}
        texts = [upper(text) for text in challenged]
        for index, text in enumerate(texts):
            if text not in formed:
                raise NotFormedError(index, challenged[index])
        words = tuple(word for word in words if word.text in texts)
    for word in words:
        if word.status is WordStatus.UNCHECKED:
            raise UncheckedError(word.text)
    return words
