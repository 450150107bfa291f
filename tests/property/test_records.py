"""Game records: what is written reads back, and any other text is refused in good order."""

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.records import actions, challenge_rules, record_texts, records
from tests.property.texts import noted_boards
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.challenge_rule import parse_challenge_rule, write_challenge_rule
from upwords_referee.notation.errors import MOST_FAULTS
from upwords_referee.notation.record import (
    RecordError,
    parse_action,
    parse_record,
    write_action,
    write_record,
)
from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.letters import upper
from upwords_referee.rules.record import Action, GameRecord

RULESETS = RulesetBook.builtin()


def without_lines(record: GameRecord) -> GameRecord:
    return replace(record, events=tuple(replace(event, line=0) for event in record.events))


@settings(max_examples=500)
@given(records())
def test_a_record_reads_back_from_what_is_written(record: GameRecord) -> None:
    text = write_record(record)
    read = parse_record(text)
    assert without_lines(read) == record
    assert write_record(read) == text
    assert without_lines(parse_record(text.encode())) == record
    lines = text.split("\n")
    assert all(lines[event.line - 1].startswith(">") for event in read.events)


@settings(max_examples=300)
@given(records(), st.sampled_from(["\r\n", "\r", "\n\n", "\n \t\n"]), st.booleans())
def test_a_record_with_other_line_ends_blank_lines_and_a_mark_reads_the_same(
    record: GameRecord, end: str, marked: bool
) -> None:
    text = "\ufeff" * marked + write_record(record).replace("\n", end)
    assert without_lines(parse_record(text)) == record
    assert without_lines(parse_record(text.encode())) == record


@settings(max_examples=300)
@given(actions(), noted_boards())
def test_an_action_reads_back_from_what_is_written(action: Action, board: Board) -> None:
    text = write_action(action, board)
    assert parse_action(text, board) == action
    assert parse_action(f"  {text}\t", board) == action


@given(challenge_rules())
def test_a_challenge_rule_reads_back_from_what_is_written(rule: ChallengeRule) -> None:
    text = write_challenge_rule(rule)
    assert parse_challenge_rule(text) == rule
    assert parse_challenge_rule(f" {text.upper()} ") == rule


@settings(max_examples=1000)
@given(record_texts(), st.booleans())
def test_arbitrary_text_is_read_or_refused_at_places_in_it(text: str, known: bool) -> None:
    rulesets = RULESETS.get if known else None
    try:
        record = parse_record(text, rulesets=rulesets)
    except RecordError as error:
        check_faults(error, text)
        return
    written = write_record(record, rulesets=rulesets)
    assert without_lines(parse_record(written, rulesets=rulesets)) == without_lines(record)


@settings(max_examples=500)
@given(st.one_of(st.binary(), record_texts().map(lambda text: text.encode("latin-1", "replace"))))
def test_arbitrary_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        record = parse_record(data)
    except RecordError as error:
        check_faults(error, data.decode("latin-1"))
        return
    assert without_lines(parse_record(write_record(record))) == without_lines(record)


def check_faults(error: RecordError, text: str) -> None:
    assert error.faults
    assert error.faults == sorted(error.faults, key=lambda fault: fault[:2])
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for fault in error.faults:
        assert 1 <= fault.line <= len(lines)
        line = lines[fault.line - 1]
        assert 1 <= fault.column <= max(len(line), len(upper(line))) + 1
        assert len(fault.message) < 400


@pytest.mark.parametrize(
    "part",
    [
        "a\n",
        "#\n",
        "#a ",
        " ",
        "\n",
        ">",
        ">a:\n",
        ">a: 1A A\n",
        ">a: -",
        ">a: 1A " + "A" * 25 + "\n",
        "(",
        "5D ",
        "\u0301",
    ],
)
@pytest.mark.parametrize(
    "head", ["", "#player1 a\n", "#player1 a\n>a: 5D ", "#player1 a\n>a: -", "#start ", "#note "]
)
def test_long_text_is_read_or_refused_within_five_seconds(head: str, part: str) -> None:
    text = head + part * (250_000 // len(part))
    start = time.process_time()
    refused = None
    try:
        parse_record(text)
    except RecordError as error:
        refused = error
    assert time.process_time() - start < 5
    assert not refused or (len(refused.faults) <= MOST_FAULTS and len(str(refused)) < 100_000)
