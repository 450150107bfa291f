"""Position notation: what is written, what is read, what is refused and where."""

import pytest

from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.position import parse_board, parse_position, write_board, write_position
from upwords_referee.rules.board import Board
from upwords_referee.rules.position import Position

TWO = Board.of_stacks(2, 3, {(0, 0): "A", (1, 1): "MW"})


def refusal(text: str, letters: str | None = None, *, strict: bool = False) -> tuple[str, int]:
    with pytest.raises(NotationError) as caught:
        parse_position(text, frozenset(letters) if letters else None, strict=strict)
    return str(caught.value), caught.value.column


# The board.


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("2/2", Board.empty(2, 2)),
        ("A2/1(MW)1", TWO),
        ("10/10", Board.empty(2, 10)),
        ("25/25", Board.empty(2, 25)),
        ("A(_B)/(__C)1", Board.of_stacks(2, 2, {(0, 0): "A", (0, 1): "_B", (1, 0): "__C"})),
        ("9A/10", Board.of_stacks(2, 10, {(0, 9): "A"})),
        ("12A/13", Board.of_stacks(2, 13, {(0, 12): "A"})),
        ("Ä1/2", Board.of_stacks(2, 2, {(0, 0): "Ä"})),
        ("Q1/2", Board.of_stacks(2, 2, {(0, 0): "Q"})),
    ],
)
def test_canonical_text_is_read_strictly_and_written(text: str, board: Board) -> None:
    assert parse_board(text, strict=True) == board
    assert write_board(board) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a2/1(mw)1", "A2/1(MW)1"),
        ("(A)2/1(MW)1", "A2/1(MW)1"),
        ("A2/1(MW)01", "A2/1(MW)1"),
        ("1010/20", "20/20"),
        ("ä1/2", "Ä1/2"),
        ("a\u03081/2", "Ä1/2"),
        ("(a\u0308)1/2", "Ä1/2"),
    ],
)
def test_lenient_text_is_read_unless_strictly(text: str, canonical: str) -> None:
    assert write_board(parse_board(text)) == canonical
    with pytest.raises(NotationError, match="not canonical") as caught:
        parse_board(text, strict=True)
    assert f'should be "{canonical}"' in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", "the position is empty", 0),
        (" \n", "the position is empty", 0),
        ("2", "a board has 2 to 25 rows joined by /, not 1", 0),
        ("/".join(["2"] * 26), "a board has 2 to 25 rows joined by /, not 26", 0),
        ("1/1", "row 1 has 1 squares; a board has 2 to 25 columns", 0),
        ("/", "row 1 has 0 squares; a board has 2 to 25 columns", 0),
        ("26/26", "row 1 has 26 squares; a board has 2 to 25 columns", 0),
        ("2/3", "row 2 has 3 squares, row 1 has 2", 0),
        ("2/2/A", "row 3 has 1 squares, row 1 has 2", 0),
        ("2/0A1", "a run of empty squares has at least one (at character 3)", 3),
        ("2/00", "a run of empty squares has at least one (at character 3)", 3),
        ("()1/2", "a stack has 1 to 99 tiles, not 0 (at character 1)", 1),
        ("1(" + "A" * 100 + ")/2", "a stack has 1 to 99 tiles, not 100 (at character 2)", 2),
        ("1(A_)/2", "the top tile of a stack must be known (at character 2)", 2),
        ("_1/2", "the top tile of a stack must be known (at character 1)", 1),
        ("A-/2", 'no tile has the letter "-" (at character 2)', 2),
        ("1(A./2", 'no tile has the letter "(" (at character 2)', 2),
        ("1)/2", 'no tile has the letter ")" (at character 2)', 2),
        ("1(A.)/2", 'no tile has the letter "." (at character 2)', 2),
        ("²1/2", 'no tile has the letter "²" (at character 1)', 1),
        ("1\u0308/2", 'no tile has the letter "\u0308" (at character 2)', 2),
        ("1\u0000/2", 'no tile has the letter "?" (at character 2)', 2),
    ],
)
def test_text_that_is_no_board_is_refused_with_its_place(text: str, message: str, column: int) -> None:
    assert refusal(text) == (message, column)


