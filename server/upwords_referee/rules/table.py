"""The rules: one small function each, and the table that gives it its number, section and sentence.

To add a rule, write its function and its row in `RULES`, and its value in `Rule` and on the wire.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from upwords_referee.rules.board import UNKNOWN, spans
from upwords_referee.rules.case import Case, UnknownBuriedError
from upwords_referee.rules.exchange_case import ExchangeCase
from upwords_referee.rules.forming import FormedWord
from upwords_referee.rules.rule import Rule, Violation
from upwords_referee.rules.ruleset import BareSRule, SameLetterRule, WholeWordRule
from upwords_referee.rules.square import Square, square_names
from upwords_referee.rules.words import WordStatus


class Stage(Enum):
    """When a rule is asked, and about what.

    The NOTHING rule is asked first; a play without tiles is asked nothing else. HAND rules are asked of
    plays and exchanges, HAND_OF_PLAY rules of plays only. SQUARES rules follow; if one is broken, nothing
    else is asked. PLACEMENT rules need sound squares; READING rules also that no gap keeps the words from
    being read; the rules of LAST that nothing about the placement is broken. WORDS rules are asked about
    the words formed and their statuses, EXCHANGE rules about exchanges.
    """

    NOTHING = auto()
    HAND = auto()
    HAND_OF_PLAY = auto()
    SQUARES = auto()
    PLACEMENT = auto()
    READING = auto()
    LAST = auto()
    WORDS = auto()
    EXCHANGE = auto()


class Breach(NamedTuple):
    """What breaks a rule: squares in reading order, the word or letter concerned, more for the sentence."""

    squares: tuple[tuple[int, int], ...] = ()
    word: str = ""
    facts: dict[str, object] = {}  # noqa: RUF012 - never changed


Breaches = Sequence[Breach]


_WHY = {
    WordStatus.NOT_FOUND: "the lexicon does not have it",
    WordStatus.PROPER_NOUN: "it is a proper noun",
    WordStatus.ABBREVIATION: "it is an abbreviation",
    WordStatus.NEEDS_APOSTROPHE: "it needs an apostrophe",
    WordStatus.NEEDS_HYPHEN: "it needs a hyphen",
    WordStatus.AFFIX: "it is a prefix or suffix that cannot stand alone",
    WordStatus.DENIED: "a house ruling denies it",
}


def why_refused(status: WordStatus) -> str:
    """Return why a word of a refused status is not acceptable, as the end of a sentence."""
    return _WHY[status]


def _each_once(squares: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple(dict.fromkeys(squares))


def _where(case: Case, squares: Sequence[tuple[int, int]]) -> str:
    """Return the squares' names; those off the board have none and are told by their numbers."""
    return square_names(squares, case.board.rows, case.board.columns)


def _placed(case: Case) -> tuple[tuple[int, int], ...]:
    return tuple((row, column) for row, column, _ in case.placements)


def _one(squares: Sequence[tuple[int, int]], **facts: object) -> Breaches:
    return (Breach(tuple(squares), "", facts),) if squares else ()


def no_tiles(case: Case) -> Breaches:
    """A play lays at least one tile."""
    return () if case.placements else (Breach(),)


def too_many_tiles(case: Case) -> Breaches:
    """A play lays at most as many tiles as a rack holds."""
    limit = case.ruleset.rack_size
    if limit and len(case.placements) > limit:
        squares = _each_once(_placed(case))
        return _one(squares, count=len(case.placements), limit=limit, where=_where(case, squares))
    return ()


def tile_not_on_rack(case: Case | ExchangeCase) -> Breaches:
    """Tiles come from the player's rack, when it is known."""
    rack, letters = case.rack, case.letters
    if rack is None or all(letters.count(letter) <= rack.count(letter) for letter in letters):
        return ()
    held = Counter(rack)
    missing = {letter: used for letter, used in Counter(letters).items() if used > held[letter]}
    breaches = []
    for letter, used in missing.items():
        squares = _each_once(case.squares_of(letter))
        facts = {
            "used": used,
            "tile": case.ruleset.spell(letter),
            "on": f", on {_where(case, squares)}" if isinstance(case, Case) else "",
            "held": held[letter] or "none",
        }
        breaches.append(Breach(squares, letter, facts))
    return breaches


def out_of_bounds(case: Case) -> Breaches:
    """Every tile lies on the board."""
    if case.in_bounds:
        return ()
    rows, columns = case.board.rows, case.board.columns
    off = [
        (row, column)
        for row, column in _each_once(_placed(case))
        if not (0 <= row < rows and 0 <= column < columns)
    ]
    return _one(off, where=_where(case, off), rows=rows, columns=columns)


def same_square_twice(case: Case) -> Breaches:
    """Each tile lies on a square of its own."""
    if case.distinct:
        return ()
    twice = [square for square, times in Counter(_placed(case)).items() if times > 1]
    return _one(twice, where=_where(case, twice))


