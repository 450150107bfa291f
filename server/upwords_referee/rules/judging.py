"""Judging in two steps: *examine* the placement, then *rule* once the words' statuses are known.

Between the two lies one lookup of all words, so that the rules stay pure whatever the dictionary is.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from upwords_referee.rules.board import Board
from upwords_referee.rules.case import Case
from upwords_referee.rules.exchange_case import ExchangeCase
from upwords_referee.rules.forming import FormedWord
from upwords_referee.rules.move import Exchange, Move, Play
from upwords_referee.rules.rule import Violation
from upwords_referee.rules.ruleset import LetterBonusMode, Ruleset
from upwords_referee.rules.table import RULES, RuleEntry, Stage
from upwords_referee.rules.value import Value
from upwords_referee.rules.words import WordStatus

_ACCEPTABLE: Final = WordStatus.ACCEPTABLE


class Judgement(Value):
    """What is known of a move: all violations in the order of the rules, the words it forms, the score.

    `score` is what the move earns if it stands, `full_rack_bonus` and `letter_bonus` are parts of it; it
    is None where the squares do not let words be read.
    """

    __slots__ = ("full_rack_bonus", "letter_bonus", "score", "violations", "words")

    def __init__(
        self,
        violations: tuple[Violation, ...],
        words: tuple[FormedWord, ...] = (),
        score: int | None = None,
        full_rack_bonus: int = 0,
        letter_bonus: int = 0,
    ) -> None:
        self.violations: Final = violations
        self.words: Final = words
        self.score: Final = score
        self.full_rack_bonus: Final = full_rack_bonus
        self.letter_bonus: Final = letter_bonus

    def fields(self) -> tuple[Any, ...]:
        """Return the fields in the order of the constructor."""
        return self.violations, self.words, self.score, self.full_rack_bonus, self.letter_bonus

    @property
    def valid(self) -> bool:
        """Whether no rule is broken; final only after `rule`."""
        return not self.violations


class Bench:
    """The rules by the stage at which they are asked."""

    def __init__(self, rules: Iterable[RuleEntry]) -> None:
        entries = list(rules)

        def of(stage: Stage) -> tuple[RuleEntry, ...]:
            return tuple(entry for entry in entries if entry.stage is stage)

        self.nothing = of(Stage.NOTHING)
        self.hand = of(Stage.HAND)
        self.hand_of_play = of(Stage.HAND_OF_PLAY)
        self.squares = of(Stage.SQUARES)
        self.placement = of(Stage.PLACEMENT)
        self.reading = of(Stage.READING)
        self.last = of(Stage.LAST)
        self.words = of(Stage.WORDS)
        self.exchange = of(Stage.EXCHANGE)


BENCH: Final = Bench(RULES)


def _ask(rules: tuple[RuleEntry, ...], subject: object, violations: list[Violation]) -> None:
    """Ask the rules about their subject and add how it breaks them."""
    for entry in rules:
        breaches = entry.check(subject)
        if breaches:
            violations += entry.violations(breaches)


def examine(
    ruleset: Ruleset, board: Board, move: Move, rack: str | None = None, bag_count: int | None = None
) -> Judgement:
    """Judge everything about a move but its words, which are read, scored and presumed acceptable.

    The board must be sound for the ruleset (its size, its letters, no stack too high); `rack` and
    `bag_count` are what the player and the bag hold before the move, None if that is not known. Raises
    UnknownBuriedError when a house rule asks for buried tiles that the board does not show.
    """
    if isinstance(move, Play):
        return _examine_play(ruleset, board, move, rack)
    violations: list[Violation] = []
    if isinstance(move, Exchange):
        exchange = ExchangeCase(ruleset, move.letters, rack, bag_count)
        _ask(BENCH.hand, exchange, violations)
        _ask(BENCH.exchange, exchange, violations)
    return Judgement(tuple(violations), (), 0)


def rule(examined: Judgement, statuses: Mapping[str, WordStatus]) -> Judgement:
    """Return the judgement with the words' statuses filled in; `statuses` has every word's."""
    for word in examined.words:
        if statuses[word.text] is not _ACCEPTABLE:
            break
    else:
        # As they were presumed to be: nothing changes.
        return examined
    words = tuple([word.ruled(statuses[word.text]) for word in examined.words])
    violations = list(examined.violations)
    _ask(BENCH.words, words, violations)
    return Judgement(
        tuple(violations), words, examined.score, examined.full_rack_bonus, examined.letter_bonus
    )


def _examine_play(ruleset: Ruleset, board: Board, play: Play, rack: str | None) -> Judgement:
    violations: list[Violation] = []
    case = Case(ruleset, board, play, rack)
    bench = BENCH
    _ask(bench.nothing, case, violations)
    if not play.placements:
        return Judgement(tuple(violations))
    _ask(bench.hand_of_play, case, violations)
    _ask(bench.hand, case, violations)
    if not (case.in_bounds and case.distinct and case.in_line):
        _ask(bench.squares, case, violations)
        return Judgement(tuple(violations))
    hand = len(violations)
    case.lay()
    _ask(bench.placement, case, violations)
    if case.gap:
        return Judgement(tuple(violations))
    case.read()
    _ask(bench.reading, case, violations)
    if len(violations) == hand:
        _ask(bench.last, case, violations)
    if not case.words:
        return Judgement(tuple(violations), (), 0)
    return _scored(ruleset, case, tuple(violations))


def _scored(ruleset: Ruleset, case: Case, violations: tuple[Violation, ...]) -> Judgement:
    """Add up the turn's score (section 5)."""
    scoring = ruleset.scoring
    letter_bonus = 0
    if scoring.letter_bonus_mode is LetterBonusMode.WHEN_PLACED:
        placed = sum(letter in ruleset.bonus_letters for letter in case.letters)
        letter_bonus = scoring.letter_bonus * placed
    full_rack = scoring.full_rack_bonus if len(case.placements) == ruleset.rack_size else 0
    score = letter_bonus + full_rack
    for word in case.words:
        score += word.score
    return Judgement(violations, tuple(case.words), score, full_rack, letter_bonus)
