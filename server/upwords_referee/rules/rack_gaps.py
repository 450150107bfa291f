"""Racks that a record leaves out, counted so that they are told once for each player."""

from upwords_referee.rules.finding_log import FindingLog
from upwords_referee.rules.inspection import FindingKind

MISSING = "not recorded"
IN_PART = "not recorded in full"


class RackGaps:
    """How often a player's rack is missing, or recorded in part, and where first."""

    def __init__(self) -> None:
        self._turns: dict[tuple[int, str], list[int | None]] = {}

    def add(self, player: int, how: str, turn: int | None) -> None:
        """Count an event, or with None the end of the game."""
        self._turns.setdefault((player, how), []).append(turn)

    def report(self, nicks: list[str], log: FindingLog) -> None:
        """Note one finding for each player and kind of gap, at the first event that has it."""
        for (player, how), turns in self._turns.items():
            first = "at the end" if turns[0] is None else "here"
            often = f"in {len(turns)} events, first {first}" if len(turns) > 1 else first
            message = f"The rack of {nicks[player]} is {how} {often}, so that it cannot be checked."
            log.add(FindingKind.RACK_UNKNOWN, message, turns[0])
