"""What is left of a rack while its tiles are laid."""

from __future__ import annotations


class Hand:
    """The tiles still in hand after `used` of them were laid; those with the same tiles are one object.

    `mask` has the bit of each letter that may be laid next: none once `limit` tiles are laid.
    """

    __slots__ = ("_bits", "_hands", "_limit", "_tiles", "after", "mask", "used")

    def __init__(
        self, tiles: str, used: int, limit: int, bits: dict[str, int], hands: dict[str, Hand]
    ) -> None:
        self.used: int = used
        self.after: dict[str, Hand] = {}
        mask = 0
        if used < limit:
            for letter in tiles:
                mask |= bits[letter]
        self.mask: int = mask
        self._tiles: str = tiles
        self._limit: int = limit
        self._bits: dict[str, int] = bits
        self._hands: dict[str, Hand] = hands

    @classmethod
    def of(cls, rack: str, limit: int, bits: dict[str, int]) -> Hand:
        """Return the full rack, of which at most `limit` tiles may be laid; `bits` has every letter's."""
        return cls("".join(sorted(rack)), 0, limit, bits, {})

    def take(self, letter: str) -> Hand:
        """Return the hand without one tile of this letter, one of `mask`; from then on `after` has it."""
        tiles = self._tiles.replace(letter, "", 1)
        rest = self._hands.get(tiles)
        if rest is None:
            rest = self._hands[tiles] = Hand(tiles, self.used + 1, self._limit, self._bits, self._hands)
        self.after[letter] = rest
        return rest
