"""Random values that notation can say, and texts that look a little like notation."""

from hypothesis import strategies as st

from upwords_referee.rules.board import UNKNOWN, Board
from upwords_referee.rules.position import Position

LETTERS = "ABQSZÄÉΩЖ"
NOTATION_CHARACTERS = "0123456789ABQTYZÄßabqtyzäé/()_.-+?; \t\n\u0301\u2028lexrs"


@st.composite
def noted_boards(draw: st.DrawFn) -> Board:
    """Boards of any size, letters of several scripts, high stacks, buried tiles that nobody knows."""
    rows, columns = draw(st.integers(2, 25)), draw(st.integers(2, 25))
    squares = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    buried = st.one_of(st.just(""), st.text(LETTERS + UNKNOWN, max_size=4), st.just("AB" * 49))
    stacks = st.builds(lambda under, top: under + top, buried, st.sampled_from(LETTERS))
    return Board.of_stacks(rows, columns, draw(st.dictionaries(squares, stacks, max_size=20)))


@st.composite
def noted_positions(draw: st.DrawFn) -> Position:
    """Boards alone, and positions of one to four players with everything that notation can say."""
    board = draw(noted_boards())
    players = draw(st.integers(0, 4))
    if not players:
        return Position(board)
    racks = st.one_of(st.none(), st.text(LETTERS, max_size=9))
    scores = st.one_of(st.none(), st.integers(-999_999, 999_999))
    names = st.one_of(
        st.sampled_from(["lex", "rs", "cr", "bag", "gid"]), st.from_regex(r"[a-z][a-z0-9_-]*", fullmatch=True)
    )
    values = st.lists(st.text("aZ0.-:/Ä", min_size=1), min_size=1, max_size=3).map(" ".join)
    return Position(
        board,
        tuple(draw(racks) for _ in range(players)),
        tuple(draw(scores) for _ in range(players)),
        draw(st.integers(0, 999_999)),
        draw(st.dictionaries(names, values, max_size=4)),
    )


def texts() -> st.SearchStrategy[str]:
    """Arbitrary text, half of it made of the characters of notation."""
    fields = st.lists(st.text(NOTATION_CHARACTERS, max_size=12), max_size=8)
    return st.one_of(st.text(), st.text(NOTATION_CHARACTERS), fields.map(" ".join), fields.map("/".join))
