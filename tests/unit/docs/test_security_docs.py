"""The page of threats names tests that exist, and scopes as they are."""

import re
from pathlib import Path

from upwords_referee.service import limits
from upwords_referee.service.keys import _parse
from upwords_referee.service.methods import SERVICES
from upwords_referee.service.scopes import ALL, NAMES, scope_of

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/security.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = re.findall(r"^\|(.*)\|$", section, re.M)
    return [[cell.strip() for cell in row.split("|")] for row in table[2:]]


def test_every_test_that_is_named_exists_once() -> None:
    defined = [
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)
    ]
    named = re.findall(r"`(test_\w+)`", PAGE)
    assert len(named) > 50
    assert [name for name in named if defined.count(name) != 1] == []


def test_every_threat_has_a_test() -> None:
    threats = rows("Threats")
    assert len(threats) > 25
    assert [threat for threat, _, tests in threats if "`test_" not in tests] == []


def test_the_scopes_are_those_of_the_table() -> None:
    documented = {scope.strip("`"): methods.split(", ") for scope, methods in rows("Keys")}
    assert documented.keys() == {*NAMES, ALL, "any of them"}
    for service in SERVICES:
        for method in service.methods:
            scope = scope_of(f"/{service.full_name}/{method.name}") or "any of them"
            assert method.name in documented[scope]


def test_the_example_of_a_key_is_one() -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert example
    (key,) = _parse(example[1].encode())
    assert (key.name, key.scopes) == ("club", frozenset({"judge", "words"}))
    assert key.expires


def test_the_numbers_are_those_in_force() -> None:
    for text in (
        f"{limits.RECEIVE_SECONDS:.0f} s, and the oldest",
        f"{limits.SEND_SECONDS:.0f} s, and {limits.MAX_UNSENT_BYTES >> 20} MB",
        f"{limits.STREAM_IDLE_SECONDS / 60:.0f} minutes; {limits.MAX_STREAMS} streams",
        f"{limits.HANDSHAKE_SECONDS:.0f} s for the handshake",
        f"{limits.MAX_CONNECTIONS:,} connections",
        f"its {limits.MAX_STREAMS_PER_CONNECTION} streams",
        f"{limits.MAX_METADATA_BYTES >> 10} KB of metadata",
    ):
        assert text in PAGE
