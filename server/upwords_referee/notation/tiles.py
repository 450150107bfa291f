"""Tiles in a row: racks, exchanges, what is left at the end."""

from collections.abc import Container

from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.position import is_tile
from upwords_referee.rules.board import UNKNOWN
from upwords_referee.rules.letters import upper

LONGEST_RACK = 25


def parse_tiles(
    text: str, letters: Container[str] | None, whole: str, most: int = LONGEST_RACK, *, unknown: bool = False
) -> str:
    """Return the tiles that a text names, one character each; with `unknown`, "_" is one that nobody knows.

    `letters` are those that tiles have (None: any letter). Raises NotationError; `whole` is what they are.
    """
    tiles = upper(text)
    if len(tiles) > most:
        raise NotationError(f"{whole} has at most {most} tiles, not {len(tiles)}")
    for column, tile in enumerate(tiles, start=1):
        if not is_tile(tile, letters) and not (unknown and tile == UNKNOWN):
            raise NotationError(f"no tile has the letter {quoted(tile)}", column)
    return tiles


def parse_rack(text: str, letters: Container[str] | None) -> str | None:
    """Return the rack that a text names: "?" is not known, "-" empty. Raises NotationError."""
    if text == "?":
        return None
    return "" if text == "-" else parse_tiles(text, letters, "a rack")


def write_rack(rack: str | None, letters: Container[str] | None) -> str:
    """Return the rack as text. Raises NotationError if `parse_rack` would not give it back."""
    if rack is not None and parse_tiles(rack, letters, "a rack") != rack:
        raise NotationError(f"a rack has capital letters, composed (NFC); {quoted(rack)} has others")
    return "?" if rack is None else rack or "-"
