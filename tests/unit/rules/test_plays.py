"""What the rules say beyond their smallest examples: exceptions, combinations, order, house rules."""

import pytest

from tests.unit.rules.asking import TOPWORDS, ask, board, built_in, house, names, rules_broken
from upwords_referee.rules.board import Board
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.judging import examine
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.table import why_refused
from upwords_referee.rules.words import WordStatus

EMPTY = board()
MOOD = board("5 3MOOD3")
NET = board("5 3NET4")


# The hand.


def test_without_a_rack_size_any_number_of_tiles_may_be_played() -> None:
    assert ask(EMPTY, "5B PAINTERS", ruleset=house(rack_size=0)).valid


def test_tiles_not_on_the_rack_are_reported_once_per_letter_by_their_first_square() -> None:
    judgement = ask(EMPTY, "5C TQOT", rack="T")
    assert [violation.message for violation in judgement.violations] == [
        "The move takes 2 of the tile T, on C5 and F5; the rack holds 1.",
        "The move takes 1 of the tile QU, on D5; the rack holds none.",
        "The move takes 1 of the tile O, on E5; the rack holds none.",
    ]
    assert [violation.word for violation in judgement.violations] == ["T", "Q", "O"]


def test_an_empty_rack_is_known_and_an_absent_one_is_not() -> None:
    assert rules_broken(ask(EMPTY, "5E AT", rack="")) == ["TILE_NOT_ON_RACK"] * 2
    assert ask(EMPTY, "5E AT", rack=None).valid


def test_faults_of_the_hand_are_reported_beside_those_of_the_placement_and_the_words() -> None:
    judgement = ask(MOOD, "9A PAINTERS", rack="PAINTER", statuses={"PAINTERS": WordStatus.NOT_FOUND})
    assert rules_broken(judgement) == [
        "TOO_MANY_TILES",
        "TILE_NOT_ON_RACK",
        "NOT_CONNECTED",
        "WORD_NOT_ACCEPTABLE",
    ]
    assert judgement.score == 16


def test_no_tiles_stands_alone_and_leaves_nothing_to_score() -> None:
    judgement = ask(MOOD, Play(()), rack="")
    assert rules_broken(judgement) == ["NO_TILES"]
    assert (judgement.words, judgement.score) == ((), None)


# The squares.


def test_faults_of_the_squares_are_reported_together_and_only_with_those_of_the_hand() -> None:
    play = Play.of([(0, 0, "A"), (0, 0, "B"), (3, 3, "C"), (10, 4, "D")])
    judgement = ask(MOOD, play, rack="ABC", ruleset=house(rack_size=3))
    assert rules_broken(judgement) == [
        "TOO_MANY_TILES",
        "TILE_NOT_ON_RACK",
        "OUT_OF_BOUNDS",
        "SAME_SQUARE_TWICE",
        "NOT_IN_LINE",
    ]
    assert (judgement.words, judgement.score) == ((), None)


@pytest.mark.parametrize(
    ("row", "column", "told"),
    [
        (-1, 4, "row 0, column 5"),
        (4, -1, "row 5, column 0"),
        (10, 4, "row 11, column 5"),
        (4, 10, "row 5, column 11"),
        (-(2**31), 2**31 - 1, "row -2147483647, column 2147483648"),
    ],
)
def test_squares_off_the_board_are_told_by_their_numbers(row: int, column: int, told: str) -> None:
    (violation,) = ask(EMPTY, Play.of([(row, column, "A")])).violations
    assert violation.message == f"A tile is laid off the board of 10 rows and 10 columns: {told}."
    assert violation.squares == ((row, column),)


def test_a_square_off_the_left_edge_is_seen_below_squares_on_the_board() -> None:
    play = Play.of([(4, 5, "A"), (5, -1, "B")])
    assert rules_broken(ask(EMPTY, play)) == ["OUT_OF_BOUNDS", "NOT_IN_LINE"]


def test_the_corners_of_the_board_are_on_it() -> None:
    corners = [(0, 0, "A"), (0, 9, "A"), (9, 0, "A"), (9, 9, "A")]
    for corner in corners:
        assert "OUT_OF_BOUNDS" not in rules_broken(ask(EMPTY, Play.of([corner])))


