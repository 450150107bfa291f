"""A lexicon as a graph of tiles: which tile may come next on the way to an acceptable word.

The lexicon's own graph goes by bytes of what is spelled. Here a step is a tile, whatever it spells and
however the lexicon folds that, and the words that an overlay rules are in or out. Nodes are made when a
search first comes by, and kept for the next one.
"""

from __future__ import annotations

from threading import Lock
from weakref import WeakKeyDictionary

from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.graph import GraphTables
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import Overlay
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.movegen.errors import NotEnumerableError
from upwords_referee.rules.ruleset import TileKind
from upwords_referee.rules.words import WordStatus

MOST_NODES = 150_000
"""Nodes that are kept for one lexicon and one set of tiles, some 350 bytes each; then it begins anew."""

_MOST_CROSSINGS = 50_000
_MOST_TILE_SETS = 4
_NOWHERE = -1
_ACCEPTABLE = int(WordStatus.ACCEPTABLE)


class Rulings:
    """A node of the words that an overlay rules, letter by letter; `accept` is None where none ends."""

    __slots__ = ("accept", "kids")

    def __init__(self) -> None:
        self.kids: dict[str, Rulings] = {}
        self.accept: bool | None = None

    @classmethod
    def of(cls, overlay: Overlay) -> Rulings:
        """Return the root for an overlay."""
        root = cls()
        for words, accept in ((overlay.allow, True), (overlay.deny, False)):
            for word in words:
                node = root
                for letter in word:
                    node = node.kids.setdefault(letter, Rulings())
                node.accept = accept
        return root


class Node:
    """What some tiles spell: whether it is an acceptable word, and the tiles that may follow.

    `kids` and `mask`, which has the bits of their letters, are there once the graph has opened the node;
    until then `mask` is negative.
    """

    __slots__ = ("accept", "kids", "mask", "rulings", "unit")

    def __init__(self, unit: int, rulings: Rulings | None, accept: bool) -> None:
        self.unit: int = unit
        self.rulings: Rulings | None = rulings
        self.accept: bool = accept
        self.kids: dict[str, Node] = {}
        self.mask: int = -1


