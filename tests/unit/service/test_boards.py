"""The three forms of a board are one board, and it comes back in the form it had."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwords.referee.v1 import board_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1 import ruleset_pb2 as rs
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.referee import RefereeHandlers

HANDLERS = RefereeHandlers(RulesetBook.builtin(), Registry([], "none"))
TILES = rs.TileList(kinds=[rs.TileKind(letter=letter) for letter in "ABCÄЖ"])
RULES = rs.Ruleset(tiles=TILES)
STACKS = st.dictionaries(
    st.tuples(st.integers(0, 9), st.integers(0, 9)), st.text("ABCÄЖ", min_size=1, max_size=5), max_size=20
)
SOME = settings(max_examples=40, deadline=None)
Stacks = dict[tuple[int, int], str]


def after_a_pass(board: board_pb2.Board) -> board_pb2.Board:
    """Return the board as the referee read it, in the form in which it was sent."""
    request = pb.JudgeMoveRequest(
        board=board, custom_ruleset=RULES, move={"notation": "-"}, include_position=True
    )
    return HANDLERS.judge_move(request).position


def as_list(stacks: Stacks) -> board_pb2.Board:
    listed = [{"row": row, "column": column, "tiles": tiles} for (row, column), tiles in stacks.items()]
    return board_pb2.Board(stack_list={"rows": 10, "columns": 10, "stacks": listed})


def as_notation(stacks: Stacks) -> board_pb2.Board:
    rows = [
        [f"({stacks[row, column]})" if (row, column) in stacks else " " for column in range(10)]
        for row in range(10)
    ]
    text = "/".join("".join(row) for row in rows)
    return board_pb2.Board(notation=re.sub(" +", lambda run: str(len(run[0])), text))


def as_grid(stacks: Stacks, separator: str) -> board_pb2.Board:
    def joined(square: dict[tuple[int, int], str], empty: str) -> str:
        return separator.join(
            "".join(square.get((row, column), empty) for column in range(10)) for row in range(10)
        )

    tops = {square: tiles[-1] for square, tiles in stacks.items()}
    heights = {square: str(len(tiles)) for square, tiles in stacks.items()}
    return board_pb2.Board(grid={"letters": joined(tops, "."), "heights": joined(heights, "0")})


def listed(board: board_pb2.Board) -> Iterator[tuple[tuple[int, int], str]]:
    for stack in board.stack_list.stacks:
        yield (stack.row, stack.column), stack.tiles


@SOME
@given(stacks=STACKS)
def test_a_stack_list_comes_back_in_reading_order(stacks: Stacks) -> None:
    assert list(listed(after_a_pass(as_list(stacks)))) == sorted(stacks.items())


@SOME
@given(stacks=STACKS)
def test_a_notation_comes_back_canonical_with_the_same_stacks(stacks: Stacks) -> None:
    canonical = after_a_pass(as_notation(stacks))
    assert after_a_pass(canonical) == canonical
    inspection = HANDLERS.inspect_position(
        pb.InspectPositionRequest(board=as_list(stacks), custom_ruleset=RULES)
    )
    assert inspection.notation == canonical.notation


@pytest.mark.parametrize("separator", ["/", "\n", ""])
@SOME
@given(stacks=STACKS)
def test_a_grid_comes_back_as_it_was(separator: str, stacks: Stacks) -> None:
    grid = as_grid(stacks, separator)
    assert after_a_pass(grid) == grid


@SOME
@given(stacks=STACKS)
def test_a_grid_is_the_board_without_its_buried_letters(stacks: Stacks) -> None:
    request = pb.InspectPositionRequest(board=as_grid(stacks, "/"), custom_ruleset=RULES)
    hidden = {square: "_" * (len(tiles) - 1) + tiles[-1] for square, tiles in stacks.items()}
    known = pb.InspectPositionRequest(board=as_list(hidden), custom_ruleset=RULES)
    assert HANDLERS.inspect_position(request) == HANDLERS.inspect_position(known)


@pytest.mark.parametrize("letters", ["ab\nca", "ab\nca\n", "ab\r\nca", "ab\r\nca\r\n", "ab/ca", "abca"])
def test_rows_of_a_grid_may_be_separated_in_any_way(letters: str) -> None:
    tiny = rs.Ruleset(rows=2, columns=2, centre={}, tiles=TILES)
    request = pb.JudgeMoveRequest(
        board={"grid": {"letters": letters}},
        custom_ruleset=tiny,
        move={"notation": "-"},
        include_position=True,
    )
    after = HANDLERS.judge_move(request).position.grid
    assert after.letters.replace("/", "").replace("\n", "") == "ABCA"
    assert after.heights.replace("/", "").replace("\n", "") == "1111"
