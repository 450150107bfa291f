"""Boards that were read lately: engines ask about one board again and again."""

from upwords.referee.v1 import board_pb2
from upwords_referee.rules.board import Board
from upwords_referee.rules.ruleset import Ruleset

_MOST = 512
# The largest board with separators; what is longer is seldom, and would only fill the memory.
_LONGEST = 700

Key = tuple[str, str, str, str, bool]
"""What a message says of a board: its form; letters and heights, or notation; the ruleset's digest; whether
the heights are checked.
"""

Known = tuple[Board, Ruleset]


class KnownBoards:
    """Boards without a fault, with their rulesets; at most 1,024, those longest unasked go first.

    Any number of threads may use it: what one of them loses is read again.
    """

    def __init__(self) -> None:
        self._young: dict[Key, Known] = {}
        self._old: dict[Key, Known] = {}

    def get(self, key: Key) -> Known | None:
        """Return the board and its ruleset, None if they are not known."""
        known = self._young.get(key)
        if known is None:
            known = self._old.get(key)
            if known is not None:
                self.add(key, known)
        return known

    def add(self, key: Key, known: Known) -> None:
        """Keep a board."""
        young = self._young
        if len(young) >= _MOST:
            self._old = young
            self._young = young = {}
        young[key] = known


def key_of(message: board_pb2.Board, ruleset: Ruleset | None, heights: bool) -> Key | None:
    """Return what a board is known by; None if it is too long to keep, or a list of stacks."""
    form = message.WhichOneof("form")
    if form == "grid":
        grid = message.grid
        letters, digits = grid.letters, grid.heights
    elif form == "notation":
        letters, digits = message.notation, ""
    else:
        return None
    if len(letters) > _LONGEST or len(digits) > _LONGEST:
        return None
    return form, letters, digits, ruleset.digest if ruleset else "", heights
