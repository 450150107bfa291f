"""The tables of a comparison."""

from collections.abc import Mapping, Sequence
from statistics import median

from bench.peers import finding, judging
from bench.peers.agreement import Difference
from bench.peers.contender import Turn
from bench.peers.contest import Turns, core_ratio, core_ratios, rate_ratios, total
from bench.peers.results import Results
from bench.report import table
from bench.rounds import Spread

_CROWDED = 1_400


def tables(results: Results) -> str:
    """Return all of them: judging, finding, and how what was found differs."""
    parts = [
        _judging(results.judging),
        _agreed(results),
        _finding(results.finding, results.differences),
        _differing(results.differences),
        _examples(results),
    ]
    return "\n\n".join(part for part in parts if part)


def _judging(turns: Turns) -> str:
    toolkit = turns[judging.TOOLKIT]
    rows = []
    for name, each in turns.items():
        rows.append(
            [
                name,
                Spread.of([turn.rate for turn in each]).text(),
                rate_ratios(each, toolkit).text(".2f"),
                Spread.of([turn.core_rate for turn in each]).text(),
                core_ratios(each, toolkit).text(".2f"),
            ]
        )
    return table(["judging", "plays/s", "x toolkit", "plays/s of CPU time", "x toolkit"], rows)


def _agreed(results: Results) -> str:
    told = [f"{reason}: {count}" for reason, count in results.left_out.items()]
    return f"Plays on which both sides agree: {results.plays}; left out: {'; '.join(told) or 'none'}."


def _finding(finding_turns: Mapping[str, Turns], differences: Mapping[str, Difference]) -> str:
    rows = []
    for kind, titles in _kinds(differences).items():
        turns = [finding_turns[title] for title in titles]
        for name in (finding.LIBRARY, finding.SERVER, finding.SOLVER):
            found = [differences[title] for title in titles]
            plays = sum(each.theirs if name == finding.SOLVER else each.ours for each in found)
            rows.append(
                [
                    kind,
                    name,
                    f"{plays:,}",
                    _spread([_milliseconds(each[name]) for each in turns], ".2f"),
                    _spread([_ratio(each, name) for each in turns], ".1f"),
                    _spread([_cpu_milliseconds(each[name]) for each in turns], ".2f"),
                    _spread([core_ratio(each[name], each[finding.SOLVER]) for each in turns], ".1f"),
                ]
            )
    head = ["finding", "by", "plays", "ms of a position", "x solver", "CPU ms of a position", "x solver"]
    return table(head, rows)


def _kinds(differences: Mapping[str, Difference]) -> dict[str, list[str]]:
    """Return the titles of the positions by kind: each crowded one is a kind of its own."""
    usual = [title for title, each in differences.items() if each.ours < _CROWDED]
    crowded = {
        f"crowded, {each.ours:,} plays": [title]
        for title, each in differences.items()
        if each.ours >= _CROWDED
    }
    return {**({f"mid-game, {len(usual)} positions": usual} if usual else {}), **crowded}


def _spread(values: Sequence[float], form: str) -> str:
    return Spread.of(values).text(form) if len(values) > 1 else f"{values[0]:{form}}"


def _milliseconds(turns: Sequence[Turn]) -> float:
    return median(1e3 / turn.rate for turn in turns)


def _cpu_milliseconds(turns: Sequence[Turn]) -> float:
    whole = total(turns)
    return 1e3 * whole.cpu_seconds / whole.done


def _ratio(turns: Turns, name: str) -> float:
    return rate_ratios(turns[name], turns[finding.SOLVER]).middle


def _differing(differences: Mapping[str, Difference]) -> str:
    rows = [
        [
            title,
            *map(str, (each.ours, each.theirs, each.only_ours, each.only_theirs)),
            *map(str, (each.other_points, each.repeats, each.refused)),
        ]
        for title, each in differences.items()
    ]
    head = ["position", "ours", "theirs", "only ours", "only theirs", "other points", "listed again"]
    return table([*head, "listed, refused by checkPlay"], rows)


def _examples(results: Results) -> str:
    lines = [f"- {reason}: {example}" for reason, example in results.examples.items()]
    for each in results.differences.values():
        lines += [f"- {kind}: {example}" for kind, example in each.examples.items()]
    return "\n".join(lines)
