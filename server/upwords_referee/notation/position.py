"""Position notation: the board, racks, scores, passes and opcodes on one line."""

import re
from collections.abc import Container

from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.rules.board import EMPTY, MOST_STACKED, UNKNOWN, Board
from upwords_referee.rules.letters import upper
from upwords_referee.rules.position import MOST_PLAYERS, Position

_MOST_LINES = 25
_TOKEN = re.compile(r"(?P<empty>[0-9]{1,2})|\((?P<stack>[^()/]*)\)|(?P<tile>.)", re.DOTALL)
_SCORE = re.compile(r"-?[0-9]{1,6}")
_PASSES = re.compile(r"[0-9]{1,6}")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


def parse_board(text: str, letters: Container[str] | None = None, *, strict: bool = False) -> Board:
    """Return the board that the board part of position notation describes.

    `letters` are those that tiles have (None: any letter). 2 to 25 rows and columns, stacks of at most
    99 tiles. Lower case and brackets round a single tile are read too, unless `strict` refuses all that
    is not canonical. Raises NotationError.

    >>> parse_board("3(MW)OOD3/10").stack(0, 3)
    'MW'
    """
    stacks: dict[tuple[int, int], str] = {}
    widths = []
    column_of_text = 1
    rows = upper(text).split("/")
    if not 2 <= len(rows) <= _MOST_LINES:
        raise NotationError(f"a board has 2 to {_MOST_LINES} rows joined by /, not {len(rows)}")
    for row, row_text in enumerate(rows):
        widths.append(_parse_row(row_text, row, column_of_text, letters, stacks))
        column_of_text += len(row_text) + 1
    if not 2 <= widths[0] <= _MOST_LINES:
        raise NotationError(f"row 1 has {widths[0]} squares; a board has 2 to {_MOST_LINES} columns")
    for row, width in enumerate(widths):
        if width != widths[0]:
            raise NotationError(f"row {row + 1} has {width} squares, row 1 has {widths[0]}")
    board = Board.of_stacks(len(rows), widths[0], stacks)
    if strict:
        _refuse_unless_canonical(text, write_board(board))
    return board


def write_board(board: Board) -> str:
    """Return the board in canonical notation.

    >>> write_board(Board.of_stacks(2, 4, {(0, 1): "MW", (0, 2): "O"}))
    '1(MW)O1/4'
    """
    rows = []
    for row in range(board.rows):
        parts: list[str] = []
        empty = 0
        for column in range(board.columns):
            stack = board.stack(row, column)
            if not stack:
                empty += 1
                continue
            if empty:
                parts.append(str(empty))
                empty = 0
            parts.append(stack if len(stack) == 1 else f"({stack})")
        if empty:
            parts.append(str(empty))
        rows.append("".join(parts))
    return "/".join(rows)


def parse_position(text: str, letters: Container[str] | None = None, *, strict: bool = False) -> Position:
    """Return the position that a line of position notation describes.

    The board alone, or board, racks, scores and passes, then opcodes. `letters` and `strict` as in
    `parse_board`. Raises NotationError.

    >>> position = parse_position("2/1A AB/? 5/-3 0 lex enable;")
    >>> position.racks, position.scores, position.opcodes
    (('AB', None), (5, -3), {'lex': 'enable'})
    """
    fields = text.split(None, 4)
    if not fields:
        raise NotationError("the position is empty")
    board = parse_board(fields[0], letters)
    position = Position(board) if len(fields) == 1 else _parse_fields(board, fields, letters)
    if strict:
        _refuse_unless_canonical(text, write_position(position))
    return position


def _parse_fields(board: Board, fields: list[str], letters: Container[str] | None) -> Position:
    if len(fields) < 4:
        raise NotationError(
            f"after the board come racks, scores and passes; there are only {len(fields) - 1}"
        )
    racks, scores = fields[1].split("/"), fields[2].split("/")
    if len(racks) > MOST_PLAYERS:
        raise NotationError(f"there are {len(racks)} racks; a game has at most {MOST_PLAYERS} players")
    if len(scores) != len(racks):
        raise NotationError(f"there are {len(racks)} racks but {len(scores)} scores")
    return Position(
        board,
        tuple(_parse_rack(rack, letters) for rack in racks),
        tuple(_parse_score(score) for score in scores),
        _parse_passes(fields[3]),
        _parse_opcodes(fields[4] if len(fields) > 4 else ""),
    )


def write_position(position: Position) -> str:
    """Return the position in canonical notation."""
    board = write_board(position.board)
    if not position.racks:
        return board
    racks = "/".join("?" if rack is None else rack or "-" for rack in position.racks)
    scores = "/".join("?" if score is None else str(score) for score in position.scores)
    opcodes = [f"{name} {position.opcodes[name]};" for name in sorted(position.opcodes)]
    return " ".join([board, racks, scores, str(position.passes), *opcodes])


def _parse_row(
    text: str, row: int, at: int, letters: Container[str] | None, stacks: dict[tuple[int, int], str]
) -> int:
    """Add the row's stacks and return its width; `at` is the text column where the row starts."""
    column = 0
    for token in _TOKEN.finditer(text):
        place = at + token.start()
        if token["empty"]:
            if not int(token["empty"]):
                raise NotationError("a run of empty squares has at least one", place)
            column += int(token["empty"])
            continue
        tiles = token["tile"] or token["stack"] or ""
        if not 1 <= len(tiles) <= MOST_STACKED:
            raise NotationError(f"a stack has 1 to {MOST_STACKED} tiles, not {len(tiles)}", place)
        if tiles[-1] == UNKNOWN:
            raise NotationError("the top tile of a stack must be known", place)
        for tile in tiles:
            if not is_tile(tile, letters) and tile != UNKNOWN:
                raise NotationError(f"no tile has the letter {quoted(tile)}", place)
        stacks[row, column] = tiles
        column += 1
    return column


def is_tile(letter: str, letters: Container[str] | None) -> bool:
    """Return whether a tile has this letter; with `letters` None every letter of any script will do."""
    return letter.isalpha() if letters is None else letter in letters and letter != EMPTY


def _parse_rack(text: str, letters: Container[str] | None) -> str | None:
    if text == "?":
        return None
    if text == "-":
        return ""
    rack = upper(text)
    if not rack:
        raise NotationError('a rack is empty; an empty rack is written "-", an unknown one "?"')
    for tile in rack:
        if not is_tile(tile, letters):
            raise NotationError(f"rack {quoted(text)}: no tile has the letter {quoted(tile)}")
    return rack


def _parse_score(text: str) -> int | None:
    if text == "?":
        return None
    if not _SCORE.fullmatch(text):
        raise NotationError(f'a score is a whole number of at most six digits or "?", not {quoted(text)}')
    return int(text)


def _parse_passes(text: str) -> int:
    if not _PASSES.fullmatch(text):
        raise NotationError(f"the number of passes is a whole number, not {quoted(text)}")
    return int(text)


def _parse_opcodes(text: str) -> dict[str, str]:
    opcodes: dict[str, str] = {}
    for part in text.rstrip().removesuffix(";").split(";") if text.strip() else ():
        name, *values = part.split() or [""]
        value = " ".join(values)
        if not _NAME.fullmatch(name) or not value or not value.isprintable():
            raise NotationError(f'an opcode is written "name value;", not {quoted(part.strip())}')
        if name in opcodes:
            raise NotationError(f"the opcode {name} stands twice")
        opcodes[name] = value
    return opcodes


def _refuse_unless_canonical(text: str, canonical: str) -> None:
    if text != canonical:
        raise NotationError(f"not canonical: {quoted(text)} should be {quoted(canonical)}")
