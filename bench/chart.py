"""Plots as SVG, by matplotlib if it is installed."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import StringIO
from textwrap import fill
from typing import Any

from bench.figure import Curve, Figure
from bench.rounds import Spread

MET, MISSED, NO_AIM, INK = "#2a9d6f", "#d1603d", "#7c93ad", "#1b2733"

_CURVES = ("#2f6db3", "#d1863d", "#6f4fa0", "#2a9d6f")
_INCH_PER_BAR, _INCHES_AROUND, _WIDTH = 0.44, 0.85, 9.6
# Parts of the width: where labels end, and where values begin.
_LABELS_END, _VALUES_BEGIN = 0.37, 0.91
_LABEL_LENGTH = 46
_NO_BREAK = "\N{NO-BREAK SPACE}"
# Beyond this, small bars could not be told from none.
_LONGEST_TO_SHORTEST = 25
_STYLE = {
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#9aa5b1",
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e3e8ed",
    "svg.hashsalt": "bench",
}


def available() -> bool:
    """Return whether plots can be made here."""
    return find_spec("matplotlib") is not None


def shares(figures: Sequence[Figure]) -> Any:
    """Return the picture of how much of its aim each figure reaches."""
    picture, axes = _picture(len(figures))
    spreads = []
    for place, figure in enumerate(figures):
        assert figure.aim
        middle, *ends = (figure.aim.share(value) for value in figure.spread)
        spreads.append(Spread(middle, min(ends), max(ends)))
        _bar(axes, place, spreads[-1], MET if figure.met else MISSED, f"{middle:.0%}", start=1)
    axes.axvline(1, color=INK, linewidth=1.5)
    aims = [str(figure.aim).replace(" ", _NO_BREAK) for figure in figures]
    _finish(axes, [f"{figure.label}: {aim}" for figure, aim in zip(figures, aims, strict=True)])
    least, most = min(each.least for each in spreads), max(each.most for each in spreads)
    axes.set_xscale("log")
    axes.set_xlim(min(least, 0.5) / 1.1, max(most, 2) * 1.1)
    _logarithmic(axes.xaxis, lambda value, _: f"{value:.0%}")
    axes.set_xlabel("part of the aim that is reached; the line is the aim")
    return picture


def bars(figures: Sequence[Figure]) -> Any:
    """Return the picture of figures of one unit, each with its aim as a mark."""
    picture, axes = _picture(len(figures))
    for place, figure in enumerate(figures):
        colour = NO_AIM if figure.aim is None else MET if figure.met else MISSED
        _bar(axes, place, figure.spread, colour, f"{figure.spread.middle:.3g}")
        if figure.aim:
            axes.plot([figure.aim.value] * 2, [place - 0.46, place + 0.46], color=INK, linewidth=2.5)
    _finish(axes, [figure.label for figure in figures])
    aims = [figure.aim.value for figure in figures if figure.aim]
    most = max([*(figure.spread.most for figure in figures), *aims])
    least = min([*(figure.spread.least for figure in figures), *aims])
    if most > _LONGEST_TO_SHORTEST * least > 0:
        axes.set_xscale("log")
        axes.set_xlim(least / 1.5, most * 1.1)
        _logarithmic(axes.xaxis, lambda value, _: f"{value:g}")
    else:
        axes.set_xlim(0, most * 1.04)
    unit = "seconds" if figures[0].unit == "s" else "ratio"
    axes.set_xlabel(f"{unit}; the mark is the aim" if aims else f"{unit}; the line is 1")
    if not aims:
        axes.axvline(1, color=INK, linestyle=":", linewidth=1)
    return picture


def curves(all_curves: Sequence[Curve], labels: tuple[str, str]) -> Any:
    """Return the picture of rates over sizes."""
    picture, axes = _picture(8)
    for curve, colour in zip(all_curves, _CURVES, strict=False):
        sizes = [size for size, _ in curve.points]
        spreads = [spread for _, spread in curve.points]
        axes.errorbar(
            sizes,
            [spread.middle for spread in spreads],
            yerr=_errors(spreads),
            color=colour,
            marker="o",
            markersize=5,
            linewidth=2,
            capsize=3,
            label=curve.label,
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    for axis in (axes.xaxis, axes.yaxis):
        _logarithmic(axis, lambda value, _: f"{value:,.0f}")
    # Sizes alone: nothing lies between them.
    axes.set_xticks(sorted({size for curve in all_curves for size, _ in curve.points}))
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])
    axes.legend(frameon=False, loc="upper left")
    picture.subplots_adjust(left=0.1, right=0.97)
    return picture


def svg(picture: Any) -> str:
    """Return the picture as an element of a page."""
    from matplotlib import rc_context  # noqa: PLC0415 - only where it is installed

    text = StringIO()
    with rc_context(_STYLE):
        picture.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    written = text.getvalue()
    return written[written.index("<svg") :]


def _picture(bars: int) -> tuple[Any, Any]:
    from matplotlib import rc_context  # noqa: PLC0415
    from matplotlib.figure import Figure as Picture  # noqa: PLC0415

    height = _INCHES_AROUND + _INCH_PER_BAR * bars
    with rc_context(_STYLE):
        picture = Picture(figsize=(_WIDTH, height))
        axes = picture.add_subplot()
    picture.subplots_adjust(left=_LABELS_END, right=_VALUES_BEGIN, top=1 - 0.15 / height, bottom=0.6 / height)
    return picture, axes


def _bar(axes: Any, place: int, spread: Spread, colour: str, text: str, start: float = 0) -> None:
    axes.barh(place, spread.middle - start, left=start, color=colour, height=0.62, zorder=2)
    axes.errorbar(spread.middle, place, xerr=_errors([spread]), color=INK, capsize=3, linewidth=1.1, zorder=3)
    beside = axes.get_yaxis_transform()
    axes.text(1.015, place, text, transform=beside, va="center", color=INK, fontweight="bold")


def _errors(spreads: Sequence[Spread]) -> list[list[float]]:
    return [
        [spread.middle - spread.least for spread in spreads],
        [spread.most - spread.middle for spread in spreads],
    ]


def _finish(axes: Any, labels: Sequence[str]) -> None:
    axes.set_yticks(range(len(labels)), [fill(label, _LABEL_LENGTH) for label in labels], fontsize=9)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set_ylim(len(labels) - 0.45, -0.55)


def _logarithmic(axis: Any, form: Callable[[float, object], str]) -> None:
    from matplotlib.ticker import LogLocator, NullFormatter  # noqa: PLC0415

    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(form)
    axis.set_minor_formatter(NullFormatter())
