"""Judging a game as a library call: rules, records and lexica joined."""

from collections.abc import Callable

from upwords_referee.lexicons.embedded import EMBEDDED_ID
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import EMPTY, Overlay, statuses
from upwords_referee.library.judge import _lexicon
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.movegen.finder import find_plays
from upwords_referee.notation.record import parse_record
from upwords_referee.rules import game
from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.game_judgement import GameJudgement
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import GameRecord
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.ruleset_data import DEFAULT_BASE


def judge_game(
    record: GameRecord | str | bytes,
    *,
    ruleset: Ruleset | str | None = None,
    lexicon: Lexicon | str = EMBEDDED_ID,
    overlay: Overlay = EMPTY,
    challenge_rule: ChallengeRule | None = None,
    stop_at_first_error: bool = False,
) -> GameJudgement:
    """Return what is to be said of a game: every event judged, all findings, results and last position.

    `record` is a value or the text of a game record. `ruleset` and `challenge_rule` are by default the
    record's; without them the ruleset is that of the start position's board size or standard-10x10, and the
    challenge rule the ruleset's. `lexicon` is a value, "enable" or "none"; with one whose words cannot be
    listed no game ends for want of a play. Raises ValueError, with what is wrong and where, for a record that
    cannot be read (RecordError) or is no game (GameError).

    >>> judgement = judge_game('''
    ... #player1 ann
    ... #player2 bob
    ... >ann: ADMOORS 5D MOOD +8 8
    ... >bob: EILNSTW 5D W... +6 6
    ... #incomplete
    ... ''')
    >>> for finding in judgement.findings:
    ...     print(finding.turn, finding.kind.name, finding.message)
    2 SCORE_MISMATCH The score is recorded as 6; it should be 5.
    None UNFINISHED The record ends before the game does.
    """
    book = RulesetBook.builtin()
    called = _named(ruleset, book) if isinstance(ruleset, str) else ruleset
    if not isinstance(record, GameRecord):
        record = parse_record(record, called, rulesets=book.get)
    rules = called or (_named(record.ruleset, book) if record.ruleset else _usual(record.start, book))
    source = _lexicon(lexicon)
    return game.judge_game(
        record,
        rules,
        challenge_rule or record.challenge_rule or rules.challenge_rule,
        lambda words: statuses(source, overlay, words),
        any_play=_any_play(rules, source, overlay),
        stop_at_first_error=stop_at_first_error,
        lexicon_digest=source.digest,
    )


def _named(id: str, book: RulesetBook) -> Ruleset:
    found = book.get(id)
    if found is None:
        raise ValueError(f"there is no ruleset {id!r}; known are {', '.join(book.ids())}")
    return found


def _usual(start: Position | None, book: RulesetBook) -> Ruleset:
    """Return the ruleset of a record that names none."""
    if start is None:
        return _named(DEFAULT_BASE, book)
    found = book.for_size(start.board.rows, start.board.columns)
    if found is None:
        size = f"{start.board.rows} rows and {start.board.columns} columns"
        raise ValueError(f"a board of {size} needs a ruleset")
    return found


def _any_play(ruleset: Ruleset, lexicon: Lexicon, overlay: Overlay) -> Callable[[Board, str], bool] | None:
    """Return what says whether a rack has a play on a board; None: the lexicon's words cannot be listed."""
    if not lexicon.enumerable:
        return None

    def any_play(board: Board, rack: str) -> bool:
        return bool(find_plays(ruleset, board, rack, lexicon, overlay, any_only=True))

    return any_play
