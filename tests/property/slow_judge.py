"""A second judge of plays: slow, obvious, and written from the rule book alone.

The tests hold the referee against it. It must stay independent: nothing of the referee is imported.
Squares are (row, column), counted from 0 at the top left. A tile is one letter; `Q` may spell `QU`.
Numbers such as "3.8" are sections of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

Square = tuple[int, int]
Board = dict[Square, str]
Placement = tuple[int, int, str]
Run = list[Square]

ORDER_OF_RULES = [
    "NO_TILES",
    "TOO_MANY_TILES",
    "TILE_NOT_ON_RACK",
    "OUT_OF_BOUNDS",
    "SAME_SQUARE_TWICE",
    "NOT_IN_LINE",
    "GAP",
    "MISSES_CENTRE",
    "TOO_FEW_TILES",
    "NOT_CONNECTED",
    "STACK_TOO_HIGH",
    "SAME_LETTER",
    "SAME_LETTER_IN_STACK",
    "COVERS_WHOLE_WORD",
    "BARE_S",
    "FORMS_NO_WORD",
    "WORD_NOT_ACCEPTABLE",
]


@dataclass(frozen=True)
class SlowRules:
    """What may differ between rulesets. The keys of `spellings` are all the tiles there are.

    `rack_size` 0: no limit and no full-rack bonus. `centre` empty: no centre rule.
    """

    rows: int
    columns: int
    centre: frozenset[Square]
    rack_size: int
    max_height: int
    spellings: dict[str, str]
    bonus_letters: frozenset[str]
    flat_tile: int
    stacked_tile: int
    letter_bonus: int
    letter_bonus_mode: str  # "FLAT_WORD", "WHEN_PLACED" or "OFF"
    full_rack_bonus: int
    whole_word: bool
    bare_s: str  # "OLD_RUNS", "EVERY_WORD" or "OFF"
    bare_s_letter: str
    same_letter: str  # "TOP" or "ANYWHERE"


class Broken(NamedTuple):
    """One broken rule. `squares` is None where the rule book does not say which squares to blame."""

    rule: str
    squares: tuple[Square, ...] | None = None
    word: str = ""


class SlowWord(NamedTuple):
    """One formed word: its spelling, first square, direction, length in tiles, heights, and points."""

    text: str
    row: int
    column: int
    direction: str  # "ACROSS" or "DOWN"
    length: int
    heights: str
    score: int
    flat: bool
    bonus: int


@dataclass(frozen=True)
class SlowVerdict:
    """All that is wrong with a play and all that it earns.

    `score` and `board_after` are None when the play cannot be read (nothing laid, off the board, twice on a
    square, out of line, or with a gap).
    """

    broken: list[Broken]
    words: list[SlowWord]
    score: int | None
    full_rack_bonus: int
    letter_bonus: int
    board_after: Board | None

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return not self.broken

    @property
    def names(self) -> list[str]:
        """Names of the broken rules, with repetition, in the order of the rules."""
        return [one.rule for one in self.broken]


# The built-in rulesets, sections 1 and 9.


def classic_8x8() -> SlowRules:
    """8 by 8 squares, Milton Bradley."""
    return _english(rows=8, columns=8, centre=frozenset({(3, 3), (3, 4), (4, 3), (4, 4)}))


def standard_10x10() -> SlowRules:
    """10 by 10 squares, Hasbro and Winning Moves."""
    return _english(rows=10, columns=10, centre=frozenset({(4, 4), (4, 5), (5, 4), (5, 5)}))


def topwords_10x10() -> SlowRules:
    """10 by 10 squares, the continental variant."""
    return _english(
        rows=10,
        columns=10,
        centre=frozenset({(4, 4), (4, 5), (5, 4), (5, 5)}),
        bonus_letters=frozenset({"J", "Q", "X", "Y", "Z"}),
        letter_bonus_mode="WHEN_PLACED",
        full_rack_bonus=10,
        whole_word=False,
        bare_s="OFF",
    )


def _english(
    *,
    rows: int,
    columns: int,
    centre: frozenset[Square],
    bonus_letters: frozenset[str] = frozenset({"Q"}),
    letter_bonus_mode: str = "FLAT_WORD",
    full_rack_bonus: int = 20,
    whole_word: bool = True,
    bare_s: str = "OLD_RUNS",
) -> SlowRules:
    spellings = {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    spellings["Q"] = "QU"
    return SlowRules(
        rows=rows,
        columns=columns,
        centre=centre,
        rack_size=7,
        max_height=5,
        spellings=spellings,
        bonus_letters=bonus_letters,
        flat_tile=2,
        stacked_tile=1,
        letter_bonus=2,
        letter_bonus_mode=letter_bonus_mode,
        full_rack_bonus=full_rack_bonus,
        whole_word=whole_word,
        bare_s=bare_s,
        bare_s_letter="S",
        same_letter="TOP",
    )


# Looking at a board.


def top(board: Board, square: Square) -> str:
    """The letter that shows on an occupied square."""
    return board[square][-1]


def height(board: Board, square: Square) -> int:
    """Number of tiles on a square."""
    return len(board.get(square, ""))


def is_on_board(rules: SlowRules, square: Square) -> bool:
    """Whether there is such a square."""
    row, column = square
    return 0 <= row < rules.rows and 0 <= column < rules.columns


def neighbours(square: Square) -> list[Square]:
    """The four squares beside a square; some may lie off the board."""
    row, column = square
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def runs_in_line(board: Board, line: list[Square]) -> list[Run]:
    """The maximal lines of occupied squares in one row or column, lone tiles included."""
    runs: list[Run] = []
    current: Run = []
    for square in line:
        if square in board:
            current.append(square)
        elif current:
            runs.append(current)
            current = []
    if current:
        runs.append(current)
    return runs


def words_across(rules: SlowRules, board: Board) -> list[Run]:
    """All runs of two or more tiles that are read left to right (2)."""
    words = []
    for row in range(rules.rows):
        line = [(row, column) for column in range(rules.columns)]
        words += [run for run in runs_in_line(board, line) if len(run) >= 2]
    return words


def words_down(rules: SlowRules, board: Board) -> list[Run]:
    """All runs of two or more tiles that are read top to bottom (2)."""
    words = []
    for column in range(rules.columns):
        line = [(row, column) for row in range(rules.rows)]
        words += [run for run in runs_in_line(board, line) if len(run) >= 2]
    return words


def all_words(rules: SlowRules, board: Board) -> list[Run]:
    """All words on a board, whatever their direction (2)."""
    return words_across(rules, board) + words_down(rules, board)


def spelling(rules: SlowRules, board: Board, run: Run) -> str:
    """How the top letters of a run are spelled."""
    return "".join(rules.spellings[top(board, square)] for square in run)


def lay(board: Board, play: list[Placement]) -> Board:
    """The board with the tiles of a play on top; the old board stays as it was."""
    after = dict(board)
    for row, column, letter in play:
        after[(row, column)] = after.get((row, column), "") + letter
    return after


def squares_of(play: list[Placement]) -> list[Square]:
    """The squares of a play, in the order in which they were named."""
    return [(row, column) for row, column, _ in play]


# The rules about the rack: 3.1 and 3.10.


def too_many_tiles(rules: SlowRules, play: list[Placement]) -> list[Broken]:
    """3.1: at most as many tiles as a rack holds."""
    if rules.rack_size == 0:
        return []
    if len(play) <= rules.rack_size:
        return []
    return [Broken("TOO_MANY_TILES")]


def tiles_not_on_rack(play: list[Placement], rack: str | None) -> list[Broken]:
    """3.10: the tiles come from the rack, when it is known. Once per letter."""
    if rack is None:
        return []
    played = [letter for _, _, letter in play]
    return [
        Broken("TILE_NOT_ON_RACK", None, letter)
        for letter in sorted(set(played))
        if played.count(letter) > rack.count(letter)
    ]


# The rules about the squares, before any tile is laid: 3.1 and 3.2.


def out_of_bounds(rules: SlowRules, play: list[Placement]) -> list[Broken]:
    """3.1: every tile lies on the board."""
    off = [square for square in squares_of(play) if not is_on_board(rules, square)]
    return [Broken("OUT_OF_BOUNDS", _each_once(off))] if off else []


def same_square_twice(play: list[Placement]) -> list[Broken]:
    """3.1: at most one tile per square."""
    squares = squares_of(play)
    twice = [square for square in squares if squares.count(square) > 1]
    return [Broken("SAME_SQUARE_TWICE", _each_once(twice))] if twice else []


def not_in_line(play: list[Placement]) -> list[Broken]:
    """3.2: all in one row or one column."""
    rows = {row for row, _, _ in play}
    columns = {column for _, column, _ in play}
    if len(rows) == 1 or len(columns) == 1:
        return []
    return [Broken("NOT_IN_LINE")]


# The rules about the placement: 3.3 to 3.8.


def gap(after: Board, play: list[Placement]) -> list[Broken]:
    """3.3: no square between the first and the last played tile is empty."""
    rows = [row for row, _, _ in play]
    columns = [column for _, column, _ in play]
    empty = []
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            if (row, column) not in after:
                empty.append((row, column))
    return [Broken("GAP", tuple(empty))] if empty else []


def misses_centre(rules: SlowRules, board: Board, play: list[Placement]) -> list[Broken]:
    """3.4: the first word covers a centre square."""
    if board or not rules.centre:
        return []
    if any(square in rules.centre for square in squares_of(play)):
        return []
    return [Broken("MISSES_CENTRE")]


def too_few_tiles(board: Board, play: list[Placement]) -> list[Broken]:
    """3.4: the first word has at least two tiles."""
    if board or len(play) >= 2:
        return []
    return [Broken("TOO_FEW_TILES")]


def not_connected(board: Board, play: list[Placement]) -> list[Broken]:
    """3.5: on a board that is not empty, some tile lies on an old tile or beside one."""
    if not board:
        return []
    for square in squares_of(play):
        if square in board:
            return []
        if any(neighbour in board for neighbour in neighbours(square)):
            return []
    return [Broken("NOT_CONNECTED")]


def stack_too_high(rules: SlowRules, after: Board, play: list[Placement]) -> list[Broken]:
    """3.6: no stack becomes too high."""
    too_high = [square for square in squares_of(play) if height(after, square) > rules.max_height]
    return [Broken("STACK_TOO_HIGH", _each_once(too_high))] if too_high else []


def same_letter(board: Board, play: list[Placement]) -> list[Broken]:
    """3.7: no tile lies on its like."""
    like = [
        (row, column)
        for row, column, letter in play
        if (row, column) in board and top(board, (row, column)) == letter
    ]
    return [Broken("SAME_LETTER", _each_once(like))] if like else []


def same_letter_in_stack(rules: SlowRules, board: Board, play: list[Placement]) -> list[Broken]:
    """9, house rule: no tile lies on a stack with its like below the top. A like top is 3.7 alone."""
    if rules.same_letter != "ANYWHERE":
        return []
    like = []
    for row, column, letter in play:
        if (row, column) not in board:
            continue
        if top(board, (row, column)) == letter:
            continue
        if letter in board[(row, column)][:-1]:
            like.append((row, column))
    return [Broken("SAME_LETTER_IN_STACK", _each_once(like))] if like else []


def covers_whole_word(rules: SlowRules, board: Board, play: list[Placement]) -> list[Broken]:
    """3.8: every old word keeps an uncovered letter. Once per old word."""
    if not rules.whole_word:
        return []
    covered = set(squares_of(play))
    return [
        Broken("COVERS_WHOLE_WORD", tuple(run), spelling(rules, board, run))
        for run in all_words(rules, board)
        if set(run) <= covered
    ]


# The words and the rules about them: 2, 3.9, 3.11, 4.


def formed_runs(rules: SlowRules, after: Board, play: list[Placement]) -> list[tuple[Run, str]]:
    """The runs with a played tile in them, and their directions; the main word first, as 4 has it."""
    played = set(squares_of(play))
    across = [(run, "ACROSS") for run in words_across(rules, after) if set(run) & played]
    down = [(run, "DOWN") for run in words_down(rules, after) if set(run) & played]
    if len(play) == 1:
        # No true direction: by first square, across before down.
        return sorted(across + down, key=lambda formed: (formed[0][0], formed[1]))
    laid_in_a_row = len({row for row, _ in played}) == 1
    main, cross = (across, down) if laid_in_a_row else (down, across)
    return main + sorted(cross, key=lambda formed: formed[0][0])


def bare_s(rules: SlowRules, board: Board, after: Board, play: list[Placement]) -> list[Broken]:
    """3.9 and 9: a single S does not only lengthen old words."""
    if rules.bare_s == "OFF" or len(play) != 1:
        return []
    row, column, letter = play[0]
    if letter != rules.bare_s_letter:
        return []
    formed = [run for run, _ in formed_runs(rules, after, play)]
    if not formed:
        return []
    if rules.bare_s == "EVERY_WORD":
        refused = all(run[-1] == (row, column) for run in formed)
    else:
        refused = (row, column) not in board and all(
            run[-1] == (row, column) and _is_old_word_without_final_s(rules, board, run[:-1])
            for run in formed
        )
    return [Broken("BARE_S", ((row, column),))] if refused else []


def _is_old_word_without_final_s(rules: SlowRules, board: Board, run: Run) -> bool:
    return run in all_words(rules, board) and top(board, run[-1]) != rules.bare_s_letter


def words_not_acceptable(words: list[SlowWord], acceptable: Callable[[str], bool]) -> list[Broken]:
    """2: every word formed or changed is acceptable. Once per word formed."""
    broken = []
    for word in words:
        if not acceptable(word.text):
            broken.append(Broken("WORD_NOT_ACCEPTABLE", _squares_of_word(word), word.text))
    return broken


def _squares_of_word(word: SlowWord) -> tuple[Square, ...]:
    if word.direction == "ACROSS":
        return tuple((word.row, word.column + step) for step in range(word.length))
    return tuple((word.row + step, word.column) for step in range(word.length))


# The score: 5.


def read_word(rules: SlowRules, after: Board, run: Run, direction: str) -> SlowWord:
    """One formed word with its points."""
    heights = [height(after, square) for square in run]
    flat = all(one == 1 for one in heights)
    bonus = 0
    if flat:
        points = rules.flat_tile * len(run)
        if rules.letter_bonus_mode == "FLAT_WORD":
            bonus_tiles = [square for square in run if top(after, square) in rules.bonus_letters]
            bonus = rules.letter_bonus * len(bonus_tiles)
    else:
        points = rules.stacked_tile * sum(heights)
    return SlowWord(
        text=spelling(rules, after, run),
        row=run[0][0],
        column=run[0][1],
        direction=direction,
        length=len(run),
        heights="".join(str(one) for one in heights),
        score=points + bonus,
        flat=flat,
        bonus=bonus,
    )


def bonus_for_placed_letters(rules: SlowRules, play: list[Placement]) -> int:
    """9: the rare-letter bonus of the turn, where the ruleset has one."""
    if rules.letter_bonus_mode != "WHEN_PLACED":
        return 0
    return rules.letter_bonus * len([letter for _, _, letter in play if letter in rules.bonus_letters])


def bonus_for_full_rack(rules: SlowRules, play: list[Placement]) -> int:
    """5: the bonus for exactly as many tiles as a rack holds."""
    if rules.rack_size == 0 or len(play) != rules.rack_size:
        return 0
    return rules.full_rack_bonus


# The judge.


def slow_judge(
    rules: SlowRules,
    board: Board,
    play: list[Placement],
    rack: str | None,
    acceptable: Callable[[str], bool],
) -> SlowVerdict:
    """Judge a play: every broken rule, the words formed, the score and the board after it.

    `board` maps occupied squares to their tiles from bottom to top, `rack` is None when unknown,
    `acceptable` is asked about the spelling of each formed word.
    """
    if not play:
        return _unreadable([Broken("NO_TILES")])

    about_the_rack = too_many_tiles(rules, play) + tiles_not_on_rack(play, rack)

    about_the_squares = out_of_bounds(rules, play) + same_square_twice(play) + not_in_line(play)
    if about_the_squares:
        return _unreadable(about_the_rack + about_the_squares)

    after = lay(board, play)
    about_the_placement = (
        misses_centre(rules, board, play)
        + too_few_tiles(board, play)
        + not_connected(board, play)
        + stack_too_high(rules, after, play)
        + same_letter(board, play)
        + same_letter_in_stack(rules, board, play)
        + covers_whole_word(rules, board, play)
    )
    holes = gap(after, play)
    if holes:
        return _unreadable(about_the_rack + holes + about_the_placement)

    about_the_placement += bare_s(rules, board, after, play)
    words = [read_word(rules, after, run, direction) for run, direction in formed_runs(rules, after, play)]
    if not words and not about_the_placement:
        about_the_placement = [Broken("FORMS_NO_WORD", tuple(squares_of(play)))]
    about_the_words = words_not_acceptable(words, acceptable)

    letter_bonus = bonus_for_placed_letters(rules, play) if words else 0
    full_rack_bonus = bonus_for_full_rack(rules, play) if words else 0
    return SlowVerdict(
        broken=_in_order(about_the_rack + about_the_placement + about_the_words),
        words=words,
        score=sum(word.score for word in words) + letter_bonus + full_rack_bonus,
        full_rack_bonus=full_rack_bonus,
        letter_bonus=letter_bonus,
        board_after=after,
    )


def _unreadable(broken: list[Broken]) -> SlowVerdict:
    return SlowVerdict(
        broken=_in_order(broken),
        words=[],
        score=None,
        full_rack_bonus=0,
        letter_bonus=0,
        board_after=None,
    )


def _in_order(broken: list[Broken]) -> list[Broken]:
    return sorted(broken, key=lambda one: (ORDER_OF_RULES.index(one.rule), one.squares or (), one.word))


def _each_once(squares: list[Square]) -> tuple[Square, ...]:
    return tuple(sorted(set(squares)))
