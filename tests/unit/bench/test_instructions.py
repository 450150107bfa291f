import json
from pathlib import Path

import bench.instructions
from bench.instructions import TIMES, compared
from upwords_referee.library.engine import COMPILED, PURE


def test_a_clear_growth_is_a_loss_and_names_its_work_and_build() -> None:
    baseline = {PURE: {"a": 1000, "b": 1000}, COMPILED: {"a": 400}}
    lines, lost = compared({PURE: {"a": 1000, "b": 900}, COMPILED: {"a": 480}}, baseline)
    assert lost == [f"a, {COMPILED}: +20.0%"]
    assert lines[1:] == [
        [PURE, "b", "900", "1,000", "-10.0%"],
        [COMPILED, "a", "480", "400", "+20.0%"],
    ]


def test_a_growth_within_the_noise_is_none() -> None:
    assert compared({PURE: {"a": 1149}}, {PURE: {"a": 1000}})[1] == []


def test_what_the_baseline_lacks_is_shown_and_not_compared() -> None:
    assert compared({PURE: {"a": 5}}, {}) == ([[PURE, "a", "5", "none", ""]], [])


def test_the_baseline_has_all_works_of_both_builds() -> None:
    baseline = json.loads(Path(bench.instructions.__file__).with_name("instructions.json").read_text())
    assert set(baseline["counts"]) == {PURE, COMPILED}
    for works in baseline["counts"].values():
        assert set(works) == set(TIMES)
