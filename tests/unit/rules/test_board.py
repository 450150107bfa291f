"""The board, its runs, squares and their names."""

import pytest

from tests.unit.rules.asking import board
from upwords_referee.rules.board import Board, spans
from upwords_referee.rules.move import Play
from upwords_referee.rules.square import Square, square_name, square_names

STACKED = board("5 3(MW)OOD3")


def test_a_board_without_tiles_is_empty() -> None:
    nothing = Board.empty(3, 4)
    assert nothing.is_empty
    assert list(nothing.occupied()) == []
    assert (nothing.top(2, 3), nothing.height(2, 3), nothing.stack(2, 3)) == (".", 0, "")
    assert not Board.of_stacks(3, 4, {(2, 3): "A"}).is_empty
    assert Board.of_stacks(3, 4, {}) == nothing


def test_a_square_shows_its_top_letter_its_height_and_its_tiles_from_the_bottom() -> None:
    assert (STACKED.top(4, 3), STACKED.height(4, 3), STACKED.stack(4, 3)) == ("W", 2, "MW")
    assert (STACKED.top(4, 4), STACKED.height(4, 4), STACKED.stack(4, 4)) == ("O", 1, "O")


def test_buried_tiles_that_the_board_does_not_list_are_unknown() -> None:
    grid = Board(2, 2, "AB..", bytes([3, 1, 0, 0]))
    assert [grid.stack(0, column) for column in (0, 1)] == ["__A", "B"]
    assert list(grid.occupied()) == [(Square(0, 0), "__A"), (Square(0, 1), "B")]


def test_rows_and_columns_are_read_as_lines() -> None:
    rectangle = Board.of_stacks(2, 3, {(0, 0): "A", (0, 2): "BC", (1, 2): "D"})
    assert [rectangle.line(False, row) for row in range(2)] == ["A.C", "..D"]
    assert [rectangle.line(True, column) for column in range(3)] == ["A.", "..", "CD"]
    assert [list(rectangle.line_heights(False, row)) for row in range(2)] == [[1, 0, 2], [0, 0, 1]]
    assert [list(rectangle.line_heights(True, column)) for column in range(3)] == [[1, 0], [0, 0], [2, 1]]


def test_runs_come_by_first_square_across_first_and_name_their_squares() -> None:
    runs = board("4 4AB4", "5 4C5", "9 8AB", "10 8C1").runs()
    assert [(run.letters, run.down, square_names(run.squares())) for run in runs] == [
        ("AB", False, "E4 and F4"),
        ("AC", True, "E4 and E5"),
        ("AB", False, "I9 and J9"),
        ("AC", True, "I9 and I10"),
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", []),
        ("....", []),
        ("A", []),
        ("A.B", []),
        ("AB", [(0, 2)]),
        (".AB.", [(1, 3)]),
        ("AB.C.DEF", [(0, 2), (5, 8)]),
        ("..A", []),
    ],
)
def test_only_stretches_of_two_tiles_or_more_are_words(line: str, found: list[tuple[int, int]]) -> None:
    assert spans(line) == found


def test_a_play_leaves_the_board_as_it_was_and_gives_another() -> None:
    before = board("5 3MOOD3")
    after = before.after(Play.of([(4, 3, "W"), (3, 3, "A")]))
    assert before == board("5 3MOOD3")
    assert after == board("4 3A6", "5 3(MW)OOD3")
    assert after.after(Play.of([(4, 3, "F")])) == board("4 3A6", "5 3(MWF)OOD3")


def test_a_play_on_unknown_tiles_leaves_them_unknown() -> None:
    grid = Board(2, 2, "AB..", bytes([3, 1, 0, 0]))
    after = grid.after(Play.of([(0, 0, "C"), (0, 1, "D")]))
    assert [after.stack(0, column) for column in (0, 1)] == ["__AC", "BD"]
    assert list(after.heights) == [4, 2, 0, 0]


@pytest.mark.parametrize(
    ("row", "column", "name"),
    [
        (0, 0, "A1"),
        (4, 2, "C5"),
        (24, 24, "Y25"),
        (98, 0, "A99"),
        (0, 25, "row 1, column 26"),
        (-1, 0, "row 0, column 1"),
        (0, -1, "row 1, column 0"),
    ],
)
def test_a_square_is_named_as_players_do_if_it_has_a_name(row: int, column: int, name: str) -> None:
    assert square_name(row, column) == name


def test_squares_are_joined_for_a_sentence() -> None:
    assert square_names([]) == ""
    assert square_names([(0, 0)]) == "A1"
    assert square_names([(0, 0), (0, 1)]) == "A1 and B1"
    assert square_names([(0, 0), (0, 1), (0, 2)]) == "A1, B1 and C1"
    assert square_names([(0, 0), (0, 30), (0, 2)]) == "A1; row 1, column 31 and C1"


def test_squares_off_a_board_of_known_size_are_told_by_number() -> None:
    assert square_names([(7, 7), (8, 7), (7, 8)], 8, 8) == "H8; row 9, column 8 and row 8, column 9"


def test_beyond_a_dozen_squares_are_only_counted() -> None:
    twelve = [(0, column) for column in range(12)]
    assert square_names(twelve) == "A1, B1, C1, D1, E1, F1, G1, H1, I1, J1, K1 and L1"
    assert square_names([*twelve, (1, 0)]) == "A1, B1, C1, D1, E1, F1, G1, H1, I1, J1, K1 and 2 more"


def test_a_board_of_unknown_buried_tiles_is_the_same_in_every_form() -> None:
    grid = Board(2, 2, "M...", bytes([3, 0, 0, 0]))
    assert Board.of_stacks(2, 2, {(0, 0): "__M"}) == grid
    assert grid.stack(0, 0) == "__M"