def not_in_line(case: Case) -> Breaches:
    """All tiles lie in one row or one column."""
    if case.in_line:
        return ()
    squares = _each_once(_placed(case))
    return _one(squares, where=_where(case, squares))


def gap(case: Case) -> Breaches:
    """No square between the first and the last played tile stays empty."""
    return _one(case.gap) if case.gap else ()


def misses_centre(case: Case) -> Breaches:
    """The first word covers a centre square."""
    centre = case.ruleset.centre
    if not case.first_word or not centre or not centre.isdisjoint(_placed(case)):
        return ()
    return _one(_placed(case), centre=square_names(sorted(centre)))


def too_few_tiles(case: Case) -> Breaches:
    """The first word has at least two tiles."""
    return _one(_placed(case)) if case.first_word and len(case.placements) < 2 else ()


def not_connected(case: Case) -> Breaches:
    """Every later play lies on or beside a tile; diagonal contact does not count."""
    if case.covered or case.first_word:
        return ()
    board = case.board
    for row, column, _ in case.placements:
        if board.has_neighbour(row, column, True) or board.has_neighbour(row, column, False):
            return ()
    return _one(_placed(case))


def stack_too_high(case: Case) -> Breaches:
    """No stack becomes higher than the ruleset allows."""
    limit = case.ruleset.max_height
    if case.highest < limit:
        return ()
    return _one(case.squares_where([height >= limit for height in case.under]), limit=limit)


def same_letter(case: Case) -> Breaches:
    """A tile is not laid on the same letter."""
    letters, tops = case.letters, case.tops
    same = [letters[i] == tops[i] for i in range(len(letters))] if case.covered else []
    return _one(case.squares_where(same)) if True in same else ()


def same_letter_in_stack(case: Case) -> Breaches:
    """House rule: a tile is not laid on a stack that holds its letter below the top."""
    if case.ruleset.same_letter_rule is not SameLetterRule.ANYWHERE:
        return ()
    same = []
    unknown = []
    for (row, column, letter), top in zip(case.placements, case.tops, strict=True):
        if letter == top:
            continue
        stack = case.board.stack(row, column)
        if letter in stack:
            same.append((row, column))
        elif UNKNOWN in stack:
            unknown.append(Square(row, column))
    if unknown:
        raise UnknownBuriedError(unknown)
    return _one(same)


def covers_whole_word(case: Case) -> Breaches:
    """Every word that stood in the line of play keeps an uncovered letter."""
    # Only the line of play can hold such a word, and only two tiles or more can cover it.
    if case.ruleset.whole_word_rule is WholeWordRule.OFF or not (case.across or case.down):
        return ()
    if case.covered < 2:
        return ()
    line, number, played = case.line()
    return [
        Breach(
            tuple(case.square(number, position) for position in range(start, end)),
            case.ruleset.spell(line[start:end]),
        )
        for start, end in spans(line)
        if sum([start <= position < end for position in played]) == end - start
    ]


def bare_s(case: Case) -> Breaches:
    """A single S does more than lengthen words that already stand there."""
    rule = case.ruleset.bare_s_rule
    if rule is BareSRule.OFF or len(case.placements) != 1 or not case.words:
        return ()
    row, column, letter = case.placements[0]
    if letter != case.ruleset.bare_s_letter or (case.under[0] and rule is BareSRule.OLD_RUNS):
        return ()
    board = case.board
    for word in case.words:
        if word.squares()[-1] != (row, column):
            return ()
        if rule is BareSRule.OLD_RUNS:
            if word.length < 3:
                return ()
            before = board.top(row - 1, column) if word.down else board.top(row, column - 1)
            if before == letter:
                return ()
    how = "only lengthens old words" if rule is BareSRule.OLD_RUNS else "ends every word it forms"
    return _one([(row, column)], letter=letter, how=how)


def forms_no_word(case: Case) -> Breaches:
    """A play forms at least one word."""
    return () if case.words else _one(_placed(case))


def word_not_acceptable(words: tuple[FormedWord, ...]) -> Breaches:
    """Every word formed is acceptable."""
    refused = [word for word in words if word.status.refused]
    refused.sort(key=lambda word: (word.row, word.column))
    return [Breach(word.squares(), word.text, {"why": why_refused(word.status)}) for word in refused]


def exchange_count(case: ExchangeCase) -> Breaches:
    """An exchange gives back as many tiles as the ruleset says."""
    wanted = case.ruleset.exchange_tiles
    count = len(case.letters)
    return () if count == wanted else (Breach((), "", {"wanted": wanted, "count": count}),)


def exchange_bag_empty(case: ExchangeCase) -> Breaches:
    """An exchange needs tiles in the bag."""
    return (Breach(),) if case.bag_count == 0 else ()


