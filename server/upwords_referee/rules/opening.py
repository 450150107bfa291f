"""How a game opens: what everybody holds before the first event."""

from upwords_referee.rules.board import Board
from upwords_referee.rules.game_state import GameState
from upwords_referee.rules.hand import Hand
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import GameRecord
from upwords_referee.rules.ruleset import Ruleset


def opening(record: GameRecord, ruleset: Ruleset) -> GameState:
    """Return the state before the first event of a record that `check_record` found to be a game.

    The players hold what the start position says, else a full rack each, as far as the set goes. Of a
    ruleset without a rack size hands are not known, and of an uncounted set the bag is not.
    """
    players = len(record.players)
    if record.start is None:
        board = Board.empty(ruleset.rows, ruleset.columns)
        hands, bag = _dealt(ruleset, players)
        return GameState(ruleset, board, hands, bag)
    hands, bag = _held(ruleset, record.start, players)
    return GameState(ruleset, record.start.board, hands, bag, passes=record.start.passes)


def scores(record: GameRecord) -> tuple[int | None, ...]:
    """Return the scores before the first event, None for one that is not known."""
    if record.start is None or not record.start.scores:
        return (0,) * len(record.players)
    return record.start.scores


def _dealt(ruleset: Ruleset, players: int) -> tuple[tuple[Hand, ...], int | None]:
    bag, size = ruleset.set_size, ruleset.rack_size
    if bag is None or not size:
        return (Hand(None),) * players, None
    hands = []
    for _ in range(players):
        hands.append(Hand(min(size, bag)))
        bag -= min(size, bag)
    return tuple(hands), bag


def _held(ruleset: Ruleset, start: Position, players: int) -> tuple[tuple[Hand, ...], int | None]:
    """Return hands and bag of a start position: what it says, and what follows from the set."""
    racks = start.racks or (None,) * players
    size = ruleset.rack_size
    if not size:
        return tuple(Hand(None, rack or "") for rack in racks), None
    said = start.opcodes.get("bag")
    bag = int(said) if said is not None else None
    hidden = racks.count(None)
    left = None
    if ruleset.set_size is not None:
        given = sum(start.board.heights) + sum(len(rack or "") for rack in racks)
        left = max(0, ruleset.set_size - given)
        if bag is None:
            bag = max(0, left - hidden * size)
    each = _each(bag, left, hidden, size)
    return tuple(Hand(each) if rack is None else Hand(None).seen(rack) for rack in racks), bag


def _each(bag: int | None, left: int | None, hidden: int, size: int) -> int | None:
    """Return the tiles on each unknown rack: a full one while the bag lasts, else what the set leaves."""
    if bag:
        return size
    if left is None:
        return None
    if left >= hidden * size:
        return size
    return left if hidden == 1 else None