def test_every_rule_tells_squares_off_the_board_by_their_numbers() -> None:
    play = Play.of([(4, 10, "A"), (4, 10, "B"), (10, 4, "B"), (4, 4, "C")])
    judgement = ask(EMPTY, play, rack="C", ruleset=house(rack_size=3))
    assert [violation.message for violation in judgement.violations] == [
        "The play lays 4 tiles, on E5; row 5, column 11 and row 11, column 5; a rack holds 3.",
        "The move takes 1 of the tile A, on row 5, column 11; the rack holds none.",
        "The move takes 2 of the tile B, on row 5, column 11 and row 11, column 5; the rack holds none.",
        "A tile is laid off the board of 10 rows and 10 columns: row 5, column 11 and row 11, column 5.",
        "More than one tile is laid on row 5, column 11.",
        "The tiles on E5; row 5, column 11 and row 11, column 5 lie neither in one row nor in one column.",
    ]


def test_a_square_with_two_tiles_is_named_once() -> None:
    play = Play.of([(4, 4, "A"), (4, 4, "A"), (4, 5, "T")])
    judgement = ask(EMPTY, play, rack="T", ruleset=house(rack_size=2))
    assert [(violation.rule.name, names(violation.squares)) for violation in judgement.violations] == [
        ("TOO_MANY_TILES", "E5 F5"),
        ("TILE_NOT_ON_RACK", "E5"),
        ("SAME_SQUARE_TWICE", "E5"),
    ]


def test_two_tiles_on_one_square_alone_are_in_line() -> None:
    assert rules_broken(ask(EMPTY, Play.of([(4, 4, "A"), (4, 4, "B")]))) == ["SAME_SQUARE_TWICE"]


# The placement.


@pytest.mark.parametrize(("move", "gap"), [("5D M.O.T", "E5 G5"), ("E4 M.O..T", "E5 E7 E8")])
def test_all_empty_squares_of_a_gap_are_named(move: str, gap: str) -> None:
    (violation,) = ask(EMPTY, move).violations
    assert names(violation.squares) == gap


def test_beside_a_gap_the_placement_is_judged_but_no_words_are_read() -> None:
    judgement = ask(MOOD, "5A S..S...S", ruleset=house(bare_s_rule="every-word", max_height=1))
    assert rules_broken(judgement) == ["GAP", "STACK_TOO_HIGH"]
    assert (judgement.words, judgement.score) == ((), None)


def test_the_first_word_covers_any_one_centre_square() -> None:
    for move in ("5D AT", "5F AT", "6D AT", "E4 AT", "F6 AT"):
        assert ask(EMPTY, move).valid, move
    for move in ("4E AT", "7F AT", "D5 AT", "G6 AT"):
        assert rules_broken(ask(EMPTY, move)) == ["MISSES_CENTRE"], move


def test_the_first_word_of_one_tile_off_the_centre_breaks_both_rules_and_scores_nothing() -> None:
    judgement = ask(EMPTY, "1A A")
    assert rules_broken(judgement) == ["MISSES_CENTRE", "TOO_FEW_TILES"]
    assert (judgement.words, judgement.score) == ((), 0)


def test_without_centre_squares_the_first_word_may_lie_anywhere() -> None:
    assert ask(EMPTY, "1A AT", ruleset=house(centre={"squares": []})).valid


def test_a_later_play_need_not_cover_the_centre() -> None:
    assert ask(board("1 AT8"), "2A OR").valid


@pytest.mark.parametrize("move", ["4A AT", "6A AT", "5C TO", "B3 TE", "B6 AT", "A5 AT"])
def test_a_play_connects_above_below_before_or_behind(move: str) -> None:
    assert ask(board("5 1A8"), move).valid


@pytest.mark.parametrize("move", ["4C AT", "6C AT", "A4 A", "A6 A", "1I AT", "10A AT"])
def test_corners_and_the_far_side_of_the_board_do_not_connect(move: str) -> None:
    assert rules_broken(ask(board("5 1A8"), move)) == ["NOT_CONNECTED"]


