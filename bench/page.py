"""The page: all figures with their plots and details, in one file that needs no other."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template

from markdown_it import MarkdownIt

from bench import chart
from bench.figure import Figures, figures_table
from bench.report import heading
from bench.section import Section

_TEMPLATE = Path(__file__).with_name("page.html")
_NO_PLOTS = "No plots: matplotlib is not installed. `scripts/bench` installs it."


def write(facts: Mapping[str, str], sections: Sequence[Section], path: Path, samples: str) -> Path:
    """Write the page, which links to the file of the samples, and return its path."""
    all_figures = [figure for section in sections for figure in section.told.figures]
    aimed = [figure for figure in all_figures if figure.aim]
    met = sum(figure.met for figure in aimed)
    parts = [_markdown(heading(facts)), _markdown("" if chart.available() else _NO_PLOTS)]
    if aimed:
        parts.append(f"<h2>Aims: {met} of {len(aimed)} met</h2>")
        parts.append(chart.svg(chart.shares(aimed)) if chart.available() else "")
        parts.append(_markdown(figures_table(aimed)))
    for section in sections:
        parts.append(f'<h2 id="{escape(section.name)}">{escape(section.title)}</h2>')
        parts.append(_markdown(section.about))
        parts += _plots(section.told)
        parts.append(_markdown(figures_table(section.told.figures)) if section.told.figures else "")
        parts.append(_markdown(section.details))
    page = Template(_TEMPLATE.read_text("utf-8"))
    links = " · ".join(f'<a href="#{each.name}">{escape(each.name)}</a>' for each in sections)
    path.write_text(page.substitute(links=links, samples=escape(samples), body="\n".join(parts)), "utf-8")
    return path


def _plots(told: Figures) -> Iterator[str]:
    if not chart.available():
        return
    for _, figures in groupby(told.figures, key=lambda figure: figure.unit):
        yield chart.svg(chart.bars(list(figures)))
    if told.curves:
        yield chart.svg(chart.curves(told.curves, told.axes))


def _markdown(text: str) -> str:
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    for word in ("met", "missed"):
        html = html.replace(f"<td>{word}</td>", f'<td class="{word}">{word}</td>')
    return html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
