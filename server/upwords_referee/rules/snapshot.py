"""Whether a board can be one of a ruleset: a snapshot that cannot be is no question to judge."""

from typing import NamedTuple

from upwords_referee.rules.board import EMPTY, UNKNOWN, Board
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.square import Square, square_name, square_names

# For each limit the heights within it; deleting them is the quickest way to see whether any is left.
_UP_TO = [bytes(range(limit + 1)) for limit in range(256)]


class SnapshotFault(NamedTuple):
    """What is wrong: the part of the snapshot ("size", "letters" or "heights"), the first square
    concerned (None: the whole board) and the end of a sentence.
    """

    part: str
    square: Square | None
    message: str


def snapshot_faults(board: Board, ruleset: Ruleset, *, heights: bool = True) -> list[SnapshotFault]:
    """Return what keeps the board from being one of the ruleset: its size, its letters and, if asked,
    the heights of its stacks.
    """
    if board.sound_for is ruleset:
        # Engines have many moves judged on one board.
        return []
    if (board.rows, board.columns) != (ruleset.rows, ruleset.columns):
        size = f"has {board.rows} rows and {board.columns} columns"
        wanted = f"the ruleset has {ruleset.rows} and {ruleset.columns}"
        return [SnapshotFault("size", None, f"{size}; {wanted}")]
    faults = []
    allowed = ruleset.letters
    if not allowed.issuperset(board.letters.replace(EMPTY, "")) or not all(
        allowed.issuperset(stack.replace(UNKNOWN, "")) for stack in board.stacks.values()
    ):
        for square, stack in board.occupied():
            for tile in dict.fromkeys(stack):
                if tile not in allowed and tile != UNKNOWN:
                    message = f"{square_name(*square)} has {tile!r}, a letter that no tile has"
                    faults.append(SnapshotFault("letters", square, message))
            if stack[-1] == UNKNOWN:
                message = f"the top tile on {square_name(*square)} is not known"
                faults.append(SnapshotFault("letters", square, message))
    limit = ruleset.max_height
    if heights and board.heights.translate(None, _UP_TO[limit]):
        high = [square for square, stack in board.occupied() if len(stack) > limit]
        message = f"a stack may be {limit} high; it is higher on {square_names(high)}"
        faults.append(SnapshotFault("heights", high[0], message))
    if heights and not faults:
        board.sound_for = ruleset
    return faults
