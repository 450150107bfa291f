"""Values of the slow judge as values of the referee, and back."""

from functools import cache

from tests.property.positions import Position, is_pretended_word
from tests.property.slow_judge import Board as SlowBoard
from tests.property.slow_judge import SlowRules, classic_8x8, standard_10x10, topwords_10x10
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.board import Board
from upwords_referee.rules.judging import Judgement, examine, rule
from upwords_referee.rules.move import Play
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.ruleset_data import read_ruleset
from upwords_referee.rules.words import WordStatus


@cache
def _built_in() -> list[tuple[SlowRules, Ruleset]]:
    book = {ruleset.id: ruleset for ruleset in RulesetBook.builtin()}
    return [
        (standard_10x10(), book["standard-10x10"]),
        (classic_8x8(), book["classic-8x8"]),
        (topwords_10x10(), book["topwords-10x10"]),
    ]


def ruleset_of(rules: SlowRules) -> Ruleset:
    """The built-in ruleset that says the same, or a custom one read from data."""
    for slow, ruleset in _built_in():
        if slow == rules:
            return ruleset
    return read_ruleset(
        {
            "rows": rules.rows,
            "columns": rules.columns,
            "centre": {"squares": [{"row": row, "column": column} for row, column in rules.centre]},
            "rack_size": rules.rack_size,
            "max_height": rules.max_height,
            "tiles": {
                "kinds": [
                    {"letter": letter, "spelling": spelling, "bonus": letter in rules.bonus_letters}
                    for letter, spelling in rules.spellings.items()
                ]
            },
            "scoring": {
                "flat_tile": rules.flat_tile,
                "stacked_tile": rules.stacked_tile,
                "letter_bonus": rules.letter_bonus,
                "letter_bonus_mode": rules.letter_bonus_mode,
                "full_rack_bonus": rules.full_rack_bonus,
            },
            "whole_word_rule": "KEEP_A_LETTER" if rules.whole_word else "OFF",
            "bare_s_rule": rules.bare_s,
            "bare_s_letter": rules.bare_s_letter,
            "same_letter_rule": rules.same_letter,
        },
        lambda _: None,
    )


def board_of(rules: SlowRules, board: SlowBoard) -> Board:
    """The same board, with all its buried tiles."""
    return Board.of_stacks(rules.rows, rules.columns, board)


def judgement_on(position: Position) -> Judgement:
    """What the referee says of a position."""
    return judged(
        ruleset_of(position.rules),
        board_of(position.rules, position.board),
        Play.of(position.play),
        position.rack,
    )


def judged(ruleset: Ruleset, board: Board, play: Play, rack: str | None) -> Judgement:
    """What the referee says of a play, by the dictionary of the tests."""
    examined = examine(ruleset, board, play, rack)
    return rule(examined, {word.text: _status(word.text) for word in examined.words})


def _status(word: str) -> WordStatus:
    return WordStatus.ACCEPTABLE if is_pretended_word(word) else WordStatus.NOT_FOUND
