"""Random rulesets, boards, plays and racks, rich in the cases that the rules are about.

Few letters are used, so that like lies on like and an S meets a word often. Nothing is filtered out: what
does not fit is cut to fit, so drawing is quick.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from zlib import crc32

from hypothesis import strategies as st

from tests.property.slow_judge import (
    Board,
    Placement,
    SlowRules,
    Square,
    all_words,
    classic_8x8,
    is_on_board,
    neighbours,
    standard_10x10,
    topwords_10x10,
)

# S stands for the bare-S rule, Q for a tile of two letters. No spelling below ends in the letter of
# another tile, so that "ends in S" means the same of tiles and of letters.
FEW_LETTERS = "SQAETJ"


@dataclass(frozen=True)
class Position:
    """A question for a judge. `play` is in no particular order; `rack` is None when unknown."""

    rules: SlowRules
    board: Board
    play: list[Placement]
    rack: str | None


def transposed(position: Position) -> Position:
    """The same position with rows and columns exchanged."""
    rules = position.rules
    return Position(
        replace(
            rules,
            rows=rules.columns,
            columns=rules.rows,
            centre=frozenset((column, row) for row, column in rules.centre),
        ),
        {(column, row): tiles for (row, column), tiles in position.board.items()},
        [(column, row, letter) for row, column, letter in position.play],
        position.rack,
    )


def is_pretended_word(text: str) -> bool:
    """A dictionary for the tests: about four spellings in five are acceptable, always the same ones."""
    return crc32(text.encode()) % 5 != 0


@st.composite
def custom_rules(draw: st.DrawFn) -> SlowRules:
    """Rulesets of 2 to 8 rows and columns with every option varied, within the bounds of the wire."""
    rows = draw(st.integers(2, 8))
    columns = draw(st.integers(2, 8))
    anywhere = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    spellings = {letter: letter for letter in FEW_LETTERS}
    spellings["Q"] = draw(st.sampled_from(["QU", "Q", "QUI"]))
    spellings["T"] = draw(st.sampled_from(["T", "T", "TH"]))
    return SlowRules(
        rows=rows,
        columns=columns,
        centre=draw(st.frozensets(anywhere, max_size=4)),
        rack_size=draw(st.sampled_from([7, 3, 2, 1, 0, 5])),
        max_height=draw(st.sampled_from([5, 3, 2, 1, 8])),
        spellings=spellings,
        bonus_letters=draw(st.frozensets(st.sampled_from(FEW_LETTERS), max_size=3)),
        flat_tile=draw(st.integers(-1, 4)),
        stacked_tile=draw(st.integers(-1, 3)),
        letter_bonus=draw(st.integers(-1, 5)),
        letter_bonus_mode=draw(st.sampled_from(["FLAT_WORD", "WHEN_PLACED", "OFF"])),
        full_rack_bonus=draw(st.sampled_from([20, 10, 0, -7])),
        whole_word=draw(st.booleans()),
        bare_s=draw(st.sampled_from(["OLD_RUNS", "EVERY_WORD", "EVERY_WORD", "OFF"])),
        bare_s_letter=draw(st.sampled_from("SSSQE")),
        same_letter=draw(st.sampled_from(["TOP", "ANYWHERE", "ANYWHERE"])),
    )


def rulesets() -> st.SearchStrategy[SlowRules]:
    """The built-in rulesets and, as often, custom ones."""
    built_in = st.sampled_from([standard_10x10(), classic_8x8(), topwords_10x10()])
    return st.one_of(built_in, custom_rules())


def tiles() -> st.SearchStrategy[str]:
    """One tile, an S more often than another."""
    return st.sampled_from(FEW_LETTERS + "S")


def some_square(rules: SlowRules) -> st.SearchStrategy[Square]:
    """Any square of the board."""
    return st.tuples(st.integers(0, rules.rows - 1), st.integers(0, rules.columns - 1))


def along(start: Square, across: bool, length: int) -> list[Square]:
    """`length` squares in a line from `start` on; some may lie off the board."""
    row, column = start
    if across:
        return [(row, column + step) for step in range(length)]
    return [(row + step, column) for step in range(length)]


@st.composite
def boards(draw: st.DrawFn, rules: SlowRules) -> Board:
    """Boards that have grown by plays; fewer that are arbitrary; fewer still that are empty."""
    kind = draw(st.sampled_from(["grown"] * 5 + ["arbitrary"] * 3 + ["empty"]))
    if kind == "grown":
        return draw(grown_boards(rules))
    if kind == "arbitrary":
        return draw(arbitrary_boards(rules))
    return {}


@st.composite
def grown_boards(draw: st.DrawFn, rules: SlowRules) -> Board:
    """Connected boards: 2 to 9 plays, each through a square that is occupied by then."""
    board: Board = {}
    for _ in range(draw(st.integers(2, 9))):
        anchor = draw(st.sampled_from(sorted(board)) if board else some_square(rules))
        across = draw(st.booleans())
        back = draw(st.integers(0, 2))
        start = (anchor[0], anchor[1] - back) if across else (anchor[0] - back, anchor[1])
        word = draw(st.text(FEW_LETTERS, min_size=back + 2, max_size=back + 5))
        stacks = draw(st.integers(0, 3)) == 0
        for square, letter in zip(along(start, across, len(word)), word, strict=True):
            if is_on_board(rules, square) and (stacks or square not in board):
                _put(board, rules, square, letter)
    return board


def _put(board: Board, rules: SlowRules, square: Square, letter: str) -> None:
    stack = board.get(square, "")
    if len(stack) < rules.max_height and not stack.endswith(letter):
        board[square] = stack + letter


def arbitrary_boards(rules: SlowRules) -> st.SearchStrategy[Board]:
    """Boards that no game need ever reach: islands, lone tiles, like on like."""
    stacks = st.text(FEW_LETTERS, min_size=1, max_size=rules.max_height)
    return st.dictionaries(some_square(rules), stacks, max_size=15)


KINDS_OF_PLAYS = (
    ["line"] * 10
    + ["at an end"] * 6
    + ["in a corner"] * 3
    + ["cover"] * 4
    + ["on a lone stack"] * 6
    + ["on a high stack"] * 4
    + ["one tile", "twice", "scattered", "nothing"]
)


def lone_stacks(board: Board) -> list[Square]:
    """Occupied squares without a neighbour."""
    return [square for square in sorted(board) if not any(beside in board for beside in neighbours(square))]


def squares_after_two_tiles(board: Board) -> list[Square]:
    """Empty squares with a tile above and a tile on the left: there one tile may end two words."""
    below = {(row + 1, column) for row, column in board}
    right = {(row, column + 1) for row, column in board}
    return sorted((below & right) - set(board))


def bare_letter_or_any(rules: SlowRules) -> st.SearchStrategy[str]:
    """As often the letter of the bare-S rule as any tile."""
    return st.one_of(st.just(rules.bare_s_letter), tiles())


@st.composite
def plays(draw: st.DrawFn, rules: SlowRules, board: Board) -> list[Placement]:
    """Mostly plausible plays in a line; also single tiles, covered words, and nonsense."""
    kind = draw(st.sampled_from(KINDS_OF_PLAYS))
    if kind == "nothing":
        return []
    if kind == "scattered":
        return draw(scattered_plays(rules))
    if kind == "one tile":
        square = draw(some_square(rules))
        return [(*square, draw(tiles()))]
    if kind == "on a lone stack" and (lone := lone_stacks(board)):
        return [(*draw(st.sampled_from(lone)), draw(tiles()))]
    if kind == "on a high stack" and (high := [square for square in sorted(board) if len(board[square]) > 1]):
        square = draw(st.sampled_from(high))
        return [(*square, draw(st.sampled_from(board[square][:-1])))]
    if kind == "in a corner" and (corners := squares_after_two_tiles(board)):
        return [(*draw(st.sampled_from(corners)), draw(bare_letter_or_any(rules)))]
    words = all_words(rules, board)
    if kind == "at an end" and words:
        return draw(plays_at_an_end(rules, draw(st.sampled_from(words))))
    if kind == "cover" and words:
        return draw(covering_plays(draw(st.sampled_from(words))))
    play = draw(plays_in_a_line(rules, board))
    if kind == "twice":
        row, column, _ = draw(st.sampled_from(play))
        play = [*play, (row, column, draw(tiles()))]
    return draw(st.permutations(play)) if draw(st.booleans()) else play


@st.composite
def plays_in_a_line(draw: st.DrawFn, rules: SlowRules, board: Board) -> list[Placement]:
    """Up to nine tiles in a row or column, near what is on the board; a few stick out, a few leave a gap."""
    across = draw(st.booleans())
    near = st.sampled_from(sorted(board)) if board else some_square(rules)
    anchor = draw(st.one_of(near, near, near, some_square(rules)))
    back = draw(st.integers(0, 4))
    side = draw(st.sampled_from([0, 0, 0, 1, -1]))
    row, column = anchor
    start = (row + side, column - back) if across else (row - back, column + side)
    may_stick_out = draw(st.integers(0, 9)) == 0
    may_leave_a_gap = draw(st.integers(0, 4)) == 0
    may_stack = draw(st.booleans())
    word = draw(st.text(FEW_LETTERS, min_size=2, max_size=9))
    play: list[Placement] = []
    for square, letter in zip(along(start, across, len(word)), word, strict=True):
        if not may_stick_out and not is_on_board(rules, square):
            continue
        # The letter decides, so that no further draw is needed.
        if square in board and not (may_stack and letter in "SAQ"):
            continue
        if may_leave_a_gap and letter in "ET":
            continue
        play.append((*square, letter))
    return play or [(*anchor, word[0])]


@st.composite
def plays_at_an_end(draw: st.DrawFn, rules: SlowRules, word: list[Square]) -> list[Placement]:
    """One tile after, before or on the last square of a word: where a bare S may be."""
    (first_row, first_column), (last_row, last_column) = word[0], word[-1]
    across = first_row == last_row
    after = (last_row, last_column + 1) if across else (last_row + 1, last_column)
    before = (first_row, first_column - 1) if across else (first_row - 1, first_column)
    square = draw(st.sampled_from([after, after, after, before, word[-1]]))
    return [(*square, draw(bare_letter_or_any(rules)))]


@st.composite
def covering_plays(draw: st.DrawFn, word: list[Square]) -> list[Placement]:
    """Tiles on all squares of a word, or on all but one, and often on the squares behind it."""
    (row, column), across = word[0], word[0][0] == word[1][0]
    line = along((row, column), across, len(word) + draw(st.sampled_from([0, 0, 1, 2])))
    spared = draw(st.sampled_from([None, None, *word]))
    return [(*square, draw(tiles())) for square in line if square != spared]


def scattered_plays(rules: SlowRules) -> st.SearchStrategy[list[Placement]]:
    """Tiles anywhere, off the board too."""
    placement = st.tuples(st.integers(-1, rules.rows), st.integers(-1, rules.columns), tiles())
    return st.lists(placement, max_size=4)


@st.composite
def racks(draw: st.DrawFn, rules: SlowRules, play: list[Placement]) -> str | None:
    """Unknown, or the played tiles with more or fewer, or any; never over the rack size."""
    kind = draw(st.sampled_from(["unknown"] * 5 + ["holds the play"] * 2 + ["lacks a tile", "any"]))
    if kind == "unknown":
        return None
    played = "".join(letter for _, _, letter in play)
    if kind == "holds the play":
        rack = played + draw(st.text(FEW_LETTERS, max_size=3))
    elif kind == "lacks a tile":
        rack = played[1:]
    else:
        rack = draw(st.text(FEW_LETTERS, max_size=8))
    return rack[: rules.rack_size] if rules.rack_size else rack


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A ruleset, a board, a play on it and a rack."""
    rules = draw(rulesets())
    board = draw(boards(rules))
    play = draw(plays(rules, board))
    rack = draw(racks(rules, play))
    return Position(rules, board, play, rack)
