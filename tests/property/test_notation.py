"""Notation: what is written reads back, strictly and loosely, and any other text is refused in good order."""

import re
import time
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.positions import Position as Question
from tests.property.positions import positions
from tests.property.texts import LETTERS, noted_boards, noted_positions, texts
from tests.property.translation import board_of, ruleset_of
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.move import display_play, parse_move, write_formed, write_move
from upwords_referee.notation.position import parse_board, parse_position, write_board, write_position
from upwords_referee.rules.board import Board
from upwords_referee.rules.judging import examine
from upwords_referee.rules.letters import upper
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.position import Position
from upwords_referee.rules.square import COLUMN_LETTERS

Value = TypeVar("Value")


@settings(max_examples=300)
@given(noted_boards())
def test_a_board_reads_back_from_what_is_written(board: Board) -> None:
    text = write_board(board)
    assert parse_board(text) == board
    assert parse_board(text, strict=True) == board
    assert parse_board(text, frozenset(LETTERS)) == board


@settings(max_examples=300)
@given(noted_boards(), st.sets(st.integers(0, 624)))
def test_a_board_in_lower_case_and_with_brackets_round_single_tiles_reads_the_same(
    board: Board, bracketed: set[int]
) -> None:
    rows = []
    for row in range(board.rows):
        stacks = [board.stack(row, column).lower() or " " for column in range(board.columns)]
        bare = [
            len(stack) == 1 and row * board.columns + at not in bracketed for at, stack in enumerate(stacks)
        ]
        parts = [
            stack if alone or stack == " " else f"({stack})"
            for stack, alone in zip(stacks, bare, strict=True)
        ]
        rows.append(re.sub(" +", lambda run: str(len(run[0])), "".join(parts)))
    text = "/".join(rows)
    assert parse_board(text) == board
    if text != write_board(board):
        with pytest.raises(NotationError):
            parse_board(text, strict=True)


@settings(max_examples=300)
@given(noted_positions())
def test_a_position_reads_back_from_what_is_written(position: Position) -> None:
    text = write_position(position)
    assert parse_position(text) == position
    assert parse_position(text, strict=True) == position
    assert parse_position(f"  {text.lower().replace(' ', '   ')}\n").board == position.board


def sayable(play: Play) -> bool:
    """Whether notation can say a play: at least one tile, each on a square of its own, in one line, named."""
    squares = {(row, column) for row, column, _ in play.placements}
    return (
        0 < len(squares) == len(play.placements)
        and (len({row for row, _ in squares}) == 1 or len({column for _, column in squares}) == 1)
        and all(0 <= row < 99 and 0 <= column < 25 for row, column in squares)
    )


@settings(max_examples=1000)
@given(positions())
def test_the_words_formed_say_the_same_notation_as_the_board(question: Question) -> None:
    board, play = board_of(question.rules, question.board), Play.of(question.play)
    words = examine(ruleset_of(question.rules), board, play).words
    if words:
        assert write_formed(play, words) == write_move(play, board)


@settings(max_examples=1000)
@given(positions())
def test_a_play_reads_back_from_what_is_written(question: Question) -> None:
    board, play = board_of(question.rules, question.board), Play.of(question.play)
    text = write_move(play, board)
    assert bool(text) == sayable(play) == bool(display_play(play, board))
    if not text:
        return
    sorted_play = Play(tuple(sorted(play.placements)))
    assert parse_move(text, board) == sorted_play
    assert parse_move(text, board, strict=True) == sorted_play
    for variant in variants(text):
        read = parse_move(variant, board)
        assert read == sorted_play
        assert write_move(read, board) == text
        with pytest.raises(NotationError, match="not canonical"):
            parse_move(variant, board, strict=True)


def variants(text: str) -> set[str]:
    """Other texts for the play: lower case, blanks, more or fewer dots at the ends, the other direction."""
    start, tiles = text.split()
    down = start[0].isalpha()
    column = COLUMN_LETTERS.index(start[0 if down else -1])
    row = int(start[1:] if down else start[:-1]) - 1

    def moved(steps: int, to_the: bool) -> str:
        at_row, at_column = row + steps * to_the, column + steps * (not to_the)
        letter, number = COLUMN_LETTERS[at_column], at_row + 1
        return f"{letter}{number}" if to_the else f"{number}{letter}"

    bare = tiles.lstrip(".")
    cut = len(tiles) - len(bare)
    found = {text.lower(), f" {text}", f"{start}\t {tiles}", text + ".", f"{moved(cut, down)} {bare}"}
    if (row if down else column) > 0:
        found.add(f"{moved(-1, down)} .{tiles}")
    alone = bare.rstrip(".")
    if len(alone) == 1:
        row, column = row + cut * down, column + cut * (not down)
        found.add(f"{moved(0, not down)} {alone}")
    return found - {text}


@settings(max_examples=200)
@given(st.text(LETTERS, min_size=1, max_size=8), noted_boards())
def test_exchanges_and_passes_read_back_from_what_is_written(letters: str, board: Board) -> None:
    for move in (Exchange(letters), Pass()):
        text = write_move(move, board)
        assert parse_move(text, board, strict=True) == move
        assert parse_move(f" {text.lower()} ", board) == move


@settings(max_examples=1000)
@given(texts(), st.sampled_from([None, frozenset("ABQST")]))
def test_arbitrary_text_is_read_or_refused_as_no_notation(text: str, letters: frozenset[str] | None) -> None:
    board = read_or_refused(lambda: parse_board(text, letters), text)
    if board is not None:
        assert parse_board(write_board(board), letters, strict=True) == board
    position = read_or_refused(lambda: parse_position(text, letters), text)
    if position is not None:
        assert parse_position(write_position(position), letters, strict=True) == position
    empty = Board.empty(10, 10)
    move = read_or_refused(lambda: parse_move(text, empty, letters), text)
    written = write_move(move, empty) if move is not None else ""
    if written:
        assert parse_move(written, empty, letters, strict=True) == move


def read_or_refused(read: Callable[[], Value], text: str) -> Value | None:
    """The value read; None if the text is refused, in a short message about a place in it."""
    try:
        return read()
    except NotationError as refusal:
        error = refusal
    assert 0 <= error.column <= max(len(text), len(upper(text)))
    assert len(str(error)) < 300
    return None


@pytest.mark.parametrize(
    "text",
    [
        part * 100_000
        for part in ("(", ")", "(A", "A", "1", "/", "1/", ".", "-", " ", "5D ", "\u0301", "_", ";a ")
    ]
    + [
        "2/2 A 0 0 " + "a b;" * 50_000,
        "5D " + "." * 100_000,
        "-" + "E" * 100_000,
        "(" + "A" * 100_000 + ")/2",
    ],
)
def test_long_text_is_read_or_refused_within_a_second(text: str) -> None:
    board = Board.empty(10, 10)
    readers: list[Callable[[], object]] = [
        lambda: parse_board(text),
        lambda: parse_position(text),
        lambda: parse_move(text, board),
    ]
    for read in readers:
        start = time.process_time()
        read_or_refused(read, text)
        assert time.process_time() - start < 1
