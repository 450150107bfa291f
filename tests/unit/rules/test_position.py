"""Positions refuse what does not go together."""

from typing import Any

import pytest

from upwords_referee.rules.board import Board
from upwords_referee.rules.position import Position

BOARD = Board.empty(2, 2)


def test_a_position_may_be_the_board_alone_or_that_of_one_to_four_players() -> None:
    assert Position(BOARD).racks == ()
    for players in range(1, 5):
        position = Position(BOARD, (None,) * players, (0,) * players, 1, {"lex": "enable"})
        assert len(position.scores) == players


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"racks": ("A",)}, "as many racks as scores"),
        ({"scores": (0,)}, "as many racks as scores"),
        ({"racks": ("A",) * 5, "scores": (0,) * 5}, "at most 4"),
        ({"passes": 1}, "has racks and scores"),
        ({"opcodes": {"lex": "enable"}}, "has racks and scores"),
        ({"racks": ("A",), "scores": (0,), "passes": -1}, "no negative number of passes"),
    ],
)
def test_what_does_not_go_together_is_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Position(BOARD, **parts)
