"""Which plays are found: a test for each rule of plays as a whole, and for what stops a search."""

import pytest

from tests.unit.movegen.asking import find, notations, unlisted
from tests.unit.rules.asking import STANDARD, board, built_in, house
from upwords_referee.lexicons.build import build_lexicon
from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.lexicons.none import NONE
from upwords_referee.lexicons.overlay import Overlay
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.movegen import finder
from upwords_referee.movegen.errors import NotEnumerableError
from upwords_referee.movegen.finder import find_best, find_plays
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.square import Square
from upwords_referee.rules.words import WordStatus

NO_TILES = board()
MOOD = board("5 3MOOD3")


def test_a_play_tells_its_placements_notation_score_and_words() -> None:
    (play,) = find(MOOD, "W", "WOOD")
    assert play.play.placements == ((4, 3, "W"),)
    assert (play.notation, play.score, play.words) == ("5D W...", 5, ("WOOD",))


def test_only_the_best_are_held_where_only_those_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    every = find_plays(STANDARD, MOOD, "AEINRST", embedded())
    monkeypatch.setattr(finder, "_SPARE_PLAYS", 10)
    assert len(every) > 500
    for most in (1, 7, 100, 10_000):
        assert find_best(STANDARD, MOOD, "AEINRST", embedded(), most=most) == (every[:most], len(every))


def test_the_best_come_first_and_equal_ones_by_notation() -> None:
    found = find(MOOD, "WLY", "WOOD", "MOODY", "MOOL")
    assert [(play.notation, play.score) for play in found] == [
        ("5D ....Y", 10),
        ("5D ...L", 5),
        ("5D W...", 5),
    ]


def test_the_first_word_covers_a_centre_square_and_has_two_tiles() -> None:
    across = ["5D .E", "5E AE", "5D AE", "5F AE", "6D AE", "6E AE", "6F AE"]
    down = ["E4 AE", "E5 AE", "E6 AE", "F4 AE", "F5 AE", "F6 AE"]
    assert notations(find(NO_TILES, "AE", "AE", "A")) == sorted([*across[1:], *down])
    anywhere = find(NO_TILES, "AE", "AE", "A", ruleset=house(centre={"squares": []}))
    assert len(anywhere) == 2 * 10 * 9


def test_a_later_play_connects_but_not_by_a_corner() -> None:
    found = notations(find(MOOD, "AE", "AE", "AM", "EM", "MA", "ME"))
    assert found == ["4C AE", "6C AE", "D4 A.", "D4 E.", "D5 .A", "D5 .E"]  # 4B AE has but a corner


def test_an_old_word_keeps_a_letter() -> None:
    words = ["PALE", "PAOD"]
    assert notations(find(MOOD, "PALE", *words)) == ["5D PA.."]
    free = find(MOOD, "PALE", *words, ruleset=house(whole_word_rule="off"))
    assert notations(free) == ["5D PALE", "5D PA.."]


def test_a_bare_s_is_found_only_where_the_rule_is_off_or_it_does_more() -> None:
    words = ["MOODS", "MOOS", "SOS"]
    assert notations(find(MOOD, "S", *words)) == ["5D ...S"]
    assert notations(find(MOOD, "S", *words, ruleset=house(bare_s_rule="off"))) == ["5D ....S", "5D ...S"]
    assert notations(find(MOOD, "S", *words, ruleset=house(bare_s_rule="every-word"))) == []
    more = notations(find(MOOD, "SO", "MOODS", "SO"))
    assert "H5 SO" in more
    assert "5D ....S" not in more


def test_a_bare_s_that_makes_a_word_of_two_tiles_or_follows_an_s_is_found() -> None:
    hiss = board("5 3HIS4")
    assert notations(find(hiss, "S", "HISS")) == ["5D ...S"]
    lone = board("5 3A6")
    assert notations(find(lone, "S", "AS")) == ["5D .S", "D5 .S"]
    assert find(board("5 3AT5"), "S", "ATS") == []


def test_another_letter_may_be_the_bare_one() -> None:
    found = find(MOOD, "SY", "MOODS", "MOODY", ruleset=house(bare_s_letter="Y"))
    assert notations(found) == ["5D ....S"]


def test_qu_is_one_tile_that_spells_two_letters_and_earns_its_bonus() -> None:
    (play, *_) = find(NO_TILES, "QIT", "QUIT", "QIT")
    assert (play.score, play.words) == (8, ("QUIT",))
    assert {play.words for play in find(NO_TILES, "QIT", "QUIT", "QIT")} == {("QUIT",)}
    covered = find(board("5 3QIT4"), "Z", "QUIZ")
    assert [(play.notation, play.score) for play in covered] == [("5D ..Z", 4)]


