"""Actions of a game record, alone: what is written, what is read, what is refused and where."""

import pytest

from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.position import parse_board
from upwords_referee.notation.record import parse_action, write_action
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.record import Action, ChallengeBonus, TakeBack, TimePenalty, UnplayedTiles

MOOD = parse_board("10/10/10/10/2MOOD4/10/10/10/10/10")
ENGLISH = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("5C W...", Play.of([(4, 2, "W")])),
        ("5C MOOD.", Play.of([(4, 2, "M"), (4, 3, "O"), (4, 4, "O"), (4, 5, "D")])),
        ("5C W...Y", Play.of([(4, 2, "W"), (4, 6, "Y")])),
        ("1A .", Play(())),
        ("-", Pass()),
        ("-E", Exchange("E")),
        ("-EQ", Exchange("EQ")),
        ("-E_", Exchange("E_")),
        ("-1", Exchange("_")),
        ("-25", Exchange("_" * 25)),
        ("--", TakeBack()),
        ("()", UnplayedTiles("")),
        ("(AB)", UnplayedTiles("AB")),
        ("(TIME)", UnplayedTiles("TIME")),
        ("(CHALLENGE)", UnplayedTiles("CHALLENGE")),
        ("(challenge)", ChallengeBonus()),
        ("(time)", TimePenalty()),
    ],
)
def test_an_action_is_written_and_read(text: str, action: Action) -> None:
    assert write_action(action, MOOD) == write_action(action, MOOD, ENGLISH) == text
    assert parse_action(text, MOOD) == parse_action(f" {text}\n", MOOD, ENGLISH) == action


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5C WOOD", "5C W..."),
        ("5c moody", "5C ....Y"),
        ("5C MOOD", "1A ."),
        ("c5   w", "5C W..."),
        ("-e", "-E"),
        ("-__", "-2"),
        ("-01", "-1"),
        ("(ab)", "(AB)"),
    ],
)
def test_an_action_is_read_leniently(text: str, canonical: str) -> None:
    assert write_action(parse_action(text, MOOD), MOOD) == canonical


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", '"" is no action: a play is written like', 0),
        ("MOOD", '"MOOD" is no action', 0),
        ("5C", 'after the square "5C" come the tiles', 0),
        ("5C M?", 'no tile has the letter "?"', 5),
        ("  5C M?", 'no tile has the letter "?"', 7),
        ("5W MOOD", "the play goes on beyond row 99 or column Y", 0),
        ("A98 MOOD", "the play goes on beyond row 99 or column Y", 0),
        ("100A MOOD", '"100A MOOD" is no move', 0),
        ("-0", 'an exchange is of 1 to 25 tiles, not "0"', 0),
        ("-26", 'an exchange is of 1 to 25 tiles, not "26"', 0),
        ("-A?", 'no tile has the letter "?"', 3),
        ("---", 'no tile has the letter "-"', 2),
        (" (A_)", 'no tile has the letter "_"', 4),
        ("(AB", '"(AB" lacks its closing bracket', 0),
        ("(", '"(" lacks its closing bracket', 0),
        ("(Challenge)", '"(Challenge)" can be two things', 0),
        ("(AB) C", '"(AB) C" lacks its closing bracket', 0),
    ],
)
def test_what_is_no_action_is_refused_at_its_place(text: str, message: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text, MOOD)
    assert caught.value.message.startswith(message)
    assert caught.value.column == column


def test_what_notation_cannot_say_is_empty() -> None:
    assert write_action(Exchange(""), MOOD) == ""
    assert write_action(Exchange("Ä"), MOOD, ENGLISH) == ""
    assert write_action(Play.of([(0, 0, "A"), (1, 1, "B")]), MOOD) == ""
