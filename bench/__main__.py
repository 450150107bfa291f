"""The command: `python -m bench [ITEM ...] [--rounds N]`."""

import argparse
import sys

from bench import page, report
from bench.client import best_client
from bench.figure import figures_table
from bench.item import NotHereError
from bench.items import ITEMS, ON_REQUEST, USUAL
from bench.lab import Lab
from bench.machine import load, pin_client
from bench.section import Section

_ROUNDS = 9
_FEWEST = 7


def main() -> None:
    """Measure, print tables, and write all samples and a page."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "items",
        nargs="*",
        metavar="ITEM",
        help=f"one of {', '.join(ITEMS)}; none named: all but {' and '.join(sorted(ON_REQUEST))}",
    )
    parser.add_argument(
        "--rounds", type=int, default=_ROUNDS, help=f"{_FEWEST} or more to publish (default: {_ROUNDS})"
    )
    parser.add_argument("--seconds", type=float, default=0.6, help="length of a turn (default: 0.6)")
    options = parser.parse_args()
    if unknown := [name for name in options.items if name not in ITEMS]:
        parser.error(f"there is no item {unknown[0]!r}; there are {', '.join(ITEMS)}")
    if options.rounds < 1:
        parser.error("--rounds must be 1 or more")
    pinned = pin_client()
    lab = Lab(best_client(), options.rounds, options.seconds)
    facts = report.about(lab.client, options.rounds, pinned)
    if options.rounds < _FEWEST:
        facts["rounds"] += f": fewer than {_FEWEST}, to try it, not to publish"
    sections = [_section(name, lab) for name in options.items or USUAL]
    facts["load"] = f"{facts['load']} before, {load()} after"
    samples = {section.name: section.samples for section in sections}
    told = {section.name: section.told for section in sections}
    path = report.save("bench", facts, samples, figures=told)
    shown = page.write(facts, sections, report.RESULTS / "index.html", path.name)
    print(report.heading(facts), *(section.markdown() for section in sections), sep="\n\n")
    all_figures = [figure for section in sections for figure in section.told.figures]
    print(f"\n## All figures\n\n{figures_table(all_figures)}")
    print(f"\nAll samples: bench/results/{path.name}; a page with plots: bench/results/{shown.name}")


def _section(name: str, lab: Lab) -> Section:
    """Measure an item."""
    item = ITEMS[name]
    print(f"{name}: {item.TITLE}", file=sys.stderr)
    try:
        found = item.measure(lab)
    except NotHereError as error:
        print(f"left out: {error}", file=sys.stderr)
        return Section.left_out(name, item, str(error))
    return Section.of(name, item, found)


if __name__ == "__main__":
    main()
