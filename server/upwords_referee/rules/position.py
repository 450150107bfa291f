"""Positions: a board, and what else is known at one moment of a game."""

from dataclasses import dataclass, field

from upwords_referee.rules.board import Board

MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Position:
    """A board with, if known, the racks and scores of one to four players, the player on turn first.

    A rack or score of None is not known. `passes` counts the passes in a row before this turn;
    `opcodes` holds further facts by name. With racks, scores and passes all absent it is the board alone.
    Raises ValueError when racks and scores do not go together.
    """

    board: Board
    racks: tuple[str | None, ...] = ()
    scores: tuple[int | None, ...] = ()
    passes: int = 0
    opcodes: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what no position notation can say."""
        if len(self.racks) != len(self.scores) or len(self.racks) > MOST_PLAYERS:
            raise ValueError(f"a position has as many racks as scores, at most {MOST_PLAYERS}")
        if not self.racks and (self.passes or self.opcodes):
            raise ValueError("a position with passes or opcodes has racks and scores, if unknown ones")
        if self.passes < 0:
            raise ValueError("a position has no negative number of passes")
