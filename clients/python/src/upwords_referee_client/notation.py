"""Short ways to write boards and moves."""

from typing import NamedTuple

from upwords_referee_client.messages import Board, Exchange, Grid, Move, Pass, Placement, Play


class Tile(NamedTuple):
    """One tile laid on one square: row and column count from 0 at the top left.

    `letter` is the tile's letter, or what it spells: "Q", "Qu" and "QU" are the Qu tile.
    """

    row: int
    column: int
    letter: str


def board_notation(text: str) -> Board:
    """Return a board in position notation, such as "10/10/10/10/2(MW)OOD4/10/10/10/10/10"."""
    return Board(notation=text)


def board_grid(letters: str, heights: str = "") -> Board:
    """Return a board as its top letters, "." for an empty square, and its heights in digits.

    Without heights every tile stands one high. Rows may be separated by "/".
    """
    return Board(grid=Grid(letters=letters, heights=heights))


def play_notation(text: str) -> Move:
    """Return a move in move notation: a play "5C W...", an exchange "-E" or a pass "-"."""
    return Move(notation=text)


def play_tiles(*tiles: Tile | tuple[int, int, str]) -> Move:
    """Return the play that lays these tiles, in any order.

    >>> play_tiles((4, 2, "W")).play.placements[0].tile
    'W'
    """
    return Move(play=Play(placements=[Placement(row=r, column=c, tile=letter) for r, c, letter in tiles]))


def exchange(tiles: str) -> Move:
    """Return the move that gives these tiles back, one character each; "Q" is the Qu tile."""
    return Move(exchange=Exchange(tiles=tiles))


def pass_turn() -> Move:
    """Return the move that gives up the turn."""
    return Move(pass_turn=Pass())
