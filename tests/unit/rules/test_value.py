"""Values are what their fields are, whichever object carries them."""

import pickle

import pytest

from upwords_referee.rules import value
from upwords_referee.rules.board import Board
from upwords_referee.rules.judging import Judgement
from upwords_referee.rules.move import Play
from upwords_referee.rules.value import Value


def test_values_of_equal_fields_are_equal_and_hash_alike() -> None:
    one, other = Play(((4, 3, "W"),)), Play.of([(4, 3, "W")])
    assert one == other
    assert hash(one) == hash(other)
    assert one != Play(())
    assert one != ((4, 3, "W"),)


@pytest.mark.skipif(not value.__file__.endswith(".py"), reason="compiled values have no such other class")
def test_a_value_is_not_one_of_another_class_with_the_same_fields() -> None:
    class Other(Play):
        pass

    assert Play(()) != Other(())


def test_a_value_shows_its_fields() -> None:
    assert repr(Play(((4, 3, "W"),))) == "Play(((4, 3, 'W'),))"


def test_a_value_travels_to_another_process() -> None:
    for each in (Board.empty(2, 2), Play(((0, 1, "A"),)), Judgement((), (), 5)):
        assert pickle.loads(pickle.dumps(each)) == each


def test_a_class_of_values_must_name_its_fields() -> None:
    with pytest.raises(NotImplementedError):
        Value().fields()
