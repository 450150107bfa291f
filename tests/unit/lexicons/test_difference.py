"""What changed from one edition of a list to the next."""

import random

from upwords_referee.lexicons.difference import Change, changes
from upwords_referee.rules.words import WordStatus

GOOD, NAME = WordStatus.ACCEPTABLE, WordStatus.PROPER_NOUN


def test_the_same_list_has_no_change() -> None:
    entries = [("A", GOOD), ("B", NAME)]
    assert list(changes(entries, entries)) == []
    assert list(changes([], [])) == []


def test_what_came_what_went_and_what_is_said_otherwise_come_by_code_point() -> None:
    old = [("B", GOOD), ("C", NAME), ("D", GOOD), ("Z", NAME)]
    new = [("A", NAME), ("B", GOOD), ("C", GOOD), ("Ä", GOOD)]
    assert list(changes(old, new)) == [
        Change("A", None, NAME),
        Change("C", NAME, GOOD),
        Change("D", GOOD, None),
        Change("Z", NAME, None),
        Change("Ä", None, GOOD),
    ]


def test_the_changes_make_the_new_list_of_the_old() -> None:
    chance = random.Random(5)
    for _ in range(200):
        old, new = (
            {word: chance.choice([GOOD, NAME]) for word in chance.sample("ABCDEFÄÖÜ", chance.randint(0, 9))}
            for _ in range(2)
        )
        made = dict(old)
        for word, was, now in changes(sorted(old.items()), sorted(new.items())):
            assert made.pop(word, None) is was
            if now:
                made[word] = now
        assert made == new
