"""Actions of a game record: moves, and what else happens in a game."""

import re
from collections.abc import Container

from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.move import parse_move, write_move
from upwords_referee.notation.tiles import LONGEST_RACK, parse_tiles
from upwords_referee.rules.board import EMPTY, UNKNOWN, Board
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.record import Action, ChallengeBonus, TakeBack, TimePenalty, UnplayedTiles
from upwords_referee.rules.square import COLUMN_LETTERS

MOST_UNPLAYED = 625

_NO_TILES = "1A ."
_COUNT = re.compile("[0-9]+")
_START = re.compile("[0-9]+[A-Z]|[A-Z][0-9]+", re.IGNORECASE)
_FORMS = (
    "a play is written like 5D W... (across) or D5 W... (down), an exchange -E, a pass -, "
    "a play taken back --, unplayed tiles (AB), a failed challenge (challenge), overtime (time)"
)


def is_start(text: str) -> bool:
    """Return whether a word looks like the square that a play starts from."""
    return _START.fullmatch(text) is not None


def parse_action(text: str, board: Board, letters: Container[str] | None = None) -> Action:
    """Return the action that a text describes on a board, as a game record writes it.

    A play as in `parse_move`, spelled out or not; "-E", or "-1" when only the count is known; "-"; "--";
    "(AB)"; "(challenge)" and "(time)", which lower case tells from tiles. `letters` are those that tiles
    have (None: any letter). Raises NotationError.

    >>> parse_action("(AB)", Board.empty(10, 10))
    UnplayedTiles(letters='AB')
    """
    bare = text.strip()
    try:
        if bare.startswith("("):
            return _parse_bracketed(bare, letters)
        if bare.startswith("-"):
            return _parse_dash(bare, letters)
        return _parse_play(bare, board, letters)
    except NotationError as error:
        indent = len(text) - len(text.lstrip())
        raise NotationError(error.message, error.column and error.column + indent) from None


def write_action(action: Action, board: Board, letters: Container[str] | None = None) -> str:
    """Return the action in canonical notation, "" if notation cannot say it (see `write_move`) or a tile has
    none of the `letters` (None: no letter of any script).

    A play without tiles is `1A .`; one without "." that would be read as spelled out ends with a ".".

    >>> write_action(Exchange("___"), Board.empty(10, 10))
    '-3'
    """
    said = Play(tuple(sorted(action.placements))) if isinstance(action, Play) else action
    try:
        text = _write(action, board)
        return text if parse_action(text, board, letters) == said else ""
    except NotationError:
        return ""


def _parse_bracketed(text: str, letters: Container[str] | None) -> Action:
    if text == "(challenge)":
        return ChallengeBonus()
    if text == "(time)":
        return TimePenalty()
    if not text.endswith(")"):
        raise NotationError(f"{quoted(text)} lacks its closing bracket")
    word = text[1:-1]
    if word.lower() in ("challenge", "time") and word != word.upper():
        raise NotationError(
            f"{quoted(text)} can be two things: {text.lower()} is the event, {text.upper()} the tiles"
        )
    try:
        return UnplayedTiles(parse_tiles(word, letters, "what is unplayed", MOST_UNPLAYED))
    except NotationError as error:
        raise NotationError(error.message, error.column and error.column + 1) from None


def _parse_dash(text: str, letters: Container[str] | None) -> Action:
    tiles = text[1:]
    if not tiles:
        return Pass()
    if tiles == "-":
        return TakeBack()
    if _COUNT.fullmatch(tiles):
        # A number may be too long for int().
        count = int(tiles) if len(tiles) <= 2 else 0
        if not 1 <= count <= LONGEST_RACK:
            raise NotationError(f"an exchange is of 1 to {LONGEST_RACK} tiles, not {quoted(tiles)}")
        return Exchange(UNKNOWN * count)
    try:
        return Exchange(parse_tiles(tiles, letters, "an exchange", unknown=True))
    except NotationError as error:
        raise NotationError(error.message, error.column and error.column + 1) from None


def _parse_play(text: str, board: Board, letters: Container[str] | None) -> Play:
    start, *tiles = text.split(None, 1) or [""]
    if not is_start(start):
        raise NotationError(f"{quoted(text)} is no action: {_FORMS}")
    if not tiles:
        raise NotationError(f"after the square {quoted(start)} come the tiles of the play, like {start} MOOD")
    play = parse_move(text, board, letters, spelled=True)
    assert isinstance(play, Play)
    if any(row >= 99 or column >= len(COLUMN_LETTERS) for row, column, _ in play.placements):
        raise NotationError("the play goes on beyond row 99 or column Y, the last that have a name")
    return play


def _write(action: Action, board: Board) -> str:
    match action:
        case TakeBack():
            return "--"
        case UnplayedTiles(letters):
            return f"({letters})"
        case ChallengeBonus():
            return "(challenge)"
        case TimePenalty():
            return "(time)"
        case Exchange(letters) if letters and not letters.strip(UNKNOWN):
            return f"-{len(letters)}"
        case Play(placements=placements) if not placements:
            return _NO_TILES
        case Play():
            text = write_move(action, board)
            spelled = EMPTY not in text and parse_move(text, board, spelled=True) != parse_move(text, board)
            return text + EMPTY if spelled else text
        case _:
            return write_move(action, board)
