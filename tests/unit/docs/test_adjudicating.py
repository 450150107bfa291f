"""The page for tournament directors: its commands answer what it shows, and it explains every finding."""

import re
import shlex
from pathlib import Path

import pytest

from tests.service.cli.calling import Outcome, call
from upwords_referee.rules.inspection import FindingKind

PAGE = (Path(__file__).resolve().parents[3] / "docs/adjudicating.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(sh|text)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = [text.strip() for kind, text in BLOCKS if kind == "sh"]
TEXTS = [text for kind, text in BLOCKS if kind == "text"]
RECORD = next(text for text in TEXTS if text.startswith("#player1"))


def ask(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    monkeypatch.chdir(folder)
    (folder / "table4.gcg").write_text(RECORD, "utf-8")
    (folder / "round1").mkdir()
    (folder / "round1" / "table4.gcg").write_text(RECORD, "utf-8")
    program, *arguments = shlex.split(command)
    assert program == "upwords-referee"
    return call(*arguments)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_page_works(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = ask(command, tmp_path, monkeypatch)
    assert outcome.status in (0, 1), outcome
    assert outcome.err == ""


@pytest.mark.parametrize("shown", [text for text in TEXTS if text is not RECORD])
def test_what_the_page_shows_is_what_is_answered(
    shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = COMMANDS[0] if shown.startswith("THE PLAY") else "upwords-referee game table4.gcg"
    assert shown in ask(command, tmp_path, monkeypatch).out


@pytest.mark.parametrize("kind", FindingKind)
def test_every_finding_is_explained(kind: FindingKind) -> None:
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| ")]
    # In the table a take-back has its hyphen.
    told = {name.strip().replace("-", " ") for row in rows for name in row.split(",")}
    assert kind.name.lower().replace("_", " ") in told
