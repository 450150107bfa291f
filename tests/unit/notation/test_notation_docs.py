"""docs/notation.md: its examples run as it says."""

import re
from pathlib import Path

import pytest

from upwords_referee.library.judge import judge
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.move import display_play, parse_move, write_move
from upwords_referee.notation.position import parse_board, parse_position, write_board
from upwords_referee.notation.pragma import is_known
from upwords_referee.notation.record import (
    RecordError,
    parse_action,
    parse_record,
    write_action,
    write_record,
)
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Exchange, Move, Pass, Play
from upwords_referee.rules.record import (
    ChallengeBonus,
    GameRecord,
    TakeBack,
    TimePenalty,
    UnplayedTiles,
)
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
    RECORD,
    EVENTS,
    ON_ITS_LIKE,
    LENIENCIES,
    TWO_MISTAKES,
    THEIR_ERRORS,
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
        rows = {row for row, _, _ in play.placements}
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


def record_of(block: list[list[str]]) -> GameRecord:
    return parse_record("\n".join(line for (line,) in block))


def test_the_record_is_canonical() -> None:
    record = record_of(RECORD)
    assert write_record(record) == "".join(f"{line}\n" for (line,) in RECORD)
    assert (len(record.players), len(record.events), record.incomplete) == (2, 6, True)


def test_the_lines_of_the_table_have_a_meaning_and_are_in_the_order_of_writing() -> None:
    table = PAGE.split("### Lines with `#`")[1].split("`#note`")[0]
    names = re.findall(r"`#([a-z0-9-]+)`", table)
    assert all(is_known(name) for name in names)
    assert is_known("note")
    assert not is_known("others")
    record = record_of(
        [
            *(
                [f"#{name}"]
                for name in ("title a", "description b", "id c", "date d", "ruleset e", "lexicon f")
            ),
            ["#lexicon-digest " + "0" * 64],
            ["#challenge-rule void"],
            *([f"#player{number} p{number}"] for number in (1, 2, 3, 4)),
            ["#start 2/2"],
            *([f"#rack{number} A"] for number in (1, 2, 3, 4)),
            ["#incomplete"],
        ]
    )
    written = re.findall("^#([a-z0-9-]+)", write_record(record), re.MULTILINE)
    assert [name for name in written if name not in ("player2", "player3", "rack2", "rack3")] == names


def test_the_events_are_what_the_page_says_and_canonical() -> None:
    (play, _), *others = EVENTS
    assert parse_action(play, EMPTY) == Play.of([(4, 3, "W")])
    actions = [parse_action(text, EMPTY) for text, _ in others]
    assert [write_action(action, EMPTY) for action in actions] == [text for text, _ in others]
    assert actions == [
        Exchange("E"),
        Exchange("__"),
        Exchange("E_"),
        Pass(),
        TakeBack(),
        UnplayedTiles("AB"),
        ChallengeBonus(),
        TimePenalty(),
        UnplayedTiles("TIME"),
        Play(()),
    ]


def test_a_play_on_its_like_has_a_dot_behind() -> None:
    ((text, _),) = ON_ITS_LIKE
    played = parse_action(text, MOOD)
    assert isinstance(played, Play)
    assert len(played.placements) == 4
    assert write_action(played, MOOD) == text
    assert parse_action(text.removesuffix("."), MOOD) == Play(())


def test_after_an_empty_rack_a_number_is_the_score_of_a_pass() -> None:
    tiles, points = parse_record("#player1 a\n>a: - -__\n>a: - -2").events
    assert (tiles.rack, tiles.action, tiles.score) == ("", Exchange("__"), None)
    assert (points.rack, points.action, points.score) == (None, Pass(), -2)


def test_the_leniencies_are_those_of_the_lenient_files() -> None:
    assert len(LENIENCIES) == 8
    lenient = "\ufeff\r\n  #incomplete\r> ann : 5c mood 8\r\r\n>ann: 5C WOOD ? 9 \n>ann: -e -0\n#Player1 ann"
    assert write_record(parse_record(lenient)).splitlines()[2:] == [
        "#player1 ann",
        ">ann: ? 5C MOOD +8",
        ">ann: ? 5C W... ? 9",
        ">ann: ? -E +0",
        "#incomplete",
    ]
    stated = b"#character-encoding ISO-8859-1\n#player1 ann \x93Ann\x94 \xc4"
    assert parse_record(stated).players[0].name == "\u201cAnn\u201d Ä"


def test_the_errors_of_the_two_mistakes_are_those_of_the_page() -> None:
    with pytest.raises(RecordError) as caught:
        record_of(TWO_MISTAKES)
    assert str(caught.value).splitlines() == [line for (line,) in THEIR_ERRORS]
