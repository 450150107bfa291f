"""What both sides say of the same plays: only where they agree is time compared."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bench.peers.neutral import Laid, laid
from bench.peers.peer import Search, Verdict
from upwords_referee.movegen.found import FoundPlay
from upwords_referee.notation.move import write_move
from upwords_referee.notation.position import write_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.judging import Judgement
from upwords_referee.rules.move import Play


class Asked(NamedTuple):
    """A play on its board, and our judgement on it."""

    board: Board
    play: Play
    ours: Judgement


class Agreement(NamedTuple):
    """The plays that are valid for both sides and score the same, and how many others there were and why."""

    kept: list[Asked]
    left_out: dict[str, int]
    examples: dict[str, str]


class Difference(NamedTuple):
    """How the plays that both sides found on a position differ.

    `ours` and `theirs` count each play once. `repeats` is how often the solver lists a play again that the
    toolkit accepts, `refused` how many it lists that the toolkit does not. `examples`: a play of each kind.
    """

    ours: int
    theirs: int
    repeats: int
    refused: int
    only_ours: int
    only_theirs: int
    other_points: int
    examples: dict[str, str]


def agree(asked: Sequence[Asked], verdicts: Sequence[Verdict]) -> Agreement:
    """Return what both sides agree on."""
    kept: list[Asked] = []
    left_out: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for each, verdict in zip(asked, verdicts, strict=True):
        reason = _reason(each.ours, verdict)
        if not reason:
            kept.append(each)
            continue
        left_out[reason] += 1
        examples.setdefault(reason, _example(each.board, each.play.placements))
    return Agreement(kept, dict(left_out), examples)


def compare(board: Board, ours: Iterable[FoundPlay], theirs: Search) -> Difference:
    """Return how the found plays differ."""
    our_points = {laid(found.play.placements): found.score for found in ours}
    their_plays = {play for play, _ in theirs.accepted}
    kinds = {
        "only ours": sorted(our_points.keys() - their_plays),
        "only theirs": sorted(their_plays - our_points.keys()),
        "other points": sorted(
            {play for play, points in theirs.accepted if our_points.get(play, points) != points}
        ),
    }
    return Difference(
        ours=len(our_points),
        theirs=len(their_plays),
        repeats=len(theirs.accepted) - len(their_plays),
        refused=theirs.listed - len(theirs.accepted),
        only_ours=len(kinds["only ours"]),
        only_theirs=len(kinds["only theirs"]),
        other_points=len(kinds["other points"]),
        examples={kind: _example(board, plays[0]) for kind, plays in kinds.items() if plays},
    )


def _reason(ours: Judgement, theirs: Verdict) -> str:
    if not ours.valid:
        rules = ", ".join(violation.rule.name for violation in ours.violations)
        return f"we refuse it: {rules}" if not theirs.error else f"both refuse it: {rules}; {theirs.error}"
    if theirs.error:
        return f"the toolkit refuses it: {theirs.error}"
    return "" if ours.score == theirs.points else "other points"


def _example(board: Board, play: Laid) -> str:
    return f"{write_move(Play(play), board)} on {write_board(board)}"
