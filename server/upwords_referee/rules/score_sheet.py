"""The score sheet: what was written down, beside what should have been."""

from collections.abc import Iterator

from upwords_referee.rules.inspection import FindingKind
from upwords_referee.rules.record import Event

Found = Iterator[tuple[FindingKind, str]]


class ScoreSheet:
    """The running totals of a game: `totals` as they should be, and as they were written down.

    A score that is not known at the start counts as 0 until a written total tells it.
    """

    def __init__(self, scores: tuple[int | None, ...]) -> None:
        self.totals = [score or 0 for score in scores]
        self._written = list(scores)

    def add(self, player: int, points: int) -> None:
        """Change a player's total outside of any event of theirs."""
        self.totals[player] += points
        written = self._written[player]
        self._written[player] = None if written is None else written + points

    def enter(self, event: Event, score: int, right: tuple[int, ...] = ()) -> Found:
        """Enter an event that earns `score` and yield what is wrong with its recorded numbers.

        `right` are other scores that may as well be recorded. A total is compared with the one written before
        it plus the score written beside it, so that one wrong score spoils no later total.
        """
        player = event.player
        self.totals[player] += score
        entry = score if event.score is None else event.score
        if entry not in (score, *right):
            yield FindingKind.SCORE_MISMATCH, f"The score is recorded as {entry}; it should be {score}."
        before = self._written[player]
        if before is None and event.total is not None:
            self.totals[player] = event.total - entry + score
        elif before is not None and event.total not in (None, before + entry):
            yield (
                FindingKind.TOTAL_MISMATCH,
                f"The total is recorded as {event.total}; after {before} and a score of {entry} "
                f"it should be {before + entry}.",
            )
        if event.total is not None:
            self._written[player] = event.total
        elif before is not None:
            self._written[player] = before + entry
