"""A case before the judge: an exchange."""

from dataclasses import dataclass

from upwords_referee.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ExchangeCase:
    """The tiles to be exchanged, the rack (None: not known) and the bag's count (None: not known)."""

    ruleset: Ruleset
    letters: str
    rack: str | None
    bag_count: int | None

    def squares_of(self, _letter: str) -> tuple[tuple[int, int], ...]:
        """Return no squares: an exchanged tile lies on none."""
        return ()
