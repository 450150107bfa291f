"""Inspecting a position: whether it can have come about, and what stands on it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from upwords_referee.rules.board import UNKNOWN, Board
from upwords_referee.rules.forming import FormedWord, words_on
from upwords_referee.rules.ruleset import Ruleset, SameLetterRule
from upwords_referee.rules.square import Square, square_names
from upwords_referee.rules.table import why_refused
from upwords_referee.rules.words import WordStatus


class Severity(IntEnum):
    """How bad a finding is; the numbers are those of the wire."""

    ERROR = 1
    WARNING = 2
    NOTE = 3


class FindingKind(IntEnum):
    """What can be wrong with a position or, from SCORE_MISMATCH on, only with a game, in the order of
    reports; the numbers are those of the wire.
    """

    STACK_TOO_HIGH = 1
    TILE_COUNT_EXCEEDED = 2
    TILE_COUNT_SHORT = 3
    RACK_TOO_LARGE = 4
    DISCONNECTED = 5
    MISSES_CENTRE = 6
    WORD_NOT_ACCEPTABLE = 7
    SAME_LETTER = 8
    LONE_TILE = 9
    UNKNOWN_BURIED = 10
    SCORE_MISMATCH = 11
    TOTAL_MISMATCH = 12
    OFF_TURN = 13
    AFTER_END = 14
    BAD_TAKE_BACK = 15
    ILLEGAL_PLAY = 16
    TILE_NOT_ON_RACK = 17
    IMPOSSIBLE_RACK = 18
    EXCHANGE_COUNT = 19
    EXCHANGE_BAG_EMPTY = 20
    RACK_UNKNOWN = 21
    DIGEST_MISMATCH = 22
    UNFINISHED = 23


class Finding(NamedTuple):
    """One thing found: a sentence, the squares in reading order, the word or letter concerned if any, and the
    number of the game's event, from 1; None for a position and for a game as a whole.
    """

    kind: FindingKind
    severity: Severity
    message: str
    squares: tuple[Square, ...] = ()
    word: str = ""
    turn: int | None = None


class Inspection(NamedTuple):
    """All findings in the order of their kinds, all words on the board, the unseen tiles by letter."""

    findings: tuple[Finding, ...]
    words: tuple[FormedWord, ...]
    unseen: tuple[tuple[str, int], ...]

    @property
    def sound(self) -> bool:
        """Whether nothing found is an error."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)


class Scene(NamedTuple):
    """A position to be inspected: `racks` are those of all players, or none; the bag may be unknown."""

    ruleset: Ruleset
    board: Board
    racks: tuple[str, ...]
    bag_count: int | None
    words: tuple[FormedWord, ...]


Found = Iterator[tuple[str, Sequence[Square], str]]


def stack_too_high(scene: Scene) -> Found:
    """No stack is higher than the ruleset allows."""
    limit = scene.ruleset.max_height
    high = [square for square, stack in scene.board.occupied() if len(stack) > limit]
    if high:
        yield f"A stack may be {limit} high; it is higher on {square_names(high)}.", high, ""


def tile_count_exceeded(scene: Scene) -> Found:
    """There are no more tiles of a letter, or in all, than the set has."""
    on_board, on_racks = _seen(scene)
    seen = on_board + on_racks
    for kind in scene.ruleset.tiles:
        if kind.count is not None and seen[kind.letter] > kind.count:
            squares = [square for square, stack in scene.board.occupied() if kind.letter in stack]
            where = f" ({square_names(squares)})" if squares else ""
            yield (
                f"{seen[kind.letter]} tiles {kind.spelling} are on the board{where} and the racks; "
                f"the set has {kind.count}.",
                squares,
                kind.letter,
            )
    total, in_all = scene.ruleset.set_size, seen.total() + (scene.bag_count or 0)
    if total is not None and in_all > total:
        yield f"Board, racks and bag hold {in_all} tiles; the set has {total}.", (), ""


def tile_count_short(scene: Scene) -> Found:
    """Board, racks and bag together hold the whole set; asked only when all of them are known."""
    total = scene.ruleset.set_size
    if total is None or scene.bag_count is None or not scene.racks:
        return
    on_board, on_racks = _seen(scene)
    in_all = on_board.total() + on_racks.total() + scene.bag_count
    if in_all < total:
        yield f"Board, racks and bag hold only {in_all} tiles; the set has {total}.", (), ""


def rack_too_large(scene: Scene) -> Found:
    """No rack holds more tiles than the ruleset allows."""
    limit = scene.ruleset.rack_size
    for number, rack in enumerate(scene.racks, start=1):
        if limit and len(rack) > limit:
            yield f"Rack {number} holds {len(rack)} tiles; a rack holds at most {limit}.", (), ""