def test_only_letters_of_tiles_are_read_where_they_are_known() -> None:
    assert parse_board("ab/2", frozenset("AB")) == parse_board("AB/2")
    assert refusal("AX/2", "AB") == ('no tile has the letter "X" (at character 2)', 2)
    assert parse_board("1(_B)/2", frozenset("AB")).stack(0, 1) == "_B"
    assert refusal("./2", "A.") == ('no tile has the letter "." (at character 1)', 1)


def test_a_stack_of_99_tiles_is_read() -> None:
    assert parse_board("1(" + "AB" * 49 + "A)/2").height(0, 1) == 99


# The whole position.


def test_a_position_has_racks_scores_passes_and_opcodes_and_is_written_with_these_sorted() -> None:
    text = "A2/1(MW)1 AB/?/-/Q 5/-3/?/0 2 bag 12; cr single; gid g-1; lex enable; rs standard-10x10; x a b;"
    position = parse_position(text, strict=True)
    assert position == Position(
        TWO,
        ("AB", None, "", "Q"),
        (5, -3, None, 0),
        2,
        {
            "x": "a b",
            "rs": "standard-10x10",
            "lex": "enable",
            "gid": "g-1",
            "cr": "single",
            "bag": "12",
        },
    )
    assert write_position(position) == text


def test_the_board_alone_is_a_position() -> None:
    assert parse_position("A2/1(MW)1", strict=True) == Position(TWO)
    assert write_position(Position(TWO)) == "A2/1(MW)1"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" 2/2 ", "2/2"),
        ("2/2  ab  05  0", "2/2 AB 5 0"),
        ("2/2 a\u0308 -0 00", "2/2 Ä 0 0"),
        ("2/2 A 0 0 rs b; lex a;", "2/2 A 0 0 lex a; rs b;"),
        ("2/2 A 0 0 lex  a ; rs b", "2/2 A 0 0 lex a; rs b;"),
        ("2/2 A 0 0 ", "2/2 A 0 0"),
    ],
)
def test_lenient_positions_are_read_unless_strictly(text: str, canonical: str) -> None:
    assert write_position(parse_position(text)) == canonical
    assert refusal(text, strict=True)[0].startswith("not canonical")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2/2 A", "after the board come racks, scores and passes; there are only 1"),
        ("2/2 A 0", "after the board come racks, scores and passes; there are only 2"),
        ("2/2 A/A/A/A/A 0/0/0/0/0 0", "there are 5 racks; a game has at most 4 players"),
        ("2/2 A/B 0 0", "there are 2 racks but 1 scores"),
        ("2/2 A/ 0/0 0", 'a rack is empty; an empty rack is written "-", an unknown one "?"'),
        ("2/2 A? 0 0", 'rack "A?": no tile has the letter "?"'),
        ("2/2 A x 0", 'a score is a whole number of at most six digits or "?", not "x"'),
        ("2/2 A 1234567 0", 'a score is a whole number of at most six digits or "?", not "1234567"'),
        ("2/2 A ٣ 0", 'a score is a whole number of at most six digits or "?", not "٣"'),
        ("2/2 A 0 -1", 'the number of passes is a whole number, not "-1"'),
        ("2/2 A 0 ?", 'the number of passes is a whole number, not "?"'),
        ("2/2 A 0 0 ;", 'an opcode is written "name value;", not ""'),
        ("2/2 A 0 0 lex;", 'an opcode is written "name value;", not "lex"'),
        ("2/2 A 0 0 LEX a;", 'an opcode is written "name value;", not "LEX a"'),
        ("2/2 A 0 0 lex a;; rs b;", 'an opcode is written "name value;", not ""'),
        ("2/2 A 0 0 lex \u0007;", 'an opcode is written "name value;", not "lex ?"'),
        ("2/2 A 0 0 lex a; lex b;", "the opcode lex stands twice"),
    ],
)
def test_text_that_is_no_position_is_refused(text: str, message: str) -> None:
    assert refusal(text) == (message, 0)


def test_racks_have_only_letters_of_tiles_where_they_are_known() -> None:
    assert refusal("2/2 AX 0 0", "AB")[0] == 'rack "AX": no tile has the letter "X"'
    assert parse_position("2/2 ba 0 0", frozenset("AB")).racks == ("BA",)


def test_text_in_messages_is_cut_and_printable() -> None:
    assert quoted("A" * 40) == '"' + "A" * 40 + '"'
    assert quoted("A" * 41) == '"' + "A" * 37 + '..."'
    assert quoted("a\nb\u200b") == '"a?b?"'
