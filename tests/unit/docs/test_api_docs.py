"""The pages of docs/: api.md is what the protos say, and every link leads somewhere."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("*.md")), *ROOT.glob("README.md")]


def api_docs(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts/api-docs"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def prose(page: Path) -> str:
    """Return a page without its fenced blocks, which hold neither links nor headings."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def slugs(page: Path) -> list[str]:
    """Return the fragments that headings get where Markdown is shown."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]


def fragments(page: Path) -> set[str]:
    return {*slugs(page), *re.findall(r'<a id="([^"]+)">', prose(page))}


def dead_links(page: Path) -> list[str]:
    dead = []
    for link in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, fragment = link.partition("#")
        # The preamble is shown as a part of api.md.
        here = DOCS / "api.md" if page.name == "api-preamble.md" else page
        target = (page.parent / path).resolve() if path else here
        if not target.exists() or (fragment and fragment not in fragments(target)):
            dead.append(link)
    return dead


def test_the_api_page_is_what_the_protos_say() -> None:
    done = api_docs("--check")
    assert done.returncode == 0, done.stderr


def test_a_stale_or_missing_api_page_is_told(tmp_path: Path) -> None:
    page = tmp_path / "api.md"
    assert api_docs("--check", "--output", str(page)).returncode == 1
    page.write_text((DOCS / "api.md").read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    assert api_docs("--check", "--output", str(page)).returncode == 1
    assert page.read_text(encoding="utf-8").endswith("more\n"), "--check must not write"


def test_every_element_of_the_api_has_a_meaning() -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    assert "## Services" in page
    assert not re.findall(r"^\|.*\|\s*\|$", page.partition("## Services")[2], re.MULTILINE)


def test_every_heading_of_the_api_page_can_be_linked_to() -> None:
    counts = Counter(slugs(DOCS / "api.md"))
    assert [slug for slug, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_resolves(page: Path) -> None:
    assert dead_links(page) == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A title\n[a](#a-title) [b](#b) [c](none.md) [d](page.md#d)\n", encoding="utf-8")
    assert dead_links(page) == ["#b", "none.md", "page.md#d"]


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    assert [
        page.name for page in DOCS.glob("*.md") if page.name != "README.md" and page.name not in index
    ] == []