def disconnected(scene: Scene) -> Found:
    """All tiles hang together; a group on a centre square, or else the largest, is the main one."""
    groups = _groups({square for square, _ in scene.board.occupied()})
    groups.sort(key=lambda group: (scene.ruleset.centre.isdisjoint(group), -len(group), min(group)))
    apart = sorted(square for group in groups[1:] for square in group)
    if apart:
        yield f"The tiles on {square_names(apart)} do not hang together with the others.", apart, ""


def misses_centre(scene: Scene) -> Found:
    """The first word, and so the position, covers a centre square."""
    squares = [square for square, _ in scene.board.occupied()]
    centre = scene.ruleset.centre
    if squares and centre and centre.isdisjoint(squares):
        yield f"No tile lies on a centre square: {square_names(sorted(centre))}.", (), ""


def word_not_acceptable(scene: Scene) -> Found:
    """Every word on the board is acceptable."""
    for word in scene.words:
        if word.status.refused:
            squares = word.squares()
            why = why_refused(word.status)
            yield f"{word.text} on {square_names(squares)} is not acceptable: {why}.", squares, word.text


def same_letter(scene: Scene) -> Found:
    """No tile lies directly on its like; under the house rule, nowhere above it."""
    anywhere = scene.ruleset.same_letter_rule is SameLetterRule.ANYWHERE
    same = []
    for square, stack in scene.board.occupied():
        known = stack.replace(UNKNOWN, "")
        if any(low == high != UNKNOWN for low, high in pairwise(stack)) or (
            anywhere and len(set(known)) < len(known)
        ):
            same.append(square)
    if same:
        yield f"A tile lies on the same letter on {square_names(same)}.", same, ""


def lone_tile(scene: Scene) -> Found:
    """Every tile belongs to a word."""
    in_words = {square for word in scene.words for square in word.squares()}
    lone = [square for square, _ in scene.board.occupied() if square not in in_words]
    if lone:
        yield f"No word runs through {square_names(lone)}.", lone, ""


def unknown_buried(scene: Scene) -> Found:
    """Some buried tiles may be unknown; the counts are then not exact."""
    squares = [square for square, stack in scene.board.occupied() if UNKNOWN in stack]
    if squares:
        yield f"Buried tiles on {square_names(squares)} are not known.", squares, ""


CHECKS: tuple[tuple[FindingKind, Severity, Callable[[Scene], Found]], ...] = (
    (FindingKind.STACK_TOO_HIGH, Severity.ERROR, stack_too_high),
    (FindingKind.TILE_COUNT_EXCEEDED, Severity.ERROR, tile_count_exceeded),
    (FindingKind.TILE_COUNT_SHORT, Severity.WARNING, tile_count_short),
    (FindingKind.RACK_TOO_LARGE, Severity.ERROR, rack_too_large),
    (FindingKind.DISCONNECTED, Severity.ERROR, disconnected),
    (FindingKind.MISSES_CENTRE, Severity.ERROR, misses_centre),
    (FindingKind.WORD_NOT_ACCEPTABLE, Severity.ERROR, word_not_acceptable),
    (FindingKind.SAME_LETTER, Severity.ERROR, same_letter),
    (FindingKind.LONE_TILE, Severity.ERROR, lone_tile),
    (FindingKind.UNKNOWN_BURIED, Severity.NOTE, unknown_buried),
)


def inspect(
    ruleset: Ruleset,
    board: Board,
    racks: tuple[str, ...],
    bag_count: int | None,
    lookup: Callable[[list[str]], Mapping[str, WordStatus]],
) -> Inspection:
    """Return everything that is to be said of a position; `lookup` gives the statuses of its words."""
    words = words_on(ruleset, board)
    statuses = lookup([word.text for word in words]) if words else {}
    ruled = tuple(word.ruled(statuses[word.text]) for word in words)
    scene = Scene(ruleset, board, racks, bag_count, ruled)
    findings = []
    for kind, severity, check in CHECKS:
        for message, squares, word in check(scene):
            findings.append(Finding(kind, severity, message, tuple(squares), word))
    return Inspection(tuple(findings), ruled, _unseen(scene))


def _seen(scene: Scene) -> tuple[Counter[str], Counter[str]]:
    board = Counter("".join(stack for _, stack in scene.board.occupied()))
    return board, Counter("".join(scene.racks))


def _unseen(scene: Scene) -> tuple[tuple[str, int], ...]:
    on_board, on_racks = _seen(scene)
    seen = on_board + on_racks
    left = [(kind.letter, kind.count - seen[kind.letter]) for kind in scene.ruleset.tiles if kind.count]
    return tuple((letter, count) for letter, count in left if count > 0)


def _groups(squares: set[Square]) -> list[set[Square]]:
    """Return the squares in groups that touch orthogonally."""
    groups = []
    rest = set(squares)
    while rest:
        group: set[Square] = set()
        edge = {min(rest)}
        while edge:
            group |= edge
            beside = {
                Square(row + down, column + right)
                for row, column in edge
                for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
            }
            edge = (beside & rest) - group
        groups.append(group)
        rest -= group
    return groups
