"""What came of one question."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """How a question ended.

    KNOWN is a failure that was expected, FIXED a question that was expected to fail and passes now.
    """

    PASSED = "passed"
    FAILED = "failed"
    KNOWN = "known"
    FIXED = "fixed"


@dataclass(frozen=True)
class Result:
    """A question with what was wrong with its answer.

    `group` is the vector's file, or the part of a client that is shown; `known` is the reason why a failure
    was expected, None if it was not.
    """

    id: str
    group: str
    rule: str
    proves: str
    faults: tuple[str, ...]
    known: str | None = None

    @property
    def outcome(self) -> Outcome:
        """How the question ended."""
        if self.known is None:
            return Outcome.FAILED if self.faults else Outcome.PASSED
        return Outcome.KNOWN if self.faults else Outcome.FIXED


def all_right(results: list[Result]) -> bool:
    """Return whether all went as expected: a known failure that passes has to leave its list."""
    return all(result.outcome in (Outcome.PASSED, Outcome.KNOWN) for result in results)
