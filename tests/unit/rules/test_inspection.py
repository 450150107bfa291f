"""Every kind of finding: the smallest position that has it alone, and the nearest sound one."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from tests.unit.rules.asking import STANDARD, board, built_in, house, names
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.inspection import CHECKS, FindingKind, Inspection, Severity, inspect
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.words import WordStatus

MOOD = board("5 3MOOD3")
TINY = house(
    rows=3,
    columns=3,
    centre={"squares": [{"row": 1, "column": 1}]},
    tiles={"kinds": [{"letter": "A", "count": 2}, {"letter": "B", "count": 1}, {"letter": "C", "count": 0}]},
)


@dataclass(frozen=True)
class Scene:
    """A position to be inspected."""

    board: Board
    ruleset: Ruleset = STANDARD
    racks: tuple[str, ...] = ()
    bag_count: int | None = None
    phonies: str = ""

    def inspected(self) -> Inspection:
        def lookup(words: list[str]) -> Mapping[str, WordStatus]:
            return {
                word: WordStatus.NOT_FOUND if word in self.phonies.split() else WordStatus.ACCEPTABLE
                for word in words
            }

        return inspect(self.ruleset, self.board, self.racks, self.bag_count, lookup)


def tiny(row: str, second: str = "3") -> Board:
    """Return a 3x3 board with these middle and last rows."""
    return parse_board(f"3/{row}/{second}")


EXAMPLES: dict[FindingKind, tuple[Scene, str, str, str, Scene]] = {
    FindingKind.STACK_TOO_HIGH: (
        Scene(board("5 3(ABCDEM)OOD3")),
        "A stack may be 5 high; it is higher on D5.",
        "D5",
        "",
        Scene(board("5 3(ABCDM)OOD3")),
    ),
    FindingKind.TILE_COUNT_EXCEEDED: (
        Scene(board("5 4Q5", "6 4UQ4")),
        "2 tiles QU are on the board (E5 and F6) and the racks; the set has 1.",
        "E5 F6",
        "Q",
        Scene(board("5 4Q5", "6 4UU4")),
    ),
    FindingKind.TILE_COUNT_SHORT: (
        Scene(tiny("1AA"), TINY, ("",), 0),
        "Board, racks and bag hold only 2 tiles; the set has 3.",
        "",
        "",
        Scene(tiny("1AA"), TINY, ("",), 1),
    ),
    FindingKind.RACK_TOO_LARGE: (
        Scene(MOOD, racks=("", "ABCDEFGH")),
        "Rack 2 holds 8 tiles; a rack holds at most 7.",
        "",
        "",
        Scene(MOOD, racks=("", "ABCDEFG")),
    ),
    FindingKind.DISCONNECTED: (
        Scene(board("5 3MOOD3", "7 3AT5")),
        "The tiles on D7 and E7 do not hang together with the others.",
        "D7 E7",
        "",
        Scene(board("5 3MOOD3", "6 3AT5")),
    ),
    FindingKind.MISSES_CENTRE: (
        Scene(board("5 MOOD6")),
        "No tile lies on a centre square: E5, F5, E6 and F6.",
        "",
        "",
        Scene(board("5 1MOOD5")),
    ),
    FindingKind.WORD_NOT_ACCEPTABLE: (
        Scene(board("5 3QX5"), phonies="QUX"),
        "QUX on D5 and E5 is not acceptable: the lexicon does not have it.",
        "D5 E5",
        "QUX",
        Scene(board("5 3QX5")),
    ),
    FindingKind.SAME_LETTER: (
        Scene(board("5 3(AMM)OOD3")),
        "A tile lies on the same letter on D5.",
        "D5",
        "",
        Scene(board("5 3(MAM)OOD3")),
    ),
    FindingKind.LONE_TILE: (
        Scene(board("5 4A5")),
        "No word runs through E5.",
        "E5",
        "",
        Scene(board("5 4AT4")),
    ),
    FindingKind.UNKNOWN_BURIED: (
        Scene(board("5 3(_M)OOD3")),
        "Buried tiles on D5 are not known.",
        "D5",
        "",
        Scene(board("5 3(WM)OOD3")),
    ),
}
# The kinds from SCORE_MISMATCH on are those of games.
OF_POSITIONS = [kind for kind in FindingKind if kind < FindingKind.SCORE_MISMATCH]
MILD = {FindingKind.TILE_COUNT_SHORT: Severity.WARNING, FindingKind.UNKNOWN_BURIED: Severity.NOTE}


def messages(inspection: Inspection) -> list[str]:
    return [finding.message for finding in inspection.findings]


def kinds(inspection: Inspection) -> list[str]:
    return [finding.kind.name for finding in inspection.findings]


def test_every_kind_has_an_example_and_one_check_in_the_order_of_reports() -> None:
    assert list(EXAMPLES) == OF_POSITIONS
    assert [kind for kind, _, _ in CHECKS] == OF_POSITIONS


@pytest.mark.parametrize("kind", OF_POSITIONS)
def test_each_kind_is_found_alone(kind: FindingKind) -> None:
    scene, sentence, squares, word, _ = EXAMPLES[kind]
    inspection = scene.inspected()
    (finding,) = inspection.findings
    assert finding.kind is kind
    assert finding.message == sentence
    assert names(finding.squares) == squares
    assert finding.word == word
    assert finding.severity is MILD.get(kind, Severity.ERROR)
    assert inspection.sound == (kind in MILD)


@pytest.mark.parametrize("kind", OF_POSITIONS)
def test_the_nearest_neighbour_is_sound(kind: FindingKind) -> None:
    inspection = EXAMPLES[kind][4].inspected()
    assert inspection.findings == ()
    assert inspection.sound


def test_an_empty_board_is_sound_and_nothing_is_seen() -> None:
    inspection = Scene(board()).inspected()
    assert (inspection.findings, inspection.words) == ((), ())
    assert sum(count for _, count in inspection.unseen) == 100


def test_buried_tiles_and_racks_count_and_what_is_left_is_told_by_letter() -> None:
    inspection = Scene(board("5 4(QA)T4"), racks=("Q", "ZA")).inspected()
    assert messages(inspection) == ["2 tiles QU are on the board (E5) and the racks; the set has 1."]
    unseen = dict(inspection.unseen)
    assert (unseen["A"], unseen["T"]) == (5, 4)
    assert not {"Q", "Z"} & unseen.keys()


def test_tiles_on_racks_alone_may_be_too_many() -> None:
    inspection = Scene(MOOD, racks=("Q", "Q")).inspected()
    assert messages(inspection) == ["2 tiles QU are on the board and the racks; the set has 1."]


def test_more_tiles_in_all_than_the_set_has_are_too_many() -> None:
    inspection = Scene(tiny("1AA"), TINY, ("B",), 1).inspected()
    assert messages(inspection) == ["Board, racks and bag hold 4 tiles; the set has 3."]
    assert kinds(Scene(tiny("1(_B)A"), TINY, (), 2).inspected()) == ["TILE_COUNT_EXCEEDED", "UNKNOWN_BURIED"]


def test_unknown_buried_tiles_count_in_all() -> None:
    assert kinds(Scene(tiny("1(__A)A"), TINY).inspected()) == ["TILE_COUNT_EXCEEDED", "UNKNOWN_BURIED"]


def test_too_few_tiles_are_told_only_when_racks_and_bag_are_known() -> None:
    for scene in (Scene(tiny("1AA"), TINY, (), 0), Scene(tiny("1AA"), TINY, ("",), None)):
        assert scene.inspected().findings == ()


def test_uncounted_tiles_are_never_too_many_or_too_few_and_none_of_them_is_unseen() -> None:
    uncounted = house(tiles={})
    inspection = Scene(board("5 3QQQQ3"), uncounted, ("QQ",), 500).inspected()
    assert (inspection.findings, inspection.unseen) == ((), ())
    partly = house(tiles={"kinds": [{"letter": "A"}, {"letter": "T", "count": 1}]})
    assert messages(Scene(board("5 4AT4", "6 4T5"), partly, ("",), 0).inspected()) == [
        "2 tiles T are on the board (F5 and E6) and the racks; the set has 1."
    ]


def test_without_a_rack_size_no_rack_is_too_large() -> None:
    assert Scene(MOOD, house(rack_size=0), ("ABCDEFGHI",)).inspected().findings == ()


def test_each_rack_that_is_too_large_is_told() -> None:
    inspection = Scene(MOOD, house(rack_size=1), ("AB", "C", "DE")).inspected()
    assert messages(inspection) == [
        "Rack 1 holds 2 tiles; a rack holds at most 1.",
        "Rack 3 holds 2 tiles; a rack holds at most 1.",
    ]


def test_the_group_on_the_centre_is_the_main_one_else_the_largest_else_the_first() -> None:
    centre = Scene(board("1 AAA7", "5 4AT4")).inspected()
    assert names(centre.findings[0].squares) == "A1 B1 C1"
    largest = Scene(board("1 AT8", "3 AAA7")).inspected()
    assert names(largest.findings[0].squares) == "A1 B1"
    first = Scene(board("1 AT8", "3 AT8")).inspected()
    assert names(first.findings[0].squares) == "A3 B3"


def test_corners_do_not_connect() -> None:
    inspection = Scene(board("5 4AT4", "6 6IN2")).inspected()
    assert kinds(inspection) == ["DISCONNECTED"]


def test_without_centre_squares_no_position_misses_them() -> None:
    assert Scene(board("1 AT8"), house(centre={"squares": []})).inspected().findings == ()


def test_each_refused_word_is_told_where_it_stands() -> None:
    inspection = Scene(board("5 4XO4", "6 4Y5"), phonies="XO XY").inspected()
    assert [(finding.word, names(finding.squares)) for finding in inspection.findings] == [
        ("XO", "E5 F5"),
        ("XY", "E5 E6"),
    ]


def test_under_the_house_rule_a_like_tile_anywhere_below_is_found() -> None:
    assert kinds(Scene(board("5 3(MAM)OOD3"), house(same_letter_rule="anywhere")).inspected()) == [
        "SAME_LETTER"
    ]
    unknown = Scene(board("5 3(__M)OOD3"), house(same_letter_rule="anywhere")).inspected()
    assert kinds(unknown) == ["UNKNOWN_BURIED"]


def test_all_words_of_the_board_are_ruled_and_scored_in_reading_order() -> None:
    inspection = Scene(board("5 3MOOD3", "6 4F5"), phonies="OF").inspected()
    assert [(word.text, word.score, word.status.name) for word in inspection.words] == [
        ("MOOD", 8, "ACCEPTABLE"),
        ("OF", 4, "NOT_FOUND"),
    ]


def test_findings_come_in_the_order_of_their_kinds() -> None:
    scene = Scene(board("1 (ABCDEE)8X", "3 Q1(_Q)7"), racks=("AAAAAAAA",))
    found = [finding.kind for finding in scene.inspected().findings]
    assert found == sorted(found)
    assert len(set(found)) == 8


def test_the_smaller_board_has_its_own_set() -> None:
    inspection = Scene(Board.empty(8, 8), built_in("classic-8x8")).inspected()
    assert sum(count for _, count in inspection.unseen) == 64
