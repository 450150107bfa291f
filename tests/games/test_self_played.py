"""A thousand games that the program played against itself: none has a fault; each, spoiled, has it told."""

import lzma
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.games.self_play import BOOK, SEPARATOR, texts
from tests.games.spoiling import WAYS, spoil
from upwords_referee.library.judge_game import judge_game
from upwords_referee.notation.record import parse_record, write_record
from upwords_referee.rules.game import EndReason
from upwords_referee.rules.inspection import Severity
from upwords_referee.rules.record import ChallengeBonus, GameRecord, TakeBack

FILE = Path(__file__).with_name("self_played.txt.xz")


@cache
def games() -> list[str]:
    return lzma.decompress(FILE.read_bytes()).decode().split(SEPARATOR)[:-1]


def record(text: str) -> GameRecord:
    return parse_record(text, rulesets=BOOK.get)


@pytest.mark.parametrize("part", range(10))
def test_a_self_played_game_has_no_fault(part: int) -> None:
    for text in games()[part::10]:
        judgement = judge_game(text)
        assert judgement.findings == (), text
        assert judgement.end_reason
        assert any(result.winner for result in judgement.results)


@pytest.mark.parametrize("part", range(10))
def test_a_spoiled_game_has_its_fault_told_at_the_right_turn(part: int) -> None:
    for number, text in [*enumerate(games())][part::10]:
        played = record(text)
        ruleset = BOOK.get(played.ruleset)
        assert ruleset
        spoiled = spoil(played, ruleset, random.Random(number))
        judgement = judge_game(spoiled.record)
        errors = [finding for finding in judgement.findings if finding.severity is Severity.ERROR]
        told = [(finding.turn, finding.kind.name, finding.message) for finding in errors]
        assert errors, (number, spoiled)
        assert errors[0].turn == spoiled.turn, (number, spoiled.turn, spoiled.kinds, told)
        assert {f.kind for f in errors if f.turn == spoiled.turn} & spoiled.kinds, (number, told)
        stopped = judge_game(spoiled.record, stop_at_first_error=True)
        assert len(stopped.events) == spoiled.turn, number


def test_the_games_are_of_all_kinds() -> None:
    assert len(games()) == 1000
    records = [record(text) for text in games()]
    assert set(Counter(len(one.players) for one in records)) == {1, 2, 3, 4}
    assert {one.ruleset for one in records} == {"standard-10x10", "classic-8x8", "topwords-10x10"}
    actions = Counter(type(event.action) for one in records for event in one.events)
    assert min(actions[TakeBack], actions[ChallengeBonus]) > 100
    ends = Counter(judge_game(text).end_reason for text in games()[:200])
    assert set(ends) == set(EndReason)


def test_every_way_to_spoil_a_game_is_taken() -> None:
    ways = Counter(
        way.__name__
        for number, text in enumerate(games()[:100])
        for way in WAYS
        if way(
            one := record(text),
            BOOK.get(one.ruleset) or pytest.fail("an unknown ruleset"),
            random.Random(number),
        )
    )
    assert ways.keys() == {way.__name__ for way in WAYS}


def test_a_self_played_game_is_written_as_it_was_read() -> None:
    for text in games()[::20]:
        assert write_record(record(text), rulesets=BOOK.get) == text


def test_the_players_still_play_the_same_games() -> None:
    assert list(texts(4)) == games()[:4]
