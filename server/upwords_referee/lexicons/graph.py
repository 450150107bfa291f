"""Words as a graph: a minimal automaton in under a megabyte, looked up in a tenth of a microsecond.

The one place that knows which library it comes from.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol, cast

import dawg  # type: ignore[import-not-found]

_UNIT = 4


class WordGraph(Protocol):
    """Words, each with a number from 1. Reading is safe from any number of threads.

    U+0000 ends a word here: a key that holds it is read only up to it. A lone surrogate is a
    UnicodeEncodeError.
    """

    def get(self, key: str, default: int | None = None) -> int | None:
        """Return the number of a word; `default` if there is no such word."""

    def has_keys_with_prefix(self, prefix: str) -> bool:
        """Return whether any word starts with `prefix`, refused words included."""

    def iteritems(self, prefix: str = "") -> Iterator[tuple[str, int]]:
        """Yield the words that start with `prefix`, with their numbers, by code point."""

    def iterprefixes(self, key: str) -> Iterator[str]:
        """Yield the words that `key` starts with, the shortest first."""

    def tobytes(self) -> bytes:
        """Return the graph in the form to store."""


class GraphTables(NamedTuple):
    """A graph as its two tables, for walking it byte by byte (UTF-8) from unit 0 on.

    `units` has a number for each unit: bits 0 to 7 the byte that leads to it, bit 8 whether a word ends
    there, bits 10 on its offset, in steps of 256 if bit 9 is set. The unit behind a byte is
    `unit number ^ offset ^ byte`; behind the byte 0 lies, where a word ends, its number with bit 31 set.
    `guide` has two bytes for each unit: the first byte that leads on from it, and the next one beside the
    byte that leads to it; 0 where there is none.
    """

    units: "array[int]"
    guide: bytes


NO_WORDS = GraphTables(array("I", [0] * 256), bytes(2 * 256))


def pack_graph(entries: Iterable[tuple[str, int]]) -> bytes:
    """Return the graph of entries that come sorted by code point, each word once, in the form to store."""
    return bytes(dawg.IntCompletionDAWG(entries, input_is_sorted=True).tobytes())


def unpack_graph(raw: bytes) -> WordGraph:
    """Return a stored graph; ValueError if its parts have not the sizes that they tell.

    The library believes what it reads: the caller must know that the bytes are those once packed.
    """
    units, second, pairs = _sizes(raw)
    if not units or len(raw) != second + _UNIT + pairs * 2 or pairs != units:
        raise ValueError("its tables have other sizes than they tell")
    return cast(WordGraph, dawg.IntCompletionDAWG().frombytes(raw))


def graph_tables(graph: WordGraph) -> GraphTables:
    """Return the tables of a graph, copied; it takes a millisecond per megabyte."""
    raw = graph.tobytes()
    _, second, _ = _sizes(raw)
    units = array("I")
    units.frombytes(raw[_UNIT:second])
    return GraphTables(units, raw[second + _UNIT :])


def _sizes(raw: bytes) -> tuple[int, int, int]:
    """Return the length of the first table, where the second begins, and its length."""
    # Two tables, each with its length before it, in the byte order of the machine.
    units = int.from_bytes(raw[:_UNIT], sys.byteorder)
    second = _UNIT + units * _UNIT
    return units, second, int.from_bytes(raw[second : second + _UNIT], sys.byteorder)
