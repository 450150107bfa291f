"""Event lines of a game record: what a player did, with rack, score and total."""

import re
from collections.abc import Container
from typing import NamedTuple

from upwords_referee.notation.action import is_start, parse_action, write_action
from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.faults import Faults
from upwords_referee.notation.text import Line
from upwords_referee.notation.tiles import parse_rack, write_rack
from upwords_referee.rules.board import UNKNOWN, Board
from upwords_referee.rules.move import Exchange, Play
from upwords_referee.rules.record import Action, Event

MOST_POINTS = 999_999

_POINTS = re.compile(r"[+-]?[0-9]{1,6}|\?")
_LIKE_POINTS = re.compile(r"[+-]?[0-9]+|\?")
_WORD = re.compile(r"\S+")


class Told(NamedTuple):
    """What an event line tells after the player's name; an action of None was not understood."""

    rack: str | None
    action: Action | None
    score: int | None
    total: int | None


def parse_told(line: Line, start: int, board: Board, letters: Container[str] | None, faults: Faults) -> Told:
    """Return what `[RACK] ACTION [±SCORE [TOTAL]]` tells, from index `start` of the line on.

    A rack may be missing: a word that starts an action is none. Every fault goes to `faults`.
    """
    words = [(found.start(), found[0]) for found in _WORD.finditer(line.text, start)]
    rack = None
    if _starts_with_a_rack([word for _, word in words]):
        at, word = words.pop(0)
        rack = faults.guard(line.number, at + 1, parse_rack, word, letters)
    if not words:
        end = len(line.text.rstrip()) + 1
        faults.add(line.number, end, "what the player did is missing: a play like 5D MOOD, -E, - and so on")
        return Told(rack, None, None, None)
    size = 2 if is_start(words[0][1]) else 1
    at, (last, word) = words[0][0], words[:size][-1]
    text = line.text[at : last + len(word)]
    action = faults.guard(line.number, at + 1, parse_action, text, board, letters)
    if not action and size == 1 and not text.startswith(("-", "(")):
        # It is not even clear where the action ends.
        return Told(rack, None, None, None)
    score, total, surplus = [*words[size : size + 3], None, None, None][:3]
    if surplus:
        at, word = surplus
        faults.add(line.number, at + 1, f"after score and total comes nothing more; remove {quoted(word)}")
    return Told(rack, action, _points(score, line, faults), _points(total, line, faults))


def write_told(event: Event, board: Board, letters: Container[str] | None) -> str:
    """Return the event after the player's name, in canonical notation.

    Raises NotationError if notation cannot say it; the message names the field.
    """
    action = write_action(event.action, board, letters)
    if not action:
        raise NotationError(f"action: {_unsayable(event.action)}")
    if event.rack == "" and isinstance(event.action, Exchange) and not event.action.letters.strip(UNKNOWN):
        # After an empty rack a number would be taken for the score of a pass.
        action = f"-{event.action.letters}"
    for name, points in (("score", event.score), ("total", event.total)):
        if points is not None and abs(points) > MOST_POINTS:
            raise NotationError(f"{name}: at most six digits, not {points}")
    words = [write_rack(event.rack, letters), action]
    if event.score is not None or event.total is not None:
        words.append("?" if event.score is None else f"{event.score:+d}")
    if event.total is not None:
        words.append(str(event.total))
    return " ".join(words)


def _unsayable(action: Action) -> str:
    if isinstance(action, Play):
        return (
            "notation cannot say this play: it has a square twice or one without a name, lies in more than "
            "one line, or has a letter that no tile has"
        )
    return "it has a letter that no tile has, or too few or too many tiles"


def _starts_with_a_rack(words: list[str]) -> bool:
    """Return whether the first word is a rack; "-" is one if an action follows that is no number."""
    if not words:
        return False
    first, *rest = words
    if first == "-":
        return bool(rest) and not _LIKE_POINTS.fullmatch(rest[0])
    return not (first.startswith(("-", "(")) or is_start(first))


def _points(word: tuple[int, str] | None, line: Line, faults: Faults) -> int | None:
    if word is None or word[1] == "?":
        return None
    at, text = word
    if not _POINTS.fullmatch(text):
        message = f'points are a whole number of at most six digits, or "?", not {quoted(text)}'
        faults.add(line.number, at + 1, message)
        return None
    return int(text)
