"""What must hold on every position: mirrored boards, other letters, one tile, grids."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.positions import FEW_LETTERS, Position, positions, transposed
from tests.property.translation import board_of, judged, judgement_on, ruleset_of
from upwords_referee.notation.move import parse_move
from upwords_referee.rules.board import Board
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.forming import FormedWord
from upwords_referee.rules.judging import Judgement, examine
from upwords_referee.rules.move import Play
from upwords_referee.rules.square import COLUMN_LETTERS


def mirrored(word: FormedWord) -> FormedWord:
    text, row, column, down, *more = word.fields()
    return FormedWord(text, column, row, not down, *more)


def examined(position: Position) -> Judgement:
    return examine(
        ruleset_of(position.rules),
        board_of(position.rules, position.board),
        Play.of(position.play),
        position.rack,
    )


@settings(max_examples=500)
@given(positions())
def test_exchanging_rows_and_columns_changes_only_directions_and_coordinates(position: Position) -> None:
    one, other = judgement_on(position), judgement_on(transposed(position))
    assert [violation.rule for violation in one.violations] == [
        violation.rule for violation in other.violations
    ]
    assert Counter(
        (violation.rule, violation.word, frozenset(violation.squares)) for violation in one.violations
    ) == Counter(
        (violation.rule, violation.word, frozenset((column, row) for row, column in violation.squares))
        for violation in other.violations
    )
    assert Counter(map(mirrored, one.words)) == Counter(other.words)
    assert one.fields()[2:] == other.fields()[2:]
    if len(position.play) > 1:
        assert [mirrored(word) for word in one.words[:1]] == list(other.words[:1])


@settings(max_examples=500)
@given(positions(), st.data())
def test_another_letter_without_a_bonus_never_changes_the_score(
    position: Position, data: st.DataObject
) -> None:
    plain = sorted(set(FEW_LETTERS) - position.rules.bonus_letters)
    exchangeable = [at for at, (_, _, letter) in enumerate(position.play) if letter in plain]
    if not exchangeable:
        return
    at = data.draw(st.sampled_from(exchangeable))
    row, column, _ = position.play[at]
    play = list(position.play)
    play[at] = (row, column, data.draw(st.sampled_from(plain)))
    # The house rule about buried letters may ask more of one letter than of the other, never another score.
    assert examined(position).score == examined(replace(position, play=play)).score


@settings(max_examples=300)
@given(positions())
def test_the_order_in_which_tiles_are_named_changes_nothing(position: Position) -> None:
    backwards = replace(position, play=position.play[::-1])
    assert judgement_on(backwards) == judgement_on(position)


@settings(max_examples=300)
@given(positions())
def test_a_one_tile_play_reads_the_same_in_either_direction(position: Position) -> None:
    board = board_of(position.rules, position.board)
    for row, column, letter in position.play[:1]:
        if not (0 <= row < 99 and 0 <= column < len(COLUMN_LETTERS)):
            continue
        across = parse_move(f"{row + 1}{COLUMN_LETTERS[column]} {letter}", board)
        down = parse_move(f"{COLUMN_LETTERS[column]}{row + 1} {letter}", board)
        assert across == down == Play(((row, column, letter),))


@settings(max_examples=300)
@given(positions())
def test_a_board_that_hides_buried_tiles_is_judged_alike_unless_the_house_rule_asks(
    position: Position,
) -> None:
    ruleset = ruleset_of(position.rules)
    board = board_of(position.rules, position.board)
    hidden = Board(board.rows, board.columns, board.letters, board.heights)
    play = Play.of(position.play)
    open_eyed = judged(ruleset, board, play, position.rack)
    try:
        blind = judged(ruleset, hidden, play, position.rack)
    except UnknownBuriedError as error:
        unknown = error.squares
    else:
        unknown = []
    if unknown:
        assert position.rules.same_letter == "ANYWHERE"
        assert {(row, column) for row, column in unknown} <= {
            (row, column) for row, column, _ in position.play
        }
        assert all(len(position.board[square]) > 1 for square in unknown)
        return
    assert blind == open_eyed
    if open_eyed.score is not None:
        after = hidden.after(play)
        assert (after.letters, after.heights) == (board.after(play).letters, board.after(play).heights)
        assert all(
            len(stack) == after.height(*square) and stack[-1] == after.top(*square)
            for square, stack in after.occupied()
        )
