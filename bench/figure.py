"""What an item comes to: a ratio, or seconds, with its spread and its aim; and curves of rates."""

from collections.abc import Sequence
from typing import NamedTuple

from bench.aim import Aim
from bench.report import table
from bench.rounds import Spread


class Figure(NamedTuple):
    """One figure; `unit` is empty for a ratio."""

    label: str
    spread: Spread
    aim: Aim | None = None
    unit: str = ""

    @property
    def met(self) -> bool:
        """Whether there is no aim, or it is met by the median."""
        return self.aim is None or self.aim.met(self.spread.middle)

    def text(self) -> str:
        """Return "median (least-most)"."""
        # Most aims lie below 2: there it must be seen which side of one a figure is on.
        form = ".3f" if self.spread.middle < 2 else ".2f" if self.spread.middle < 10 else ".1f"
        return self.spread.text(form) + (f" {self.unit}" if self.unit else "")


class Curve(NamedTuple):
    """Rates over sizes."""

    label: str
    points: Sequence[tuple[int, Spread]]


class Figures(NamedTuple):
    """All figures of an item, and its curves if it has some; `axes` names the curves' axes."""

    figures: Sequence[Figure]
    curves: Sequence[Curve] = ()
    axes: tuple[str, str] = ("", "")


def figures_table(figures: Sequence[Figure]) -> str:
    """Return the table of the figures, with their aims if there are any."""
    head, rows = ["figure", "median (least-most)"], [[figure.label, figure.text()] for figure in figures]
    if any(figure.aim for figure in figures):
        head += ["aim", "met or missed"]
        rows = [[*row, *_judged(figure)] for row, figure in zip(rows, figures, strict=True)]
    return table(head, rows)


def _judged(figure: Figure) -> list[str]:
    return [str(figure.aim), "met" if figure.met else "missed"] if figure.aim else ["", ""]
