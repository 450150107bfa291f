"""What the referee says of a game."""

from typing import NamedTuple

from upwords_referee.rules.board import Board
from upwords_referee.rules.game_state import EndReason
from upwords_referee.rules.inspection import Finding, Severity
from upwords_referee.rules.judging import Judgement
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import Event, Player


class JudgedEvent(NamedTuple):
    """One event: its number from 1, the board before it, the judgement on a play, exchange or pass (else
    None), whether a later event takes the play back, its score and the player's total as they should be.
    """

    number: int
    event: Event
    board: Board
    judgement: Judgement | None
    taken_back: bool
    score: int
    total: int


class PlayerResult(NamedTuple):
    """How the game stands for a player: points with the deduction inside, tiles left (None: not known)."""

    player: Player
    score: int
    deduction: int
    tiles_left: int | None
    winner: bool


class GameJudgement(NamedTuple):
    """All events judged, all findings in their order (those of the whole game last), how the game ended
    (None: it has not), a result for each player, and the position at the end, the player on turn first.
    """

    events: tuple[JudgedEvent, ...]
    findings: tuple[Finding, ...]
    end_reason: EndReason | None
    results: tuple[PlayerResult, ...]
    position: Position

    @property
    def sound(self) -> bool:
        """Whether nothing found is an error."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)
