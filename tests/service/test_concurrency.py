"""Many calls at once get the answers that they get one by one."""

from concurrent.futures import ThreadPoolExecutor

from tests.service.questions import batch, board, custom, every_request, item, judge, move, overlay
from tests.service.referee import Referee, Refusal

CALLS = 200


def questions() -> list[object]:
    """Return calls of all kinds; many share a cached ruleset, and some are refused."""
    letters = "BCDFGHKLMNPRSTWXYZ"
    kinds = [
        *every_request(),
        *(judge(move=move(f"5D {letter}...")) for letter in letters),
        *(judge(custom_ruleset=custom(id=letter, exchange_tiles=3), move=move("-AAA")) for letter in letters),
        *(judge(overlay=overlay((), [f"{letter}OOD"]), move=move(f"5D {letter}...")) for letter in letters),
        batch(*[item(f"5D {letter}...") for letter in letters]),
        judge(move=None),
        judge(ruleset="chess"),
        judge(board=board("?")),
        judge(custom_ruleset=custom(rows=1)),
    ]
    return [kinds[number % len(kinds)] for number in range(CALLS)]


def outcome(referee: Referee, question: object) -> object:
    found = referee.outcome(question)  # type: ignore[arg-type]
    return (found.code, found.status) if isinstance(found, Refusal) else found


def test_200_calls_at_once_are_answered_as_one_by_one(referee: Referee) -> None:
    asked = questions()
    one_by_one = [outcome(referee, question) for question in asked]
    with ThreadPoolExecutor(50) as pool:
        at_once = list(pool.map(lambda question: outcome(referee, question), asked))
    assert at_once == one_by_one
    assert len({str(answer) for answer in one_by_one}) > 50


def test_one_batch_is_the_same_as_its_items_at_once(referee: Referee) -> None:
    notations = [f"5D {letter}..." for letter in "BCDFGHKLMNPRSTWXYZ"]
    together = referee.ask(batch(*map(item, notations)))
    with ThreadPoolExecutor(8) as pool:
        alone = list(pool.map(lambda notation: referee.ask(judge(move=move(notation))), notations))
    for result, answer in zip(together.results, alone, strict=True):
        result.verdict.provenance.CopyFrom(together.provenance)
        assert result.verdict == answer
