"""Move notation: what is written, what is read, what is refused and where."""

import pytest

from tests.unit.rules.asking import STANDARD
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.move import display_play, parse_move, write_formed, write_move
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.judging import examine
from upwords_referee.rules.move import Exchange, Move, Pass, Play

EMPTY = Board.empty(10, 10)
MOOD = parse_board("10/10/10/10/2MOOD4/10/10/10/10/10")
DEAR = parse_board("10/10/10/10/2MOOD4/5E4/5A4/5R4/10/10")
DEARS = parse_board("10/10/10/10/2MOOD4/5E4/5A4/5R4/5S4/10")

Laid = list[tuple[int, int, str]]


def refusal(text: str, letters: str | None = None) -> tuple[str, int]:
    with pytest.raises(NotationError) as caught:
        parse_move(text, MOOD, frozenset(letters) if letters else None)
    return str(caught.value), caught.value.column


@pytest.mark.parametrize(
    ("board", "laid", "text"),
    [
        (EMPTY, [(4, 2, "M"), (4, 3, "O")], "5C MO"),
        (EMPTY, [(4, 3, "O"), (4, 2, "M")], "5C MO"),
        (EMPTY, [(4, 2, "M"), (5, 2, "O")], "C5 MO"),
        (EMPTY, [(4, 2, "A")], "5C A"),
        (EMPTY, [(0, 0, "A"), (0, 9, "B")], "1A A........B"),
        (MOOD, [(4, 2, "W")], "5C W..."),
        (MOOD, [(4, 4, "F")], "5C ..F."),
        (MOOD, [(4, 6, "Y")], "5C ....Y"),
        (MOOD, [(4, 1, "S")], "5B S...."),
        (MOOD, [(3, 2, "A"), (5, 2, "I")], "C4 A.I"),
        (MOOD, [(5, 2, "I")], "C5 .I"),
        (MOOD, [(3, 2, "A")], "C4 A."),
        (MOOD, [(8, 8, "A")], "9I A"),
        (DEAR, [(5, 6, "H")], "6F .H"),
        (DEAR, [(5, 4, "H")], "6E H."),
        (DEAR, [(4, 5, "B")], "5C ...B"),
        (DEAR, [(6, 5, "B")], "F5 ..B."),
        (DEARS, [(4, 5, "B")], "5C ...B"),
        (DEARS, [(4, 5, "B"), (5, 5, "O")], "F5 BO..."),
        (EMPTY, [(11, 0, "A"), (11, 1, "B")], "12A AB"),
        (EMPTY, [(98, 24, "A")], "99Y A"),
    ],
)
def test_a_play_is_written_as_its_whole_main_word_and_reads_back(board: Board, laid: Laid, text: str) -> None:
    play = Play.of(laid)
    assert write_move(play, board) == text
    assert parse_move(text, board, strict=True) == Play.of(sorted(laid))
    words = examine(STANDARD, board, play).words
    assert not words or write_formed(play, words) == text


@pytest.mark.parametrize(
    "laid",
    [
        [],
        [(4, 2, "A"), (4, 2, "B")],
        [(4, 2, "A"), (5, 3, "B")],
        [(-1, 2, "A")],
        [(4, -1, "A")],
        [(99, 0, "A")],
        [(0, 25, "A")],
        [(4, -1, "A"), (4, 0, "B")],
    ],
)
def test_plays_that_notation_cannot_say_are_written_as_nothing(laid: Laid) -> None:
    assert write_move(Play.of(laid), MOOD) == ""
    assert display_play(Play.of(laid), MOOD) == ""


@pytest.mark.parametrize(("move", "text"), [(Pass(), "-"), (Exchange("E"), "-E"), (Exchange("EQ"), "-EQ")])
def test_exchanges_and_passes_are_written_and_read_back(move: Move, text: str) -> None:
    assert write_move(move, MOOD) == text
    assert parse_move(text, MOOD, strict=True) == move
    assert parse_move(f" {text.lower()}\n", MOOD) == move


def test_an_exchange_of_nothing_cannot_be_said() -> None:
    assert write_move(Exchange(""), MOOD) == ""


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5C W", "5C W..."),
        ("c5 w", "5C W..."),
        ("5G Y", "5C ....Y"),
        ("G5 Y", "5C ....Y"),
        (" 5c\t....y ", "5C ....Y"),
        ("5A ..W", "5C W..."),
        ("5C W.......", "5C W..."),
        ("05C W...", "5C W..."),
        ("5C W....................", "5C W..."),
    ],
)
def test_any_start_and_length_and_lower_case_are_read_unless_strictly(text: str, canonical: str) -> None:
    move = parse_move(text, MOOD)
    assert move == parse_move(canonical, MOOD)
    assert write_move(move, MOOD) == canonical
    with pytest.raises(NotationError) as caught:
        parse_move(text, MOOD, strict=True)
    assert str(caught.value).startswith("not canonical: ")
    assert str(caught.value).endswith(f' should be "{canonical}"')


