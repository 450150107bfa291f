"""The decision log: a call never waits for it, and what it does not take is counted."""

import json
import threading
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from tests.service.questions import board, judge, move
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.decision_file import DecisionFile
from upwords_referee.service.decisions import Decisions

VERDICT = pb.JudgeMoveResponse(valid=True)


def dropped(why: str) -> float:
    return REGISTRY.get_sample_value("upwords_decisions_dropped_total", {"why": why}) or 0.0


def written(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


class Stuck(DecisionFile):
    """A file that takes nothing until it is let go."""

    go = threading.Event()

    def append(self, line: bytes) -> None:
        self.go.wait(20)
        super().append(line)


@pytest.mark.parametrize(
    "bounds", [{"most": 3}, {"most_bytes": 3 * (judge().ByteSize() + VERDICT.ByteSize())}]
)
def test_a_file_that_is_stuck_holds_up_nobody_and_the_rest_is_dropped(
    bounds: dict[str, int], tmp_path: Path
) -> None:
    Stuck.go = threading.Event()
    with patch("upwords_referee.service.decisions.open_decision_file", Stuck):
        decisions = Decisions(tmp_path / "log", **bounds)
        before, start = dropped("full"), time.monotonic()
        for _ in range(50):
            decisions.add("JudgeMove", judge(), VERDICT)
        decisions.close(0.1)
        assert time.monotonic() - start < 5
        assert dropped("full") - before == 47
        Stuck.go.set()
        decisions.close(20)
        assert len(written(tmp_path / "log")) == 3
        decisions.add("JudgeMove", judge(), VERDICT)
        decisions.close(20)
    assert len(written(tmp_path / "log")) == 4


def test_a_full_disk_is_counted_and_told_once(tmp_path: Path) -> None:
    before = dropped("failed")
    decisions = Decisions(Path("/dev/full"))
    with patch("upwords_referee.service.decisions._log") as log:
        for _ in range(3):
            decisions.add("JudgeMove", judge(), VERDICT)
        decisions.close(20)
    assert dropped("failed") - before == 3
    log.error.assert_called_once()


def test_an_answer_that_cannot_be_written_costs_no_other(tmp_path: Path) -> None:
    before = dropped("failed")
    decisions = Decisions(tmp_path / "log")
    with capture_logs() as logged:
        # Which has no such response.
        decisions.add("BatchJudgeMoves", judge(), VERDICT)
        decisions.add("JudgeMove", judge(), VERDICT)
        decisions.close(20)
    assert [line["method"] for line in written(tmp_path / "log")] == ["JudgeMove"]
    assert dropped("failed") - before == 1
    assert [(line["event"], line["log_level"]) for line in logged] == [("a decision is lost", "error")]


def test_the_item_of_a_batch_stands_for_itself(tmp_path: Path) -> None:
    own = pb.JudgeMoveRequest(move=move("5D L..."), lexicon="none", ruleset="standard-10x10")
    own.overlay.allow.append("LOOD")
    batch = pb.BatchJudgeMovesRequest(
        requests=[pb.JudgeMoveRequest(move=move()), own, pb.JudgeMoveRequest()],
        board=board(),
        lexicon="enable",
    )
    batch.custom_ruleset.name = "ours"
    batch.overlay.deny.append("WOOD")
    response = pb.BatchJudgeMovesResponse()
    response.provenance.ruleset_digest = "ab"
    response.results.add().verdict.valid = True
    response.results.add().verdict.provenance.ruleset_digest = "cd"
    response.results.add().error.code = 3
    decisions = Decisions(tmp_path / "log")
    decisions.add("BatchJudgeMoves", batch, response)
    decisions.close(20)
    first, second = written(tmp_path / "log")
    assert (first["item"], second["item"], first["method"]) == (0, 1, "JudgeMove")
    assert first["request"] == {
        "board": {"notation": board().notation},
        "customRuleset": {"name": "ours"},
        "lexicon": "enable",
        "move": {"notation": "5D W..."},
        "overlay": {"deny": ["WOOD"]},
    }
    assert second["request"] == {
        "board": {"notation": board().notation},
        "lexicon": "none",
        "move": {"notation": "5D L..."},
        "overlay": {"allow": ["LOOD"]},
        "ruleset": "standard-10x10",
    }
    assert first["verdict"] == {"valid": True, "provenance": {"rulesetDigest": "ab"}}
    assert second["verdict"] == {"provenance": {"rulesetDigest": "cd"}}
    assert not batch.requests[0].HasField("board"), "the call's own messages stay as they are"
