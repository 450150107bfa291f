"""Boards: the three forms of the wire to a board, and back in the form of the request."""

from math import isqrt

from upwords.referee.v1 import board_pb2
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.position import parse_board, write_board
from upwords_referee.rules.board import EMPTY, MOST_STACKED, UNKNOWN, Board
from upwords_referee.rules.letters import upper
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.snapshot import snapshot_faults
from upwords_referee.rules.square import square_name
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.limits import MAX_NOTATION_BYTES

_SMALLEST, _LARGEST = 2, 25
# One character a square, and a separator behind every row.
_LONGEST_GRID = _LARGEST * (_LARGEST + 1)
_OCCUPIED = bytes(0 if chr(code) == EMPTY else 1 for code in range(256))
_DIGIT_OCCUPIED = bytes(0 if chr(code) == "0" else 1 for code in range(256))
_DIGIT_HEIGHT = bytes(code - ord("0") if chr(code).isdecimal() else 0 for code in range(256))
_HEIGHT_DIGIT = bytes(ord("0") + min(height, 9) for height in range(256))


def read_board(message: board_pb2.Board, ruleset: Ruleset | None, faults: Faults) -> Board:
    """Return the board of a message; raises InvalidArgumentError.

    `ruleset` is the one that the call names, None if it names none: it gives the width of a grid without
    separators. Whether the board fits the ruleset is for `check_board`.
    """
    form = message.WhichOneof("form")
    if form == "grid":
        return _read_grid(message.grid, ruleset, faults, "board.grid")
    if form == "notation":
        return _read_notation(message.notation, faults, "board.notation")
    if form == "stack_list":
        return _read_stack_list(message.stack_list, faults, "board.stack_list")
    raise faults.stop(
        "board.form",
        "is not set (or set to a form newer than this server): give grid, notation or stack_list",
    )


def check_board(
    board: Board, message: board_pb2.Board, ruleset: Ruleset, faults: Faults, *, heights: bool = True
) -> None:
    """Note what keeps the board from being one of the ruleset: size, letters and, if asked, heights."""
    for part, square, text in snapshot_faults(board, ruleset, heights=heights):
        path = f"board.{message.WhichOneof('form')}"
        if square and message.HasField("grid"):
            path += f".{part}"
        elif square and message.HasField("stack_list"):
            listed = [(stack.row, stack.column) for stack in message.stack_list.stacks]
            path += f".stacks[{listed.index(square)}].tiles"
        faults.add(path, text)


def write_position(board: Board, like: board_pb2.Board, into: board_pb2.Board) -> None:
    """Fill `into` with the board in the form of `like`; a grid keeps its separators and has heights."""
    form = like.WhichOneof("form")
    if form == "notation":
        into.notation = write_board(board)
    elif form == "stack_list":
        into.stack_list.rows, into.stack_list.columns = board.rows, board.columns
        for (row, column), tiles in board.occupied():
            into.stack_list.stacks.add(row=row, column=column, tiles=tiles)
    else:
        letters = like.grid.letters
        separator = "/" if "/" in letters else "\n" if "\n" in letters else ""
        rows = range(board.rows)
        into.grid.letters = separator.join(board.line(False, row) for row in rows)
        into.grid.heights = separator.join(
            board.line_heights(False, row).translate(_HEIGHT_DIGIT).decode() for row in rows
        )


