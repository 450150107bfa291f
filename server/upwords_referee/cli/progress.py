"""Progress bars."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

T = TypeVar("T")


class Bar(Progress):
    """A progress bar on standard error; none if that is no terminal."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        super().__init__(console=console, disable=not console.is_terminal)

    def watch(self, items: Sequence[T], doing: str, /) -> Iterable[T]:
        """Yield the items, and show how far it is."""
        return self.track(items, description=f"{doing} words")
