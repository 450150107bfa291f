"""Finding all plays of a rack: every line is searched for words, tile by tile, along the lexicon's graph.

A search begins at each square where the main word may start. On a square with a tile the tile may stay or be
covered; an empty one must be filled. What fits there with the words across is known beforehand.
"""

from collections.abc import Callable
from operator import attrgetter

from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import EMPTY as NO_OVERLAY
from upwords_referee.lexicons.overlay import Overlay
from upwords_referee.movegen.crossing import Crossing, read_crossing
from upwords_referee.movegen.found import FoundPlay
from upwords_referee.movegen.hand import Hand
from upwords_referee.movegen.tile_graph import Node, TileGraph, tile_graph
from upwords_referee.rules.board import EMPTY, UNKNOWN, Board, spans
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.move import Placement, Play
from upwords_referee.rules.ruleset import (
    BareSRule,
    LetterBonusMode,
    Ruleset,
    SameLetterRule,
    WholeWordRule,
)
from upwords_referee.rules.square import COLUMN_LETTERS, Square

_TICKS = 250
"""Steps between two ticks: less than a millisecond, or a few when each step finds a play."""

_SPARE_PLAYS = 5_000
"""Plays held beyond those wanted before the worst are dropped."""

_Laid = tuple[Node, Hand, str]
"""Tiles laid one after the other: where they lead, what is left in hand, and the tiles as notation shows
them, "." for one that was there.
"""


def _no_tick() -> None:
    pass


def find_plays(
    ruleset: Ruleset,
    board: Board,
    rack: str,
    lexicon: Lexicon,
    overlay: Overlay = NO_OVERLAY,
    *,
    any_only: bool = False,
    tick: Callable[[], None] = _no_tick,
) -> list[FoundPlay]:
    """Return all valid plays, best first: by score, then by the code points of the notation.

    They are the plays that `examine` and `rule` call valid for this rack. The board must be sound for the
    ruleset, and the rack's letters be its tiles'. With `any_only` it is one of them, or none if there is
    none. `tick` is called every few milliseconds and may raise to stop the search. Raises NotEnumerableError
    for a lexicon whose words cannot be listed, and UnknownBuriedError, with the squares, when only buried
    tiles that the board does not show can tell whether some play is valid; with `any_only` only if no other
    play is.
    """
    return find_best(ruleset, board, rack, lexicon, overlay, any_only=any_only, tick=tick)[0]


def find_best(
    ruleset: Ruleset,
    board: Board,
    rack: str,
    lexicon: Lexicon,
    overlay: Overlay = NO_OVERLAY,
    *,
    most: int = 0,
    any_only: bool = False,
    tick: Callable[[], None] = _no_tick,
) -> tuple[list[FoundPlay], int]:
    """Return the best `most` plays, all if it is 0, and how many there are in all, as `find_plays` does.

    Of a million plays on an empty board only so many are held at a time.
    """
    graph = tile_graph(lexicon, ruleset.tiles, overlay)
    search = Search(ruleset, board, rack, graph, any_only, tick, most)
    if any_only:
        search.single_tiles()
    if not search.done:
        search.all_lines()
    if search.unknown and not (any_only and search.total):
        raise UnknownBuriedError(sorted(search.unknown))
    search.keep_best(most or search.total)
    return search.found, search.total


class Line:
    """A row, or a column (`down`), made ready: by position, what lies there and what may be laid.

    `old` has the top letters, "" where it is empty; `sums` the tiles before each position. `allow` has the
    bits of the letters that may be laid, `crossings` what they make there. `anchors` has the next position
    from each on at which a tile connects, `length` if there is none. `runs` are the words that must keep a
    letter.
    """

    __slots__ = ("allow", "anchors", "crossings", "down", "length", "number", "old", "runs", "sums")

    def __init__(self, down: bool, number: int, letters: str, heights: bytes) -> None:
        self.down: bool = down
        self.number: int = number
        self.length: int = len(letters)
        self.old: list[str] = [letter if letter != EMPTY else "" for letter in letters]
        sums = [0]
        for height in heights:
            sums.append(sums[-1] + height)
        self.sums: list[int] = sums
        self.allow: list[int] = []
        self.crossings: list[Crossing] = []
        self.anchors: list[int] = []
        self.runs: list[tuple[int, int]] = []


