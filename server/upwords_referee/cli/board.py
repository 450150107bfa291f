"""The command `board`: a board drawn in the terminal or as a picture."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from upwords_referee.cli import options
from upwords_referee.cli.drawing import colour_board, played_squares
from upwords_referee.cli.errors import NotUnderstoodError
from upwords_referee.cli.output import hush, open_console, write_line
from upwords_referee.cli.question import read_position
from upwords_referee.cli.replacing import replace_file
from upwords_referee.cli.sources import read_rulesets
from upwords_referee.library.drawing.board_svg import LARGEST, SMALLEST, board_svg
from upwords_referee.library.rulesets import RulesetFileError
from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.move import parse_move
from upwords_referee.notation.position import write_board
from upwords_referee.rules.board import MOST_STACKED, Board
from upwords_referee.rules.move import Play
from upwords_referee.rules.position import Position
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.square import square_name

_MISSING = 'give POSITION, as in: upwords-referee board 10/10/10/10/3MOOD3/10/10/10/10/10 "5D W..."'
_SIZE = 480
EPILOG = """Examples:

\b
  upwords-referee board "10/10/10/10/3(MW)OOD3/10/10/10/10/10"
  upwords-referee board 10/10/10/10/3MOOD3/10/10/10/10/10 "5D W..."
  upwords-referee board 10/10/10/10/3MOOD3/10/10/10/10/10 "5D W..." --output wood.svg --auto
  upwords-referee board 10/10/10/10/3MOOD3/10/10/10/10/10 --svg --size 300 > mood.svg

In the terminal a number is the height of a stack, [ ] enclose the last play and + is a centre square.

Exit status: 0 drawn, 2 not understood, 3 could not be written.
"""


def board(
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="The board, or a whole position.")
    ] = None,
    move: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE", help='A play "5D W..." or "D5 W..." to make first, legal or not.'),
    ] = None,
    svg: Annotated[bool, typer.Option("--svg", help="Write a picture in SVG to standard output.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", metavar="OUT", help="Write a picture in SVG to this file, which is replaced."
        ),
    ] = None,
    size: Annotated[
        int | None,
        typer.Option(
            "--size",
            metavar="PIXELS",
            show_default=False,
            help=f"The longer side of the picture, {SMALLEST} to {LARGEST:,}; else {_SIZE}.",
        ),
    ] = None,
    light: Annotated[bool, typer.Option("--light", help="A light picture, as without this.")] = False,
    dark: Annotated[bool, typer.Option("--dark", help="A dark picture.")] = False,
    auto: Annotated[
        bool, typer.Option("--auto", help="A picture that is dark where the reader prefers dark.")
    ] = False,
    ruleset: options.Ruleset = None,
    rulesets: options.Rulesets = None,
    spelled: Annotated[
        bool,
        typer.Option(
            "--spelled",
            help="Read a play as other programs write it: a letter equal to the one that lies there stays.",
        ),
    ] = False,
) -> int:
    """Draw a board, before or after a move.

    POSITION is written as in docs/notation.md; of a whole position only the board and the opcode rs count.
    The ruleset gives the centre squares and, in a picture, the spellings (Qu); it is not judged by.
    """
    if position is None:
        raise NotUnderstoodError(_MISSING)
    if svg and output:
        raise NotUnderstoodError("--svg writes to standard output, --output to a file: leave out one")
    if light + dark + auto > 1:
        raise NotUnderstoodError("a picture is --light, --dark or --auto: give one of them")
    if not (svg or output) and (light or dark or auto or size is not None):
        raise NotUnderstoodError(
            "--size, --light, --dark and --auto are for a picture: add --svg or --output"
        )
    if size is not None and not SMALLEST <= size <= LARGEST:
        raise NotUnderstoodError(f"--size: a picture has {SMALLEST} to {LARGEST} pixels, not {size}")
    facts = read_position(position, strict=False)
    before = facts.board
    rules = _ruleset(facts, ruleset, rulesets)
    after = _after(before, " ".join(move), spelled) if move else before
    played = played_squares(before, after)
    if not (svg or output):
        console = open_console()
        for line in colour_board(after, played, rules.centre if rules else ()):
            line.rstrip()
            write_line(console, line)
        if played:
            write_line(console)
            write_line(console, write_board(after))
        return 0
    picture = board_svg(
        after, ruleset=rules, played=played, dark=None if auto else dark, size=_SIZE if size is None else size
    )
    # In ASCII it is the same picture wherever it goes, whatever the encoding there.
    raw = picture.encode("ascii", "xmlcharrefreplace")
    if output:
        replace_file(output, raw)
    else:
        _write(raw.decode())
    return 0


def _ruleset(position: Position, id: str | None, folder: str | None) -> Ruleset | None:
    """Return the ruleset that is named, else the one of the board's size, if any."""
    try:
        book = read_rulesets(folder)
    except RulesetFileError as error:
        raise NotUnderstoodError(str(error)) from None
    board = position.board
    argument = "POSITION" if id is None else "--ruleset"
    id = position.opcodes.get("rs", "") if id is None else id
    found = book.get(id) if id else book.for_size(board.rows, board.columns)
    if found is None:
        if id:
            raise NotUnderstoodError(
                f"{argument}: there is no ruleset {quoted(id)}; known are {', '.join(book.ids())}"
            )
        return None
    if (board.rows, board.columns) != (found.rows, found.columns):
        raise NotUnderstoodError(
            f"POSITION: the board has {board.rows} rows and {board.columns} columns; "
            f"{found.id} has {found.rows} and {found.columns}"
        )
    return found


def _after(board: Board, text: str, spelled: bool) -> Board:
    """Return the board with a move made, which changes nothing if it is no play; NotUnderstoodError if it
    cannot be made.
    """
    try:
        move = parse_move(text, board, spelled=spelled)
    except NotationError as error:
        raise NotUnderstoodError(f"MOVE: {error}") from None
    if not isinstance(move, Play):
        return board
    if not move.placements:
        raise NotUnderstoodError("MOVE: no tile is laid")
    for row, column, _ in move.placements:
        if not (row < board.rows and column < board.columns):
            raise NotUnderstoodError(f"MOVE: {square_name(row, column)} is not on the board")
        if board.height(row, column) == MOST_STACKED:
            raise NotUnderstoodError(f"MOVE: the stack on {square_name(row, column)} cannot grow any more")
    return board.after(move)


def _write(text: str) -> None:
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        hush(sys.stdout)
