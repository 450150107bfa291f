"""One reading of a game record."""

from collections.abc import Container

from upwords_referee.notation.challenge_rule import parse_challenge_rule
from upwords_referee.notation.course import Course, Rulesets, usual_ruleset
from upwords_referee.notation.errors import quoted
from upwords_referee.notation.event import parse_told
from upwords_referee.notation.faults import Faults
from upwords_referee.notation.position import parse_position
from upwords_referee.notation.pragma import NOTE, Header, note_of, split_pragma
from upwords_referee.notation.text import Line, find_unprintable
from upwords_referee.notation.tiles import parse_rack
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.position import MOST_PLAYERS, Position
from upwords_referee.rules.record import Event, GameRecord, Player
from upwords_referee.rules.ruleset import Ruleset

MOST_EVENTS = 1000


class Reader:
    """Reads the lines of one record, once.

    What the lines with "#" say is read first, wherever they stand, then the events in their order.
    """

    def __init__(self, lines: list[Line], ruleset: Ruleset | None, rulesets: Rulesets | None) -> None:
        """Sort the lines: events, the remarks on them, and what is said of the game."""
        self._ruleset = ruleset
        self._rulesets = rulesets
        self._letters: Container[str] | None = None
        self._faults = Faults()
        self._header = Header(self._faults)
        # Event lines, each with the remarks after it.
        self._told: list[tuple[Line, list[str]]] = []
        for line in lines:
            self._sort(line)

    def read(self) -> GameRecord:
        """Return the record. Raises RecordError with all that is wrong."""
        header = self._header
        nicks = header.players()
        start = self._start(len(nicks))
        racks = [self._rack(number) for number in range(1, MOST_PLAYERS + 1)]
        record = GameRecord(
            players=tuple(Player(nick, name, rack) for (nick, name), rack in zip(nicks, racks, strict=False)),
            events=self._events([nick for nick, _ in nicks], Course(start, self._ruleset)),
            ruleset=header.text("ruleset"),
            lexicon=header.text("lexicon"),
            lexicon_digest=header.text("lexicon-digest").lower(),
            challenge_rule=self._challenge_rule(),
            start=start,
            incomplete=header.get("incomplete") is not None,
            title=header.text("title"),
            description=header.text("description"),
            id=header.text("id"),
            date=header.text("date"),
            pragmata=tuple(header.others),
        )
        if not record.players and not self._told:
            self._faults.add(1, 1, "the record has no players; add a line like #player1 ann Ann Example")
        self._faults.refuse()
        return record

    def _sort(self, line: Line) -> None:
        text = line.text.lstrip()
        column = len(line.text) - len(text) + 1
        odd = find_unprintable(line.text)
        if odd >= 0:
            message = f"the character U+{ord(line.text[odd]):04X} has no place in a record; remove it"
            self._faults.add(line.number, odd + 1, message)
        elif text.startswith("#"):
            pragma = split_pragma(line)
            if pragma.name.lower() == NOTE and self._told:
                self._told[-1][1].append(note_of(line))
            else:
                self._header.add(pragma)
        elif not text.startswith(">"):
            message = 'a line begins with ">" (an event) or "#"; a remark has #note before each of its lines'
            self._faults.add(line.number, column, message)
        elif len(self._told) < MOST_EVENTS:
            self._told.append((line, []))
        else:
            self._faults.add(line.number, column, f"a record has at most {MOST_EVENTS} events")

    def _start(self, players: int) -> Position | None:
        pragma = self._header.get("start")
        if not pragma:
            self._choose_ruleset(None)
            return None
        line, column, value = pragma.line.number, pragma.column, pragma.value
        # The ruleset may go by the board's size, and the letters go by the ruleset.
        start = self._faults.guard(line, column, parse_position, value)
        self._choose_ruleset(start)
        if start and self._letters:
            self._faults.guard(line, column, parse_position, value, self._letters)
        if start and start.racks and len(start.racks) != players:
            message = f"the position has {len(start.racks)} racks, but the record names {players} players"
            self._faults.add(line, column, message)
        return start

    def _choose_ruleset(self, start: Position | None) -> None:
        named = self._header.get("ruleset")
        if not self._ruleset and self._rulesets:
            if named and named.value:
                self._ruleset = self._rulesets(named.value)
                if not self._ruleset:
                    message = f"no ruleset is called {quoted(named.value)} here"
                    self._faults.add(named.line.number, named.column, message)
            else:
                self._ruleset = usual_ruleset(start, self._rulesets)
        if self._ruleset:
            self._letters = self._ruleset.letters

    def _rack(self, number: int) -> str | None:
        pragma = self._header.get(f"rack{number}")
        if not pragma:
            return None
        line, column, value = pragma.line.number, pragma.column, pragma.value
        if not self._header.get(f"player{number}"):
            self._faults.add(line, column, f"there is no player {number}; name them with #player{number}")
        if not value:
            self._faults.add(line, column, f"the tiles are missing; an empty rack is written #rack{number} -")
        return self._faults.guard(line, column, parse_rack, value, self._letters)

    def _challenge_rule(self) -> ChallengeRule | None:
        pragma = self._header.get("challenge-rule")
        if not pragma:
            return None
        line, column, value = pragma.line.number, pragma.column, pragma.value
        return self._faults.guard(line, column, parse_challenge_rule, value)

    def _events(self, nicks: list[str], course: Course) -> tuple[Event, ...]:
        events: list[Event] = []
        strangers: set[str] = set()
        for line, remarks in self._told:
            start = line.text.index(">") + 1
            colon = line.text.find(":", start)
            nick = line.text[start : colon if colon >= 0 else None].strip()
            if colon < 0:
                message = "after the player's short name comes a colon, like >ann: ADMOORS 5D MOOD +8 8"
                self._faults.add(line.number, start + 1, message)
                continue
            if nick not in nicks and nick not in strangers:
                message = f"no player is called {quoted(nick)}; {_mend(nick, nicks, len(strangers))}"
                self._faults.add(line.number, start + 1, message)
                strangers.add(nick)
            told = parse_told(line, colon + 1, course.board, self._letters, self._faults)
            if told.action:
                course.tell(told.action)
                events.append(
                    Event(
                        nicks.index(nick) if nick in nicks else 0,
                        told.action,
                        told.rack,
                        told.score,
                        told.total,
                        "\n".join(remarks),
                        line.number,
                    )
                )
        return tuple(events)


def _mend(nick: str, nicks: list[str], strangers: int) -> str:
    known = f"the record knows {', '.join(nicks)}" if nicks else "the record names no players"
    number = len(nicks) + strangers + 1
    return f"{known}; add a line #player{number} {nick}" if number <= MOST_PLAYERS else known
