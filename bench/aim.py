"""What a figure should be."""

from typing import NamedTuple


class Aim(NamedTuple):
    """At least so much, or at most."""

    value: float
    at_most: bool = False

    def __str__(self) -> str:
        return f"at {'most' if self.at_most else 'least'} {self.value:g}"

    def met(self, value: float) -> bool:
        """Return whether the value is good enough."""
        return value <= self.value if self.at_most else value >= self.value

    def share(self, value: float) -> float:
        """Return how much of the aim is reached: 1 or more if it is met."""
        return self.value / value if self.at_most else value / self.value
