"""Boards drawn as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwords_referee.cli.drawing import draw_beside, draw_board, played_squares
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play

MOOD = Board.of_stacks(10, 10, {(4, 3): "M", (4, 4): "O", (4, 5): "O", (4, 6): "D"})


def rows(board: Board, *played: tuple[int, int]) -> list[str]:
    return [line[3:].rstrip() for line in draw_board(board, played)[1:]]


def test_columns_have_letters_and_rows_have_numbers_from_one() -> None:
    lines = draw_board(Board.empty(10, 4))
    assert lines[0].split() == ["A", "B", "C", "D"]
    assert [line[:2] for line in lines[1:]] == [" 1", " 2", " 3", " 4", " 5", " 6", " 7", " 8", " 9", "10"]


def test_column_letters_stand_over_the_tiles_of_their_column() -> None:
    header, *_, row = draw_board(Board.of_stacks(2, 25, {(1, 24): "Z"}))
    assert header.index("Y") == row.index("Z")


@pytest.mark.parametrize(
    ("stack", "cell"), [("M", "M"), ("MW", "W2"), ("ABCDE", "E5"), ("A" * 9, "A9"), ("A" * 12, "A9")]
)
def test_a_height_is_shown_from_two_on(stack: str, cell: str) -> None:
    assert rows(Board.of_stacks(2, 2, {(0, 1): stack}))[0].split() == [".", cell]


def test_a_played_tile_stands_in_brackets() -> None:
    assert rows(MOOD, (4, 3))[4] == " .  .  . [M] O  O  D  .  .  ."


def test_neighbours_share_their_brackets_and_their_heights_stay() -> None:
    board = Board.of_stacks(2, 4, {(0, 0): "MW", (0, 1): "OE", (0, 2): "O", (0, 3): "DA"})
    assert rows(board, (0, 0), (0, 1), (0, 3))[0] == "[W2 E2]O [A2]"
    assert rows(board, (0, 0), (0, 1), (0, 2))[0] == "[W2 E2 O] A2"


def test_tiles_played_down_have_brackets_each() -> None:
    board = Board.of_stacks(2, 2, {(0, 0): "A", (1, 0): "B"})
    assert rows(board, (0, 0), (1, 0)) == ["[A] .", "[B] ."]


def test_played_squares_are_those_whose_height_changed() -> None:
    after = MOOD.after(Play.of([(4, 3, "W"), (5, 3, "E")]))
    assert played_squares(MOOD, after) == {(4, 3), (5, 3)}
    assert played_squares(MOOD, MOOD) == set()


def test_two_boards_of_the_standard_size_fit_beside_each_other_in_80_columns() -> None:
    beside = draw_beside(draw_board(MOOD), draw_board(MOOD), 80)
    assert len(beside) == 11
    assert max(map(len, beside)) <= 80


def test_wider_boards_stand_one_below_the_other() -> None:
    board = draw_board(Board.empty(25, 25))
    assert max(map(len, board)) <= 80
    assert draw_beside(board, board, 80) == [*board, "", *board]


def test_drawings_of_different_height_may_stand_beside_each_other() -> None:
    assert draw_beside(["a"], ["b", "c"], 80) == ["a    b", "     c"]
    assert draw_beside([], ["b"], 80) == ["    b"]


@settings(deadline=None)
@given(
    st.integers(2, 25).flatmap(
        lambda size: st.tuples(
            st.just(size),
            st.dictionaries(
                st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)),
                st.tuples(st.text("ABZ", min_size=1, max_size=12), st.booleans()),
            ),
        )
    )
)
def test_every_tile_stands_in_its_place_whatever_is_played(
    drawn: tuple[int, dict[tuple[int, int], tuple[str, bool]]],
) -> None:
    size, tiles = drawn
    board = Board.of_stacks(size, size, {square: stack for square, (stack, _) in tiles.items()})
    played = {square for square, (_, laid) in tiles.items() if laid}
    lines = draw_board(board, played)
    assert len({len(line) for line in lines}) == 1
    for row in range(size):
        for column in range(size):
            at = 4 + 3 * column
            assert lines[row + 1][at] == board.top(row, column)
            height = board.height(row, column)
            if height > 1:
                assert lines[row + 1][at + 1] == str(min(height, 9))
            opened = (row, column) in played and (row, column - 1) not in played
            assert (lines[row + 1][at - 1] == "[") == opened
