"""docs/notation.md: its examples run as it says."""

import re
from pathlib import Path

import pytest

from upwords_referee.library.judge import judge
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.move import display_play, parse_move, write_move
from upwords_referee.notation.position import parse_board, parse_position, write_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Exchange, Move, Pass, Play
from upwords_referee.rules.rule import Rule
from upwords_referee.rules.square import square_names

PAGE = (Path(__file__).resolve().parents[3] / "docs/notation.md").read_text(encoding="utf-8")
# Every fenced block of the page in its order, line by line, cut at wide gaps.
(
    FORMS,
    BOARDS,
    POSITION,
    PLAYS,
    LENIENT,
    LIKE_ON_LIKE,
    GAPS,
    OFF_THE_BOARD,
    OTHER_TURNS,
    DISPLAYED,
    SPELLED,
) = [
    [re.split(r" {2,}", line) for line in block.splitlines()]
    for block in re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
]

MOOD = parse_board("10/10/10/10/2MOOD4/10/10/10/10/10")
EMPTY = Board.empty(10, 10)


def squares_of(board: Board, move: Move | str, rule: str) -> str:
    """Return the squares of the one violation of a rule."""
    (violation,) = [
        violation
        for violation in judge(board, move, lexicon="none").violations
        if violation.rule is Rule[rule]
    ]
    return square_names(violation.squares)


def test_the_forms_of_a_position_are_the_board_alone_or_all_fields() -> None:
    assert FORMS == [["BOARD"], ["BOARD RACKS SCORES PASSES [opcode value; …]"]]
    assert parse_position("2/2").racks == ()
    assert parse_position("2/2 A 0 0 lex enable;").opcodes == {"lex": "enable"}


def test_the_boards_are_canonical_but_for_the_one_that_says_lenient() -> None:
    assert len(BOARDS) == 5
    for text, meaning in BOARDS:
        if meaning.startswith("lenient"):
            assert write_board(parse_board(text)) == "8/8/8/3CAT2/8/8/8/8"
            with pytest.raises(NotationError):
                parse_board(text, strict=True)
        else:
            assert write_board(parse_board(text, strict=True)) == text


def test_the_third_board_is_that_of_the_game_in_the_rules() -> None:
    board = EMPTY
    for move in ("5C MOOD", "F5 .EAR", "6E N.T", "5C W...", "F5 L..P"):
        play = parse_move(move, board)
        assert isinstance(play, Play)
        board = board.after(play)
    assert write_board(board) == BOARDS[2][0]


def test_the_position_is_canonical() -> None:
    ((text,),) = POSITION
    assert parse_position(text, strict=True).opcodes == {"lex": "enable", "rs": "standard-10x10"}


def test_a_play_starts_with_the_number_across_and_with_the_letter_down() -> None:
    for text, meaning in PLAYS:
        play = parse_move(text, MOOD, strict=True)
        assert isinstance(play, Play)
        rows = {placement.row for placement in play.placements}
        assert (len(rows) == 1) == meaning.startswith("across")


def test_what_is_given_is_written_in_the_canonical_form_beside_it() -> None:
    assert LENIENT[0] == ["given", "canonical"]
    assert len(LENIENT) == 7
    for given, canonical, *_ in LENIENT[1:]:
        assert write_move(parse_move(given, MOOD), MOOD) == canonical
        assert write_move(parse_move(canonical, MOOD, strict=True), MOOD) == canonical
        if given != canonical:
            with pytest.raises(NotationError):
                parse_move(given, MOOD, strict=True)


def test_a_letter_on_its_like_breaks_the_rules_of_the_page() -> None:
    ((text, meaning),) = LIKE_ON_LIKE
    assert squares_of(MOOD, text, "SAME_LETTER") == "D5, E5 and F5"
    assert squares_of(MOOD, text, "COVERS_WHOLE_WORD") == "C5, D5, E5 and F5"
    assert meaning.startswith("RULE_SAME_LETTER on D5, E5 and F5; RULE_COVERS_WHOLE_WORD")


def test_dots_on_empty_squares_leave_a_gap_or_are_ignored() -> None:
    broken, before, behind, nothing = GAPS
    assert broken == ["5C MO.D", f"RULE_GAP: {squares_of(EMPTY, '5C MO.D', 'GAP')} stays empty"]
    for text, meaning in (before, behind):
        read = meaning.removeprefix("read as ").split(":")[0]
        assert parse_move(text, EMPTY) == parse_move(read, EMPTY)
        with pytest.raises(NotationError):
            parse_move(text, EMPTY, strict=True)
    assert nothing == ["5C ....", "RULE_NO_TILES"]
    assert squares_of(EMPTY, nothing[0], "NO_TILES") == ""


def test_tiles_off_the_board_are_read_where_their_squares_can_be_written() -> None:
    beside, below, *others = OFF_THE_BOARD
    assert beside == ["5H MOOD", f"RULE_OUT_OF_BOUNDS: {squares_of(EMPTY, '5H MOOD', 'OUT_OF_BOUNDS')}"]
    assert below == ["12A MOOD", "RULE_OUT_OF_BOUNDS: all four tiles"]
    assert squares_of(EMPTY, below[0], "OUT_OF_BOUNDS") == "A12, B12, C12 and D12"
    assert len(others) == 2
    for text, meaning in others:
        assert meaning == "not notation"
        with pytest.raises(NotationError):
            parse_move(text, EMPTY)


def test_exchanges_and_passes() -> None:
    moves = [parse_move(text, EMPTY, strict=True) for text, _ in OTHER_TURNS]
    assert moves == [Exchange("E"), Exchange("EQ"), Pass()]


def test_what_people_see() -> None:
    for text, shown in DISPLAYED:
        play = parse_move(text, MOOD)
        assert isinstance(play, Play)
        assert display_play(play, MOOD) == shown


def test_spelled_plays_are_read_as_the_page_says() -> None:
    assert len(SPELLED) == 3
    for text, meaning in SPELLED:
        read, _, rule = meaning.removeprefix("read as ").partition(": RULE_")
        move = parse_move(text, MOOD, spelled=True)
        assert move == parse_move(read, MOOD)
        assert (rule != "") == (move == Play(()))
        if rule:
            assert squares_of(MOOD, move, rule) == ""
