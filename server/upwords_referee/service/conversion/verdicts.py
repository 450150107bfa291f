"""Judgements and findings: values of the domain into messages, filled in place for speed."""

from collections.abc import Iterable
from typing import Protocol

from upwords.referee.v1 import board_pb2, position_pb2, referee_service_pb2, verdict_pb2
from upwords_referee.rules.forming import FormedWord
from upwords_referee.rules.inspection import Finding, Inspection
from upwords_referee.rules.judging import Judgement
from upwords_referee.rules.rule import Violation
from upwords_referee.rules.square import Square

_ACROSS, _DOWN = board_pb2.DIRECTION_ACROSS, board_pb2.DIRECTION_DOWN


class _WithWords(Protocol):
    @property
    def words(self) -> "_Words": ...


class _Words(Protocol):
    def add(self, **fields: object) -> verdict_pb2.FormedWord: ...


class _WithViolations(Protocol):
    @property
    def violations(self) -> "_Violations": ...


class _Violations(Protocol):
    def add(self, **fields: object) -> verdict_pb2.Violation: ...


class _WithFindings(Protocol):
    @property
    def findings(self) -> "_Findings": ...


class _Findings(Protocol):
    def add(self, **fields: object) -> position_pb2.Finding: ...


class _WithSquares(Protocol):
    @property
    def squares(self) -> "_Squares": ...


class _Squares(Protocol):
    def add(self, **fields: object) -> object: ...


def fill_verdict(message: referee_service_pb2.JudgeMoveResponse, judgement: Judgement) -> None:
    """Fill a full verdict but for notation, position and provenance."""
    if judgement.violations:
        fill_violations(message, judgement.violations)
    else:
        message.valid = True
    fill_words(message, judgement.words)
    if judgement.score is not None:
        message.score = judgement.score
        if judgement.full_rack_bonus:
            message.full_rack_bonus = judgement.full_rack_bonus
        if judgement.letter_bonus:
            message.letter_bonus = judgement.letter_bonus


def fill_words(message: _WithWords, words: Iterable[FormedWord]) -> None:
    """Add the words to the message's list of words."""
    add = message.words.add
    for word in words:
        into = add()
        into.text = word.text
        start = into.start
        start.row = word.row
        start.column = word.column
        into.direction = _DOWN if word.down else _ACROSS
        into.length = word.length
        into.heights = word.heights
        into.status = word.status  # type: ignore[assignment]
        into.score = word.score
        if word.flat:
            into.flat = True
            if word.bonus:
                into.bonus = word.bonus


def fill_inspection(message: referee_service_pb2.InspectPositionResponse, inspection: Inspection) -> None:
    """Fill everything but notation and provenance."""
    message.sound = inspection.sound
    fill_findings(message, inspection.findings)
    fill_words(message, inspection.words)
    for letter, count in inspection.unseen:
        message.unseen.add(letter=letter, count=count)


def fill_findings(message: _WithFindings, findings: Iterable[Finding]) -> None:
    """Add the findings to the message's list of findings."""
    for finding in findings:
        into = message.findings.add(
            severity=position_pb2.Severity.ValueType(finding.severity),
            kind=position_pb2.FindingKind.ValueType(finding.kind),
            message=finding.message,
            word=finding.word,
            turn=finding.turn,
        )
        _fill_squares(into, finding.squares)


def fill_violations(message: _WithViolations, violations: Iterable[Violation]) -> None:
    """Add the violations to the message's list of violations."""
    for violation in violations:
        into = message.violations.add(
            rule=verdict_pb2.Rule.ValueType(violation.rule),
            message=violation.message,
            word=violation.word,
            reference=violation.reference,
        )
        _fill_squares(into, violation.squares)


def _fill_squares(message: _WithSquares, squares: Iterable[Square]) -> None:
    for row, column in squares:
        message.squares.add(row=row, column=column)
