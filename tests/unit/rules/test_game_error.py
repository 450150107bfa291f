"""Records that are no game: each is refused with the field that is wrong."""

from dataclasses import replace

import pytest

from tests.unit.rules.asking import STANDARD, board, house
from tests.unit.rules.games import Game
from upwords_referee.rules.board import Board
from upwords_referee.rules.game import GameError
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import Event, GameRecord, Player, UnplayedTiles

ANN, BOB = Player("ann"), Player("bob")
MOOD = board("5 3MOOD3")
GAME = GameRecord((ANN, BOB), (Event(0, Pass()),))


def with_event(event: Event) -> GameRecord:
    return replace(GAME, events=(Event(0, Pass()), event))


def with_start(start: Position) -> GameRecord:
    return replace(GAME, start=start)


@pytest.mark.parametrize(
    ("record", "path", "message"),
    [
        (replace(GAME, players=()), "players", "1 to 4 players, not 0"),
        (replace(GAME, players=(ANN,) * 5), "players", "1 to 4 players, not 5"),
        (with_event(Event(2, Pass())), "events[1].player", "there is no player 2; the game has 2"),
        (with_event(Event(-1, Pass())), "events[1].player", "there is no player -1"),
        (with_event(Event(0, Pass(), rack="A?")), "events[1].rack", "'?' is a letter that no tile has"),
        (
            with_event(Event(0, Play.of([(4, 4, "A"), (4, 5, "a")]))),
            "events[1].play.placements[1].tile",
            "'a'",
        ),
        (with_event(Event(0, Exchange("_!"))), "events[1].exchange.tiles", "'!'"),
        (with_event(Event(0, UnplayedTiles("_"))), "events[1].unplayed_tiles.tiles", "'_'"),
        (replace(GAME, players=(ANN, Player("bob", rack="?"))), "players[1].rack", "'?'"),
        (with_start(Position(Board.empty(8, 8))), "start", "the board: has 8 rows and 8 columns"),
        (with_start(Position(MOOD, ("A",), (0,))), "start", "has racks of 1 players; the game has 2"),
        (with_start(Position(MOOD, ("A", "?"), (0, 0))), "start", "'?'"),
        (with_start(Position(MOOD, (None, None), (0, 0), 0, {"bag": "few"})), "start", "not 'few'"),
        (with_start(Position(MOOD, (None, None), (0, 0), 0, {"bag": "²"})), "start", "not '²'"),
        (with_start(Position(MOOD, (None, None), (0, 0), 0, {"bag": "1" * 7})), "start", "not '1111111'"),
    ],
)
def test_a_record_that_is_no_game_is_refused_with_the_field(
    record: GameRecord, path: str, message: str
) -> None:
    with pytest.raises(GameError) as raised:
        Game("").judge(record)
    assert raised.value.path == path
    assert message in raised.value.message
    assert str(raised.value) == f"{path}: {raised.value.message}"


def test_its_neighbours_are_games() -> None:
    assert Game("").judge(GAME).sound
    assert Game("").judge(with_event(Event(1, Exchange("_")))).sound
    assert Game("").judge(with_start(Position(MOOD))).sound
    assert Game("").judge(with_start(Position(MOOD, (None, None), (0, 0), 0, {"bag": "80"}))).sound


def test_a_house_rule_that_needs_unknown_tiles_is_refused_at_the_play() -> None:
    start = Position(board("5 3(_M)OOD3"))
    record = replace(with_start(start), events=(Event(0, Play.of([(4, 3, "W")])),))
    with pytest.raises(GameError, match=r"events\[0\]\.play: the ruleset asks for buried tiles"):
        Game("", house(same_letter_rule="anywhere")).judge(record)
    assert Game("", STANDARD).judge(record).events[0].score == 6
