"""Whole games as golden files: each record of `golden/` has beside it what is to be said of it.

The names say what the records prove. Their rulesets are the built-in ones and the `.toml` files there. After
a change that is meant, write the expectations anew and read the difference:

    python -m tests.games.test_golden --write
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from upwords.referee.v1 import game_pb2, position_pb2, verdict_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.judge_game import judge_game
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.position import write_position
from upwords_referee.notation.record import parse_record, write_action, write_record
from upwords_referee.rules.challenge_rule import ChallengeKind, PenaltyPayment, PenaltyPer
from upwords_referee.rules.inspection import FindingKind
from upwords_referee.rules.record import ChallengeBonus, GameRecord, TakeBack
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.conversion.records import fill_record
from upwords_referee.service.conversion.rulesets import ruleset_message
from upwords_referee.service.methods import build_methods

FOLDER = Path(__file__).with_name("golden")
BOOK = RulesetBook.with_folder(FOLDER)
NAMES = sorted(path.stem for path in FOLDER.glob("*.gcg"))
# A start position with a stack that is too high is refused, and in a game such a play is an ILLEGAL_PLAY.
REFUSED = FindingKind.STACK_TOO_HIGH.name


class ToldEvent(NamedTuple):
    """What is said of one event; of scores and totals the recorded one (None: none) and the right one."""

    turn: int
    nick: str
    notation: str
    recorded: tuple[int | None, int | None]
    judged: tuple[int, int]
    taken_back: bool
    broken: tuple[str, ...]


class ToldResult(NamedTuple):
    """How the game stands for one player."""

    nick: str
    score: int
    deduction: int
    tiles_left: int | None
    winner: bool


class ToldFinding(NamedTuple):
    """One thing found; the turn is None for the whole game."""

    turn: int | None
    severity: str
    kind: str
    message: str


class Told(NamedTuple):
    """All that is said of a game, however it was asked about."""

    end: str
    results: tuple[ToldResult, ...]
    findings: tuple[ToldFinding, ...]
    position: str
    events: tuple[ToldEvent, ...]


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.gcg").read_text("utf-8")


def record_of(name: str) -> tuple[GameRecord, Ruleset]:
    record = parse_record(text_of(name), rulesets=BOOK.get)
    ruleset = BOOK.get(record.ruleset)
    assert ruleset, f"{name}: a record of these says which ruleset it means"
    return record, ruleset


# Three ways to ask


@cache
def by_library(name: str) -> Told:
    _, ruleset = record_of(name)
    judgement = judge_game(text_of(name), ruleset=ruleset)
    nicks = [result.player.nick for result in judgement.results]
    return Told(
        judgement.end_reason.name if judgement.end_reason else "NONE",
        tuple(
            ToldResult(nick, result.score, result.deduction, result.tiles_left, result.winner)
            for nick, result in zip(nicks, judgement.results, strict=True)
        ),
        tuple(
            ToldFinding(finding.turn, finding.severity.name, finding.kind.name, finding.message)
            for finding in judgement.findings
        ),
        write_position(judgement.position),
        tuple(
            ToldEvent(
                judged.number,
                nicks[judged.event.player],
                write_action(judged.event.action, judged.board, ruleset.letters),
                (judged.event.score, judged.event.total),
                (judged.score, judged.total),
                judged.taken_back,
                tuple(violation.rule.name for violation in judged.judgement.violations)
                if judged.judgement
                else (),
            )
            for judged in judgement.events
        ),
    )


def as_text(name: str) -> Told:
    return by_service(pb.JudgeGameRequest(text=text_of(name)))


def as_message(name: str) -> Told:
    request = pb.JudgeGameRequest()
    fill_record(request.record, record_of(name)[0])
    return by_service(request)


def with_custom_ruleset(name: str) -> Told:
    """The ruleset goes with the call, and the record names one that nobody knows."""
    record, ruleset = record_of(name)
    request = pb.JudgeGameRequest(custom_ruleset=ruleset_message(ruleset))
    fill_record(request.record, record)
    request.record.ruleset = "of-our-own"
    return by_service(request)


@cache
def service() -> Callable[[pb.JudgeGameRequest], pb.JudgeGameResponse]:
    methods = build_methods(BOOK, Registry([embedded()], EMBEDDED_ID))
    (method,) = [method for path, method in methods.items() if path.endswith("/JudgeGame")]
    return method.handle  # type: ignore[return-value]


def by_service(request: pb.JudgeGameRequest) -> Told:
    response = service()(request)
    assert response.sound == all(f.severity != position_pb2.SEVERITY_ERROR for f in response.findings)
    nicks = [result.nick for result in response.results]
    return Told(
        _name(game_pb2.EndReason.Name(response.end_reason), "END_REASON_").replace("UNSPECIFIED", "NONE"),
        tuple(
            ToldResult(
                result.nick,
                result.score,
                result.deduction,
                result.tiles_left if result.HasField("tiles_left") else None,
                result.winner,
            )
            for result in response.results
        ),
        tuple(
            ToldFinding(
                finding.turn if finding.HasField("turn") else None,
                _name(position_pb2.Severity.Name(finding.severity), "SEVERITY_"),
                _name(position_pb2.FindingKind.Name(finding.kind), "FINDING_KIND_"),
                finding.message,
            )
            for finding in response.findings
        ),
        response.position,
        tuple(
            ToldEvent(
                judged.turn,
                nicks[judged.player],
                judged.notation,
                (
                    judged.recorded_score if judged.HasField("recorded_score") else None,
                    judged.recorded_total if judged.HasField("recorded_total") else None,
                ),
                (judged.score, judged.total),
                judged.taken_back,
                tuple(_name(verdict_pb2.Rule.Name(v.rule), "RULE_") for v in judged.verdict.violations),
            )
            for judged in response.events
        ),
    )


def _name(name: str, prefix: str) -> str:
    return name.removeprefix(prefix)


# What is written


def written(told: Told) -> str:
    """Return what is said of a game as text: the whole, what was found, then a line for each event."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(told))


