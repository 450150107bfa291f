"""Boards that were read lately: what is known, by what, and how much is kept."""

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1.board_pb2 import Board as Message
from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.board import Board
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.conversion.rulesets import RulesetReader
from upwords_referee.service.known_boards import _LONGEST, _MOST, Key, KnownBoards, key_of
from upwords_referee.service.question import Reader

ROWS = "/".join(["..........", "....AT....", *[".........."] * 8])
HEIGHTS = ROWS.replace(".", "0").replace("A", "1").replace("T", "2")


def ruleset(id: str) -> Ruleset:
    found = RulesetBook.builtin().get(id)
    assert found is not None
    return found


STANDARD, TOPWORDS = ruleset("standard-10x10"), ruleset("topwords-10x10")


def grid(letters: str = ROWS, heights: str = "") -> Message:
    return Message(grid={"letters": letters, "heights": heights})


def reader() -> Reader:
    return Reader(RulesetReader(RulesetBook.builtin()), Registry([embedded()], EMBEDDED_ID))


def keyed(number: int) -> Key:
    return "grid", str(number), "", "", True


def test_a_board_is_known_by_all_that_it_is_read_from() -> None:
    keys = [
        key_of(grid(), STANDARD, True),
        key_of(grid(heights=HEIGHTS), STANDARD, True),
        key_of(grid(ROWS.replace("A", "O")), STANDARD, True),
        key_of(grid(), TOPWORDS, True),
        key_of(grid(), None, True),
        key_of(grid(), STANDARD, False),
        key_of(Message(notation=ROWS), STANDARD, True),
        key_of(grid(heights="(notation)"), STANDARD, True),
    ]
    assert None not in keys
    assert len(set(keys)) == len(keys)


def test_lists_of_stacks_and_long_texts_are_not_kept() -> None:
    assert key_of(Message(stack_list={"rows": 10, "columns": 10}), None, True) is None
    assert key_of(Message(), None, True) is None
    assert key_of(Message(notation="1" * (_LONGEST + 1)), None, True) is None
    assert key_of(grid(heights="1" * (_LONGEST + 1)), None, True) is None


def test_a_board_asked_twice_is_read_once() -> None:
    read = reader()
    once, again = (read.board(grid(heights=HEIGHTS), None, Faults()) for _ in range(2))
    assert once[0] is again[0]
    assert once[1] is again[1] is STANDARD


def test_the_ruleset_is_that_of_the_call_though_another_of_the_same_digest_was_read_with() -> None:
    read = reader()
    custom = pb.InspectPositionRequest(custom_ruleset={"base": "standard-10x10"})
    unnamed = read.ruleset(custom, Faults())
    assert unnamed is not None
    assert unnamed.digest == STANDARD.digest
    assert read.board(grid(), STANDARD, Faults())[1] is STANDARD
    assert read.board(grid(), unnamed, Faults())[1] is unnamed


def test_a_faulty_board_is_faulty_each_time() -> None:
    read = reader()
    for _ in range(2):
        faults = Faults()
        read.board(grid(ROWS.replace("A", "Ö")), None, faults)
        assert [fault.field for fault in faults.found] == ["board.grid.letters"]


def test_what_was_asked_for_lately_stays_and_the_rest_goes() -> None:
    known, board = KnownBoards(), (Board.empty(2, 2), STANDARD)
    for number in range(10 * _MOST):
        known.add(keyed(number), board)
        assert known.get(keyed(0)) == board
    assert known.get(keyed(1)) is None
    held = sum(known.get(keyed(number)) is not None for number in range(10 * _MOST))
    assert _MOST <= held <= 2 * _MOST
