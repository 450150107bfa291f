"""Records that are no game: what cannot even be asked about."""

from collections.abc import Iterator

from upwords_referee.rules.board import UNKNOWN
from upwords_referee.rules.move import Exchange, Play
from upwords_referee.rules.position import MOST_PLAYERS, Position
from upwords_referee.rules.record import Event, GameRecord, UnplayedTiles
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.snapshot import snapshot_faults


class GameError(ValueError):
    """A record that is no game; `path` names the field, as in `events[3].player`."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


def check_record(record: GameRecord, ruleset: Ruleset) -> None:
    """Raise GameError for a record that is no game of the ruleset."""
    count = len(record.players)
    if not 1 <= count <= MOST_PLAYERS:
        raise GameError("players", f"a game has 1 to {MOST_PLAYERS} players, not {count}")
    if record.start is not None:
        _check_start(record.start, ruleset, count)
    for number, player in enumerate(record.players):
        _check_tiles(f"players[{number}].rack", player.rack or "", ruleset)
    for number, event in enumerate(record.events):
        path = f"events[{number}]"
        if not 0 <= event.player < count:
            raise GameError(f"{path}.player", f"there is no player {event.player}; the game has {count}")
        for field, letters in _tiles_of(event):
            _check_tiles(f"{path}.{field}", letters, ruleset)


def _check_start(start: Position, ruleset: Ruleset, players: int) -> None:
    for fault in snapshot_faults(start.board, ruleset):
        raise GameError("start", f"the board: {fault.message}")
    if start.racks and len(start.racks) != players:
        raise GameError("start", f"has racks of {len(start.racks)} players; the game has {players}")
    for rack in start.racks:
        _check_tiles("start", rack or "", ruleset)
    bag = start.opcodes.get("bag", "0")
    if not (bag.isascii() and bag.isdigit() and len(bag) <= 6):
        raise GameError("start", f"the bag holds a number of tiles, not {bag[:40]!r}")


def _tiles_of(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the event's fields that hold tiles, with their tiles."""
    action = event.action
    yield "rack", event.rack or ""
    if isinstance(action, Play):
        for number, (_, _, letter) in enumerate(action.placements):
            yield f"play.placements[{number}].tile", letter
    elif isinstance(action, Exchange):
        yield "exchange.tiles", action.letters.replace(UNKNOWN, "")
    elif isinstance(action, UnplayedTiles):
        yield "unplayed_tiles.tiles", action.letters


def _check_tiles(path: str, letters: str, ruleset: Ruleset) -> None:
    for letter in letters:
        if letter not in ruleset.letters:
            raise GameError(path, f"{letter!r} is a letter that no tile has")