def test_qu_earns_its_bonus_in_flat_cross_words_too() -> None:
    stack = board("6 3I6", "7 3T6")
    (play,) = [play for play in find(stack, "QA", "QUA", "QUIT") if play.notation == "5D QA"]
    assert (play.score, play.words) == (14, ("QUA", "QUIT"))


def test_a_lone_qu_is_no_word() -> None:
    assert find(board("5 3Q6"), "Q", "QU") == []
    assert notations(find(board("5 3Q6"), "A", "QUA")) == ["5D .A", "D5 .A"]


def test_a_tile_that_spells_more_may_spell_the_same_word_as_two_others() -> None:
    kinds = [{"letter": "C"}, {"letter": "H"}, {"letter": "I"}, {"letter": "X", "spelling": "CH"}]
    ruleset = house(tiles={"kinds": kinds}, centre={"squares": [{"row": 0, "column": 0}]})
    found = find(NO_TILES, "CHIX", "CHI", ruleset=ruleset)
    assert notations(found) == ["1A CHI", "A1 CHI", "1A XI", "A1 XI"]
    ruled = find(NO_TILES, "CHIX", "CI", ruleset=ruleset, overlay=Overlay.from_words(["chi"], ["ci"]))
    assert ruled == found


def test_a_tile_is_not_laid_on_its_like_nor_on_a_stack_that_is_full() -> None:
    assert find(MOOD, "M", "MOOD") == []
    full = board("5 3(BCFGM)OOD3")
    assert find(full, "W", "WOOD") == []
    assert find(full, "W", "WOOD", ruleset=house(max_height=6))


def test_a_full_rack_earns_its_bonus_once() -> None:
    best = find(NO_TILES, "PAINTER", "PAINTER")[0]
    assert best.score == 34


def test_no_more_tiles_are_laid_than_a_rack_holds() -> None:
    assert find(NO_TILES, "PAINTERS", "PAINTERS") == []
    assert find(NO_TILES, "PAINTERS", "PAINTERS", ruleset=house(rack_size=0))


def test_no_play_is_found_twice() -> None:
    found = notations(find(board("5 3M6", "6 2O7"), "AAO", "AA", "AO", "MA", "OA", "MO", "AM", "OO"))
    assert len(found) == len(set(found)) > 5


def test_words_of_one_tile_are_told_by_start_the_one_down_first_if_it_starts_higher() -> None:
    corner = board("4 4A5", "5 3M6")
    (across,) = [play for play in find(corner, "E", "ME", "AE") if play.notation == "5D .E"]
    assert across.words == ("AE", "ME")
    below = board("5 3M6", "6 4A5")
    (across,) = [play for play in find(below, "E", "ME", "EA") if play.notation == "5D .E"]
    assert across.words == ("ME", "EA")


def test_cross_words_are_told_by_start_those_that_start_higher_first() -> None:
    stairs = board("3 5O4", "4 5N4", "4 4TN4", "5 3M6")
    (play,) = [play for play in find(stairs, "AE", "TA", "ONE", "MAE", "TN") if play.notation == "5D .AE"]
    assert play.words == ("MAE", "ONE", "TA")


def test_the_overlay_goes_before_the_lexicon() -> None:
    allowed = Overlay.from_words(allow=["zood"])
    assert notations(find(MOOD, "ZW", "WOOD", overlay=allowed)) == ["5D W...", "5D Z..."]
    denied = Overlay.from_words(allow=["zoodle"], deny=["wood", "mood"])
    assert notations(find(MOOD, "ZW", "WOOD", "ZOOD", overlay=denied)) == ["5D Z..."]
    assert notations(find(MOOD, "ZW", "WOOD", "ZOOD")) == ["5D W...", "5D Z..."]


def test_a_word_that_a_list_holds_to_refuse_it_makes_no_play() -> None:
    entries = [("WOOD", WordStatus.PROPER_NOUN), ("MOODY", WordStatus.ACCEPTABLE)]
    lexicon = CompactLexicon.from_bytes(build_lexicon(entries, id="strict"), "strict")
    assert notations(find_plays(STANDARD, MOOD, "WY", lexicon)) == ["5D ....Y"]


