"""The command `replay`: it finds every wrong record, and says what is not comparable, and why."""

import json
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.service.cli.calling import call, run
from tests.service.questions import batch, challenge, game, in_stream, item, judge, move
from tests.service.referee import serving
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.answers import Answers
from upwords_referee.service.decisions import Decisions
from upwords_referee.service.methods import build_methods

Decision = dict[str, Any]
QUESTIONS = (judge(), judge(move=move("5D L...")), batch(item("-")), in_stream("a"), challenge(), game())
KINDS = len(QUESTIONS)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of one decision of each kind."""
    path = tmp_path / "log"
    decisions = Decisions(path)
    methods = build_methods(RulesetBook.builtin(), Registry([embedded()], embedded().id))
    watched = {method.request: method for method in Answers(decisions).watch(methods).values()}
    for question in QUESTIONS:
        watched[type(question)].handle(question)
    decisions.close(20)
    return path


def change(log: Path, mend: Callable[[Decision], object], line: int = 0) -> None:
    """Change one decision of the log."""
    lines = log.read_text().splitlines()
    decision = json.loads(lines[line])
    mend(decision)
    lines[line] = json.dumps(decision)
    log.write_text("\n".join(lines) + "\n")


def test_a_true_record_is_the_same(log: Path) -> None:
    outcome = call("replay", str(log))
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"{KINDS} decisions: {KINDS} same, 0 different, 0 not comparable, 0 unreadable\n"


@pytest.mark.parametrize(
    ("line", "field", "mend"),
    [
        (0, "valid was false, is true", lambda d: d["verdict"].pop("valid")),
        (0, "score was 6, is 5", lambda d: d["verdict"].update(score=6)),
        (0, "words[0].text was", lambda d: d["verdict"]["words"][0].update(text="WOOF")),
        (0, "words was []", lambda d: d["verdict"].pop("words")),
        (
            1,
            "violations[0].squares[0].row was 9",
            lambda d: d["verdict"]["violations"][0]["squares"][0].update(row=9),
        ),
        (1, "valid was true, is false", lambda d: d["verdict"].update(valid=True)),
        (2, "notation was", lambda d: d["verdict"].update(notation="-E")),
        (3, "valid was false", lambda d: d["verdict"].update(valid=False)),
        (4, "play_stands was", lambda d: d["verdict"].update(playStands=not d["verdict"].get("playStands"))),
        (5, "end_reason was", lambda d: d["verdict"].update(endReason=1)),
        (0, 'verdict was "given", is "refused: board', lambda d: d["request"].pop("board")),
    ],
)
def test_a_wrong_record_fails_and_its_field_is_shown(
    line: int, field: str, mend: Callable[[Decision], object], log: Path
) -> None:
    change(log, mend, line)
    outcome = call("replay", str(log))
    assert outcome.status == 1
    assert f"line {line + 1} (request " in outcome.out
    assert f"different: {field}" in outcome.out
    assert f"{KINDS - 1} same, 1 different" in outcome.out


@pytest.mark.parametrize("name", ["rulesetDigest", "lexiconDigest", "overlayDigest"])
def test_another_digest_is_not_comparable_and_named(name: str, log: Path) -> None:
    change(log, lambda decision: decision["verdict"]["provenance"].update({name: "ab" * 32}))
    outcome = call("replay", str(log))
    assert outcome.status == 1
    assert f"not comparable: the {name.removesuffix('Digest')}" in outcome.out
    assert "had the digest abababababab and has now" in outcome.out


@pytest.mark.parametrize(
    ("mend", "why"),
    [
        (lambda d: d["request"].update(lexicon="club"), "club"),
        (lambda d: d["request"].update(ruleset="ours"), "ours"),
        (lambda d: d["request"].update(lexiconDigest="ab" * 32), "another digest"),
    ],
)
def test_what_is_not_held_is_not_comparable(mend: Callable[[Decision], object], why: str, log: Path) -> None:
    change(log, mend)
    outcome = call("replay", str(log))
    assert (outcome.status, "not comparable: " in outcome.out, why in outcome.out) == (1, True, True)


def test_a_lexicon_without_a_digest_is_comparable_as_long_as_it_says_the_same(log: Path) -> None:
    def outside(decision: Decision) -> None:
        decision["request"]["lexicon"] = "none"
        provenance = decision["verdict"]["provenance"]
        provenance.update(lexicon="none", lexiconDigest="")
        decision["verdict"]["words"][0]["status"] = "WORD_STATUS_UNCHECKED"

    change(log, outside)
    assert call("replay", str(log)).status == 0


def test_the_server_version_may_be_another_one(log: Path) -> None:
    change(log, lambda decision: decision["verdict"]["provenance"].update(serverVersion="0.0.1"))
    assert call("replay", str(log)).status == 0


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "\xff",
        "{}",
        '{"method":"CheckWords","request":{},"verdict":{}}',
        '{"method":["JudgeMove"],"request":{},"verdict":{}}',
        '{"method":"JudgeMove","request":{}}',
        '{"method":"JudgeMove","request":{"bored":1},"verdict":{}}',
        '{"method":"JudgeMove","request":{},"verdict":{"valid":true}}',
        '{"method":"JudgeMove","request":7,"verdict":{}}',
        '{"method":"JudgeMove","request":' + '{"board":' * 3000 + "1" + "}" * 3000 + ',"verdict":{}}',
        "[" * 100_000,
    ],
)
def test_a_line_that_is_no_decision_is_told_and_the_rest_is_judged(line: str, log: Path) -> None:
    log.write_bytes(log.read_bytes() + line.encode("latin-1"))
    outcome = call("replay", str(log))
    assert outcome.status == 2
    assert f"line {KINDS + 1}: unreadable: it" in outcome.out
    assert f"{KINDS} same" in outcome.out


def test_standard_input_and_several_files_are_read(log: Path) -> None:
    outcome = call("replay", str(log), "-", stdin=log.read_bytes())
    assert (outcome.status, outcome.out.split()[0]) == (0, str(2 * KINDS))


def test_a_file_that_is_not_there_is_not_understood(log: Path, tmp_path: Path) -> None:
    outcome = call("replay", str(log), str(tmp_path / "missing"))
    assert (outcome.status, outcome.out) == (2, "")
    assert "missing cannot be read" in outcome.err


def test_a_server_judges_too(log: Path) -> None:
    with serving(embedded()) as referee:
        assert call("replay", str(log), "--server", referee.address).status == 0
        change(log, lambda decision: decision["verdict"].update(score=6))
        assert call("replay", str(log), "--server", referee.address).status == 1


def test_no_server_is_no_answer(log: Path) -> None:
    outcome = call("replay", str(log), "--server", "127.0.0.1:1")
    assert (outcome.status, "no referee answers" in outcome.err) == (3, True)


def test_a_log_judged_by_house_rulings_needs_them(log: Path, tmp_path: Path) -> None:
    rulings = tmp_path / "rulings.txt"
    rulings.write_text("-WOOD\n")
    outcome = call("replay", str(log), "--rulings", str(rulings))
    assert outcome.status == 1
    assert outcome.out.count("not comparable: the overlay had the digest (none) and has now") == KINDS


def test_json_tells_each_line_that_is_not_the_same_and_the_sums(log: Path) -> None:
    change(log, lambda decision: decision["verdict"].update(score=6))
    outcome = call("replay", "--json", str(log))
    told, sums = map(json.loads, outcome.out.splitlines())
    assert (told["line"], told["outcome"]) == (1, "different")
    assert told["differences"] == [{"field": "score", "recorded": 6, "now": 5}]
    assert sums == {"same": KINDS - 1, "different": 1, "not_comparable": 0, "unreadable": 0}


def test_a_long_log_is_read_in_little_memory(log: Path, tmp_path: Path) -> None:
    long = tmp_path / "long"
    # Half of a line of 200 MB, and what follows it.
    with long.open("wb") as file:
        for _ in range(200):
            file.write(b"x" * (1 << 20))
        file.write(b"\n" + log.read_bytes())

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (900 << 20, 900 << 20))

    outcome = run("replay", str(long), preexec_fn=limit)
    assert outcome.status == 2, outcome.err
    assert "line 1: unreadable: it is longer than 64 MB" in outcome.out
    assert f"{KINDS} same" in outcome.out