def test_the_edges_of_neighbouring_rows_do_not_connect() -> None:
    # J4 and A5 follow each other in reading order.
    assert rules_broken(ask(board("5 A9"), "4I AT")) == ["NOT_CONNECTED"]
    assert rules_broken(ask(board("4 9A"), "5A AT")) == ["NOT_CONNECTED"]
    # Nor do the first and the last row, or column.
    assert rules_broken(ask(board("10 8A1"), "1I AT")) == ["NOT_CONNECTED"]
    assert rules_broken(ask(board("1 8A1"), "10I AT")) == ["NOT_CONNECTED"]


def test_a_play_of_stacked_tiles_alone_connects() -> None:
    assert ask(MOOD, "5D FEE.").valid


@pytest.mark.parametrize("limit", range(1, 9))
def test_a_stack_grows_to_the_highest_and_no_further(limit: int) -> None:
    ruleset = house(max_height=limit)
    full, fits = "ABABABAB"[:limit], "ABABABAB"[: limit - 1]
    assert rules_broken(ask(board(f"5 3({full})OOD3"), "5D W...", ruleset=ruleset)) == ["STACK_TOO_HIGH"]
    one_left = board(f"5 3({fits})OOD3") if fits else board("5 4OOD3")
    assert ask(one_left, "5D W...", ruleset=ruleset).valid


def test_all_squares_that_break_a_rule_are_named_in_one_violation() -> None:
    judgement = ask(board("5 3(ABCDM)(ABCDO)OD3"), "5D MO..")
    assert [(violation.rule.name, names(violation.squares)) for violation in judgement.violations] == [
        ("STACK_TOO_HIGH", "D5 E5"),
        ("SAME_LETTER", "D5 E5"),
    ]


def test_only_the_top_letter_counts_by_default() -> None:
    assert ask(board("5 3(WM)OOD3"), "5D W...").valid


def test_qu_is_like_qu_only() -> None:
    assert rules_broken(ask(board("5 3QIT4"), "5D Q..")) == ["SAME_LETTER"]
    assert ask(board("5 3QIT4"), "5D U..").valid


def test_under_the_house_rule_a_like_top_is_same_letter_alone() -> None:
    ruleset = house(same_letter_rule="anywhere")
    assert rules_broken(ask(board("5 3(WMW)OOD3"), "5D W...", ruleset=ruleset)) == ["SAME_LETTER"]
    assert rules_broken(ask(board("5 3(_W)OOD3"), "5D W...", ruleset=ruleset)) == ["SAME_LETTER"]


def test_the_house_rule_asks_for_buried_tiles_only_where_the_known_ones_leave_it_open() -> None:
    ruleset = house(same_letter_rule="anywhere")
    hidden = board("5 3(_M)(_O)O(_D)3")
    with pytest.raises(UnknownBuriedError, match="buried tiles that the board does not show") as caught:
        examine(ruleset, hidden, Play.of([(4, 3, "W"), (4, 4, "E")]))
    assert names(caught.value.squares) == "D5 E5"
    assert ask(hidden, "5D ....Y", ruleset=ruleset).valid
    assert ask(hidden, "5D ..E.", ruleset=ruleset).valid
    settled = ask(board("5 3(W_M)OOD3"), "5D W...", ruleset=ruleset)
    assert rules_broken(settled) == ["SAME_LETTER_IN_STACK"]
    assert ask(hidden, "5D WE..").valid


def test_a_grid_shows_no_buried_tiles() -> None:
    letters = "." * 43 + "MOOD" + "." * 53
    heights = bytes(2 if letter == "M" else letter != "." for letter in letters)
    with pytest.raises(UnknownBuriedError):
        examine(house(same_letter_rule="anywhere"), Board(10, 10, letters, heights), Play.of([(4, 3, "W")]))


def test_each_old_word_that_is_covered_is_reported_though_the_play_joins_them() -> None:
    judgement = ask(board("5 2AT1IN3"), "5B PLYPROS")
    assert [(violation.message, violation.word) for violation in judgement.violations] == [
        ("Every letter of the old word AT on C5 and D5 would be covered.", "AT"),
        ("Every letter of the old word IN on F5 and G5 would be covered.", "IN"),
    ]


def test_a_covered_word_is_spelled_as_it_was() -> None:
    (violation,) = ask(board("5 3QI5"), "5D AT").violations
    assert (violation.rule.name, violation.word) == ("COVERS_WHOLE_WORD", "QUI")


