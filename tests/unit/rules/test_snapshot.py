"""What keeps a board from being one of a ruleset."""

import pytest

from tests.unit.rules.asking import STANDARD, board, house
from upwords_referee.rules.board import Board
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.snapshot import SnapshotFault, snapshot_faults
from upwords_referee.rules.square import Square

MOOD = board("5 3MOOD3")


def test_a_sound_board_has_no_fault() -> None:
    for sound in (board(), MOOD, board("5 3(ABCDM)OOD3"), board("5 3(____M)OOD3")):
        assert snapshot_faults(sound, STANDARD) == []


@pytest.mark.parametrize(
    ("snapshot", "ruleset", "fault"),
    [
        (
            Board.empty(9, 10),
            STANDARD,
            SnapshotFault("size", None, "has 9 rows and 10 columns; the ruleset has 10 and 10"),
        ),
        (
            Board.empty(10, 9),
            STANDARD,
            SnapshotFault("size", None, "has 10 rows and 9 columns; the ruleset has 10 and 10"),
        ),
        (
            board("5 3MÖOD3"),
            STANDARD,
            SnapshotFault("letters", Square(4, 4), "E5 has 'Ö', a letter that no tile has"),
        ),
        (
            board("5 3(ÖM)OOD3"),
            STANDARD,
            SnapshotFault("letters", Square(4, 3), "D5 has 'Ö', a letter that no tile has"),
        ),
        (
            Board.of_stacks(10, 10, {(4, 3): "M_"}),
            STANDARD,
            SnapshotFault("letters", Square(4, 3), "the top tile on D5 is not known"),
        ),
        (
            board("5 3(ABCDEM)O(ABCDEO)D3"),
            STANDARD,
            SnapshotFault("heights", Square(4, 3), "a stack may be 5 high; it is higher on D5 and F5"),
        ),
        (
            board("5 3(AM)OOD3"),
            house(max_height=1),
            SnapshotFault("heights", Square(4, 3), "a stack may be 1 high; it is higher on D5"),
        ),
    ],
)
def test_each_fault_alone(snapshot: Board, ruleset: Ruleset, fault: SnapshotFault) -> None:
    assert snapshot_faults(snapshot, ruleset) == [fault]


def test_all_faults_are_told_each_letter_once_a_square_and_heights_only_if_asked() -> None:
    snapshot = board("5 3(ÖÖÜABM)ÄOD3")
    told = [fault.message for fault in snapshot_faults(snapshot, STANDARD)]
    assert told == [
        "D5 has 'Ö', a letter that no tile has",
        "D5 has 'Ü', a letter that no tile has",
        "E5 has 'Ä', a letter that no tile has",
        "a stack may be 5 high; it is higher on D5",
    ]
    assert [fault.message for fault in snapshot_faults(snapshot, STANDARD, heights=False)] == told[:3]


def test_a_board_sound_for_one_ruleset_is_looked_at_anew_for_another() -> None:
    high = board("5 3(ABCDM)OOD3")
    for _ in range(2):
        assert snapshot_faults(high, STANDARD) == []
        assert [fault.part for fault in snapshot_faults(high, house(max_height=4))] == ["heights"]


def test_a_board_found_sound_but_for_its_heights_is_looked_at_anew() -> None:
    high, low = board("5 3(ABCDM)OOD3"), house(max_height=4)
    assert snapshot_faults(high, low, heights=False) == []
    assert [fault.part for fault in snapshot_faults(high, low)] == ["heights"]
