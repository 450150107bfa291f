"""What a comparison gave."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bench.peers.agreement import Difference
from bench.peers.contest import Turns


class Results(NamedTuple):
    """All of it: facts, the plays that were left out and why, the turns, and what was found otherwise."""

    facts: dict[str, str]
    plays: int
    left_out: dict[str, int]
    examples: dict[str, str]
    judging: Turns
    finding: dict[str, Turns]
    differences: dict[str, Difference]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON can have it."""
        return {
            "facts": self.facts,
            "plays": self.plays,
            "left_out": self.left_out,
            "examples": self.examples,
            "judging": _turns(self.judging),
            "finding": {title: _turns(turns) for title, turns in self.finding.items()},
            "differences": {title: each._asdict() for title, each in self.differences.items()},
        }


def _turns(turns: Mapping[str, list[Any]]) -> dict[str, list[dict[str, float]]]:
    return {name: [turn._asdict() for turn in each] for name, each in turns.items()}
