"""Game records: what no file of the folder can show: limits, rulesets, boards, and what cannot be written."""

from dataclasses import replace

import pytest

from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.errors import MOST_FAULTS
from upwords_referee.notation.position import parse_board, parse_position, write_board
from upwords_referee.notation.record import RecordError, RecordFault, parse_record, write_record
from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule
from upwords_referee.rules.move import Exchange, Move, Pass, Play
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import (
    Action,
    ChallengeBonus,
    Event,
    GameRecord,
    Player,
    TakeBack,
    UnplayedTiles,
    stood,
)

RULESETS = RulesetBook.builtin()
ANN = GameRecord((Player("ann"),))


def refusals(text: str | bytes) -> list[RecordFault]:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    return caught.value.faults


def unwritable(record: GameRecord) -> str:
    with pytest.raises(RecordError) as caught:
        write_record(record)
    assert all(fault.line == fault.column == 0 for fault in caught.value.faults)
    return str(caught.value)


def events_of(*actions: Action) -> GameRecord:
    return replace(ANN, events=tuple(Event(0, action) for action in actions))


def play(text: str) -> Play:
    move = parse_record(f"#player1 a\n>a: {text}").events[0].action
    assert isinstance(move, Play)
    return move


# Errors.


def test_errors_are_in_the_order_of_the_text_with_line_and_column() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record("#player1 ann\n>ann: 5D M?OD\n#title a\n#title b")
    assert str(caught.value) == (
        'line 2, column 11: no tile has the letter "?"\n'
        "line 4, column 1: #title stands in line 3 already; remove one"
    )
    assert caught.value.faults[0] == RecordFault(2, 11, 'no tile has the letter "?"')


def test_after_a_hundred_errors_the_others_are_counted() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record("#player1 ann\n" + "bad\n" * 130)
    assert len(caught.value.faults) == MOST_FAULTS == 100
    assert caught.value.more == 30
    assert str(caught.value).endswith(
        "line 101, column 1: " + caught.value.faults[0].message + "\nand 30 more"
    )


def test_a_hundred_errors_leave_none_to_count() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record("#player1 ann\n" + "bad\n" * 100)
    assert caught.value.more == 0
    assert "more" not in str(caught.value)


def test_an_event_that_is_wrong_does_not_hide_what_is_wrong_after_it() -> None:
    faults = refusals("#player1 ann\n>ann: AB 5D M?OD x\n>ann: A? - +y")
    assert [fault[:2] for fault in faults] == [(2, 14), (2, 18), (3, 8), (3, 12)]


# Limits.


def test_a_record_has_at_most_a_thousand_events() -> None:
    text = "#player1 ann\n" + ">ann: -\n" * 1000
    assert len(parse_record(text).events) == 1000
    assert refusals(text + "\n>ann: -\n>ann: -") == [
        RecordFault(1003, 1, "a record has at most 1000 events"),
        RecordFault(1004, 1, "a record has at most 1000 events"),
    ]


def test_a_record_has_at_most_256_kilobytes() -> None:
    head = "#player1 ann\n#note "
    fits = head + "a" * (262_144 - len(head))
    assert parse_record(fits) == parse_record(fits.encode())
    for text in (fits + "a", (fits + "a").encode(), fits[:-1] + "é"):
        assert refusals(text) == [RecordFault(1, 1, "a record has at most 262144 bytes, not 262145")]


@pytest.mark.parametrize("letter", ["a", "a\u0308"])
def test_a_rack_and_an_exchange_have_at_most_25_tiles(letter: str) -> None:
    parse_record(f"#player1 ann\n>ann: {letter * 25} -{letter * 25}")
    assert [fault[1:] for fault in refusals(f"#player1 ann\n>ann: {letter * 26} -{'b' * 26}")] == [
        (7, "a rack has at most 25 tiles, not 26"),
        (8 + len(letter) * 26, "an exchange has at most 25 tiles, not 26"),
    ]


def test_unplayed_tiles_are_at_most_625() -> None:
    parse_record(f"#player1 ann\n>ann: ({'A' * 625})")
    assert (
        refusals(f"#player1 ann\n>ann: ({'A' * 626})")[0].message
        == "what is unplayed has at most 625 tiles, not 626"
    )


def test_a_short_name_has_at_most_64_characters_and_a_full_one_200() -> None:
    parse_record(f"#player1 {'n' * 64} {'N' * 200}")
    assert refusals(f"#player1 {'n' * 65}")[0][:2] == (1, 10)
    assert refusals(f"#player1 n {'N' * 201}") == [
        RecordFault(1, 10, "a full name has at most 200 characters, not 201")
    ]


def test_a_count_or_score_too_long_for_a_number_is_refused() -> None:
    faults = refusals(f"#player1 ann\n>ann: -{'1' * 5000} {'2' * 5000}\n#player{'3' * 5000} bob")
    assert [fault[:2] for fault in faults] == [(2, 7), (2, 5009), (3, 1)]


