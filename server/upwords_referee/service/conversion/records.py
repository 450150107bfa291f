"""Game records: messages to values of the domain, and back without loss."""

from collections.abc import Sequence
from typing import Literal

from upwords.referee.v1 import game_pb2
from upwords_referee.notation.action import MOST_UNPLAYED, parse_action
from upwords_referee.notation.course import Course
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.event import MOST_POINTS
from upwords_referee.notation.position import parse_position, write_position
from upwords_referee.notation.tiles import parse_tiles
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import (
    Action,
    ChallengeBonus,
    Event,
    GameRecord,
    Player,
    TakeBack,
    TimePenalty,
    UnplayedTiles,
)
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.conversion.boards import check_notation_length
from upwords_referee.service.conversion.challenges import challenge_rule_message, read_rule
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.conversion.moves import read_play
from upwords_referee.service.limits import MAX_EVENTS, MAX_NAME, MAX_NICK, MAX_NOTE_BYTES, MAX_PLAYERS

_ACTIONS = (
    "is not set (or set to an action newer than this server): give play, exchange, pass_turn, take_back, "
    "unplayed_tiles, challenge_bonus, time_penalty or notation"
)


def read_start(text: str, faults: Faults, ruleset: Ruleset | None = None) -> Position | None:
    """Return the start position of a record, None for an empty board; raises InvalidArgumentError.

    The letters of tiles are checked once the ruleset is known.
    """
    if not text:
        return None
    check_notation_length(text, faults, "record.start")
    try:
        return parse_position(text, ruleset.letters if ruleset else None)
    except NotationError as error:
        raise faults.stop("record.start", str(error)) from None


def read_record(message: game_pb2.GameRecord, ruleset: Ruleset, faults: Faults) -> GameRecord:
    """Return the record of a message; raises InvalidArgumentError with all faults.

    Whether it is a game of the ruleset is for the judge of games, as far as tiles have their letters.
    """
    start = read_start(message.start, faults, ruleset)
    challenge_rule = (
        read_rule(message.challenge_rule, faults, "record.") if message.HasField("challenge_rule") else None
    )
    players = _read_players(message.players, ruleset, faults)
    if len(message.events) > MAX_EVENTS:
        raise faults.stop("record.events", f"has {len(message.events)} events; at most {MAX_EVENTS}")
    events = _EventReader(ruleset, start, len(players), faults).read(message.events)
    faults.raise_any()
    return GameRecord(
        players,
        events,
        message.ruleset,
        message.lexicon,
        message.lexicon_digest.lower(),
        challenge_rule,
        start,
        message.incomplete,
        message.title,
        message.description,
        message.id,
        message.date,
        tuple((pragma.name, pragma.value) for pragma in message.pragmata),
    )


def _read_players(
    messages: Sequence[game_pb2.Player], ruleset: Ruleset, faults: Faults
) -> tuple[Player, ...]:
    if not 1 <= len(messages) <= MAX_PLAYERS:
        raise faults.stop("record.players", f"has {len(messages)} players; a game has 1 to {MAX_PLAYERS}")
    players = []
    nicks: set[str] = set()
    for i, message in enumerate(messages):
        path, nick = f"record.players[{i}]", message.nick
        if not 1 <= len(nick) <= MAX_NICK or ":" in nick or nick.split() != [nick]:
            faults.add(f"{path}.nick", f'is not 1 to {MAX_NICK} characters without white space or ":"')
        elif nick in nicks:
            faults.add(f"{path}.nick", "is that of another player too")
        nicks.add(nick)
        if len(message.name) > MAX_NAME:
            faults.add(f"{path}.name", f"is longer than {MAX_NAME} characters")
        rack = _read_rack(message, ruleset, faults, path)
        players.append(Player(nick, message.name, rack))
    return tuple(players)


def _read_rack(
    message: game_pb2.Player | game_pb2.Event, ruleset: Ruleset, faults: Faults, path: str
) -> str | None:
    if not message.HasField("rack"):
        return None
    try:
        return parse_tiles(message.rack, ruleset.letters, "a rack")
    except NotationError as error:
        faults.add(f"{path}.rack", str(error))
        return None


