"""The pages for those who integrate repeat what the clients have; the table is that of a run."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import json_format

from upwords.referee.v1 import referee_service_pb2 as pb

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/integrating.md"
CLIENTS = ROOT / "clients/README.md"
TEXT = PAGE.read_text("utf-8")

# How each README marks its first whole program; the page leaves out what rustdoc needs.
FENCES = {"python": "python", "go": "go", "typescript": "ts", "java": "java", "rust": "rust,no_run"}

# Where each client keeps what is written by hand, in the order of the table's columns.
SOURCES = {
    "python": "src/upwords_referee_client/*.py",
    "go": "*.go",
    "typescript": "src/*.ts",
    "java": "src/main/java/org/upwords/referee/client/*.java",
    "rust": "src/*.rs",
}

_STATUS = re.compile(r"\b[A-Z]{3,}(?:_[A-Z]+)*\b")


def first_block(text: str, fence: str) -> str:
    found = re.search(rf"^```{fence}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert found, fence
    return found[1]


def names_by_language() -> dict[str, set[str]]:
    """Return what the table of names has in backticks for each language."""
    table = CLIENTS.read_text("utf-8").partition("## The same things by name\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[2:-1] for line in table.splitlines() if line.startswith("| ")][1:]
    return {
        language: {name for row in rows for name in re.findall(r"`([^`]+)`", row[column])}
        for column, language in enumerate(SOURCES)
    }


def clients_table(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "scripts/clients-table"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the script, a page, and one result passed and one failed for each language."""
    for name in ("scripts", "clients", "build/clients"):
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(ROOT / "scripts/clients-table", tmp_path / "scripts")
    (tmp_path / "clients/README.md").write_text(
        "before\n<!-- table -->\n<!-- end of table -->\nafter\n", "utf-8"
    )
    results = [{"group": "rules", "outcome": outcome} for outcome in ("passed", "failed")]
    for language in SOURCES:
        (tmp_path / f"build/clients/{language}.json").write_text(json.dumps({"results": results}), "utf-8")
    return tmp_path


@pytest.mark.parametrize("language", FENCES)
def test_an_example_is_that_of_the_clients_page(language: str) -> None:
    readme = (ROOT / f"clients/{language}/README.md").read_text("utf-8")
    fence = FENCES[language]
    assert first_block(TEXT, fence.partition(",")[0]) == first_block(readme, fence)


@pytest.mark.parametrize("language", SOURCES)
def test_every_name_of_the_table_is_in_the_client(language: str) -> None:
    files = (ROOT / "clients" / language).glob(SOURCES[language])
    words = set(re.findall(r"\w+", "".join(path.read_text("utf-8") for path in files)))
    names = names_by_language()[language]
    assert len(names) > 40
    assert {name for name in names if not set(re.findall(r"\w+", name)) <= words} == set()


def test_the_request_of_the_curl_example_is_one() -> None:
    sent = re.search(r"-d '(\{.*\})'", TEXT)
    assert sent
    request = json_format.Parse(sent[1], pb.JudgeMoveRequest())
    assert (request.board.WhichOneof("form"), request.move.notation) == ("notation", "5C W...")


def test_every_status_of_the_api_has_its_row() -> None:
    preamble = (ROOT / "docs/api-preamble.md").read_text("utf-8")
    rows = [line.split("|")[2] for line in preamble.splitlines() if line.count("|") == 4]
    statuses = {status for row in rows for status in _STATUS.findall(row)}
    told = {
        status
        for line in TEXT.splitlines()
        if line.startswith("| ")
        for status in _STATUS.findall(line.split("|")[1])
    }
    assert "INVALID_ARGUMENT" in statuses
    assert statuses - told == set()


@pytest.mark.parametrize("page", [PAGE, CLIENTS], ids=["integrating", "clients"])
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_table_says_passed_of_asked(checkout: Path) -> None:
    assert clients_table(checkout).returncode == 0
    page = (checkout / "clients/README.md").read_text("utf-8")
    assert "| rules | 1/2 | 1/2 | 1/2 | 1/2 | 1/2 |\n" in page
    assert (page.startswith("before\n"), page.endswith("after\n")) == (True, True)
    assert clients_table(checkout, "--check").returncode == 0


def test_a_table_of_another_run_is_told(checkout: Path) -> None:
    told = clients_table(checkout, "--check")
    assert (told.returncode, "not that of the last run" in told.stderr) == (1, True)


def test_a_language_without_results_is_told(checkout: Path) -> None:
    clients_table(checkout)
    (checkout / "build/clients/go.json").unlink()
    told = clients_table(checkout, "--check")
    assert (told.returncode, "no result for go" in told.stderr) == (1, True)


def test_a_page_without_the_marks_is_left_alone(checkout: Path) -> None:
    page = checkout / "clients/README.md"
    page.write_text("nothing\n", "utf-8")
    assert clients_table(checkout).returncode == 1
    assert page.read_text("utf-8") == "nothing\n"