def test_a_word_at_the_edge_is_no_exception_and_a_column_is_no_other_matter() -> None:
    assert rules_broken(ask(board("5 8AT"), "5I IN")) == ["COVERS_WHOLE_WORD"]
    assert rules_broken(ask(board("9 3A6", "10 3T6"), "D9 IN")) == ["COVERS_WHOLE_WORD"]


def test_a_lone_tile_in_the_line_and_a_crossed_word_may_be_covered_in_part() -> None:
    across = board("4 4A5", "5 4T5")
    assert ask(across, "5D INE").valid
    assert ask(across, "5E I").valid


def test_whole_words_may_be_covered_where_the_ruleset_says_so() -> None:
    assert ask(MOOD, "5D FEAR", ruleset=TOPWORDS).valid


# The bare S.


@pytest.mark.parametrize(
    ("before", "move", "why"),
    [
        (board("5 3NET4", "6 6O3"), "5D ...S", "S stands first in SO"),
        (board("4 6A3", "5 3NET4", "6 6K3"), "5D ...S", "S stands inside ASK"),
        (NET, "G2 PLUS", "S is not alone"),
        (NET, "5D ...TLES", "S is not alone"),
        (board("5 3TEN4"), "5C S...", "S stands first"),
        (board("5 3NE(AT)4"), "5D ..S", "S is stacked"),
        (board("4 6A3", "5 3NET4"), "5D ...S", "A alone was no word"),
        (board("5 3HIS4"), "5D ...S", "the old word ends in S"),
        (board("4 3H6", "5 3I6", "6 3S6"), "D4 ...S", "the old word ends in S"),
        (board("4 6I3", "5 3NETS3", "6 6S3"), "G4 ...S", "the old word ends in S"),
        (board("5 3(AX)6"), "5D .S", "a lone stack was no word"),
        (NET, "5D ...X", "it is no S"),
    ],
)
def test_other_uses_of_an_s_are_legal(before: Board, move: str, why: str) -> None:
    assert ask(before, move).valid, why


def test_one_s_that_ends_two_old_words_is_refused_and_the_words_are_scored() -> None:
    judgement = ask(board("3 6A3", "4 6T3", "5 3NET4"), "5D ...S")
    assert rules_broken(judgement) == ["BARE_S"]
    assert [word.text for word in judgement.words] == ["ATS", "NETS"]
    assert judgement.score == 14


def test_the_bare_letter_is_a_field_of_the_ruleset() -> None:
    ruleset = house(bare_s_letter="D")
    assert ask(NET, "5D ...S", ruleset=ruleset).valid
    (violation,) = ask(NET, "5D ...D", ruleset=ruleset).violations
    assert violation.message == "A single D that only lengthens old words may not be laid on G5."


def test_under_every_word_a_final_s_is_refused_stacked_or_not_and_however_short_the_word() -> None:
    ruleset = house(bare_s_rule="every-word")
    for before, move in (
        (NET, "5D ..S"),
        (board("5 3A6"), "5D .S"),
        (board("4 6A3", "5 3NET4"), "5D ...S"),
        (board("5 3HIS4"), "5D ...S"),
    ):
        (violation,) = ask(before, move, ruleset=ruleset).violations
        assert violation.message.startswith("A single S that ends every word it forms may not be laid on ")


def test_under_every_word_an_s_that_is_not_last_or_not_alone_is_legal() -> None:
    ruleset = house(bare_s_rule="every-word")
    assert ask(board("5 3NET4", "6 6O3"), "5D ...S", ruleset=ruleset).valid
    assert ask(NET, "G2 PLUS", ruleset=ruleset).valid


def test_an_s_that_forms_no_word_is_not_bare() -> None:
    judgement = ask(board("5 3NET4", "9 8X1"), "9I S", ruleset=house(bare_s_rule="every-word"))
    assert rules_broken(judgement) == ["FORMS_NO_WORD"]


def test_any_s_may_be_laid_where_there_is_no_such_rule() -> None:
    assert ask(NET, "5D ...S", ruleset=TOPWORDS).valid


# The words.