# The ruleset.


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ("", (10, 10)),
        ("#ruleset classic-8x8\n", (8, 8)),
        ("#ruleset\n", (10, 10)),
        ("#start 8/8/8/8/8/8/8/8\n#ruleset classic-8x8\n", (8, 8)),
    ],
)
def test_a_record_is_read_by_the_ruleset_that_it_names_or_the_usual_one(
    head: str, size: tuple[int, int]
) -> None:
    # A tile in column J stands on the larger board alone, where a second one on it needs its dot.
    text = f"{head}#player1 ann\n>ann: 8J A\n>ann: 8J A.\n"
    record = parse_record(text, rulesets=RULESETS.get)
    written = write_record(record, rulesets=RULESETS.get)
    assert (">ann: ? 8J A.\n" in written) == (size == (10, 10))


def test_the_size_of_the_start_position_chooses_among_the_usual_rulesets() -> None:
    asked = []

    def rulesets(id: str) -> None:
        asked.append(id)

    for rows, row in ((8, "8"), (10, "10"), (9, "9")):
        parse_record(f"#player1 ann\n#start {'/'.join([row] * rows)}", rulesets=rulesets)
    parse_record("#player1 ann", rulesets=rulesets)
    assert asked == ["classic-8x8", "standard-10x10", "standard-10x10"]


def test_the_ruleset_that_is_given_goes_before_the_one_that_is_named() -> None:
    text = "#player1 ann\n#ruleset club\n>ann: 8J Q\n"
    classic = RULESETS.get("classic-8x8")
    assert classic
    record = parse_record(text, classic)
    assert record.ruleset == "club"
    assert write_record(record, classic, rulesets=RULESETS.get)
    with pytest.raises(RecordError, match=r"^line 2, column 10: no ruleset is called \"club\" here$"):
        parse_record(text, rulesets=RULESETS.get)
    with pytest.raises(RecordError, match=r'^ruleset: no ruleset is called "club" here$'):
        write_record(record, rulesets=RULESETS.get)


def test_where_no_ruleset_is_known_any_letter_will_do() -> None:
    text = "#player1 ann\n#ruleset club\n>ann: Äж 5D Äж\n"
    assert parse_record(text).events[0].rack == "ÄЖ"
    assert write_record(parse_record(text)).endswith(">ann: ÄЖ 5D ÄЖ\n")


# The board.


def test_the_last_play_is_taken_back_once_whatever_came_after_it() -> None:
    text = """#player1 ann
>ann: 5D MOOD
>ann: 5D W...
>ann: (challenge)
>ann: --
>ann: --
>ann: 5D MOODY
"""
    record = parse_record(text)
    assert record.events[-1].action == play("5H Y")
    assert ">ann: ? 5D ....Y\n" in write_record(record)


def test_a_take_back_of_nothing_changes_nothing() -> None:
    record = parse_record("#player1 ann\n>ann: --\n>ann: 5D MOOD\n>ann: 5D MOODY")
    assert record.events[-1].action == play("5H Y")


def test_a_play_that_cannot_lie_there_changes_nothing() -> None:
    board = parse_board("2/2")
    assert stood(board, Pass()) is board
    for placements in (
        [(0, 2, "A")],
        [(2, 0, "A")],
        [(-1, 0, "A")],
        [(0, -1, "A")],
        [(0, 0, "A"), (0, 0, "B")],
    ):
        assert stood(board, Play.of(placements)) is board
    assert write_board(stood(board, Play.of([(0, 0, "A"), (0, 1, "B")]))) == "AB/2"


def test_a_stack_ends_at_99_tiles_however_many_are_played_on_it() -> None:
    record = parse_record("#player1 ann\n" + ">ann: 1A A.\n>ann: 1A B.\n" * 200)
    board = Board.empty(10, 10)
    for event in record.events:
        board = stood(board, event.action)
    assert board.height(0, 0) == 99
    assert parse_record(write_record(record)).events[-1].action == record.events[-1].action


# What cannot be written.


