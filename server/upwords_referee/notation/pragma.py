"""Pragmata of a game record: what its lines with "#" say about the game."""

import re
from typing import NamedTuple

from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.faults import Faults
from upwords_referee.notation.text import Line
from upwords_referee.rules.position import MOST_PLAYERS

LONGEST_NICK = 64
LONGEST_NAME = 200
NOTE = "note"

# Of each of these there is one; in the order in which they are written.
_SINGLE = (
    "character-encoding",
    "game-type",
    "title",
    "description",
    "id",
    "date",
    "ruleset",
    "lexicon",
    "lexicon-digest",
    "challenge-rule",
    "start",
    "incomplete",
)
_NUMBERS = [str(number) for number in range(1, MOST_PLAYERS + 1)]
_NUMBERED = re.compile(r"(player|rack)([0-9]+)")
_NAME = re.compile(r"#(\S*)")
_NICK = re.compile(rf"[^\s:]{{1,{LONGEST_NICK}}}")
_DIGEST = re.compile("[0-9a-f]{64}")


class Pragma(NamedTuple):
    """A line `#name value`: the line, the name as it stands there, the value without white space round it,
    and its column from 1.
    """

    line: Line
    name: str
    value: str
    column: int


def split_pragma(line: Line) -> Pragma:
    """Return the parts of a line that starts with "#", white space apart."""
    found = _NAME.search(line.text)
    assert found
    rest = line.text[found.end() :]
    return Pragma(line, found[1], rest.strip(), len(line.text) - len(rest.lstrip()) + 1)


def note_of(line: Line) -> str:
    """Return the remark of a `#note` line exactly, without the one space before it."""
    found = _NAME.search(line.text)
    assert found
    return line.text[found.end() + 1 :]


def is_known(name: str) -> bool:
    """Return whether a pragma of this name, in any case, has a meaning of its own."""
    return name.lower() in (*_SINGLE, NOTE) or _NUMBERED.fullmatch(name.lower()) is not None


def check_player(nick: str, name: str) -> None:
    """Raise NotationError if this is no player's short and full name."""
    if not _NICK.fullmatch(nick):
        raise NotationError(
            f'a short name is 1 to {LONGEST_NICK} characters without white space or ":", not {quoted(nick)}'
        )
    if name != name.strip():
        raise NotationError(f"the full name {quoted(name)} begins or ends with white space")
    if len(name) > LONGEST_NAME:
        raise NotationError(f"a full name has at most {LONGEST_NAME} characters, not {len(name)}")


def check_digest(text: str) -> None:
    """Raise NotationError if this is no digest of a lexicon."""
    if not _DIGEST.fullmatch(text):
        raise NotationError(f"a digest is 64 hexadecimal digits, not {quoted(text)}")


class Header:
    """The pragmata of a record, by what they mean; what is wrong among them goes to `faults`."""

    def __init__(self, faults: Faults) -> None:
        self.others: list[tuple[str, str]] = []
        self._faults = faults
        self._single: dict[str, Pragma] = {}

    def add(self, pragma: Pragma) -> None:
        """Take one more pragma, which is not the note of an event."""
        name = pragma.name.lower()
        if name == NOTE or not is_known(name):
            self.others.append((NOTE if name == NOTE else pragma.name, pragma.value))
            return
        numbered = _NUMBERED.fullmatch(name)
        number = pragma.line.number
        indent = pragma.line.text.index("#") + 1
        if numbered and numbered[2] not in _NUMBERS:
            message = f"a game has players 1 to {MOST_PLAYERS}; {quoted(pragma.name)} is none of theirs"
            self._faults.add(number, indent, message)
        elif name in self._single:
            first = self._single[name].line.number
            self._faults.add(number, indent, f"#{name} stands in line {first} already; remove one")
        else:
            self._single[name] = pragma
            self._check(name, pragma)

    def _check(self, name: str, pragma: Pragma) -> None:
        line, column, value = pragma.line.number, pragma.column, pragma.value
        if name == "game-type" and value.lower() != "upwords":
            self._faults.add(line, column, f"the game is {quoted(value)}; only upwords is read here")
        if name == "incomplete" and value:
            self._faults.add(line, column, f"#incomplete stands alone; remove {quoted(value)}")
        if name == "lexicon-digest":
            self._faults.guard(line, column, check_digest, value.lower())

    def get(self, name: str) -> Pragma | None:
        """Return the pragma of this name, if the record has one."""
        return self._single.get(name)

    def text(self, name: str) -> str:
        """Return the value of the pragma of this name, "" if the record has none."""
        pragma = self._single.get(name)
        return pragma.value if pragma else ""

    def players(self) -> list[tuple[str, str]]:
        """Return the players' short and full names in the order of their numbers."""
        players: list[tuple[str, str]] = []
        expected = 1
        first_lines: dict[str, int] = {}
        for number in range(1, MOST_PLAYERS + 1):
            pragma = self._single.get(f"player{number}")
            if not pragma:
                continue
            line, column = pragma.line.number, pragma.column
            if number > expected:
                message = f"there is no player {expected} before player {number}; number them without gaps"
                self._faults.add(line, pragma.line.text.index("#") + 1, message)
            expected = number + 1
            nick, *rest = pragma.value.split(None, 1) or [""]
            name = rest[0] if rest else ""
            self._faults.guard(line, column, check_player, nick, name)
            if nick in first_lines:
                message = f"{quoted(nick)} is the player of line {first_lines[nick]} already; change one"
                self._faults.add(line, column, message)
            first_lines.setdefault(nick, line)
            # What goes wrong so often shall not be told of every event as well.
            players.append((nick.rstrip(":"), name))
        return players
