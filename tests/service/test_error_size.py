"""A refusal reaches its caller whatever the question holds: an error too large would break the call."""

import re
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from tests.service.questions import (
    batch,
    board,
    check,
    custom,
    exchange,
    grid,
    inspect,
    judge,
    move,
    overlay,
    play,
    stack_list,
    tiles,
)
from tests.service.referee import Referee
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1 import ruleset_pb2

# Java's client takes 8 KB of trailers and no more; other clients start to refuse there.
MOST_HEADER_BYTES = 8192
MOST_STATUS_BYTES = 4096
MOST_VIOLATIONS = 20
FACE = "\N{GRINNING FACE}"
THREE_BYTES = "\N{HIRAGANA LETTER A}"


def kinds(count: int, **fields: Any) -> ruleset_pb2.TileList:
    return tiles(*(ruleset_pb2.TileKind(**fields) for _ in range(count)))


def mixed_kinds(first: str, other: str) -> ruleset_pb2.TileList:
    rest = kinds(19, letter="A", spelling=other).kinds
    return tiles(ruleset_pb2.TileKind(letter="A", spelling=first), *rest)


def words_of(letter: str, count: int, length: int) -> list[str]:
    return [letter * length + " "] * count


# Questions and how many faults each has.
QUESTIONS: dict[str, tuple[Any, int]] = {
    "10,000 faulty placements": (judge(move=play(*[(0, 0, FACE)] * 10_000)), 1),
    "625 faulty placements": (judge(move=play(*[(0, 0, "?")] * 625)), 625),
    "625 faulty placements of long tiles": (judge(move=play(*[(0, 0, FACE * 300)] * 625)), 625),
    "20 faulty placements": (judge(move=play(*[(0, 0, "?")] * 20)), 20),
    "21 faulty placements": (judge(move=play(*[(0, 0, "?")] * 21)), 21),
    "1,000 words of 64 characters": (judge(overlay=overlay(words_of(FACE, 1000, 63))), 1000),
    "1,000 words denied and of 3 bytes each": (judge(overlay=overlay((), words_of("あ", 1000, 63))), 1000),
    "1,000 words too long": (check(*["ß" * 65] * 1000), 1000),
    "words both allowed and denied": (judge(overlay=overlay([FACE * 64] * 500, [FACE * 64] * 500)), 500),
    "5,000 stacks off the board": (judge(board=stack_list(10, 10, *[(-99, 99, "A")] * 5000)), 5000),
    "625 squares of letters that no tile has": (
        judge(ruleset="standard-10x10", board=grid(FACE * 100)),
        100,
    ),
    "four racks of different letters": (
        inspect(racks=["".join(chr(0x1F600 + i) for i in range(70))] * 4),
        280,
    ),
    "a ruleset with 100 long spellings": (
        judge(custom_ruleset=custom(tiles=kinds(100, letter="A", spelling=FACE * 900))),
        100,
    ),
    "a ruleset with long letters": (
        judge(custom_ruleset=custom(tiles=kinds(100, letter="あ" * 900))),
        100,
    ),
    "a ruleset with a long bare letter": (judge(custom_ruleset=custom(bare_s_letter=FACE * 9000)), 1),
    "a ruleset with a long name, id and base": (
        judge(custom_ruleset=custom(id=FACE * 9000, name=FACE * 9000, base=FACE * 9000)),
        3,
    ),
    "notation no move": (judge(move=move(FACE * 2000)), 1),
    "notation no board": (judge(board=board(FACE * 2000)), 1),
    "exchange": (judge(move=exchange("".join(chr(0x1F300 + i) for i in range(600)))), 600),
    # The message long, and the rest of the details filled to the brim in steps of various sizes.
    **{
        f"a long fault, then some of {size} times {letter}": (
            judge(custom_ruleset=custom(tiles=mixed_kinds(FACE * 300, letter * size))),
            20,
        )
        for letter in (FACE, THREE_BYTES, "x")
        for size in (30, 60, 90, 120, 200)
    },
}
# Questions whose refusal is no list of fields.
LONG_NAMES: dict[str, Any] = {
    "ruleset": judge(ruleset=FACE * 100_000),
    "ruleset of control characters": judge(ruleset="\x01\n\U000e0001" * 100_000),
    "lexicon": judge(lexicon=FACE * 100_000),
    "base": judge(custom_ruleset=custom(base=FACE * 64)),
    "ruleset asked for": pb.GetRulesetRequest(id="x" * 1_000_000),
    "words of a lexicon": check("A", lexicon=FACE * 100_000),
    "pins": judge(ruleset_digest=FACE * 100_000, lexicon_digest=FACE * 100_000),
}
ALL = {name: question for name, (question, _) in QUESTIONS.items()} | LONG_NAMES


