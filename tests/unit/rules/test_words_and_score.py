"""The words that a play forms, their order, and what they score (sections 4 and 5)."""

import pytest

from tests.unit.rules.asking import STANDARD, TOPWORDS, ask, board, house, points
from upwords_referee.notation.move import parse_move
from upwords_referee.rules.board import Board
from upwords_referee.rules.forming import words_on
from upwords_referee.rules.move import Play
from upwords_referee.rules.square import Square, square_name

EMPTY = board()
MOOD = board("5 3MOOD3")


def test_the_publishers_seven_turns_score_as_printed() -> None:
    turns = [
        ("5C MOOD", [("MOOD", 8)], 8),
        ("F5 .EAR", [("DEAR", 8)], 8),
        ("6E N.T", [("NET", 6), ("ON", 4)], 10),
        ("5C W...", [("WOOD", 5)], 5),
        ("F5 L..P", [("LEAP", 6), ("WOOL", 6)], 12),
        ("8E SNACK", [("SNACK", 7), ("LEAN", 7)], 14),
        ("H3 PLUS", [("PLUS", 8), ("NETS", 8)], 16),
    ]
    before = EMPTY
    for move, words, score in turns:
        judgement = ask(before, move)
        assert judgement.valid, move
        assert points(judgement) == words
        assert judgement.score == score
        play = parse_move(move, before)
        assert isinstance(play, Play)
        before = before.after(play)


@pytest.mark.parametrize(
    ("before", "move", "words", "score"),
    [
        (EMPTY, "5C CATER", [("CATER", 10)], 10),
        (board("5 3CATER2"), "5B BEL...D", [("BELATED", 9)], 9),
        (board("5 3(HC)ATER2"), "5B BEL...D", [("BELATED", 10)], 10),
        (EMPTY, "E5 BED", [("BED", 6)], 6),
        (board("5 4B5", "6 4E5", "7 4D5"), "6D MILE", [("MILE", 5), ("BID", 4)], 9),
        (EMPTY, "5E QIT", [("QUIT", 8)], 8),
        (board("5 4QIT3"), "5E ..Z", [("QUIZ", 4)], 4),
        (EMPTY, "5C PAINTER", [("PAINTER", 14)], 34),
        (EMPTY, "5C PAINT", [("PAINT", 10)], 10),
    ],
)
def test_the_other_examples_of_the_rule_book_score_as_printed(
    before: Board, move: str, words: list[tuple[str, int]], score: int
) -> None:
    judgement = ask(before, move)
    assert judgement.valid
    assert points(judgement) == words
    assert judgement.score == score


def test_a_word_says_where_it_lies_and_how_high_it_is() -> None:
    (belated,) = ask(board("5 3CATER2"), "5B BEL...D").words
    assert (belated.row, belated.column, belated.down, belated.length) == (4, 1, False, 7)
    assert (belated.heights, belated.flat, belated.bonus) == ("1121112", False, 0)
    (bed,) = ask(EMPTY, "E5 BED").words
    assert (bed.heights, bed.flat) == ("111", True)
    assert bed.squares() == (Square(4, 4), Square(5, 4), Square(6, 4))


def test_a_word_that_is_only_touched_is_neither_formed_nor_scored() -> None:
    before = board("5 2MOOD4", "6 5E4", "7 5A4", "8 5R4")
    assert points(ask(before, "6E N.T")) == [("NET", 6), ("ON", 4)]


def test_a_lone_qu_tile_beside_the_play_is_no_word() -> None:
    before = board("4 Q9", "5 9A")
    assert points(ask(before, "5A AT")) == [("AT", 4), ("QUA", 6)]


def test_the_main_word_comes_first_and_cross_words_in_reading_order() -> None:
    before = board("3 4A5", "4 3BB5")
    across = ask(before, "5D ABC").words
    assert [(word.text, square_name(word.row, word.column), word.down) for word in across] == [
        ("ABC", "D5", False),
        ("ABB", "E3", True),
        ("BA", "D4", True),
    ]
    down = ask(before, "F3 ABC").words
    assert [(word.text, square_name(word.row, word.column), word.down) for word in down] == [
        ("ABC", "F3", True),
        ("AA", "E3", False),
        ("BBB", "D4", False),
    ]


def test_the_words_of_one_tile_come_by_first_square_and_across_first_when_they_start_together() -> None:
    start = [(word.text, word.down) for word in ask(board("5 5T4", "6 4O5"), "5E A").words]
    assert start == [("AT", False), ("AO", True)]
    above = [(word.text, word.down) for word in ask(board("4 4O5", "5 5T4"), "5E A").words]
    assert above == [("OA", True), ("AT", False)]
    before = [(word.text, word.down) for word in ask(board("5 3T6", "4 4O5"), "5E A").words]
    assert before == [("OA", True), ("TA", False)]


@pytest.mark.parametrize("move", ["5D ....Y", "H5 Y"])
def test_one_tile_reads_the_same_in_either_direction(move: str) -> None:
    judgement = ask(MOOD, move)
    assert points(judgement) == [("MOODY", 10)]


def test_tiles_shared_by_two_words_count_in_both() -> None:
    judgement = ask(board("4 4ROB3"), "5E ED")
    assert points(judgement) == [("ED", 4), ("RE", 4), ("OD", 4)]
    assert judgement.score == 12


