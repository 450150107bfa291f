"""What is said of the position that a game starts from."""

import pytest

from tests.unit.rules.games import Game, small
from upwords_referee.rules.inspection import Finding, FindingKind, Severity

MOOD = "10/10/10/10/3MOOD3/10/10/10/10/10"


def found(start: str) -> list[Finding]:
    findings = Game(f"#start {start}\n#incomplete").judged().findings
    return [finding for finding in findings if finding.kind is not FindingKind.UNFINISHED]


def test_a_faultless_start_has_no_findings() -> None:
    assert found(MOOD) == []


@pytest.mark.parametrize(
    ("start", "kind", "message"),
    [
        (
            "10/10/10/10/3MOOD3/10/10/10/WINE6/10",
            FindingKind.DISCONNECTED,
            "The tiles on A9, B9, C9 and D9 do not hang together with the others.",
        ),
        (
            "MOOD6/10/10/10/10/10/10/10/10/10",
            FindingKind.MISSES_CENTRE,
            "No tile lies on a centre square: E5, F5, E6 and F6.",
        ),
        (
            "10/10/10/10/3MO(OO)D3/10/10/10/10/10",
            FindingKind.SAME_LETTER,
            "A tile lies on the same letter on F5.",
        ),
        ("10/10/10/10/4A5/10/10/10/10/10", FindingKind.LONE_TILE, "No word runs through E5."),
        (
            f"{MOOD} ?/AEINRSTU 8/5 0",
            FindingKind.RACK_TOO_LARGE,
            "Rack 2 holds 8 tiles; a rack holds at most 7.",
        ),
    ],
)
def test_a_start_that_cannot_be_has_its_fault_told_of_the_whole_game(
    start: str, kind: FindingKind, message: str
) -> None:
    (finding,) = found(start)
    assert (finding.kind, finding.severity, finding.turn) == (kind, Severity.ERROR, None)
    assert finding.message == message


def test_buried_tiles_that_nobody_knows_are_a_note() -> None:
    (finding,) = found("10/10/10/10/3(_W)OOD3/10/10/10/10/10")
    assert (finding.kind, finding.severity) == (FindingKind.UNKNOWN_BURIED, Severity.NOTE)


def test_missing_tiles_are_told_only_if_all_racks_are_known() -> None:
    tiles = small("ABCDEFGHMOOD")
    known = Game(f"#start {MOOD} ABC/DEF 8/3 0 bag 1;\n#incomplete", tiles)
    unknown = Game(f"#start {MOOD} ABC/? 8/3 0 bag 1;\n#incomplete", tiles)
    assert (None, "TILE_COUNT_SHORT") in known.found()
    assert (None, "TILE_COUNT_SHORT") not in unknown.found()


def test_words_of_the_start_are_not_looked_up() -> None:
    assert Game(f"#start {MOOD}\n#incomplete", phonies="MOOD").errors() == []
