"""House rulings in every method: under a call's own, over every lexicon."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.service.questions import batch, check, inspect, item, judge, overlay
from upwords_referee.lexicons.overlay import Overlay
from upwords_referee.lexicons.registry import Registry
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.words import WordStatus
from upwords_referee.service.methods import build_methods
from upwords_referee.service.shelf import Shelf, Stock

HOUSE = Overlay.from_words(allow=["wood"], deny=["food", "mood"])
LEXICONS = Registry([WordList("club", ["FOOD", "MOOD", "HOOD"])], "club")
METHODS = {
    method.request.DESCRIPTOR.name: method
    for method in build_methods(RulesetBook.builtin(), LEXICONS, HOUSE).values()
}
CALL = overlay(["food"], ["wood"])
BOTH = Overlay.from_words(allow=["food"], deny=["wood", "mood"])


def ask(request: Any) -> Any:
    return METHODS[request.DESCRIPTOR.name].handle(request)


def names(*words: Any) -> list[str]:
    return [WordStatus(word.status).name for word in words]


def test_a_move_is_judged_by_the_house() -> None:
    verdict = ask(judge())
    assert (verdict.valid, names(*verdict.words)) == (True, ["ALLOWED"])
    assert verdict.provenance.overlay_digest == HOUSE.digest


@pytest.mark.parametrize("lexicon", ["", "none"])
def test_the_rulings_of_a_call_go_before_those_of_the_house(lexicon: str) -> None:
    verdict = ask(judge(overlay=CALL, lexicon=lexicon))
    assert (verdict.valid, names(*verdict.words)) == (False, ["DENIED"])
    assert verdict.provenance.overlay_digest == BOTH.digest


def test_a_batch_is_judged_by_the_house_with_or_without_rulings_of_its_own() -> None:
    alone = ask(batch(item(), item("5D F..."), item("5D H...")))
    assert [names(*result.verdict.words)[0] for result in alone.results] == [
        "ALLOWED",
        "DENIED",
        "ACCEPTABLE",
    ]
    assert alone.provenance.overlay_digest == HOUSE.digest
    mixed = ask(batch(item(), item(overlay=overlay([], ["hood"])), overlay=CALL))
    assert [names(*result.verdict.words)[0] for result in mixed.results] == ["DENIED", "ALLOWED"]
    one, other = (result.verdict.provenance.overlay_digest for result in mixed.results)
    assert one == BOTH.digest
    assert other == Overlay.from_words(allow=["wood"], deny=["food", "mood", "hood"]).digest


def test_an_empty_overlay_of_an_item_leaves_the_house() -> None:
    results = ask(batch(item(overlay=overlay()), overlay=CALL)).results
    assert names(*results[0].verdict.words) == ["ALLOWED"]


def test_a_position_is_inspected_by_the_house() -> None:
    found = ask(inspect())
    assert names(*found.words) == ["DENIED"]
    assert found.provenance.overlay_digest == HOUSE.digest
    assert names(*ask(inspect(overlay=overlay(["mood"]))).words) == ["ALLOWED"]


def test_words_are_checked_by_the_house() -> None:
    assert names(*ask(check("wood", "food", "hood")).words) == ["ALLOWED", "DENIED", "ACCEPTABLE"]
    assert names(*ask(check("wood", "food", overlay=CALL)).words) == ["DENIED", "ALLOWED"]


def test_what_lies_on_the_shelf_is_what_is_served() -> None:
    shelf = Shelf(Stock.of(RulesetBook.builtin(), LEXICONS))
    path = "/upwords.referee.v1.LexiconService/CheckWords"
    handle: Callable[[Any], Any] = shelf.methods[path].handle
    assert names(*handle(check("food")).words) == ["ACCEPTABLE"]
    shelf.replace(Stock.of(RulesetBook.builtin(), LEXICONS, HOUSE))
    assert names(*handle(check("food")).words) == ["DENIED"]