def test_one_stacked_tile_makes_the_whole_word_stacked_and_buried_tiles_count() -> None:
    assert points(ask(board("5 3(ABM)OOD3"), "5D ....Y")) == [("MOODY", 7)]
    assert points(ask(MOOD, "5D W...")) == [("WOOD", 5)]


def test_a_tile_off_a_stacked_word_may_be_in_a_flat_one() -> None:
    judgement = ask(board("5 3(LM)OOD3"), "6G OR")
    assert points(judgement) == [("OR", 4), ("DO", 4)]


def test_qu_earns_its_bonus_in_every_flat_word_whenever_laid_and_in_no_stacked_one() -> None:
    flat = ask(board("5 3QIT4"), "5D ...E")
    assert [(word.score, word.bonus) for word in flat.words] == [(10, 2)]
    assert (flat.score, flat.letter_bonus) == (10, 0)
    two = ask(EMPTY, "5E QAQ")
    assert [(word.text, word.score, word.bonus) for word in two.words] == [("QUAQU", 10, 4)]
    stacked = ask(board("5 3QIT4"), "5D ..D")
    assert [(word.score, word.bonus) for word in stacked.words] == [(4, 0)]


def test_a_bonus_tile_need_not_spell_two_letters_nor_the_other_way_round() -> None:
    kinds = [{"letter": "A"}, {"letter": "T", "spelling": "TH"}, {"letter": "Z", "bonus": True}]
    ruleset = house(tiles={"kinds": kinds})
    assert points(ask(EMPTY, "5E ZA", ruleset=ruleset)) == [("ZA", 6)]
    assert points(ask(EMPTY, "5E TA", ruleset=ruleset)) == [("THA", 4)]
    assert points(ask(board("5 4TA4"), "5E .Z", ruleset=ruleset)) == [("THZ", 3)]


def test_rare_letters_earn_two_once_each_in_the_turn_that_lays_them_flat_or_not() -> None:
    flat = ask(EMPTY, "5E JAZ", ruleset=TOPWORDS)
    assert [(word.score, word.bonus) for word in flat.words] == [(6, 0)]
    assert (flat.score, flat.letter_bonus) == (10, 4)
    later = ask(board("5 4JA4"), "5E ..Y", ruleset=TOPWORDS)
    assert (later.score, later.letter_bonus) == (8, 2)
    stacked = ask(board("5 4HAM3"), "5E ..Y", ruleset=TOPWORDS)
    assert (stacked.score, stacked.letter_bonus) == (6, 2)
    in_two_words = ask(board("4 5O4", "5 4O5"), "5F X", ruleset=TOPWORDS)
    assert (in_two_words.score, in_two_words.letter_bonus) == (10, 2)


def test_the_letter_bonus_may_be_off() -> None:
    judgement = ask(EMPTY, "5E QIT", ruleset=house(scoring={"letter_bonus_mode": "off"}))
    assert (judgement.score, judgement.letter_bonus, judgement.words[0].bonus) == (6, 0, 0)


def test_a_full_rack_earns_its_bonus_once_also_in_several_words_and_only_when_full() -> None:
    judgement = ask(board("4 4A5"), "5C PAINTER")
    assert (judgement.score, judgement.full_rack_bonus) == (14 + 4 + 20, 20)
    eight = ask(EMPTY, "5B PAINTERS")
    assert (eight.score, eight.full_rack_bonus) == (16, 0)
    assert ask(EMPTY, "5D PAINT", rack="PAINT").full_rack_bonus == 0
    assert ask(EMPTY, "5C PAINTER", ruleset=TOPWORDS).score == 24


def test_a_play_that_forms_no_word_earns_no_bonus() -> None:
    before = board("5 4AT4", "9 8A1")
    judgement = ask(before, "9I J", ruleset=house(rack_size=1, scoring={"letter_bonus_mode": "when-placed"}))
    assert (judgement.score, judgement.full_rack_bonus, judgement.letter_bonus) == (0, 0, 0)


def test_without_a_rack_size_nothing_is_a_full_rack() -> None:
    assert ask(EMPTY, "5C PAINTER", ruleset=house(rack_size=0)).full_rack_bonus == 0


def test_the_numbers_of_the_score_are_fields_of_the_ruleset() -> None:
    ruleset = house(
        scoring={"flat_tile": 3, "stacked_tile": -2, "letter_bonus": 7, "full_rack_bonus": 11}, rack_size=3
    )
    assert ask(EMPTY, "5E QIT", ruleset=ruleset).score == 3 * 3 + 7 + 11
    assert ask(MOOD, "5D W...", ruleset=ruleset).score == -2 * 5


def test_a_play_that_breaks_rules_is_read_and_scored_all_the_same() -> None:
    judgement = ask(board("5 3(ABCDM)OOD3"), "5D WEA.")
    assert not judgement.valid
    assert points(judgement) == [("WEAD", 11)]


def test_all_words_of_a_board_come_by_first_square_across_first() -> None:
    words = words_on(STANDARD, board("4 3(ABCABCABCABC)A5", "5 3O1T4", "6 5QI3"))
    assert [(word.text, square_name(word.row, word.column), word.down) for word in words] == [
        ("CA", "D4", False),
        ("CO", "D4", True),
        ("TQU", "F5", True),
        ("QUI", "F6", False),
    ]
    assert words[0].heights == "91"
    assert words[0].score == 13
