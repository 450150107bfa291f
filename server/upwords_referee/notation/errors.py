"""What is wrong with a text."""

from collections.abc import Iterable
from typing import NamedTuple

MOST_FAULTS = 100


class NotationError(ValueError):
    """A text that is no notation; `column` is the 1-based place of the fault, 0 when it is the whole text.

    `message` is what is wrong, without the place.
    """

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(f"{message} (at character {column})" if column else message)
        self.message = message
        self.column = column


class RecordFault(NamedTuple):
    """One fault of a game record: its line and column from 1, both 0 if there is no text, and what it is."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        """Return the fault with its place before it."""
        return f"line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class RecordError(ValueError):
    """A text that is no game record, or a record that no text can say.

    `faults` are all that is wrong in the order of the text, at most 100; `more` counts those left out.
    """

    def __init__(self, faults: Iterable[RecordFault]) -> None:
        found = sorted(faults, key=lambda fault: fault[:2])
        self.faults = found[:MOST_FAULTS]
        self.more = len(found) - len(self.faults)
        lines = [str(fault) for fault in self.faults]
        super().__init__("\n".join([*lines, f"and {self.more} more"] if self.more else lines))


def quoted(text: str) -> str:
    """Return the text in quotes for a message, cut when long, with nothing unprintable in it."""
    shown = text if len(text) <= 40 else text[:37] + "..."
    return '"' + "".join(c if c.isprintable() else "?" for c in shown) + '"'
