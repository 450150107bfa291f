"""The decision log of real servers: complete, shared by workers, rotated, and never in a call's way."""

import json
import signal
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.service.cli.calling import run
from tests.service.observability.asking import HEADER, ask, stream
from tests.service.process.serving import Load, Server, server, soon
from tests.service.questions import batch, challenge, game, in_stream, item, judge, move

OK = grpc.StatusCode.OK


def ask_all(running: Server) -> None:
    """Ask a question of every kind; eight of them have a verdict to keep."""
    with running.channel() as channel:
        ask(channel, judge(), (HEADER, "one"))
        ask(channel, judge(ruleset="x"))
        ask(channel, batch(item(), item("5D L..."), item("?")), (HEADER, "many"))
        asked = [in_stream("first"), in_stream("bad", move=None), in_stream("last", move=move("-"))]
        questions = iter([one.SerializeToString() for one in asked])
        list(stream(channel, questions))
        ask(channel, challenge())
        ask(channel, game(), (HEADER, "game"))
        ask(channel, judge(lexicon="none", detail=2))


def decisions(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_verdict_is_a_line_and_judged_again_it_is_the_same(tmp_path: Path) -> None:
    log = tmp_path / "decisions.jsonl"
    with server(tmp_path, "--decision-log", str(log)) as running:
        ask_all(running)
        running.signal(signal.SIGTERM)
        assert running.process.wait(20) == 0
    lines = decisions(log)
    kept = [(line["method"], line.get("item")) for line in lines]
    assert kept == [
        ("JudgeMove", None),
        ("JudgeMove", 0),
        ("JudgeMove", 1),
        ("JudgeMove", "first"),
        ("JudgeMove", "last"),
        ("AdjudicateChallenge", None),
        ("JudgeGame", None),
        ("JudgeMove", None),
    ]
    assert [line["request_id"] for line in lines[:3]] == ["one", "many", "many"]
    assert all(len(line["verdict"]["provenance"]["rulesetDigest"]) == 64 for line in lines)
    outcome = run("replay", str(log))
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == "8 decisions: 8 same, 0 different, 0 not comparable, 0 unreadable\n"


def test_workers_share_a_file_that_is_rotated_under_load_and_lose_no_line(tmp_path: Path) -> None:
    log, old = tmp_path / "decisions.jsonl", tmp_path / "decisions.jsonl.1"
    with server(tmp_path, "--decision-log", str(log), "--workers", "2", "--drain-seconds", "0") as running:
        for i in range(30):
            with running.channel() as channel:
                for _ in range(10):
                    assert ask(channel, judge()).code is OK
            if i == 15:
                log.rename(old)
        running.signal(signal.SIGTERM)
        assert running.process.wait(20) == 0
    assert len(decisions(old)) + len(decisions(log)) == 300
    assert min(len(decisions(old)), len(decisions(log))) > 50


def test_a_full_disk_costs_lines_and_no_call(tmp_path: Path) -> None:
    with server(tmp_path, "--decision-log", "/dev/full") as running, running.channel() as channel:
        assert {ask(channel, judge()).code for _ in range(50)} == {OK}
        soon(lambda: running.metric("upwords_decisions_dropped_total") == 50)
        assert [line["reason"] for line in running.events("decisions are lost")] == [
            "No space left on device"
        ]


def test_a_file_that_cannot_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    for workers in ("1", "2"):
        outcome = run(
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--workers",
            workers,
            "--decision-log",
            str(tmp_path / "no" / "log"),
        )
        assert outcome.status == 1
        assert "decision_log" in outcome.err
        assert "cannot be written" in outcome.err


def test_other_questions_are_no_decisions(tmp_path: Path) -> None:
    log = tmp_path / "decisions.jsonl"
    with server(tmp_path, "--decision-log", str(log)) as running:
        with Load(running, clients=1):
            pass
        with running.channel() as channel:
            ask(channel, judge())
        soon(lambda: decisions(log))
        assert [line["method"] for line in decisions(log)] == ["JudgeMove"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_lines_that_wait_are_written_before_the_end(workers: str, tmp_path: Path) -> None:
    log = tmp_path / "decisions.jsonl"
    with server(
        tmp_path, "--decision-log", str(log), "--workers", workers, "--drain-seconds", "0"
    ) as running:
        with running.channel() as channel:
            assert ask(channel, batch(*[item()] * 300)).code is OK
        running.signal(signal.SIGTERM)
        assert running.process.wait(20) == 0
    assert len(decisions(log)) == 300