class RuleEntry:
    """A row of the table; `sentence` is filled from the breach: {squares}, {word} and its facts."""

    __slots__ = ("check", "rule", "section", "sentence", "stage")

    def __init__(
        self, rule: Rule, section: str, stage: Stage, check: Callable[[Any], Breaches], sentence: str
    ) -> None:
        self.rule: Final = rule
        self.section: Final = section
        self.stage: Final = stage
        self.check: Final = check
        self.sentence: Final = sentence

    def violations(self, breaches: Breaches) -> list[Violation]:
        """Return the breaches as they are reported."""
        return [
            Violation(
                self.rule,
                self.sentence.format(squares=square_names(squares), word=word, **facts),
                tuple(Square(row, column) for row, column in squares),
                word,
                self.section,
            )
            for squares, word, facts in breaches
        ]


RULES: tuple[RuleEntry, ...] = (
    RuleEntry(Rule.NO_TILES, "3.1", Stage.NOTHING, no_tiles, "The play lays no tile."),
    RuleEntry(
        Rule.TOO_MANY_TILES,
        "3.1",
        Stage.HAND_OF_PLAY,
        too_many_tiles,
        "The play lays {count} tiles, on {where}; a rack holds {limit}.",
    ),
    RuleEntry(
        Rule.TILE_NOT_ON_RACK,
        "3.10",
        Stage.HAND,
        tile_not_on_rack,
        "The move takes {used} of the tile {tile}{on}; the rack holds {held}.",
    ),
    RuleEntry(
        Rule.OUT_OF_BOUNDS,
        "3.1",
        Stage.SQUARES,
        out_of_bounds,
        "A tile is laid off the board of {rows} rows and {columns} columns: {where}.",
    ),
    RuleEntry(
        Rule.SAME_SQUARE_TWICE,
        "3.1",
        Stage.SQUARES,
        same_square_twice,
        "More than one tile is laid on {where}.",
    ),
    RuleEntry(
        Rule.NOT_IN_LINE,
        "3.2",
        Stage.SQUARES,
        not_in_line,
        "The tiles on {where} lie neither in one row nor in one column.",
    ),
    RuleEntry(
        Rule.GAP,
        "3.3",
        Stage.PLACEMENT,
        gap,
        "Between the first and the last tile of the play, {squares} would stay empty.",
    ),
    RuleEntry(
        Rule.MISSES_CENTRE,
        "3.4",
        Stage.PLACEMENT,
        misses_centre,
        "The first word must cover a centre square, {centre}; this play covers {squares}.",
    ),
    RuleEntry(
        Rule.TOO_FEW_TILES,
        "3.4",
        Stage.PLACEMENT,
        too_few_tiles,
        "The first word needs two tiles or more; this play has only the one on {squares}.",
    ),
    RuleEntry(
        Rule.NOT_CONNECTED,
        "3.5",
        Stage.PLACEMENT,
        not_connected,
        "No tile of the play on {squares} lies on or beside a tile of the board.",
    ),
    RuleEntry(
        Rule.STACK_TOO_HIGH,
        "3.6",
        Stage.PLACEMENT,
        stack_too_high,
        "A stack may be {limit} high; the play would make it higher on {squares}.",
    ),
    RuleEntry(
        Rule.SAME_LETTER,
        "3.7",
        Stage.PLACEMENT,
        same_letter,
        "A tile is laid on the same letter on {squares}.",
    ),
    RuleEntry(
        Rule.SAME_LETTER_IN_STACK,
        "9",
        Stage.PLACEMENT,
        same_letter_in_stack,
        "The stack already holds the same letter further down on {squares}.",
    ),
    RuleEntry(
        Rule.COVERS_WHOLE_WORD,
        "3.8",
        Stage.PLACEMENT,
        covers_whole_word,
        "Every letter of the old word {word} on {squares} would be covered.",
    ),
    RuleEntry(
        Rule.BARE_S,
        "3.9",
        Stage.READING,
        bare_s,
        "A single {letter} that {how} may not be laid on {squares}.",
    ),
    RuleEntry(
        Rule.FORMS_NO_WORD,
        "3.11",
        Stage.LAST,
        forms_no_word,
        "The tile on {squares} forms no word.",
    ),
    RuleEntry(
        Rule.WORD_NOT_ACCEPTABLE,
        "2",
        Stage.WORDS,
        word_not_acceptable,
        "{word} on {squares} is not acceptable: {why}.",
    ),
    RuleEntry(
        Rule.EXCHANGE_COUNT,
        "6",
        Stage.EXCHANGE,
        exchange_count,
        "An exchange gives back exactly {wanted} of the tiles, not {count}.",
    ),
    RuleEntry(
        Rule.EXCHANGE_BAG_EMPTY,
        "6",
        Stage.EXCHANGE,
        exchange_bag_empty,
        "The bag is empty, so that nothing can be exchanged.",
    ),
)
