"""Faults of a game record, gathered on the way through its text."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from upwords_referee.notation.errors import NotationError, RecordError, RecordFault

Value = TypeVar("Value")
Given = ParamSpec("Given")


class Faults:
    """The faults found so far."""

    def __init__(self) -> None:
        self._found: list[RecordFault] = []

    def add(self, line: int, column: int, message: str) -> None:
        """Add a fault; line and column from 1, 0 where there is no text."""
        self._found.append(RecordFault(line, column, message))

    def guard(
        self, line: int, at: int, read: Callable[Given, Value], *args: Given.args, **kwargs: Given.kwargs
    ) -> Value | None:
        """Return what is read from column `at` on; None, and a fault more, if that is no notation."""
        try:
            return read(*args, **kwargs)
        except NotationError as error:
            self.add(line, at + max(error.column - 1, 0), error.message)
            return None

    def refuse(self) -> None:
        """Raise RecordError with all faults, if there is one."""
        if self._found:
            raise RecordError(self._found)
