"""The items: what they measure, in one short round, and what they make of it."""

import sys
from pathlib import Path

import pytest

import bench.items
from bench import __main__ as command
from bench import page, report
from bench.client import GrpcioClient
from bench.item import NotHereError
from bench.items import ITEMS, ON_REQUEST, USUAL, builds, memory, peers, start, stream, unary
from bench.lab import Lab
from bench.peers import PeersMissingError
from bench.rounds import Spread
from bench.turn import Turn

LAB = Lab(GrpcioClient(), 1, 0.01)


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test writes to the results."""
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    return tmp_path


def test_each_module_is_an_item() -> None:
    folder = Path(bench.items.__file__).parent
    modules = {path.stem.replace("_", "-") for path in folder.glob("*.py")} - {"--init--"}
    assert modules == set(ITEMS)
    assert set(USUAL) == set(ITEMS) - ON_REQUEST


@pytest.mark.parametrize("name", ["unary", "batch", "stream", "form", "boards"])
def test_an_item_makes_figures_and_tables(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "SIZE", 20)
    item = ITEMS[name]
    found = item.measure(LAB)
    told = item.figures(found)
    assert told.figures
    assert all(figure.spread.least > 0 for figure in told.figures)
    assert item.tables(found).startswith("|")


def test_workers_serve_and_end() -> None:
    found = ITEMS["workers"].measure(LAB)
    assert [len(turns) for turns in found.values()] == [1, 1]


def test_a_further_worker_counts_by_what_it_adds() -> None:
    def processes(*pss: int) -> list[dict[str, int]]:
        return [{"Pss": each, "Uss": each // 2} for each in pss]

    found = {"1": [processes(60_000)], "2": [processes(30_000, 30_000, 30_000)]}
    found["3"] = [processes(24_000, 28_000, 28_000, 28_000)]
    further, second = memory.figures(found).figures
    assert further.spread.middle == pytest.approx(0.3)
    assert second.spread.middle == pytest.approx(0.5)
    assert "| 3 " in memory.tables(found)


def test_both_builds_are_compared_where_there_are_both() -> None:
    assert [figure.label for figure in start.figures({"pure": [0.6]}).figures] == [
        "start to first verdict, pure"
    ]
    both = start.figures({"pure": [0.6], "compiled": [0.4]}).figures
    assert both[-1].spread == Spread.of([0.6 / 0.4])


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_rounds: int) -> None:
        raise PeersMissingError("node is not installed")

    monkeypatch.setattr(builds, "has_both", lambda: False)
    monkeypatch.setattr("bench.peers.measure", missing)
    with pytest.raises(NotHereError, match="scripts/compile"):
        builds.measure(LAB)
    with pytest.raises(NotHereError, match="node is not installed"):
        peers.measure(LAB)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    monkeypatch.setattr(command, "pin_client", lambda: False)
    monkeypatch.setattr(command, "best_client", GrpcioClient)
    command.main()


def test_the_command_measures_what_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], results: Path
) -> None:
    def measure(lab: Lab) -> dict[str, list[Turn]]:
        assert lab.rounds == 3
        names = [f"{what} {many}" for what in ("no-op", "JudgeMove") for many in unary.IN_FLIGHT]
        return {name: [Turn(100)] * 3 for name in names}

    def missing(_lab: Lab) -> None:
        raise NotHereError("no node here")

    monkeypatch.setattr(unary, "measure", measure)
    monkeypatch.setattr(peers, "measure", missing)
    monkeypatch.setattr(page, "write", lambda *_: results / "index.html")
    run(monkeypatch, "unary", "peers", "--rounds", "3")
    told = capsys.readouterr()
    assert "JudgeMove against the no-op, 16 in flight | 1.000 (1.000-1.000)" in told.out
    assert "Not measured: no node here" in told.out
    assert "fewer than 7" in told.out
    assert len(list(results.glob("bench-*.json"))) == 1


def test_an_unknown_item_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, "speed")
    assert "there is no item 'speed'; there are unary," in capsys.readouterr().err