class TileGraph:
    """The words that tiles can spell; any number of threads may search it.

    `bits` has a bit for each letter; `crossings` is kept for those who ask what fits between given tiles.
    """

    def __init__(self, tables: GraphTables, folding: Folding, tiles: tuple[TileKind, ...]) -> None:
        self._made_of = (tables, folding, tiles)
        self.bits: dict[str, int] = {kind.letter: 1 << i for i, kind in enumerate(tiles)}
        self.crossings: dict[tuple[str, str], int] = {}
        self._units = tables.units
        self._guide: bytes = tables.guide
        self._nodes: dict[int, Node] = {}
        self._spellings: list[tuple[str, str, bytes]] = []
        # By the first byte of what a tile spells: the letter and the other bytes.
        self._tiles: dict[int, list[tuple[str, bytes]]] = {}
        for kind in tiles:
            folded = folding.apply(kind.spelling).encode()
            self._spellings.append((kind.letter, kind.spelling, folded))
            self._tiles.setdefault(folded[0], []).append((kind.letter, folded[1:]))
        self.root: Node = self._plain(0)

    def ruled(self, overlay: Overlay) -> TileGraph:
        """Return the graph with an overlay; it shares the nodes that the overlay does not concern."""
        if not overlay:
            return self
        graph = TileGraph(*self._made_of)
        graph._nodes = self._nodes
        graph.root = graph._ruled(0, Rulings.of(overlay))
        return graph

    @property
    def full(self) -> bool:
        """Whether so many nodes were made that it is time to begin anew."""
        return len(self._nodes) > MOST_NODES

    def open(self, node: Node) -> None:
        """Find out which tiles may follow."""
        kids = self._plain_kids(node.unit) if node.rulings is None else self._ruled_kids(node, node.rulings)
        mask = 0
        for letter in kids:
            mask |= self.bits[letter]
        # The mask last: it tells other threads that the node is open.
        node.kids = kids
        node.mask = mask

    def walk(self, node: Node, letters: str) -> Node | None:
        """Return the node that tiles lead to from another; None if no word goes that way."""
        for letter in letters:
            if node.mask < 0:
                self.open(node)
            following = node.kids.get(letter)
            if following is None:
                return None
            node = following
        return node

    def between(self, before: str, after: str) -> int:
        """Return the bits of the tiles that make an acceptable word between these."""
        asked = (before, after)
        mask = self.crossings.get(asked)
        if mask is None:
            mask = 0
            node = self.walk(self.root, before)
            if node is not None:
                if node.mask < 0:
                    self.open(node)
                for letter, kid in node.kids.items():
                    last = self.walk(kid, after)
                    if last is not None and last.accept:
                        mask |= self.bits[letter]
            if len(self.crossings) >= _MOST_CROSSINGS:
                self.crossings = {}
            self.crossings[asked] = mask
        return mask

    def _plain_kids(self, number: int) -> dict[str, Node]:
        """Follow the bytes that lead on from a unit."""
        guide, tiles = self._guide, self._tiles
        kids: dict[str, Node] = {}
        base = self._base(number)
        byte = guide[2 * number]
        while byte:
            reached = base ^ byte
            for letter, rest in tiles.get(byte, ()):
                end = self._follow(reached, rest) if rest else reached
                if end != _NOWHERE:
                    kids[letter] = self._plain(end)
            byte = guide[2 * reached + 1]
        return kids

    def _ruled_kids(self, node: Node, rulings: Rulings) -> dict[str, Node]:
        kids: dict[str, Node] = {}
        for letter, spelling, folded in self._spellings:
            end = _NOWHERE if node.unit == _NOWHERE else self._follow(node.unit, folded)
            ruled: Rulings | None = rulings
            for part in spelling:
                ruled = ruled.kids.get(part) if ruled is not None else None
            if ruled is not None:
                kids[letter] = self._ruled(end, ruled)
            elif end != _NOWHERE:
                kids[letter] = self._plain(end)
        return kids

    def _plain(self, number: int) -> Node:
        node = self._nodes.get(number)
        if node is None:
            # Of two threads that come by at once, both get the same node.
            node = self._nodes.setdefault(number, Node(number, None, self._accepts(number)))
        return node

    def _ruled(self, number: int, rulings: Rulings) -> Node:
        accept = rulings.accept
        if accept is None:
            accept = number != _NOWHERE and self._accepts(number)
        return Node(number, rulings, accept)

    def _accepts(self, number: int) -> bool:
        if not self._units[number] & 0x100:
            return False
        return self._units[self._base(number)] & 0x7FFFFFFF == _ACCEPTABLE

    def _base(self, number: int) -> int:
        unit = self._units[number]
        return number ^ ((unit >> 10) << ((unit & 0x200) >> 6))

    def _follow(self, number: int, path: bytes) -> int:
        """Return the unit that bytes lead to, or _NOWHERE."""
        for byte in path:
            number = self._base(number) ^ byte
            if self._units[number] & 0x800000FF != byte:
                return _NOWHERE
        return number


_Spelled = tuple[tuple[str, str], ...]

_graphs: WeakKeyDictionary[Lexicon, dict[_Spelled, TileGraph]] = WeakKeyDictionary()
_lock = Lock()


def tile_graph(lexicon: Lexicon, tiles: tuple[TileKind, ...], overlay: Overlay) -> TileGraph:
    """Return the graph of a lexicon for a set of tiles; NotEnumerableError if its words cannot be listed."""
    if not isinstance(lexicon, CompactLexicon | WordList):
        raise NotEnumerableError(lexicon.id)
    spelled = tuple([(kind.letter, kind.spelling) for kind in tiles])
    tables = lexicon.tables  # outside the lock, for a word list may take its time
    with _lock:
        held = _graphs.setdefault(lexicon, {})
        graph = held.pop(spelled, None)
        if graph is None or graph.full:
            graph = TileGraph(tables, lexicon.folding, tiles)
        # The one asked for last comes last; the first goes when there are too many.
        held[spelled] = graph
        if len(held) > _MOST_TILE_SETS:
            del held[next(iter(held))]
    return graph.ruled(overlay)
