"""One writing of a game record."""

from collections.abc import Callable

from upwords_referee.notation.challenge_rule import write_challenge_rule
from upwords_referee.notation.course import Course
from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.event import write_told
from upwords_referee.notation.faults import Faults, Given
from upwords_referee.notation.position import parse_position, write_position
from upwords_referee.notation.pragma import NOTE, check_digest, check_player, is_known
from upwords_referee.notation.reader import MOST_EVENTS
from upwords_referee.notation.text import LARGEST_RECORD, find_unprintable
from upwords_referee.notation.tiles import write_rack
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.position import MOST_PLAYERS
from upwords_referee.rules.record import Event, GameRecord
from upwords_referee.rules.ruleset import Ruleset


class Writer:
    """Writes one record, once."""

    def __init__(self, record: GameRecord, ruleset: Ruleset | None) -> None:
        """Take the record and the ruleset whose board and letters it has (None: 10x10, any letters)."""
        self._record = record
        self._letters = ruleset.letters if ruleset else None
        self._course = Course(record.start, ruleset)
        self._faults = Faults()
        self._lines = ["#character-encoding UTF-8", "#game-type upwords"]

    def write(self) -> str:
        """Return the text. Raises RecordError with all that text cannot say."""
        record = self._record
        for name in ("title", "description", "id", "date", "ruleset", "lexicon"):
            self._line(name, _pragma, name, getattr(record, name))
        if record.lexicon_digest:
            self._line("lexicon_digest", _digest, record.lexicon_digest)
        if record.challenge_rule:
            self._line("challenge_rule", _challenge_rule, record.challenge_rule)
        self._players()
        self._line("start", self._start)
        for i, (name, value) in enumerate(record.pragmata):
            self._line(f"pragmata[{i}]", _other, name, value)
        self._events()
        for i, player in enumerate(record.players):
            if player.rack is not None:
                self._line(f"players[{i}].rack", self._rack, i)
        if record.incomplete:
            self._lines.append("#incomplete")
        text = "".join(f"{line}\n" for line in self._lines if line)
        size = len(text.encode("utf-8", "replace"))
        if size > LARGEST_RECORD:
            self._faults.add(0, 0, f"a record has at most {LARGEST_RECORD} bytes of text, not {size}")
        self._faults.refuse()
        return text

    def _line(
        self, field: str, write: Callable[Given, str], *args: Given.args, **kwargs: Given.kwargs
    ) -> None:
        try:
            self._lines.append(write(*args, **kwargs))
        except NotationError as error:
            self._faults.add(0, 0, f"{field}: {error.message}")

    def _players(self) -> None:
        players = self._record.players
        if not 1 <= len(players) <= MOST_PLAYERS:
            self._faults.add(0, 0, f"players: a game has 1 to {MOST_PLAYERS}, not {len(players)}")
        nicks = [player.nick for player in players]
        for i, player in enumerate(players):
            if player.nick in nicks[:i]:
                self._faults.add(0, 0, f"players[{i}].nick: {quoted(player.nick)} is there already")
            self._line(f"players[{i}]", self._player, i)

    def _player(self, i: int) -> str:
        player = self._record.players[i]
        check_player(player.nick, player.name)
        return _pragma(f"player{i + 1}", f"{player.nick} {player.name}".removesuffix(" "))

    def _rack(self, i: int) -> str:
        return f"#rack{i + 1} {write_rack(self._record.players[i].rack, self._letters)}"

    def _start(self) -> str:
        start, players = self._record.start, len(self._record.players)
        if not start:
            return ""
        if start.racks and len(start.racks) != players:
            raise NotationError(f"it has {len(start.racks)} racks, but the record has {players} players")
        text = write_position(start)
        if write_position(parse_position(text, self._letters)) != text:
            raise NotationError(f"notation cannot say it; {quoted(text)} means something else")
        return f"#start {text}"

    def _events(self) -> None:
        events = self._record.events
        if len(events) > MOST_EVENTS:
            self._faults.add(0, 0, f"events: a record has at most {MOST_EVENTS}, not {len(events)}")
        for i, event in enumerate(events[:MOST_EVENTS]):
            self._line(f"events[{i}]", self._event, event)

    def _event(self, event: Event) -> str:
        players = self._record.players
        if not 0 <= event.player < len(players):
            raise NotationError(f"player: there is no player {event.player}, counted from 0")
        told = write_told(event, self._course.board, self._letters)
        self._course.tell(event.action)
        remarks = event.note.split("\n") if event.note else []
        lines = [f">{players[event.player].nick}: {told}", *(_note(remark) for remark in remarks)]
        return "\n".join(lines)


def _note(remark: str) -> str:
    _check_line(remark)
    return f"#{NOTE} {remark}" if remark else f"#{NOTE}"


def _pragma(name: str, value: str) -> str:
    """Return the line, "" if there is nothing to say."""
    _check_line(value)
    if value != value.strip():
        raise NotationError(f"{quoted(value)} begins or ends with white space")
    return f"#{name} {value}" if value else ""


def _other(name: str, value: str) -> str:
    if name != NOTE and (is_known(name) or name != "".join(name.split())):
        raise NotationError(f"{quoted(name)} is no name for a line that means nothing")
    _check_line(name)
    return _pragma(name, value) or f"#{name}"


def _digest(digest: str) -> str:
    check_digest(digest)
    return f"#lexicon-digest {digest}"


def _challenge_rule(rule: ChallengeRule) -> str:
    return f"#challenge-rule {write_challenge_rule(rule)}"


def _check_line(text: str) -> None:
    odd = find_unprintable(text)
    if odd >= 0:
        raise NotationError(f"the character U+{ord(text[odd]):04X} has no place in a record")
