"""A board as a picture: SVG that stands alone."""

from collections.abc import Collection, Iterable

from upwords_referee.library.drawing.colours import LIGHT
from upwords_referee.library.drawing.paint import Paint
from upwords_referee.library.drawing.stack_svg import SQUARE, draw_stack
from upwords_referee.library.drawing.text import number, xml
from upwords_referee.rules.board import UNKNOWN, Board
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.square import COLUMN_LETTERS, square_name

SMALLEST, LARGEST = 50, 10_000

_MARGIN = 16
_FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"


def board_svg(
    board: Board,
    *,
    ruleset: Ruleset | None = None,
    played: Iterable[tuple[int, int]] = (),
    dark: bool | None = False,
    size: int = 480,
    coordinates: bool = True,
    title: str = "",
) -> str:
    """Return the board as an SVG document of `size` pixels, 50 to 10,000, on its longer side.

    Each stack shows its top letter, its layers and, from two on, its height as a number. A ruleset gives the
    centre squares, which are marked, and the spellings ("Qu"). The tiles on the squares `played` are framed
    as the last play. `dark` None gives light colours and, by a media query, dark ones to who prefers them.
    `title` is for screen readers and tooltips, as is the description, which lists all tiles. The same
    arguments give the same text. Raises ValueError if the size is out of bounds, the board is not of the
    ruleset's size or no tile lies on a square `played`.

    >>> board_svg(Board.of_stacks(2, 2, {(0, 0): "MW"}), size=300).startswith('<svg xmlns="http://www.w3.org')
    True
    """
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"a picture has {SMALLEST} to {LARGEST} pixels on its longer side, not {size}")
    if ruleset and (board.rows, board.columns) != (ruleset.rows, ruleset.columns):
        raise ValueError(
            f"the board has {board.rows} rows and {board.columns} columns; the ruleset "
            f"{ruleset.rows} and {ruleset.columns}"
        )
    laid = frozenset(played)
    for row, column in sorted(laid):
        if not (0 <= row < board.rows and 0 <= column < board.columns and board.height(row, column)):
            raise ValueError(f"no tile lies on {square_name(row, column)}, so none was played there")
    paint = Paint(dark)
    font = round(28 + 1.4 * max(board.rows, board.columns))
    left = round(font * 1.6) if coordinates else _MARGIN
    top = round(font * 1.45) if coordinates else _MARGIN
    width, height = left + board.columns * SQUARE + _MARGIN, top + board.rows * SQUARE + _MARGIN
    scale = size / max(width, height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(1, round(width * scale))}"'
        f' height="{max(1, round(height * scale))}" viewBox="0 0 {width} {height}" role="img"'
        f' font-family="{_FONT}" font-weight="700" text-anchor="middle">',
        f"<title>{xml(title or 'Upwords board')}</title>",
        f"<desc>{xml(_description(board, ruleset, laid))}</desc>",
        *paint.style(),
        f'<rect width="{width}" height="{height}" rx="18" {paint("board")}/>',
        *(_labels(paint, board, left, top, font) if coordinates else ()),
        *_squares(paint, board, ruleset, left, top),
    ]
    for (row, column), stack in board.occupied():
        name = _name(row, column, stack, (row, column) in laid)
        lines.append(f"<g><title>{xml(name)}</title>")
        lines += draw_stack(
            paint,
            left + column * SQUARE,
            top + row * SQUARE,
            len(stack),
            _spelling(stack[-1], ruleset),
            shade=min(len(stack), len(LIGHT.faces)),
            played=(row, column) in laid,
        )
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _labels(paint: Paint, board: Board, left: int, top: int, font: int) -> list[str]:
    lines = [f'<g font-size="{font}" font-weight="600" {paint("label")}>']
    for column, letter in enumerate(COLUMN_LETTERS[: board.columns]):
        x = left + (column + 0.5) * SQUARE
        lines.append(f'<text x="{number(x)}" y="{number(top - 0.36 * font)}">{letter}</text>')
    for row in range(board.rows):
        y = top + (row + 0.5) * SQUARE + 0.36 * font
        lines.append(f'<text x="{number(left / 2 + 2)}" y="{number(y)}">{row + 1}</text>')
    return [*lines, "</g>"]


def _squares(paint: Paint, board: Board, ruleset: Ruleset | None, left: int, top: int) -> list[str]:
    centre = ruleset.centre if ruleset else frozenset()
    plain, marked, marks = [], [], []
    for row in range(board.rows):
        for column in range(board.columns):
            x, y = left + column * SQUARE, top + row * SQUARE
            shape = f"M{x + 8} {y + 8}h84v84h-84z"
            if (row, column) in centre:
                marked.append(shape)
                if not board.height(row, column):
                    marks.append(f"M{x + 50} {y + 34}l16 16 -16 16 -16 -16z")
            else:
                plain.append(shape)
    lines = []
    for role, shapes in (("square", plain), ("centre", marked), ("centre_mark", marks)):
        if shapes:
            # The outline rounds the corners.
            rounded = 'stroke-width="10" stroke-linejoin="round"'
            lines.append(f'<path d="{"".join(shapes)}" {paint(role, role)} {rounded}/>')
    return lines


def _spelling(letter: str, ruleset: Ruleset | None) -> str:
    spelling = ruleset.spellings.get(letter, letter) if ruleset else letter
    return spelling[:1] + spelling[1:].lower()


def _name(row: int, column: int, stack: str, played: bool) -> str:
    tiles = " over ".join(tile.replace(UNKNOWN, "?") for tile in reversed(stack))
    return f"{square_name(row, column)}: {tiles}{', just played' if played else ''}"


def _description(board: Board, ruleset: Ruleset | None, laid: Collection[tuple[int, int]]) -> str:
    parts = [f"{board.rows} rows, {board.columns} columns."]
    for (row, column), stack in board.occupied():
        high = f" {len(stack)} high" if len(stack) > 1 else ""
        now = " just played" if (row, column) in laid else ""
        parts.append(f"{square_name(row, column)} {_spelling(stack[-1], ruleset)}{high}{now};")
    return " ".join(parts).removesuffix(";") if len(parts) > 1 else f"{parts[0]} No tiles."
