from upwords_referee.library.engine import COMPILED, PURE, engine
from upwords_referee.rules.board import Board
from upwords_referee.rules.judging import examine


def test_the_engine_is_what_its_functions_are() -> None:
    # mypyc leaves no Python function behind; what it makes has no code object.
    assert engine() == (
        PURE if hasattr(examine, "__code__") and hasattr(Board.empty, "__code__") else COMPILED
    )
