"""An item: one thing that is measured, in a module of its own."""

from typing import Any, Protocol

from bench.figure import Figures
from bench.lab import Lab


class NotHereError(Exception):
    """An item cannot be measured here; the message says what is missing."""


class Item(Protocol):
    """A module of `bench.items`: what it is called, what is measured and how, and three functions.

    What `measure` returns is JSON once its tuples are lists, and is handed to the other two.
    """

    @property
    def TITLE(self) -> str:  # noqa: N802 - a module's constant
        """A line."""

    @property
    def ABOUT(self) -> str:  # noqa: N802
        """Sentences, in Markdown."""

    def measure(self, lab: Lab) -> Any:
        """Measure all rounds; NotHereError if that cannot be done here."""

    def figures(self, found: Any) -> Figures:
        """Return what it comes to."""

    def tables(self, found: Any) -> str:
        """Return the details in Markdown."""
