"""A section of the report: what one item gave."""

from typing import Any, NamedTuple

from bench.figure import Figures, figures_table
from bench.item import Item


class Section(NamedTuple):
    """What an item is, what it comes to, its details in Markdown, and its samples."""

    name: str
    title: str
    about: str
    told: Figures
    details: str
    samples: Any

    @classmethod
    def of(cls, name: str, item: Item, found: Any) -> "Section":
        """Return the section of an item that was measured."""
        return cls(name, item.TITLE, item.ABOUT, item.figures(found), item.tables(found), found)

    @classmethod
    def left_out(cls, name: str, item: Item, why: str) -> "Section":
        """Return the section of an item that could not be measured."""
        return cls(name, item.TITLE, item.ABOUT, Figures([]), f"Not measured: {why}", None)

    def markdown(self) -> str:
        """Return the section as text."""
        figures = figures_table(self.told.figures) if self.told.figures else ""
        parts = [f"## {self.title}", self.about, figures, self.details]
        return "\n\n".join(part for part in parts if part)
