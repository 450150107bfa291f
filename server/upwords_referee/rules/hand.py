"""What is known of the tiles that a player holds."""

from collections import Counter
from typing import NamedTuple


class Hand(NamedTuple):
    """A player's tiles: how many (None: not known), and those that are certainly among them, sorted."""

    size: int | None
    known: str = ""

    @property
    def complete(self) -> bool:
        """Whether every tile is known."""
        return len(self.known) == self.size

    def without(self, letters: str) -> "Hand":
        """Return the hand after these tiles have left it; "_" is one that nobody knows."""
        if "_" in letters:
            return self._replace(known="")
        return self._replace(known=minus(self.known, letters))

    def seen(self, rack: str) -> "Hand":
        """Return the hand once a rack is seen: all of it, or a part if it has more tiles than that.

        Of a hand whose size is not known the rack is believed to be all.
        """
        if self.size is None or len(rack) >= self.size:
            return Hand(len(rack), "".join(sorted(rack)))
        known = Counter(self.known) | Counter(rack)
        return self._replace(known="".join(sorted(known.elements())))


def minus(letters: str, taken: str) -> str:
    """Return the letters without those taken, sorted; what is not there cannot be taken."""
    return "".join(sorted((Counter(letters) - Counter(taken)).elements()))