def _read_grid(grid: board_pb2.Grid, ruleset: Ruleset | None, faults: Faults, path: str) -> Board:
    # Composed first, so that what counts as one square does not depend on how its letter is encoded.
    letters, width = _join_rows(upper(grid.letters), faults, f"{path}.letters")
    if not width:
        width = ruleset.columns if ruleset else isqrt(len(letters))
        if not letters or len(letters) % width or (not ruleset and width * width != len(letters)):
            shape = f"{ruleset.rows} rows of {width}" if ruleset else "a square board"
            raise faults.stop(
                f"{path}.letters",
                f"has {len(letters)} squares and no row separators, which does not make {shape}",
            )
    rows = len(letters) // width
    _check_size(rows, width, faults, f"{path}.letters")
    occupied = letters.encode("ascii", "replace").translate(_OCCUPIED)
    if not grid.heights:
        return Board(rows, width, letters, occupied)
    digits, heights_width = _join_rows(grid.heights, faults, f"{path}.heights")
    if len(digits) != len(letters) or heights_width not in (0, width):
        raise faults.stop(
            f"{path}.heights", f"must have the shape of letters, {rows} rows of {width}, one digit a square"
        )
    if not (digits.isascii() and digits.isdigit()):
        bad = next(i for i, digit in enumerate(digits) if digit not in "0123456789")
        raise faults.stop(f"{path}.heights", f"must be digits; {_at(bad, width)} is none")
    encoded = digits.encode()
    if encoded.translate(_DIGIT_OCCUPIED) != occupied:
        bad = next(i for i, here in enumerate(occupied) if here != (encoded[i] != ord("0")))
        fault = "has a tile but" if occupied[bad] else "is empty but has"
        raise faults.stop(f"{path}.heights", f"{_at(bad, width)} {fault} the height {digits[bad]}")
    return Board(rows, width, letters, encoded.translate(_DIGIT_HEIGHT))


def _join_rows(text: str, faults: Faults, path: str) -> tuple[str, int]:
    """Return the text without row separators, and the width of its rows, 0 if it has no separators."""
    if len(text) > 2 * _LONGEST_GRID:
        raise faults.stop(path, f"is longer than a board of {_LARGEST} rows and columns can be")
    if "/" not in text and "\n" not in text:
        return text, 0
    width, slashes = text.find("/"), text.count("/")
    if (
        width > 0
        and "\n" not in text
        and len(text) == (slashes + 1) * (width + 1) - 1
        and text[width :: width + 1] == "/" * slashes
    ):
        return text.replace("/", ""), width
    rows = text.replace("\r\n", "\n").removesuffix("\n").replace("\n", "/").split("/")
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise faults.stop(path, f"row {number} has {len(row)} squares, row 1 has {width}")
    if not width:
        raise faults.stop(path, "has rows without squares")
    return "".join(rows), width


def _read_notation(text: str, faults: Faults, path: str) -> Board:
    check_notation_length(text, faults, path)
    parts = text.split(None, 1)
    try:
        return parse_board(parts[0] if parts else "")
    except NotationError as error:
        raise faults.stop(path, str(error)) from None


def check_notation_length(text: str, faults: Faults, path: str) -> None:
    """Refuse a notation over its limit."""
    if len(text) > MAX_NOTATION_BYTES or len(text.encode()) > MAX_NOTATION_BYTES:
        raise faults.stop(path, f"is longer than {MAX_NOTATION_BYTES} bytes")


def _read_stack_list(message: board_pb2.StackList, faults: Faults, path: str) -> Board:
    rows, columns = message.rows, message.columns
    _check_size(rows, columns, faults, path)
    stacks: dict[tuple[int, int], str] = {}
    for i, stack in enumerate(message.stacks):
        row, column, tiles = stack.row, stack.column, upper(stack.tiles)
        here = f"{path}.stacks[{i}]"
        if not (0 <= row < rows and 0 <= column < columns):
            faults.add(here, f"row {row}, column {column} (from 0) is off the board of {rows} by {columns}")
        elif (row, column) in stacks:
            faults.add(here, f"{square_name(row, column)} is listed twice")
        elif not 1 <= len(tiles) <= MOST_STACKED:
            faults.add(f"{here}.tiles", f"a stack has 1 to {MOST_STACKED} tiles, not {len(tiles)}")
        elif tiles[-1] == UNKNOWN:
            faults.add(f"{here}.tiles", "the top tile of a stack must be known")
        elif EMPTY in tiles:
            faults.add(f"{here}.tiles", f"{EMPTY!r} is a letter that no tile has")
        else:
            stacks[row, column] = tiles
    faults.raise_any()
    return Board.of_stacks(rows, columns, stacks)


def _check_size(rows: int, columns: int, faults: Faults, path: str) -> None:
    if not (_SMALLEST <= rows <= _LARGEST and _SMALLEST <= columns <= _LARGEST):
        raise faults.stop(
            path,
            f"has {rows} rows and {columns} columns; a board has {_SMALLEST} to {_LARGEST} of each",
        )


def _at(square: int, width: int) -> str:
    return square_name(*divmod(square, width))
