"""How the tests of the rules write positions, and ask what the rules say of them."""

from collections.abc import Mapping
from typing import Any

from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.move import parse_move
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.judging import Judgement, examine, rule
from upwords_referee.rules.move import Move
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.ruleset_data import read_ruleset
from upwords_referee.rules.square import square_name
from upwords_referee.rules.words import WordStatus


def built_in(id: str) -> Ruleset:
    """Return a built-in ruleset."""
    ruleset = RulesetBook.builtin().get(id)
    assert ruleset is not None
    return ruleset


STANDARD = built_in("standard-10x10")
TOPWORDS = built_in("topwords-10x10")


def house(**changes: object) -> Ruleset:
    """Return standard-10x10 with some fields changed."""
    return read_ruleset(changes, lambda _: STANDARD)


def board(*rows: str) -> Board:
    """Return the 10x10 board with rows such as `"5 3MOOD3"`, number first; the others are empty."""
    given = dict(row.split() for row in rows)
    return parse_board("/".join(given.get(str(number), "10") for number in range(1, 11)))


def ask(
    before: Board,
    move: Move | str,
    *,
    ruleset: Ruleset = STANDARD,
    rack: str | None = None,
    bag_count: int | None = None,
    statuses: Mapping[str, WordStatus] | None = None,
) -> Judgement:
    """Judge a move; every word is acceptable unless `statuses` says otherwise."""
    read = parse_move(move, before) if isinstance(move, str) else move
    examined = examine(ruleset, before, read, rack, bag_count)
    known: dict[str, Any] = {word.text: WordStatus.ACCEPTABLE for word in examined.words}
    return rule(examined, known | dict(statuses or {}))


def rules_broken(judgement: Judgement) -> list[str]:
    """Return the names of the broken rules."""
    return [violation.rule.name for violation in judgement.violations]


def names(squares: object) -> str:
    """Return squares as `"C5 D5"`."""
    assert isinstance(squares, tuple | list)
    return " ".join(square_name(row, column) for row, column in squares)


def points(judgement: Judgement) -> list[tuple[str, int]]:
    """Return the words and what each scores."""
    return [(word.text, word.score) for word in judgement.words]
