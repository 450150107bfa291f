"""The three ways in which a game ends (section 7, and section 8 for a solo game)."""

from collections import Counter
from collections.abc import Callable

from upwords_referee.rules.board import UNKNOWN, Board
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.game_state import EndReason, GameState, tiles_on
from upwords_referee.rules.ruleset import GoingOut
from upwords_referee.rules.snapshot import snapshot_faults

AnyPlay = Callable[[Board, str], bool]
"""Whether a rack has a legal play on a board."""


def how_ended(state: GameState, any_play: AnyPlay | None) -> EndReason | None:
    """Return how the game has ended, None if it has not or if that cannot be known."""
    if out(state):
        return EndReason.OUT
    if passed_out(state):
        return EndReason.PASSES
    if any_play and no_plays(state, any_play):
        return EndReason.NO_PLAYS
    return None


def out(state: GameState) -> bool:
    """The bag and a hand are empty; where others play on, all hands."""
    if state.bag != 0:
        return False
    if state.ruleset.going_out is GoingOut.OTHERS_PLAY_ON:
        return not state.active
    return any(hand.size == 0 for hand in state.hands)


def passed_out(state: GameState) -> bool:
    """All players passed in turn, as often as the ruleset says; who plays alone may pass and go on."""
    return not state.solo and state.passes >= state.ruleset.pass_rounds * len(state.active)


def no_plays(state: GameState, any_play: AnyPlay) -> bool:
    """Nobody can make a play, and the bag is empty; in a solo game, no exchange is left."""
    if state.exchange_left:
        return False
    racks = known_racks(state)
    if racks is None or snapshot_faults(state.board, state.ruleset):
        return False
    try:
        return not any(any_play(state.board, racks[player]) for player in state.active)
    except UnknownBuriedError:
        return False


def known_racks(state: GameState) -> list[str] | None:
    """Return all racks, None unless each is known; of the last one everybody knows what the set leaves."""
    racks = [hand.known for hand in state.hands]
    hidden = [player for player, hand in enumerate(state.hands) if not hand.complete]
    if hidden:
        rest = unseen(state)
        if len(hidden) > 1 or state.bag != 0 or rest is None:
            return None
        # What is certainly on this rack was taken off as well.
        rack = racks[hidden[0]] + rest
        if state.hands[hidden[0]].size not in (None, len(rack)):
            return None
        racks[hidden[0]] = "".join(sorted(rack))
    return racks


def unseen(state: GameState) -> str | None:
    """Return the tiles of the set that are neither on the board nor certainly on a rack; None if that cannot
    be told.
    """
    seen = tiles_on(state.board)
    if state.ruleset.set_size is None or seen[UNKNOWN]:
        return None
    rest = Counter({kind.letter: kind.count or 0 for kind in state.ruleset.tiles})
    rest.subtract(seen)
    rest.subtract("".join(hand.known for hand in state.hands))
    return None if min(rest.values(), default=0) < 0 else "".join(sorted(rest.elements()))
