"""Boards drawn in colour."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from upwords_referee.cli.drawing import colour_board, draw_board
from upwords_referee.library.drawing.colours import LIGHT
from upwords_referee.rules.board import Board

BOARD = Board.of_stacks(3, 4, {(0, 0): "MW", (0, 1): "O", (1, 1): "ABCDEFG", (2, 3): "A"})
PLAYED, CENTRE = [(0, 0), (0, 1)], [(1, 1), (1, 2)]


def styles(line: Text, at: int) -> str:
    """Return the style of one character."""
    return str(line.get_style_at_offset(Console(), at))


def test_colour_changes_no_character() -> None:
    plain = draw_board(BOARD, PLAYED, CENTRE)
    assert [line.plain for line in colour_board(BOARD, PLAYED, CENTRE)] == plain


def test_nothing_but_characters_goes_to_a_file() -> None:
    out = io.StringIO()
    for line in colour_board(BOARD, PLAYED):
        Console(file=out).print(line, soft_wrap=True)
    assert out.getvalue().splitlines() == draw_board(BOARD, PLAYED)


def test_an_empty_centre_square_is_a_plus() -> None:
    assert draw_board(BOARD, (), CENTRE)[2].rstrip() == " 2  .  G7 +  ."
    assert draw_board(BOARD)[2].rstrip() == " 2  .  G7 .  ."


@pytest.mark.parametrize(("row", "column", "height"), [(0, 0, 2), (0, 1, 1), (1, 1, 5), (2, 3, 1)])
def test_a_tile_has_the_colour_of_its_height(row: int, column: int, height: int) -> None:
    line = list(colour_board(BOARD))[row + 1]
    letter, count = 4 + 3 * column, 5 + 3 * column
    assert line.plain[letter] == BOARD.top(row, column)
    assert styles(line, letter) == f"bold not dim {LIGHT.ink} on {LIGHT.faces[height - 1]}"
    assert styles(line, count) == f"not dim {LIGHT.ink} on {LIGHT.faces[height - 1]}"


def test_empty_squares_and_names_are_dim() -> None:
    header, *lines = colour_board(BOARD)
    assert styles(header, 4) == "dim"
    assert styles(lines[1], 4) == "dim"
    assert styles(lines[1], 1) == "dim"


def test_brackets_of_the_last_play_stand_out() -> None:
    line = list(colour_board(BOARD, PLAYED))[1]
    assert line.plain.rstrip() == " 1 [W2 O] .  ."
    for at in (3, 8):
        assert styles(line, at) == f"bold not dim #ffffff on {LIGHT.played}"
    assert styles(line, 6) == f"not dim {LIGHT.ink} on {LIGHT.faces[0]}"
