"""The page; its plots where matplotlib is installed."""

import json
import re
from pathlib import Path

import pytest

from bench import chart, page, report
from bench.aim import Aim
from bench.figure import Curve, Figure, Figures
from bench.rounds import Spread
from bench.section import Section
from bench.turn import Turn

FIGURES = Figures(
    [
        Figure("slow & steady", Spread(0.8, 0.7, 0.9), Aim(0.85)),
        Figure("quick", Spread(40, 30, 50), Aim(25)),
        Figure("start", Spread(0.4, 0.3, 0.6), Aim(0.5, at_most=True), "s"),
        Figure("no aim", Spread(1, 1, 1)),
    ],
    [Curve("one board", [(1, Spread(10, 9, 11)), (10, Spread(80, 70, 90))])],
    ("moves", "moves a second"),
)
SECTIONS = [
    Section("first", "The first", "About *it*.", FIGURES, report.table(["a"], [["<b>"]]), None),
    Section("second", "The second", "", Figures([]), "Not measured: there is no node", None),
]


def written(tmp_path: Path) -> str:
    path = page.write({"machine": "a & b"}, SECTIONS, tmp_path / "index.html", "samples.json")
    return path.read_text("utf-8")


def test_the_page_tells_facts_figures_and_details(tmp_path: Path) -> None:
    shown = written(tmp_path)
    assert "<li>machine: a &amp; b</li>" in shown
    assert "Aims: 2 of 3 met" in shown
    assert '<td class="missed">missed</td>' in shown
    assert "<em>it</em>" in shown
    assert "&lt;b&gt;" in shown
    assert "Not measured: there is no node" in shown
    assert 'href="samples.json"' in shown


def test_every_item_can_be_gone_to(tmp_path: Path) -> None:
    shown = written(tmp_path)
    for pattern in (r'<a href="#(\w+)"', r'<h2 id="(\w+)"'):
        assert re.findall(pattern, shown) == ["first", "second"]


def test_the_page_needs_no_other_file(tmp_path: Path) -> None:
    assert not re.search(r"<(link|script|img|iframe)\b|@import|src=", written(tmp_path))


@pytest.mark.skipif(not chart.available(), reason="matplotlib is not installed")
def test_plots_are_in_the_page(tmp_path: Path) -> None:
    # The aims, figures by unit (ratios, seconds, ratios), and the curves.
    assert written(tmp_path).count("<svg") == 5


def test_without_matplotlib_the_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart, "available", lambda: False)
    shown = written(tmp_path)
    assert "matplotlib is not installed" in shown
    assert "<svg" not in shown


def test_samples_are_kept_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    path = report.save(
        "bench", {"rounds": "2"}, {"a": {"b": [Turn(1, 2)]}, "c": None}, figures={"a": FIGURES}
    )
    kept = json.loads(path.read_text("utf-8"))
    assert kept["about"] == {"rounds": "2"}
    assert kept["samples"] == {"a": {"b": [{"rate": 1, "cpu_us": 2}]}}
    assert kept["figures"]["a"]["figures"][0]["aim"] == {"value": 0.85, "at_most": False}
