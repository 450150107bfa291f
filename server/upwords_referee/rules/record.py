"""Game records: what was written down of a game, whether it is right or not."""

from dataclasses import dataclass

from upwords_referee.rules.board import MOST_STACKED, Board
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.move import Move, Play
from upwords_referee.rules.position import Position


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The play before is taken back; its tiles return to the rack and its score is undone."""


@dataclass(frozen=True, slots=True)
class UnplayedTiles:
    """The tiles that a player has left at the end, one character each; their cost is the event's score."""

    letters: str


@dataclass(frozen=True, slots=True)
class ChallengeBonus:
    """A failed challenge of the play before; what it pays or costs the player is the event's score."""


@dataclass(frozen=True, slots=True)
class TimePenalty:
    """A deduction for overtime: the event's score, which is believed."""


Action = Move | TakeBack | UnplayedTiles | ChallengeBonus | TimePenalty
"""What an event tells. In an exchange "_" is a tile that nobody knows."""


@dataclass(frozen=True, slots=True)
class Event:
    """What one player did, and what was written down of it; None is what was not.

    `player` is an index into the record's players, `rack` what was in hand before, `note` the remarks, lines
    joined by a newline, `line` that of the text it was read from, from 1, or 0.
    """

    player: int
    action: Action
    rack: str | None = None
    score: int | None = None
    total: int | None = None
    note: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """One who takes part: the short name, unique in the game, and the full one; the rack at the end."""

    nick: str
    name: str = ""
    rack: str | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was written down; what was not is empty or None.

    One to four `players` in the order of their turns. `start` is the position that the game starts from,
    None for an empty board. `pragmata` are lines of a text that have no field of their own: name, value.
    """

    players: tuple[Player, ...]
    events: tuple[Event, ...] = ()
    ruleset: str = ""
    lexicon: str = ""
    lexicon_digest: str = ""
    challenge_rule: ChallengeRule | None = None
    start: Position | None = None
    incomplete: bool = False
    title: str = ""
    description: str = ""
    id: str = ""
    date: str = ""
    pragmata: tuple[tuple[str, str], ...] = ()


def stood(board: Board, action: Action) -> Board:
    """Return the board after an event's action, as far as tiles can lie so: a play with a tile off the board,
    with two on one square or on a stack that notation cannot make higher changes nothing, like what is no
    play. A take-back is not undone here.
    """
    if not isinstance(action, Play):
        return board
    squares = {(row, column) for row, column, _ in action.placements}
    fits = all(
        0 <= row < board.rows and 0 <= column < board.columns and board.height(row, column) < MOST_STACKED
        for row, column in squares
    )
    return board.after(action) if fits and len(squares) == len(action.placements) else board