class _EventReader:
    """Reads events in order, notation on the board of its turn."""

    def __init__(self, ruleset: Ruleset, start: Position | None, players: int, faults: Faults) -> None:
        self._ruleset = ruleset
        self._course = Course(start, ruleset)
        self._players = players
        self._faults = faults

    def read(self, messages: Sequence[game_pb2.Event]) -> tuple[Event, ...]:
        """Return the events; what is faulty is noted and left out."""
        events = []
        for i, message in enumerate(messages):
            event = self._event(message, f"record.events[{i}]")
            if event:
                self._course.tell(event.action)
                events.append(event)
        return tuple(events)

    def _event(self, message: game_pb2.Event, path: str) -> Event | None:
        faults = self._faults
        if message.player >= self._players:
            faults.add(f"{path}.player", f"there is no player {message.player}; the game has {self._players}")
        if len(message.note.encode()) > MAX_NOTE_BYTES:
            faults.add(f"{path}.note", f"is longer than {MAX_NOTE_BYTES} bytes")
        score = self._points(message, "score", path)
        total = self._points(message, "total", path)
        rack = _read_rack(message, self._ruleset, faults, path)
        action = self._action(message, path)
        if action is None:
            return None
        return Event(
            message.player,
            action,
            rack,
            score,
            total,
            message.note,
            message.line,
        )

    def _points(self, message: game_pb2.Event, field: Literal["score", "total"], path: str) -> int | None:
        if not message.HasField(field):
            return None
        points: int = getattr(message, field)
        if abs(points) > MOST_POINTS:
            self._faults.add(f"{path}.{field}", f"is {points}; points have at most six digits")
        return points

    def _action(self, message: game_pb2.Event, path: str) -> Action | None:
        faults, letters = self._faults, self._ruleset.letters
        kind = message.WhichOneof("action")
        try:
            match kind:
                case None:
                    faults.add(f"{path}.action", _ACTIONS)
                    return None
                case "play":
                    return read_play(message.play, self._ruleset, faults, f"{path}.play")
                case "exchange":
                    kind = "exchange.tiles"
                    tiles = message.exchange.tiles
                    return Exchange(parse_tiles(tiles, letters, "an exchange", MOST_UNPLAYED, unknown=True))
                case "pass_turn":
                    return Pass()
                case "take_back":
                    return TakeBack()
                case "unplayed_tiles":
                    kind = "unplayed_tiles.tiles"
                    tiles = message.unplayed_tiles.tiles
                    return UnplayedTiles(parse_tiles(tiles, letters, "what is unplayed", MOST_UNPLAYED))
                case "challenge_bonus":
                    return ChallengeBonus()
                case "time_penalty":
                    return TimePenalty()
                case _:
                    check_notation_length(message.notation, faults, f"{path}.notation")
                    return parse_action(message.notation, self._course.board, letters)
        except NotationError as error:
            faults.add(f"{path}.{kind}", str(error))
            return None


def fill_record(into: game_pb2.GameRecord, record: GameRecord) -> None:
    """Fill in the whole record."""
    into.ruleset = record.ruleset
    into.lexicon = record.lexicon
    into.lexicon_digest = record.lexicon_digest
    if record.challenge_rule:
        into.challenge_rule.CopyFrom(challenge_rule_message(record.challenge_rule))
    for player in record.players:
        into.players.add(nick=player.nick, name=player.name, rack=player.rack)
    if record.start:
        into.start = write_position(record.start)
    for event in record.events:
        _fill_event(into.events.add(), event)
    into.incomplete = record.incomplete
    into.title = record.title
    into.description = record.description
    into.id = record.id
    into.date = record.date
    for name, value in record.pragmata:
        into.pragmata.add(name=name, value=value)


def _fill_event(into: game_pb2.Event, event: Event) -> None:
    into.player = event.player
    if event.rack is not None:
        into.rack = event.rack
    match event.action:
        case Play(placements=placements):
            into.play.SetInParent()
            for row, column, letter in placements:
                into.play.placements.add(row=row, column=column, tile=letter)
        case Exchange(letters):
            into.exchange.tiles = letters
            into.exchange.SetInParent()
        case Pass():
            into.pass_turn.SetInParent()
        case TakeBack():
            into.take_back.SetInParent()
        case UnplayedTiles(letters):
            into.unplayed_tiles.tiles = letters
            into.unplayed_tiles.SetInParent()
        case ChallengeBonus():
            into.challenge_bonus.SetInParent()
        case TimePenalty():
            into.time_penalty.SetInParent()
    if event.score is not None:
        into.score = event.score
    if event.total is not None:
        into.total = event.total
    into.note = event.note
    into.line = event.line
