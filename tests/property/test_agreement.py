"""The referee against the slow judge, on random positions."""

from collections import Counter

from hypothesis import given, settings

from tests.property.positions import Position, is_pretended_word, positions
from tests.property.slow_judge import Broken, SlowVerdict, SlowWord, Square, slow_judge
from tests.property.translation import board_of, judgement_on
from upwords_referee.rules.forming import FormedWord
from upwords_referee.rules.judging import Judgement
from upwords_referee.rules.move import Play
from upwords_referee.rules.rule import Violation

# Reported once per word or letter; of the others the slow judge names no word.
BY_WORD = {"TILE_NOT_ON_RACK", "COVERS_WHOLE_WORD", "WORD_NOT_ACCEPTABLE"}
# Of these the rule book does not say which squares to blame; the referee names every played one.
BLAMES_THE_PLAY = {"TOO_MANY_TILES", "NOT_IN_LINE", "MISSES_CENTRE", "TOO_FEW_TILES", "NOT_CONNECTED"}

Reported = tuple[str, str, tuple[Square, ...]]


def expected(broken: Broken, position: Position) -> Reported:
    squares = broken.squares
    if broken.rule in BLAMES_THE_PLAY:
        squares = squares_played(position)
    elif broken.rule == "TILE_NOT_ON_RACK":
        squares = squares_played(position, broken.word)
    return broken.rule, broken.word, squares or ()


def squares_played(position: Position, letter: str | None = None) -> tuple[Square, ...]:
    played = {(row, column) for row, column, tile in position.play if letter in (None, tile)}
    return tuple(sorted(played))


def reported(violation: Violation) -> Reported:
    word = violation.word if violation.rule.name in BY_WORD else ""
    return violation.rule.name, word, tuple((row, column) for row, column in violation.squares)


def as_slow(word: FormedWord) -> SlowWord:
    return SlowWord(
        text=word.text,
        row=word.row,
        column=word.column,
        direction="DOWN" if word.down else "ACROSS",
        length=word.length,
        heights=word.heights,
        score=word.score,
        flat=word.flat,
        bonus=word.bonus,
    )


def verdicts(position: Position) -> tuple[SlowVerdict, Judgement]:
    slow = slow_judge(position.rules, position.board, position.play, position.rack, is_pretended_word)
    return slow, judgement_on(position)


@settings(max_examples=2500)
@given(positions())
def test_the_referee_and_the_slow_judge_say_the_same(position: Position) -> None:
    slow, fast = verdicts(position)
    assert [violation.rule.name for violation in fast.violations] == slow.names
    assert Counter(map(reported, fast.violations)) == Counter(
        expected(broken, position) for broken in slow.broken
    )
    assert fast.valid == slow.valid
    assert [as_slow(word) for word in fast.words] == slow.words
    assert [word.status.refused for word in fast.words] == [
        not is_pretended_word(word.text) for word in slow.words
    ]
    assert fast.score == slow.score
    assert (fast.full_rack_bonus, fast.letter_bonus) == (slow.full_rack_bonus, slow.letter_bonus)


@settings(max_examples=500)
@given(positions())
def test_violations_are_in_the_order_of_the_rules_then_of_their_first_squares(position: Position) -> None:
    violations = judgement_on(position).violations
    assert list(violations) == sorted(violations, key=lambda one: (one.rule, one.squares[:1]))


@settings(max_examples=500)
@given(positions())
def test_the_board_after_a_play_is_that_of_the_slow_judge(position: Position) -> None:
    slow, _ = verdicts(position)
    if slow.board_after is None:
        return
    before = board_of(position.rules, position.board)
    after = before.after(Play.of(position.play))
    assert after == board_of(position.rules, slow.board_after)
    assert before == board_of(position.rules, position.board)