@pytest.mark.parametrize("name", ALL)
def test_a_refusal_arrives_with_its_own_code_and_details(referee: Referee, name: str) -> None:
    refusal = referee.refusal(ALL[name])
    assert refusal.code in (
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.NOT_FOUND,
        grpc.StatusCode.FAILED_PRECONDITION,
    )
    assert refusal.reason
    assert refusal.status is not None
    assert refusal.status.ByteSize() < MOST_STATUS_BYTES


@pytest.mark.parametrize("name", ALL)
def test_a_refusal_fits_into_the_trailers_that_clients_take(referee: Referee, name: str) -> None:
    assert referee.refusal(ALL[name]).header_bytes() < MOST_HEADER_BYTES


@pytest.mark.parametrize("name", ALL)
def test_the_text_of_a_status_is_short(referee: Referee, name: str) -> None:
    assert 0 < len(referee.refusal(ALL[name]).message) <= 300


@pytest.mark.parametrize("name", QUESTIONS)
def test_at_most_20_faults_are_listed_and_the_others_counted(referee: Referee, name: str) -> None:
    question, total = QUESTIONS[name]
    assert counted(referee.refusal(question).violations) == total


def counted(violations: Any) -> int:
    """Return how many faults a BadRequest speaks of: those listed, and those in "and N more"."""
    listed = [violation for violation in violations if violation.field]
    assert 0 < len(listed) <= MOST_VIOLATIONS
    rest = violations[len(listed) :]
    if not rest:
        return len(listed)
    (last,) = rest
    more = re.fullmatch(r"and (\d+) more", last.description)
    assert more
    return len(listed) + int(more[1])


def test_exactly_20_faults_are_all_listed(referee: Referee) -> None:
    violations = referee.refusal(QUESTIONS["20 faulty placements"][0]).violations
    assert [violation.field for violation in violations] == [
        f"move.play.placements[{i}].tile" for i in range(20)
    ]


def test_of_21_faults_one_is_only_counted(referee: Referee) -> None:
    violations = referee.refusal(QUESTIONS["21 faulty placements"][0]).violations
    assert [violation.description for violation in violations[20:]] == ["and 1 more"]


def test_in_a_batch_every_items_error_is_as_small(referee: Referee) -> None:
    wanted = {
        name: question
        for name, question in ALL.items()
        if isinstance(question, pb.JudgeMoveRequest) and question.ByteSize() < 100_000
    }
    assert len(wanted) > 15
    results = referee.ask(batch(*wanted.values(), board=None)).results
    for name, result in zip(wanted, results, strict=True):
        status: status_pb2.Status = result.error
        assert 0 < status.ByteSize() < MOST_STATUS_BYTES, name
        for detail in status.details:
            bad = error_details_pb2.BadRequest()
            if detail.Unpack(bad):
                assert counted(bad.field_violations) == QUESTIONS[name][1], name


def test_a_refusal_arrives_every_time(referee: Referee) -> None:
    # Between the soft and the hard limit of trailers grpc refuses by chance.
    question = QUESTIONS[f"a long fault, then some of 60 times {FACE}"][0]
    codes = {referee.refusal(question).code for _ in range(50)}
    assert codes == {grpc.StatusCode.INVALID_ARGUMENT}