def test_a_play_without_a_canonical_form_is_refused_strictly_without_a_hint() -> None:
    assert parse_move("5C ....", MOOD) == Play(())
    with pytest.raises(NotationError, match=r'^not canonical: "5C \.\.\.\."$'):
        parse_move("5C ....", MOOD, strict=True)


def test_a_letter_is_always_a_tile_that_is_played() -> None:
    assert parse_move("5C WOOD", MOOD) == Play.of([(4, 2, "W"), (4, 3, "O"), (4, 4, "O"), (4, 5, "D")])


def test_spelled_text_leaves_the_letters_that_lie_there_unless_it_has_a_dot() -> None:
    assert parse_move("5C WOOD", MOOD, spelled=True) == Play.of([(4, 2, "W")])
    assert parse_move("5c mood", MOOD, spelled=True) == Play(())
    assert parse_move("5C MOODY", MOOD, spelled=True) == Play.of([(4, 6, "Y")])
    assert parse_move("5C WOO.", MOOD, spelled=True) == parse_move("5C WOO.", MOOD)
    assert parse_move("5J ABC", MOOD, spelled=True) == parse_move("5J ABC", MOOD)
    assert parse_move("-E", MOOD, spelled=True) == Exchange("E")


NO_MOVE = (
    " is no move: a play is written like 5D W... (across) or D5 W... (down), an exchange like -E, a pass -"
)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", '""' + NO_MOVE, 0),
        ("5C", '"5C"' + NO_MOVE, 0),
        ("5CWOOD", '"5CWOOD"' + NO_MOVE, 0),
        (" 5Z A ", '"5Z A"' + NO_MOVE, 0),
        ("100A A", '"100A A"' + NO_MOVE, 0),
        ("55 A", '"55 A"' + NO_MOVE, 0),
        ("5C WO OD", '"5C WO OD"' + NO_MOVE, 0),
        ("५C A", '"५C A"' + NO_MOVE, 0),
        ("0A MOOD", "rows are numbered from 1 (at character 1)", 1),
        (" A0 MOOD", "rows are numbered from 1 (at character 3)", 3),
        ("A00 MOOD", "rows are numbered from 1 (at character 2)", 2),
        ("5C W_..", 'no tile has the letter "_" (at character 5)', 5),
        ("  5C  W?", 'no tile has the letter "?" (at character 8)', 8),
        ("5C (MW)OOD", 'no tile has the letter "(" (at character 4)', 4),
        ("-1", 'an exchange is "-" and the letters of tiles; no tile has "1" (at character 2)', 2),
        (" -E F", 'an exchange is "-" and the letters of tiles; no tile has " " (at character 4)', 4),
        ("--", 'an exchange is "-" and the letters of tiles; no tile has "-" (at character 2)', 2),
    ],
)
def test_text_that_is_no_move_is_refused_with_its_place(text: str, message: str, column: int) -> None:
    assert refusal(text) == (message, column)


def test_only_letters_of_tiles_are_read_where_they_are_known() -> None:
    assert refusal("5C WÖ", "WO") == ('no tile has the letter "Ö" (at character 5)', 5)
    assert refusal("-Ö", "WO")[1] == 2
    assert parse_move("5c wo", MOOD, frozenset("WO")) == parse_move("5C WO", MOOD)
    assert parse_move("5C O\u0308", MOOD) == parse_move("5C Ö", MOOD)


@pytest.mark.parametrize(
    ("board", "text", "shown"),
    [
        (MOOD, "5C W...", "5C (M>W)OOD"),
        (MOOD, "5C ....Y", "5C MOODY"),
        (MOOD, "C4 A.I", "C4 AMI"),
        (EMPTY, "5C MO.D", "5C MO.D"),
        (parse_board("10/10/10/10/2(MW)OOD4/10/10/10/10/10"), "5C F...", "5C (W>F)OOD"),
    ],
)
def test_people_see_the_whole_word_and_what_each_stacked_tile_covers(
    board: Board, text: str, shown: str
) -> None:
    play = parse_move(text, board)
    assert isinstance(play, Play)
    assert display_play(play, board) == shown
