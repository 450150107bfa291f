"""Whether a recorded rack can be: one small function for each way in which it cannot."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from upwords_referee.rules.board import Board
from upwords_referee.rules.game_state import tiles_on
from upwords_referee.rules.hand import Hand, minus
from upwords_referee.rules.inspection import FindingKind
from upwords_referee.rules.ruleset import Ruleset


class RackCase(NamedTuple):
    """A recorded rack beside what the player must hold."""

    ruleset: Ruleset
    board: Board
    hand: Hand
    rack: str

    @property
    def in_full(self) -> bool:
        """Whether it has as many tiles as the hand; one of an unknown number is believed to."""
        return self.hand.size is None or len(self.rack) >= self.hand.size


def too_large(case: RackCase) -> Iterator[str]:
    """A rack holds no more tiles than the ruleset allows."""
    limit = case.ruleset.rack_size
    if limit and len(case.rack) > limit:
        yield f"The rack {case.rack} has {len(case.rack)} tiles; a rack holds at most {limit}."


def more_than_drawn(case: RackCase) -> Iterator[str]:
    """A rack holds no more tiles than the bag had for it."""
    count, limit = case.hand.size, case.ruleset.rack_size
    if count is not None and count < len(case.rack) <= limit:
        yield f"The rack {case.rack} has {len(case.rack)} tiles; the player can hold only {count}."


def lacks_kept(case: RackCase) -> Iterator[str]:
    """Tiles that stayed in hand are still there."""
    missing = minus(case.hand.known, case.rack)
    if missing and case.in_full:
        yield f"The rack {case.rack} lacks {_tiles(case, missing)}, which the player must still hold."


def none_left(case: RackCase) -> Iterator[str]:
    """Board and rack together hold no more tiles of a letter than the set has."""
    on_board = tiles_on(case.board)
    for kind in case.ruleset.tiles:
        held = case.rack.count(kind.letter)
        if held and kind.count is not None and held + on_board[kind.letter] > kind.count:
            yield (
                f"The rack {case.rack} has {held} of the tile {kind.spelling}; the set has {kind.count}, "
                f"{on_board[kind.letter] or 'none'} of them on the board."
            )


RACK_CHECKS: tuple[tuple[FindingKind, Callable[[RackCase], Iterator[str]]], ...] = (
    (FindingKind.RACK_TOO_LARGE, too_large),
    (FindingKind.IMPOSSIBLE_RACK, more_than_drawn),
    (FindingKind.IMPOSSIBLE_RACK, lacks_kept),
    (FindingKind.IMPOSSIBLE_RACK, none_left),
)


def rack_fault(case: RackCase) -> tuple[FindingKind, str] | None:
    """Return the first thing that is wrong with a rack, its kind and a sentence; None if nothing is."""
    return next(((kind, message) for kind, check in RACK_CHECKS for message in check(case)), None)


def hand_after(case: RackCase, *, faulty: bool) -> Hand:
    """Return the hand once its rack was seen; one that cannot be tells nothing."""
    return case.hand._replace(known="") if faulty else case.hand.seen(case.rack)


def _tiles(case: RackCase, letters: str) -> str:
    return ", ".join(case.ruleset.spell(letter) for letter in letters)
