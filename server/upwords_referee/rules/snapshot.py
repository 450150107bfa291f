"""Whether a board can be one of a ruleset: a snapshot that cannot be is no question to judge."""

from typing import NamedTuple

from upwords_referee.rules.board import EMPTY, UNKNOWN, Board
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.square import square_name, square_names


class SnapshotFault(NamedTuple):
    """What is wrong: the part of the snapshot ("size", "letters" or "heights") and a sentence's end."""

    part: str
    message: str


def snapshot_faults(board: Board, ruleset: Ruleset, *, heights: bool = True) -> list[SnapshotFault]:
    """Return what keeps the board from being one of the ruleset: its size, its letters and, if asked,
    the heights of its stacks.
    """
    if (board.rows, board.columns) != (ruleset.rows, ruleset.columns):
        return [
            SnapshotFault(
                "size",
                f"has {board.rows} rows and {board.columns} columns; "
                f"the ruleset has {ruleset.rows} and {ruleset.columns}",
            )
        ]
    faults = []
    allowed = ruleset.letters
    if not allowed.issuperset(board.letters.replace(EMPTY, "")) or not all(
        allowed.issuperset(stack.replace(UNKNOWN, "")) for stack in board.stacks.values()
    ):
        for (row, column), stack in board.occupied():
            unknown = [tile for tile in dict.fromkeys(stack) if tile != UNKNOWN and tile not in allowed]
            faults += [
                SnapshotFault(
                    "letters", f"{square_name(row, column)} has {tile!r}, a letter that no tile has"
                )
                for tile in unknown
            ]
            if stack[-1] == UNKNOWN:
                faults.append(
                    SnapshotFault("letters", f"the top tile on {square_name(row, column)} is not known")
                )
    if heights and max(board.heights) > ruleset.max_height:
        high = [square for square, stack in board.occupied() if len(stack) > ruleset.max_height]
        faults.append(
            SnapshotFault(
                "heights", f"a stack may be {ruleset.max_height} high; it is higher on {square_names(high)}"
            )
        )
    return faults
