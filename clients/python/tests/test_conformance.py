"""The client under test answers every line, also those that no client could be asked."""

import json
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tests.fake import silent
from tests.test_client import question

FOLDER = Path(__file__).parents[1]
QUESTION = b64encode(question().SerializeToString()).decode()


def ask(target: str, lines: list[dict[str, Any]], *options: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "conformance", *options, target]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=60, cwd=FOLDER, check=False
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return {answer.pop("id"): answer for answer in answers}


@pytest.mark.parametrize("options", [(), ("--async",)])
def test_what_cannot_be_asked_is_an_error_and_the_rest_is_answered(
    options: tuple[str, ...], target: str
) -> None:
    answers = ask(
        target,
        [
            {"id": "a", "method": "Dance", "request": "", "timeout_ms": 9000},
            {"id": "b", "method": "JudgeMove", "request": "////", "timeout_ms": 9000},
            {"id": "c", "method": "StreamJudgeMoves", "request": ["////"], "timeout_ms": 9000},
            {"id": "d", "method": "JudgeMove", "request": QUESTION, "timeout_ms": 9000},
        ],
        *options,
    )
    codes = {id: answer["error"]["code"] for id, answer in answers.items() if "error" in answer}
    assert codes == {"a": "UNIMPLEMENTED", "b": "INTERNAL", "c": "INTERNAL"}
    assert answers["d"].keys() == {"response"}


@pytest.mark.parametrize("options", [(), ("--async",)])
def test_a_stream_is_cancelled_when_the_question_says_so(options: tuple[str, ...]) -> None:
    line = {"id": "a", "method": "StreamJudgeMoves", "request": [""], "timeout_ms": 30_000}
    with silent() as target:
        answers = ask(target, [{**line, "cancel_after_ms": 200}], *options)
    assert answers["a"]["error"]["code"] == "CANCELLED"