def test_a_folded_letter_is_found_and_ruled_as_it_is_spelled_on_the_board() -> None:
    raw = build_lexicon([("MASSE", WordStatus.ACCEPTABLE)], id="folds", folding={"ß": "SS"})
    lexicon = CompactLexicon.from_bytes(raw, "folds")
    kinds = {"kinds": [{"letter": letter} for letter in "MASEß"]}
    ruleset = house(tiles=kinds, bare_s_rule="off")
    start = board("5 3MA5")
    (play,) = find_plays(ruleset, start, "ßE", lexicon)
    assert (play.notation, play.words) == ("5D ..ßE", ("MAßE",))
    assert len(find_plays(ruleset, start, "SSE", lexicon)) == 1
    assert find_plays(ruleset, start, "ßE", lexicon, Overlay(frozenset(), frozenset({"MAßE"}))) == []
    assert len(find_plays(ruleset, start, "ßE", lexicon, Overlay(frozenset(), frozenset({"MASSE"})))) == 1


def test_a_play_on_buried_tiles_that_are_unknown_cannot_be_told() -> None:
    ruleset = house(same_letter_rule="anywhere")
    hidden = board("5 3(_M)OOD3")
    with pytest.raises(UnknownBuriedError) as caught:
        find(hidden, "W", "WOOD", ruleset=ruleset)
    assert caught.value.squares == [Square(4, 3)]
    assert find(hidden, "W", "ZOOD", ruleset=ruleset) == []
    assert find(board("5 3(WM)OOD3"), "W", "WOOD", ruleset=ruleset) == []
    assert find(board("5 3(_WM)OOD3"), "W", "WOOD", ruleset=ruleset) == []
    assert len(find(board("5 3(CM)OOD3"), "W", "WOOD", ruleset=ruleset)) == 1


def test_a_play_that_is_certain_answers_whether_there_is_any() -> None:
    ruleset = house(same_letter_rule="anywhere")
    hidden = board("5 3(_M)OOD3")
    lexicon = WordList("some", ["WOOD", "MOODY"])
    (one,) = find_plays(ruleset, hidden, "WY", lexicon, any_only=True)
    assert one.notation == "5D ....Y"
    with pytest.raises(UnknownBuriedError):
        find_plays(ruleset, hidden, "WX", lexicon, any_only=True)


@pytest.mark.parametrize("rack", ["W", "PLA", "X", "", "AEINRST"])
@pytest.mark.parametrize("before", [MOOD, NO_TILES])
def test_any_one_is_found_exactly_when_there_is_one(before: Board, rack: str) -> None:
    every = find_plays(STANDARD, before, rack, embedded())
    one = find_plays(STANDARD, before, rack, embedded(), any_only=True)
    assert len(one) == min(1, len(every))
    assert set(one) <= set(every)


def test_a_tick_may_stop_the_search_and_comes_often() -> None:
    ticks = 0

    def count() -> None:
        nonlocal ticks
        ticks += 1

    def stop() -> None:
        raise TimeoutError

    ruleset = house(rack_size=0)
    found = find_plays(ruleset, MOOD, "AEINRSTLDO", embedded(), tick=count)
    assert ticks > 20
    with pytest.raises(TimeoutError):
        find_plays(ruleset, MOOD, "AEINRSTLDO", embedded(), tick=stop)
    assert find_plays(ruleset, MOOD, "AEINRSTLDO", embedded()) == found


def test_a_lexicon_whose_words_cannot_be_listed_is_refused() -> None:
    for lexicon in (NONE, unlisted(), CachedLexicon(unlisted())):
        with pytest.raises(NotEnumerableError, match="cannot be listed") as caught:
            find_plays(STANDARD, MOOD, "W", lexicon)
        assert caught.value.id == lexicon.id


def test_an_empty_list_has_no_plays() -> None:
    assert find(MOOD, "W") == []
    assert notations(find(MOOD, "W", overlay=Overlay.from_words(["wood"]))) == ["5D W..."]


def test_boards_that_are_not_square_and_small_ones_are_searched_to_their_edges() -> None:
    ruleset = house(rows=2, columns=3, centre={"squares": []}, bare_s_rule="off")
    small = parse_board("CA1/3")
    assert notations(find(small, "TS", "CAT", "CAS", "AT", "CS", ruleset=ruleset)) == [
        "1A ..S", "1A ..T", "A1 .S", "B1 .T", "1A .S",
    ]  # fmt: skip


def test_a_tall_board_names_rows_of_two_digits() -> None:
    ruleset = house(rows=25, columns=25, centre={"squares": [{"row": 24, "column": 24}]})
    found = find(Board.empty(25, 25), "AE", "AE", ruleset=ruleset)
    assert notations(found) == ["25X AE", "Y24 AE"]


def test_the_letter_bonus_of_a_turn_counts_the_tiles_laid() -> None:
    topwords = built_in("topwords-10x10")
    (play,) = find(board("5 3OX5"), "F", "FOX", ruleset=topwords)
    assert play.score == 6
    (play,) = find(board("5 3FO5"), "X", "FOX", ruleset=topwords)
    assert play.score == 8