@pytest.mark.parametrize(
    "action",
    [
        Play.of([(-1, 0, "A")]),
        Play.of([(99, 0, "A")]),
        Play.of([(0, 25, "A")]),
        Play.of([(0, 0, "A"), (0, 0, "B")]),
        Play.of([(0, 0, "A"), (1, 1, "B")]),
        Play.of([(0, 0, "a")]),
        Play.of([(0, 0, "?")]),
        Play.of([(0, 0, "AB")]),
        Exchange(""),
        Exchange("a"),
        Exchange("-"),
        Exchange("A" * 26),
        Exchange("_" * 26),
        UnplayedTiles("_"),
        UnplayedTiles("a"),
    ],
)
def test_an_action_that_notation_cannot_say_is_refused(action: Action) -> None:
    message = unwritable(events_of(Pass(), action, Exchange("A")))
    assert message.startswith("events[1]: action: ")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (GameRecord(()), "players: a game has 1 to 4, not 0"),
        (GameRecord(tuple(Player(nick) for nick in "abcde")), "players: a game has 1 to 4, not 5"),
        (GameRecord((Player("a"), Player("a"))), 'players[1].nick: "a" is there already'),
        (GameRecord((Player("a b"),)), "players[0]: a short name is"),
        (GameRecord((Player(""),)), "players[0]: a short name is"),
        (GameRecord((Player("a", " Ann"),)), "players[0]: the full name "),
        (GameRecord((Player("a", "A" * 201),)), "players[0]: a full name has at most"),
        (GameRecord((Player("a", "A\nB"),)), "players[0]: the character U+000A has no place"),
        (GameRecord((Player("a", rack="a"),)), "players[0].rack: a rack has capital letters"),
        (GameRecord((Player("a", rack="?"),)), 'players[0].rack: no tile has the letter "?"'),
        (replace(ANN, title="a\nb"), "title: the character U+000A has no place"),
        (replace(ANN, title="a\u2028b"), "title: the character U+2028 has no place"),
        (replace(ANN, title="\ud800"), "title: the character U+D800 has no place"),
        (replace(ANN, date=" a"), 'date: " a" begins or ends with white space'),
        (replace(ANN, lexicon_digest="0" * 63), "lexicon_digest: a digest is 64"),
        (replace(ANN, lexicon_digest="A" * 64), "lexicon_digest: a digest is 64"),
        (
            replace(ANN, challenge_rule=ChallengeRule(ChallengeKind.PENALTY, 1001)),
            "challenge_rule: a penalty is",
        ),
        (
            replace(ANN, start=parse_position("2/2 A/B 0/0 0")),
            "start: it has 2 racks, but the record has 1 players",
        ),
        (replace(ANN, start=Position(parse_board("2/2"), ("a",), (0,))), "start: notation cannot say it"),
        (
            replace(ANN, start=Position(parse_board("2/2"), ("A",), (0,), opcodes={"lex": "a\nb"})),
            "start: notation cannot say it",
        ),
        (replace(ANN, start=Position(parse_board("2/2"), ("A",), (1_000_000,))), "start: a score is"),
        (replace(ANN, pragmata=(("a", ""), ("Title", "b"))), 'pragmata[1]: "Title" is no name'),
        (replace(ANN, pragmata=(("player7", ""),)), 'pragmata[0]: "player7" is no name'),
        (replace(ANN, pragmata=(("a b", ""),)), 'pragmata[0]: "a b" is no name'),
        (replace(ANN, pragmata=(("a\x00", ""),)), "pragmata[0]: the character U+0000"),
        (replace(ANN, pragmata=(("a", "b "),)), 'pragmata[0]: "b " begins or ends'),
        (replace(ANN, events=(Event(1, Pass()),)), "events[0]: player: there is no player 1, counted from 0"),
        (replace(ANN, events=(Event(-1, Pass()),)), "events[0]: player: there is no player -1"),
        (replace(ANN, events=(Event(0, Pass(), rack="a"),)), "events[0]: a rack has capital letters"),
        (replace(ANN, events=(Event(0, Pass(), score=1_000_000),)), "events[0]: score: at most six digits"),
        (replace(ANN, events=(Event(0, Pass(), total=-1_000_000),)), "events[0]: total: at most six digits"),
        (replace(ANN, events=(Event(0, Pass(), note="a\rb"),)), "events[0]: the character U+000D"),
        (events_of(*[Pass()] * 1001), "events: a record has at most 1000, not 1001"),
        (replace(ANN, title="a" * 262_144), "a record has at most 262144 bytes of text, not"),
    ],
)
def test_what_text_cannot_say_is_refused_by_the_name_of_its_field(record: GameRecord, message: str) -> None:
    assert unwritable(record).startswith(message)


def test_all_that_cannot_be_written_is_told() -> None:
    record = replace(events_of(Exchange(""), Pass(), UnplayedTiles("?")), title=" a")
    assert [message.split(":")[0] for message in unwritable(record).split("\n")] == [
        "title",
        "events[0]",
        "events[2]",
    ]


def test_a_letter_that_the_ruleset_lacks_is_not_written() -> None:
    record = events_of(Exchange("Ä"))
    assert write_record(record)
    with pytest.raises(RecordError, match=r"events\[0\]: action: it has a letter that no tile has"):
        write_record(record, rulesets=RULESETS.get)


def test_the_order_of_placements_and_of_what_a_penalty_alone_means_is_not_written() -> None:
    turned = Play.of([(4, 4, "O"), (4, 3, "M")])
    record = replace(events_of(turned), challenge_rule=ChallengeRule(ChallengeKind.SINGLE, 5))
    read = parse_record(write_record(record))
    assert read.events[0].action == Play(tuple(sorted(turned.placements)))
    assert read.challenge_rule == ChallengeRule()


def test_an_event_knows_the_line_it_was_read_from() -> None:
    record = parse_record("\n#player1 ann\r\n\r\n>ann: -\n#note a\n>ann: (challenge)")
    assert [event.line for event in record.events] == [4, 6]
    assert record.events[1].action == ChallengeBonus()


def test_a_move_may_be_any_of_the_three() -> None:
    moves: list[Move] = [play("5D MOOD"), Exchange("A"), Pass()]
    assert [event.action for event in parse_record(write_record(events_of(*moves, TakeBack()))).events] == [
        *moves,
        TakeBack(),
    ]