class Search:
    """One search; `found` are the best plays so far, at least `most` of the `total` there are.

    `unknown` are the squares with buried tiles on which others hang; `done` says that nothing more is wanted.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        board: Board,
        rack: str,
        graph: TileGraph,
        any_only: bool,
        tick: Callable[[], None],
        most: int = 0,
    ) -> None:
        self.found: list[FoundPlay] = []
        self.total: int = 0
        self._most: int = most
        self.unknown: set[Square] = set()
        self.done: bool = False
        self._ruleset: Ruleset = ruleset
        self._board: Board = board
        self._graph: TileGraph = graph
        self._any_only: bool = any_only
        self._tick: Callable[[], None] = tick
        self._countdown: int = _TICKS
        self._first_word: bool = board.is_empty
        limit = min(len(rack), ruleset.rack_size) if ruleset.rack_size else len(rack)
        self._limit: int = limit
        self._hand: Hand = Hand.of(rack, limit, graph.bits)
        self._letters: dict[int, tuple[str, ...]] = {}
        # By the number of tiles laid on free squares, and by the last of them.
        self._starts: list[dict[str, list[_Laid]]] = [{"": [(graph.root, self._hand, "")]}]
        self._kept: dict[tuple[int, str], list[_Laid]] = {}
        self._no_crossing: Crossing = Crossing(self._hand.mask, "", "", 0, 0)
        self._crossings: dict[tuple[int, int, bool], Crossing] = {}
        # By square: letters that may be there already, in a stack of which not all is known.
        self._doubtful: dict[tuple[int, int], str] = {}
        self._puts: list[int] = [self._may_put(square) for square in range(board.rows * board.columns)]

    def all_lines(self) -> None:
        """Find all plays, or one."""
        for down, lines in ((False, self._board.rows), (True, self._board.columns)):
            for number in range(lines):
                self._search_line(self._line(down, number))
                if self.done:
                    return

    def single_tiles(self) -> None:
        """Find one play of one tile, which most positions have, without reading all lines."""
        board = self._board
        if self._first_word:
            return
        for row in range(board.rows):
            for column in range(board.columns):
                put = self._puts[row * board.columns + column]
                if not put:
                    continue
                across = self._crossing(row, column, False)
                down = self._crossing(row, column, True)
                main = across if across.exists else down
                mask = put & across.mask & down.mask
                if not (mask and main.exists):
                    continue
                line = self._line(not across.exists, column if main is down else row)
                at = row if line.down else column
                for letter in self._letters_of(mask):
                    shown = EMPTY * len(main.before) + letter + EMPTY * len(main.after)
                    self._record(line, at - len(main.before), shown, 1)
                    if self.done:
                        return

    def _may_put(self, square: int) -> int:
        """Return the bits of the letters on the rack that may be laid on a square, whatever they spell."""
        board, mask = self._board, self._hand.mask
        height = board.heights[square]
        if not height:
            return mask
        if height >= self._ruleset.max_height:
            return 0
        bits = self._graph.bits
        mask &= ~bits[board.letters[square]]
        if height > 1 and self._ruleset.same_letter_rule is SameLetterRule.ANYWHERE:
            row, column = divmod(square, board.columns)
            stack = board.stack(row, column)
            for letter in stack[:-1]:
                if letter != UNKNOWN:
                    mask &= ~bits[letter]
            if UNKNOWN in stack:
                self._doubtful[row, column] = "".join(self._letters_of(mask))
        return mask

    def _letters_of(self, mask: int) -> tuple[str, ...]:
        letters = self._letters.get(mask)
        if letters is None:
            letters = tuple([letter for letter, bit in self._graph.bits.items() if bit & mask])
            self._letters[mask] = letters
        return letters

    def _crossing(self, row: int, column: int, down: bool) -> Crossing:
        asked = (row, column, down)
        crossing = self._crossings.get(asked)
        if crossing is None:
            crossing = read_crossing(
                self._ruleset, self._board, self._graph, self._no_crossing, row, column, down
            )
            self._crossings[asked] = crossing
        return crossing

    def _line(self, down: bool, number: int) -> Line:
        board, centre = self._board, self._ruleset.centre
        letters = board.line(down, number)
        line = Line(down, number, letters, board.line_heights(down, number))
        anchored = []
        for at in range(line.length):
            row, column = (at, number) if down else (number, at)
            crossing = self._crossing(row, column, not down)
            line.crossings.append(crossing)
            line.allow.append(self._puts[row * board.columns + column] & crossing.mask)
            if self._first_word:
                anchored.append(not centre or (row, column) in centre)
            else:
                anchored.append(crossing.exists or letters[at] != EMPTY)
        following = line.length
        anchors = [following]
        for at in range(line.length - 1, -1, -1):
            if anchored[at]:
                following = at
            anchors.append(following)
        anchors.reverse()
        line.anchors = anchors
        if self._ruleset.whole_word_rule is not WholeWordRule.OFF:
            line.runs = spans(letters)
        return line

    def _search_line(self, line: Line) -> None:
        old, anchors, length = line.old, line.anchors, line.length
        for start in range(length - 1, -1, -1):
            anchor = anchors[start]
            if anchor == length or (start and old[start - 1]):
                continue
            free = anchor - start
            if free > self._limit:
                continue
            laid: list[tuple[int, Node, Hand, str]] = []
            position = anchor + 1
            if old[anchor]:
                for node, hand, shown in self._keeping(free, old[anchor]):
                    laid.append((position, node, hand, shown))
            if line.allow[anchor] and free < self._limit:
                by_last = self._starting(free + 1)
                for letter in self._letters_of(line.allow[anchor]):
                    for node, hand, shown in by_last.get(letter, ()):
                        laid.append((position, node, hand, shown))
            self._search_on(line, start, laid)
            if self.done:
                return

    def _search_on(self, line: Line, start: int, laid: list[tuple[int, Node, Hand, str]]) -> None:
        """Lay and keep tiles on from where some were laid, in all ways that lead to words."""
        graph, letters_of = self._graph, self._letters
        old, allow, length = line.old, line.allow, line.length
        full, countdown = self._hand, self._countdown
        while laid:
            countdown -= 1
            if not countdown:
                self._tick()
                countdown = _TICKS
            at, node, hand, shown = laid.pop()
            here = old[at] if at < length else ""
            if not here and node.accept and hand is not full:
                self._record(line, start, shown, hand.used)
                if self.done:
                    return
            if at == length:
                continue
            if node.mask < 0:
                graph.open(node)
            if here:
                kid = node.kids.get(here)
                if kid is not None:
                    laid.append((at + 1, kid, hand, shown + EMPTY))
            mask = node.mask & allow[at] & hand.mask
            if mask:
                letters = letters_of.get(mask)
                if letters is None:
                    letters = self._letters_of(mask)
                kids, after = node.kids, hand.after
                for letter in letters:
                    rest = after.get(letter)
                    if rest is None:
                        rest = hand.take(letter)
                    laid.append((at + 1, kids[letter], rest, shown + letter))
        self._countdown = countdown

    def _starting(self, count: int) -> dict[str, list[_Laid]]:
        """Return all ways to begin a word with so many tiles of the rack, by the last of them."""
        starts = self._starts
        while len(starts) <= count:
            longer: dict[str, list[_Laid]] = {}
            for laid in starts[-1].values():
                self._tick()
                for node, hand, shown in laid:
                    if node.mask < 0:
                        self._graph.open(node)
                    for letter in self._letters_of(node.mask & hand.mask):
                        rest = hand.after.get(letter) or hand.take(letter)
                        longer.setdefault(letter, []).append((node.kids[letter], rest, shown + letter))
            starts.append(longer)
        return starts[count]

    def _keeping(self, count: int, letter: str) -> list[_Laid]:
        """Return all ways to begin with so many tiles of the rack, and then a tile that lies there."""
        asked = (count, letter)
        kept = self._kept.get(asked)
        if kept is None:
            kept = []
            for laid in self._starting(count).values():
                for node, hand, shown in laid:
                    if node.mask < 0:
                        self._graph.open(node)
                    kid = node.kids.get(letter)
                    if kid is not None:
                        kept.append((kid, hand, shown + EMPTY))
            self._kept[asked] = kept
        return kept

    def _record(self, line: Line, start: int, shown: str, used: int) -> None:
        """Add the play that lays the letters `shown` from `start` on, unless a rule refuses it as a whole.

        Its main word is acceptable, and so are its cross words.
        """
        ruleset, length = self._ruleset, len(shown)
        if length < 2:
            return
        end = start + length
        for first, last in line.runs:
            if start <= first and last <= end and EMPTY not in shown[first - start : last - start]:
                return
        down, number, crossings = line.down, line.number, line.crossings
        score = 0
        placements = []
        crossed = []
        for at, letter in enumerate(shown, start):
            if letter == EMPTY:
                continue
            placements.append((at, number, letter) if down else (number, at, letter))
            crossing = crossings[at]
            if crossing.exists:
                score += crossing.score(ruleset, letter)
                crossed.append((at, crossing, letter))
        if used == 1 and ((down and crossed) or self._is_bare_s(line, start, end, placements[0])):
            return  # what forms a word across is found across
        if self._doubtful:
            doubts = [
                Square(row, column)
                for row, column, letter in placements
                if letter in self._doubtful.get((row, column), "")
            ]
            if doubts:
                self.unknown.update(doubts)
                return
        tops = shown
        if used < length:
            tops = "".join(
                [new if new != EMPTY else top for new, top in zip(shown, line.old[start:end], strict=True)]
            )
        score += self._main_score(tops, line.sums[end] - line.sums[start] + used)
        score += self._turn_score(shown, used)
        words = [ruleset.spell(tops)]
        if len(crossed) > 1 and not down:
            crossed.sort(key=_cross_start)
        for _, crossing, letter in crossed:
            words.append(crossing.text(ruleset, letter))
        if used == 1 and crossed and crossed[0][1].before:
            words.reverse()  # the word down starts higher up
        if down:
            notation = f"{COLUMN_LETTERS[number]}{start + 1} {shown}"
        else:
            notation = f"{number + 1}{COLUMN_LETTERS[start]} {shown}"
        self.found.append(FoundPlay(Play(tuple(placements)), notation, score, tuple(words)))
        self.total += 1
        self.done = self._any_only
        if self._most and len(self.found) >= 2 * self._most + _SPARE_PLAYS:
            self.keep_best(self._most)

    def keep_best(self, most: int) -> None:
        """Keep the best plays, sorted by score, then by the code points of the notation."""
        self.found.sort(key=attrgetter("notation"))
        self.found.sort(key=attrgetter("score"), reverse=True)
        del self.found[most:]

    def _is_bare_s(self, line: Line, start: int, end: int, tile: Placement) -> bool:
        """Return whether the only tile is an S that the bare-S rule refuses (section 3.9)."""
        rule = self._ruleset.bare_s_rule
        row, column, letter = tile
        if rule is BareSRule.OFF or letter != self._ruleset.bare_s_letter:
            return False
        at = row if line.down else column
        crossing = line.crossings[at]
        if at != end - 1 or crossing.after:
            return False
        if rule is BareSRule.EVERY_WORD:
            return True
        if line.old[at] or end - start < 3 or line.old[at - 1] == letter:
            return False
        before = crossing.before
        return not before or (len(before) > 1 and before[-1] != letter)

    def _main_score(self, letters: str, tiles: int) -> int:
        """Return what the main word is worth, `tiles` being those in all its stacks."""
        scoring = self._ruleset.scoring
        if tiles > len(letters):
            return scoring.stacked_tile * tiles
        points = scoring.flat_tile * len(letters)
        if scoring.letter_bonus_mode is LetterBonusMode.FLAT_WORD:
            points += scoring.letter_bonus * self._bonus_letters(letters)
        return points

    def _turn_score(self, shown: str, used: int) -> int:
        """Return what the tiles laid are worth by themselves."""
        scoring = self._ruleset.scoring
        points = scoring.full_rack_bonus if used == self._ruleset.rack_size else 0
        if scoring.letter_bonus_mode is LetterBonusMode.WHEN_PLACED:
            points += scoring.letter_bonus * self._bonus_letters(shown)
        return points

    def _bonus_letters(self, letters: str) -> int:
        bonus = self._ruleset.bonus_letters
        if bonus.isdisjoint(letters):
            return 0
        return sum([letter in bonus for letter in letters])


def _cross_start(crossed: tuple[int, Crossing, str]) -> tuple[int, int]:
    """Return what orders the words down through one row by their first squares."""
    at, crossing, _ = crossed
    return -len(crossing.before), at
