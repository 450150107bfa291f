"""What is left on the board by what was recorded, right or wrong."""

from tests.unit.rules.asking import board
from upwords_referee.rules.move import Pass, Play
from upwords_referee.rules.record import TakeBack, stood

MOOD = board("5 3MOOD3")


def test_a_play_stands_as_far_as_its_tiles_can_lie() -> None:
    assert stood(MOOD, Play.of([(4, 3, "W"), (0, 0, "A")])).stack(4, 3) == "MW"
    assert stood(MOOD, Play.of([(4, 3, "W"), (0, 10, "A")])) is MOOD
    assert stood(MOOD, Play.of([(-1, 3, "W")])) is MOOD
    assert stood(MOOD, Play.of([(0, 3, "W"), (0, 3, "W")])) is MOOD


def test_no_stack_grows_beyond_what_notation_can_write() -> None:
    high = MOOD
    for _ in range(98):
        high = stood(high, Play.of([(4, 3, "W")]))
    assert high.height(4, 3) == 99
    assert stood(high, Play.of([(4, 3, "W")])) is high


def test_what_is_no_play_lays_nothing() -> None:
    assert stood(MOOD, Pass()) is MOOD
    assert stood(MOOD, TakeBack()) is MOOD
