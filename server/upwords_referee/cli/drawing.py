"""Boards drawn as text."""

from collections.abc import Collection, Iterator, Sequence

from rich.text import Text

from upwords_referee.library.drawing.colours import LIGHT
from upwords_referee.rules.board import Board
from upwords_referee.rules.square import COLUMN_LETTERS

_GAP = "    "


def draw_board(
    board: Board, played: Collection[tuple[int, int]] = (), centre: Collection[tuple[int, int]] = ()
) -> list[str]:
    """Return the board as lines of equal length: column letters above, row numbers at the left.

    A square shows its top letter and, from two on, the height of its stack ("9" for nine or more); "." is
    an empty square, "+" one of `centre`. Brackets enclose the tiles on `played` squares, neighbours together.

    >>> for line in draw_board(Board.of_stacks(2, 3, {(0, 0): "MW", (0, 1): "O"}), [(0, 0)]):
    ...     print(line.rstrip())
        A  B  C
     1 [W2]O  .
     2  .  .  .
    """
    columns = COLUMN_LETTERS[: board.columns]
    lines = [f"   {_join(columns, [False] * len(columns))}"]
    for row in range(board.rows):
        cells = [_cell(board, row, column, (row, column) in centre) for column in range(board.columns)]
        marks = [(row, column) in played for column in range(board.columns)]
        lines.append(f"{row + 1:2} {_join(cells, marks)}")
    return lines


def colour_board(
    board: Board, played: Collection[tuple[int, int]] = (), centre: Collection[tuple[int, int]] = ()
) -> Iterator[Text]:
    """Yield the lines of `draw_board` in colour: tiles the darker the higher their stack, the rest dim."""
    header, *lines = draw_board(board, played, centre)
    yield Text(header, "dim")
    for row, line in enumerate(lines):
        text = Text(line, "dim")
        for column, height in enumerate(board.line_heights(False, row)):
            if height:
                face = LIGHT.faces[min(height, len(LIGHT.faces)) - 1]
                start = _start(column)
                text.stylize(f"not dim {LIGHT.ink} on {face}", start - 1, start + 2)
                text.stylize("bold", start, start + 1)
        text.highlight_regex(r"[\[\]]", f"not dim bold #ffffff on {LIGHT.played}")
        yield text


def draw_beside(left: Sequence[str], right: Sequence[str], width: int) -> list[str]:
    """Return two drawings side by side, or one below the other if that is wider than `width` characters.

    >>> draw_beside(["ab", "cd"], ["ef"], 80), draw_beside(["ab", "cd"], ["ef"], 7)
    (['ab    ef', 'cd'], ['ab', 'cd', '', 'ef'])
    """
    wide = max(map(len, left), default=0)
    if wide + len(_GAP) + max(map(len, right), default=0) > width:
        return [*left, "", *right]
    height = max(len(left), len(right))
    rows = zip(_filled(left, height), _filled(right, height), strict=True)
    return [f"{one:{wide}}{_GAP}{other}".rstrip() for one, other in rows]


def played_squares(before: Board, after: Board) -> set[tuple[int, int]]:
    """Return the squares on which tiles were laid between two boards of one size."""
    pairs = zip(before.heights, after.heights, strict=True)
    return {divmod(square, after.columns) for square, (old, new) in enumerate(pairs) if old != new}


def _cell(board: Board, row: int, column: int, centre: bool) -> str:
    height = board.height(row, column)
    if not height and centre:
        return "+"
    return board.top(row, column) + (str(min(height, 9)) if height > 1 else "")


def _start(column: int) -> int:
    """Return the place of a column's letter in a line of the drawing."""
    return 4 + 3 * column


def _join(cells: Sequence[str], marks: Sequence[bool]) -> str:
    """Return a row of squares, three characters each; a bracket stands close to its tile."""
    line = [" "] * (3 * len(cells) + 1)
    for column, (cell, mark) in enumerate(zip(cells, marks, strict=True)):
        start = 3 * column + 1
        line[start : start + len(cell)] = cell
        if mark and not (column and marks[column - 1]):
            line[start - 1] = "["
        if mark and not any(marks[column + 1 : column + 2]):
            line[start + len(cell)] = "]"
    return "".join(line)


def _filled(lines: Sequence[str], height: int) -> list[str]:
    return [*lines, *[""] * (height - len(lines))]
