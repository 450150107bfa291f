"""Spoiling a faultless game in one way, so that one turn of it is wrong."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from upwords_referee.rules.inspection import FindingKind
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.record import ChallengeBonus, Event, GameRecord, TakeBack, UnplayedTiles
from upwords_referee.rules.ruleset import Ruleset


class Spoiled(NamedTuple):
    """A record with one fault: the number of the event that has it, and what is to be found there."""

    record: GameRecord
    turn: int
    kinds: frozenset[FindingKind]


Spoil = Callable[[GameRecord, Ruleset, random.Random], Spoiled | None]


def wrong_score(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """A score is one point too high; the totals go on from it."""
    index = chance.randrange(len(record.events))
    wrong = record.events[index]
    assert wrong.score is not None
    events = list(record.events)
    for i in range(index, len(events)):
        event = events[i]
        if event.player == wrong.player:
            assert event.total is not None
            events[i] = replace(event, total=event.total + 1)
    events[index] = replace(events[index], score=wrong.score + 1)
    return _spoiled(record, events, index, FindingKind.SCORE_MISMATCH)


def wrong_total(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """A total is wrong."""
    index = chance.randrange(len(record.events))
    total = record.events[index].total
    assert total is not None
    return _changed(record, index, FindingKind.TOTAL_MISMATCH, total=total + 10)


def other_player(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """A turn is written down for the player after, without a rack that would tell."""
    index = _pick(record, chance, lambda event: isinstance(event.action, Pass))
    if index is None or len(record.players) == 1:
        return None
    player = (record.events[index].player + 1) % len(record.players)
    return _changed(record, index, FindingKind.OFF_TURN, player=player, rack=None, total=None)


def tile_not_held(record: GameRecord, ruleset: Ruleset, chance: random.Random) -> Spoiled | None:
    """A played tile is not on the rack that was written down."""
    index = _pick(record, chance, _stands(record))
    if index is None:
        return None
    event = record.events[index]
    assert isinstance(event.action, Play)
    assert event.rack
    _, _, letter = event.action.placements[0]
    others = [other for other in ruleset.letters if other not in event.rack]
    rack = event.rack.replace(letter, chance.choice(others))
    kinds = (FindingKind.TILE_NOT_ON_RACK, FindingKind.IMPOSSIBLE_RACK)
    return _changed(record, index, *kinds, rack=rack)


def no_word(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """A play that lays another letter makes what is no word, and stands."""
    index = _pick(record, chance, lambda event: isinstance(event.action, Play) and len(event.rack or "") > 1)
    if index is None:
        return None
    event = record.events[index]
    if isinstance(_next(record, index), TakeBack):
        return None
    assert isinstance(event.action, Play)
    row, column, letter = event.action.placements[0]
    # No word of the list has two of one of these in a row, nor one next to the other.
    other = "X" if letter != "X" else "Z"
    play = Play(((row, column, other), *event.action.placements[1:]))
    rack = (event.rack or "").replace(letter, other, 1)
    kinds = (
        FindingKind.ILLEGAL_PLAY,
        FindingKind.IMPOSSIBLE_RACK,
        FindingKind.TILE_COUNT_EXCEEDED,
        FindingKind.SCORE_MISMATCH,
    )
    return _changed(record, index, *kinds, action=play, rack=rack)


def needless_take_back(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """A play whose words are all acceptable is taken back, and played again."""
    index = _pick(record, chance, _stands(record))
    if index is None:
        return None
    event = record.events[index]
    assert event.score is not None
    assert event.total is not None
    back = replace(event, action=TakeBack(), score=-event.score, total=event.total - event.score)
    events = [*record.events[: index + 1], back, *record.events[index:]]
    return _spoiled(record, events, index + 1, FindingKind.BAD_TAKE_BACK)


def take_back_of_nothing(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """A take-back follows a pass or an exchange."""
    index = _pick(record, chance, lambda event: isinstance(event.action, Pass | Exchange))
    if index is None:
        return None
    event = record.events[index]
    events = [*record.events[: index + 1], replace(event, action=TakeBack()), *record.events[index + 1 :]]
    return _spoiled(record, events, index + 1, FindingKind.BAD_TAKE_BACK)


def after_the_end(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """A player exchanges a tile when the game has ended."""
    player = chance.randrange(len(record.players))
    events = [*record.events, Event(player, Exchange("E"))]
    return _spoiled(record, events, len(record.events), FindingKind.AFTER_END)


def two_exchanged(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """Two tiles are exchanged at once."""
    index = _pick(record, chance, lambda event: isinstance(event.action, Exchange) and bool(event.rack))
    if index is None:
        return None
    rack = record.events[index].rack or ""
    return _changed(record, index, FindingKind.EXCHANGE_COUNT, action=Exchange(rack[:2]))


def wrong_cost_of_tiles(record: GameRecord, _: Ruleset, chance: random.Random) -> Spoiled | None:
    """Tiles that are left cost more than they should."""
    index = _pick(record, chance, lambda event: isinstance(event.action, UnplayedTiles))
    if index is None:
        return None
    event = record.events[index]
    assert event.score is not None
    assert event.total is not None
    return _changed(record, index, FindingKind.SCORE_MISMATCH, score=event.score - 1, total=event.total - 1)


WAYS: tuple[Spoil, ...] = (
    wrong_score,
    wrong_total,
    other_player,
    tile_not_held,
    no_word,
    needless_take_back,
    take_back_of_nothing,
    after_the_end,
    two_exchanged,
    wrong_cost_of_tiles,
)


def spoil(record: GameRecord, ruleset: Ruleset, chance: random.Random) -> Spoiled:
    """Spoil a record in one way that it allows."""
    for way in chance.sample(WAYS, len(WAYS)):
        if spoiled := way(record, ruleset, chance):
            return spoiled
    raise AssertionError("every record has a score")


def _next(record: GameRecord, index: int) -> object:
    return record.events[index + 1].action if index + 1 < len(record.events) else None


def _stands(record: GameRecord) -> Callable[[Event], bool]:
    """Return what says whether an event is a play that nobody takes back or challenges."""
    taken_back = {
        index
        for index in range(len(record.events))
        if isinstance(_next(record, index), TakeBack | ChallengeBonus)
    }
    kept = {id(event) for index, event in enumerate(record.events) if index not in taken_back}
    return lambda event: isinstance(event.action, Play) and id(event) in kept


def _pick(record: GameRecord, chance: random.Random, fits: Callable[[Event], bool]) -> int | None:
    fitting = [index for index, event in enumerate(record.events) if fits(event)]
    return chance.choice(fitting) if fitting else None


def _changed(record: GameRecord, index: int, *kinds: FindingKind, **changes: object) -> Spoiled:
    events = list(record.events)
    events[index] = replace(events[index], **changes)  # type: ignore[arg-type]
    return _spoiled(record, events, index, *kinds)


def _spoiled(record: GameRecord, events: Sequence[Event], index: int, *kinds: FindingKind) -> Spoiled:
    return Spoiled(replace(record, events=tuple(events)), index + 1, frozenset(kinds))