def _lines(told: Told) -> Iterator[str]:
    yield f"end: {told.end}"
    yield f"position: {told.position}"
    yield ""
    yield "player  score  deduction  tiles left"
    for one in told.results:
        left = "?" if one.tiles_left is None else one.tiles_left
        yield f"{one.nick:6} {one.score:6} {one.deduction:10} {left:>11}{'  winner' if one.winner else ''}"
    yield ""
    yield "findings:" if told.findings else "findings: none"
    for found in told.findings:
        where = "game" if found.turn is None else f"turn {found.turn}"
        yield f"  {where}: {found.severity} {found.kind}: {found.message}"
    yield ""
    yield "turn  player  notation      recorded     judged"
    for event in told.events:
        said = ["taken back"] * event.taken_back + list(event.broken)
        yield (
            f"{event.turn:4}  {event.nick:6}  {event.notation:12} {_points(event.recorded):>9}  "
            f"{_points(event.judged):>9}  {', '.join(said)}"
        )


def _points(points: tuple[int | None, int | None]) -> str:
    score, total = points
    return f"{'?' if score is None else f'{score:+d}'} {'?' if total is None else total:>4}"


@pytest.mark.parametrize("ask", [by_library, as_text, as_message, with_custom_ruleset])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_a_game(name: str, ask: Callable[[str], Told]) -> None:
    expected = (FOLDER / f"{name}.expected").read_text("utf-8")
    assert written(ask(name)) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    record, ruleset = record_of(name)
    again = parse_record(write_record(record, ruleset), ruleset)
    assert written_events(again) == written_events(record)
    assert again.players == record.players


def written_events(record: GameRecord) -> list[tuple[object, ...]]:
    return [(event.player, event.action, event.rack, event.score, event.total) for event in record.events]


# What the records prove together


def test_no_expectation_is_left_of_a_record_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.expected")} == set(NAMES)


def test_every_ruleset_is_that_of_a_record() -> None:
    used = {record.ruleset for record, _ in map(record_of, NAMES)}
    files = {path.stem for path in FOLDER.glob("*.toml")}
    # The base of others need not be a record's own.
    assert files <= used | {ruleset.base for ruleset in BOOK}


def test_every_finding_has_a_record_with_no_other_error() -> None:
    alone = set()
    for name in NAMES:
        errors = kinds_in(name, "ERROR")
        # A phony that stands is an illegal play as well.
        errors -= {"ILLEGAL_PLAY"} if "WORD_NOT_ACCEPTABLE" in errors else set()
        alone |= errors if len(errors) == 1 else set()
        alone |= set() if errors else kinds_in(name, "WARNING", "NOTE")
    assert alone == {kind.name for kind in FindingKind} - {REFUSED}


def test_a_start_with_too_high_a_stack_is_no_game() -> None:
    text = "#player1 ann\n#start 10/10/10/10/3(MWFGRH)OOD3/10/10/10/10/10\n>ann: - +0 0\n"
    with pytest.raises(ValueError, match="D5"):
        judge_game(text)


def test_no_record_but_those_of_findings_has_an_error() -> None:
    wrong = {name for name in NAMES if kinds_in(name, "ERROR")}
    assert all(name.startswith("finding-") for name in wrong)


def test_the_records_end_in_every_way() -> None:
    ends = {by_library(name).end for name in NAMES}
    assert ends == {"NONE", "OUT", "NO_PLAYS", "PASSES"}


def test_every_challenge_rule_has_a_challenge_that_succeeds_and_one_that_fails() -> None:
    succeeded, failed = set(), set()
    for name in NAMES:
        record, _ = record_of(name)
        rule = record.challenge_rule
        if name.startswith("challenge-") and rule:
            actions = {type(event.action) for event in record.events}
            if TakeBack in actions:
                succeeded.add(rule.kind)
            if ChallengeBonus in actions:
                failed.add((rule.kind, rule.per, rule.payment))
    assert succeeded == set(ChallengeKind)
    assert {kind for kind, _, _ in failed} == set(ChallengeKind)
    penalties = {(per, payment) for kind, per, payment in failed if kind is ChallengeKind.PENALTY}
    assert penalties == {(per, payment) for per in PenaltyPer for payment in PenaltyPayment}


def kinds_in(name: str, *severities: str) -> set[str]:
    return {found.kind for found in by_library(name).findings if found.severity in severities}


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("say --write to write all expectations anew")
    for each in NAMES:
        (FOLDER / f"{each}.expected").write_text(written(by_library(each)), "utf-8")