def test_that_no_word_is_formed_is_told_beside_faults_of_the_rack_but_not_of_the_placement() -> None:
    lone = board("5 3NET4", "9 8X1")
    assert rules_broken(ask(lone, "9I O", rack="A")) == ["TILE_NOT_ON_RACK", "FORMS_NO_WORD"]
    assert rules_broken(ask(lone, "9I X")) == ["SAME_LETTER"]
    assert ask(lone, "9I O").score == 0


def test_each_word_refused_is_reported_by_its_first_square() -> None:
    judgement = ask(
        board("5 3MOOD3"),
        "6D XYZ",
        statuses={
            "XYZ": WordStatus.NOT_FOUND,
            "OZ": WordStatus.DENIED,
            "OY": WordStatus.ACCEPTABLE,
            "MX": WordStatus.PROPER_NOUN,
        },
    )
    assert [(violation.word, names(violation.squares)) for violation in judgement.violations] == [
        ("MX", "D5 D6"),
        ("OZ", "F5 F6"),
        ("XYZ", "D6 E6 F6"),
    ]
    assert [word.status.name for word in judgement.words] == [
        "NOT_FOUND",
        "PROPER_NOUN",
        "ACCEPTABLE",
        "DENIED",
    ]


def test_the_same_word_refused_twice_is_reported_twice() -> None:
    judgement = ask(board("5 3O1O4"), "6D XAX", statuses={"OX": WordStatus.NOT_FOUND})
    assert rules_broken(judgement) == ["WORD_NOT_ACCEPTABLE"] * 2


@pytest.mark.parametrize("status", WordStatus)
def test_a_status_refuses_a_word_or_lets_it_pass(status: WordStatus) -> None:
    judgement = ask(EMPTY, "5E AT", statuses={"AT": status})
    passes = status in {WordStatus.ACCEPTABLE, WordStatus.ALLOWED, WordStatus.UNCHECKED}
    assert judgement.valid == passes
    assert judgement.words[0].status is status
    if not passes:
        (violation,) = judgement.violations
        assert violation.message == f"AT on E5 and F5 is not acceptable: {why_refused(status)}."


def test_every_reason_to_refuse_a_word_has_its_own_words() -> None:
    refused = [status for status in WordStatus if status.refused]
    assert len({why_refused(status) for status in refused}) == len(refused) == 7


# Exchanges and passes.


def test_a_pass_breaks_no_rule_and_scores_nothing() -> None:
    judgement = ask(EMPTY, Pass(), rack="", bag_count=0)
    assert (judgement.valid, judgement.words, judgement.score) == (True, (), 0)


def test_an_exchange_scores_nothing_even_if_it_is_refused() -> None:
    judgement = ask(MOOD, "-QQ", rack="QT", bag_count=0)
    assert [violation.message for violation in judgement.violations] == [
        "The move takes 2 of the tile QU; the rack holds 1.",
        "An exchange gives back exactly 1 of the tiles, not 2.",
        "The bag is empty, so that nothing can be exchanged.",
    ]
    assert [(violation.word, violation.squares) for violation in judgement.violations] == [
        ("Q", ()),
        ("", ()),
        ("", ()),
    ]
    assert (judgement.words, judgement.score) == ((), 0)


def test_an_exchange_of_no_tile_is_refused() -> None:
    assert rules_broken(ask(EMPTY, Exchange(""))) == ["EXCHANGE_COUNT"]


def test_the_number_of_tiles_in_an_exchange_is_a_field_of_the_ruleset() -> None:
    ruleset = house(exchange_tiles=3)
    assert ask(EMPTY, "-ABC", ruleset=ruleset, rack="ABCD", bag_count=1).valid
    (violation,) = ask(EMPTY, "-A", ruleset=ruleset).violations
    assert violation.message == "An exchange gives back exactly 3 of the tiles, not 1."


def test_a_pass_or_exchange_before_the_first_word_changes_nothing() -> None:
    assert ask(EMPTY, "-E").valid
    assert rules_broken(ask(EMPTY, "1A AT")) == ["MISSES_CENTRE"]


def test_the_smaller_board_has_its_own_centre() -> None:
    classic = built_in("classic-8x8")
    empty = Board.empty(8, 8)
    for move in ("4C AT", "4E AT", "D5 AT", "E5 AT"):
        assert ask(empty, move, ruleset=classic).valid, move
    assert rules_broken(ask(empty, "6E AT", ruleset=classic)) == ["MISSES_CENTRE"]
