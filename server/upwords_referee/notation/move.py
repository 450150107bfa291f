"""Move notation: a play from a square on, an exchange, a pass."""

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.position import is_tile
from upwords_referee.rules.board import EMPTY, Board
from upwords_referee.rules.forming import FormedWord
from upwords_referee.rules.letters import upper
from upwords_referee.rules.move import Exchange, Move, Pass, Play
from upwords_referee.rules.square import COLUMN_LETTERS

_PLAY = re.compile(
    r"\s*(?:(?P<row>[0-9]{1,2})(?P<column>[A-Y])|(?P<down_column>[A-Y])(?P<down_row>[0-9]{1,2}))"
    r"\s+(?P<tiles>\S+)\s*"
)
_MOST_ROWS = 99


def parse_move(
    text: str,
    board: Board,
    letters: Container[str] | None = None,
    *,
    strict: bool = False,
    spelled: bool = False,
) -> Move:
    """Return the move that a text describes on a board: `5D W...`, `D5 W...`, `-E` or `-`.

    A letter is a played tile, "." leaves the square as it is; start and length are free as long as they
    cover the played tiles. `letters` are those that tiles have (None: any letter). With `spelled`, a text
    without any "." is read as other programs write it: a letter equal to the one that lies there is not
    played. `strict` refuses all that is not canonical. Raises NotationError.

    >>> parse_move("5D w...", Board.empty(10, 10)).placements
    ((4, 3, 'W'),)
    """
    big = upper(text)
    move = _parse_turn(big, letters) if big.lstrip().startswith("-") else _parse_play(big, letters)
    if spelled and isinstance(move, Play) and "." not in big:
        move = Play(tuple([tile for tile in move.placements if _top(board, tile[0], tile[1]) != tile[2]]))
    if strict and text != write_move(move, board):
        canonical = write_move(move, board)
        hint = f" should be {quoted(canonical)}" if canonical else ""
        raise NotationError(f"not canonical: {quoted(text)}{hint}")
    return move


def write_move(move: Move, board: Board) -> str:
    """Return the move in canonical notation, "" if notation cannot say it.

    It cannot say plays without tiles, off one line, with two tiles on one square, before row 1 or
    column A or behind row 99 or column Y, nor an exchange of no tile.

    >>> write_move(Play.of([(4, 3, "W")]), Board.of_stacks(10, 10, {(4, 3): "M", (4, 4): "O"}))
    '5D W.'
    """
    if isinstance(move, Pass):
        return "-"
    if isinstance(move, Exchange):
        return f"-{move.letters}" if move.letters else ""
    extent = _extent(move, board)
    if extent is None:
        return ""
    shown = [EMPTY] * (extent.end - extent.start)
    for row, column, letter in move.placements:
        shown[(row if extent.down else column) - extent.start] = letter
    return f"{extent.square()} {''.join(shown)}"


def write_formed(play: Play, words: Sequence[FormedWord]) -> str:
    """Return what `write_move` returns for a play that forms these words, without a look at the board.

    `words` are in the order of the contract, at least one; the hot path has them at hand.
    """
    word = words[0]
    if word.down and len(play.placements) == 1 and not words[-1].down:
        word = words[-1]
    start = word.row if word.down else word.column
    shown = [EMPTY] * word.length
    for row, column, letter in play.placements:
        shown[(row if word.down else column) - start] = letter
    letter, number = COLUMN_LETTERS[word.column], word.row + 1
    return f"{letter}{number} {''.join(shown)}" if word.down else f"{number}{letter} {''.join(shown)}"


def display_play(play: Play, board: Board) -> str:
    """Return the play as people like to read it, "" if notation cannot say it.

    >>> board = Board.of_stacks(10, 10, {(4, 3): "M", (4, 4): "O", (4, 5): "O", (4, 6): "D"})
    >>> display_play(Play.of([(4, 3, "W")]), board)
    '5D (M>W)OOD'
    """
    extent = _extent(play, board)
    if extent is None:
        return ""
    shown = list(extent.line[extent.start : extent.end].ljust(extent.end - extent.start, EMPTY))
    for row, column, letter in play.placements:
        at = (row if extent.down else column) - extent.start
        shown[at] = letter if shown[at] == EMPTY else f"({shown[at]}>{letter})"
    return f"{extent.square()} {''.join(shown)}"


class _Extent(NamedTuple):
    """The main word of a play: its direction, the number and old letters of its line, start and end."""

    down: bool
    number: int
    line: str
    start: int
    end: int

    def square(self) -> str:
        if self.down:
            return f"{COLUMN_LETTERS[self.number]}{self.start + 1}"
        return f"{self.number + 1}{COLUMN_LETTERS[self.start]}"


def _parse_turn(text: str, letters: Container[str] | None) -> Move:
    tiles = text.strip()[1:]
    for at, tile in enumerate(tiles, start=text.index("-") + 2):
        if not is_tile(tile, letters):
            raise NotationError(
                f'an exchange is "-" and the letters of tiles; no tile has {quoted(tile)}', at
            )
    return Exchange(tiles) if tiles else Pass()


def _parse_play(text: str, letters: Container[str] | None) -> Play:
    found = _PLAY.fullmatch(text)
    if not found:
        raise NotationError(
            f"{quoted(text.strip())} is no move: a play is written like 5D W... (across) or D5 W... (down), "
            "an exchange like -E, a pass -"
        )
    down = found["row"] is None
    row = int(found["row"] or found["down_row"]) - 1
    column = COLUMN_LETTERS.index(found["column"] or found["down_column"])
    if row < 0:
        raise NotationError("rows are numbered from 1", found.start("down_row" if down else "row") + 1)
    placements = []
    for step, tile in enumerate(found["tiles"]):
        if tile == EMPTY:
            continue
        if not is_tile(tile, letters):
            raise NotationError(f"no tile has the letter {quoted(tile)}", found.start("tiles") + step + 1)
        placements.append((row + step * down, column + step * (not down), tile))
    return Play(tuple(placements))


def _extent(play: Play, board: Board) -> _Extent | None:
    """Return where the play's main word lies; None if notation cannot say it."""
    placements = play.placements
    if not placements:
        return None
    rows = [row for row, _, _ in placements]
    columns = [column for _, column, _ in placements]
    top, left, bottom, right = min(rows), min(columns), max(rows), max(columns)
    if (top < bottom and left < right) or len({*zip(rows, columns, strict=True)}) < len(placements):
        return None
    if left < 0 or top < 0 or bottom >= _MOST_ROWS or right >= len(COLUMN_LETTERS):
        return None
    down = top < bottom or (left == right and _reads_down(board, top, left))
    number, first, last = (left, top, bottom) if down else (top, left, right)
    line = board.line(down, number) if number < (board.columns if down else board.rows) else ""
    # Off the board every square counts as empty.
    start = line.rfind(EMPTY, 0, first) + 1 if first <= len(line) else first
    end = line.find(EMPTY, last + 1) if last < len(line) else last + 1
    return _Extent(down, number, line, start, end if end >= 0 else len(line))


def _reads_down(board: Board, row: int, column: int) -> bool:
    """Return whether one tile on this square makes a word down and none across."""
    across = _top(board, row, column - 1) + _top(board, row, column + 1)
    down = _top(board, row - 1, column) + _top(board, row + 1, column)
    return across == EMPTY * 2 and down != EMPTY * 2


def _top(board: Board, row: int, column: int) -> str:
    if 0 <= row < board.rows and 0 <= column < board.columns:
        return board.top(row, column)
    return EMPTY
