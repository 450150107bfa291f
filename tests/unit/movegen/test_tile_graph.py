"""The graph of tiles: what it keeps, and that threads may share it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.unit.rules.asking import STANDARD, board
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.lexicons.overlay import EMPTY
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.movegen import tile_graph as module
from upwords_referee.movegen.finder import find_plays
from upwords_referee.movegen.tile_graph import tile_graph
from upwords_referee.rules.ruleset import TileKind

ANIMALS = WordList("animals", ["CAT", "COT", "DOG"])


def test_a_graph_is_made_once_for_a_lexicon_and_a_set_of_tiles() -> None:
    tiles = STANDARD.tiles
    assert tile_graph(ANIMALS, tiles, EMPTY) is tile_graph(ANIMALS, tiles, EMPTY)
    assert tile_graph(ANIMALS, tiles[1:], EMPTY) is not tile_graph(ANIMALS, tiles, EMPTY)


def test_few_sets_of_tiles_are_kept_those_asked_for_last() -> None:
    first = tile_graph(ANIMALS, STANDARD.tiles, EMPTY)
    for number in range(10):
        tile_graph(ANIMALS, STANDARD.tiles[number + 1 :], EMPTY)
        assert tile_graph(ANIMALS, STANDARD.tiles, EMPTY) is first
    kept = tile_graph(ANIMALS, STANDARD.tiles[10:], EMPTY)
    dropped = tile_graph(ANIMALS, STANDARD.tiles[1:], EMPTY)
    assert tile_graph(ANIMALS, STANDARD.tiles[10:], EMPTY) is kept
    assert tile_graph(ANIMALS, STANDARD.tiles[1:], EMPTY) is dropped


def test_a_graph_with_too_many_nodes_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = WordList("fresh", ["CAT", "COT"])
    before = tile_graph(lexicon, STANDARD.tiles, EMPTY)
    assert find_plays(STANDARD, board(), "CAT", lexicon)
    assert tile_graph(lexicon, STANDARD.tiles, EMPTY) is before
    monkeypatch.setattr(module, "MOST_NODES", 2)
    assert tile_graph(lexicon, STANDARD.tiles, EMPTY) is not before


def test_what_fits_between_tiles_is_remembered_but_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = tile_graph(WordList("three", ["CAT", "COT", "CUTE"]), STANDARD.tiles, EMPTY)
    assert graph.between("C", "T") == graph.bits["A"] | graph.bits["O"]
    assert graph.between("X", "") == graph.between("CAT", "") == graph.between("CA", "X") == 0
    assert len(graph.crossings) == 4
    monkeypatch.setattr(module, "_MOST_CROSSINGS", 4)
    assert graph.between("", "UTE") == graph.bits["C"]
    assert len(graph.crossings) == 1


def test_letters_beyond_ascii_are_steps_of_their_own() -> None:
    lexicon = WordList("german", ["ÄÖÜ", "ÄÖ"])
    tiles = tuple(TileKind(letter, letter, None, False) for letter in "ÄÖÜ")
    graph = tile_graph(lexicon, tiles, EMPTY)
    node = graph.walk(graph.root, "ÄÖ")
    assert node is not None
    assert node.accept
    graph.open(node)
    assert list(node.kids) == ["Ü"]
    assert graph.walk(graph.root, "Ö") is None


def test_threads_find_the_same() -> None:
    words = sorted(embedded().words())[::7]
    alone = find_plays(STANDARD, board("5 3MOOD3"), "AEINRST", WordList("alone", words))
    shared = WordList("shared", words)
    with ThreadPoolExecutor(8) as pool:
        runs = [pool.submit(find_plays, STANDARD, board("5 3MOOD3"), "AEINRST", shared) for _ in range(16)]
        assert all(run.result() == alone for run in runs)
    assert len(alone) > 50
