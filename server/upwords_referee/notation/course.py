"""The course of a recorded game, as far as reading and writing its plays needs it."""

from collections.abc import Callable

from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import Action, TakeBack, stood
from upwords_referee.rules.ruleset import Ruleset

Rulesets = Callable[[str], Ruleset | None]

_USUAL = "standard-10x10"
_BY_SIZE = {(8, 8): "classic-8x8", (10, 10): _USUAL}


class Course:
    """The board as it stands after the events so far, right or wrong."""

    def __init__(self, start: Position | None, ruleset: Ruleset | None) -> None:
        """Begin with the start position, or with an empty board of the ruleset's size, else 10x10."""
        rows, columns = (ruleset.rows, ruleset.columns) if ruleset else (10, 10)
        self.board = start.board if start else Board.empty(rows, columns)
        self._before: Board | None = None

    def tell(self, action: Action) -> None:
        """Go on by one event. The last play can be taken back, once, whatever came after it."""
        if isinstance(action, Play):
            self._before, self.board = self.board, stood(self.board, action)
        elif isinstance(action, TakeBack) and self._before:
            self.board = self._before


def usual_ruleset(start: Position | None, rulesets: Rulesets) -> Ruleset | None:
    """Return the ruleset of a record that names none: that of its board's size; None if that is not known."""
    id = _BY_SIZE.get((start.board.rows, start.board.columns), "") if start else _USUAL
    return rulesets(id) if id else None
