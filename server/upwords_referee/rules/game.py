"""Judging a whole game: laid out, looked up, then gone through event by event."""

from collections.abc import Callable, Mapping

from upwords_referee.rules.audit import Audit
from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.closing import check_start, close
from upwords_referee.rules.game_error import GameError, check_record
from upwords_referee.rules.game_judgement import GameJudgement, JudgedEvent, PlayerResult
from upwords_referee.rules.game_state import EndReason
from upwords_referee.rules.layout import lay_out, ruled
from upwords_referee.rules.record import GameRecord
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.words import WordStatus

__all__ = ["EndReason", "GameError", "GameJudgement", "JudgedEvent", "PlayerResult", "judge_game"]


def _go_on() -> None:
    """Nothing stops the judge."""


def judge_game(
    record: GameRecord,
    ruleset: Ruleset,
    challenge_rule: ChallengeRule,
    lookup: Callable[[list[str]], Mapping[str, WordStatus]],
    *,
    any_play: Callable[[Board, str], bool] | None = None,
    stop_at_first_error: bool = False,
    lexicon_digest: str = "",
    checkpoint: Callable[[], None] = _go_on,
) -> GameJudgement:
    """Return everything that is to be said of a game.

    `lookup` gives the statuses of all words formed, in one call; `any_play` says whether a rack has a play on
    a board, and without it no game ends for want of one. `checkpoint` is called for each event and may raise
    to stop. With `stop_at_first_error` the events behind the first one with an error are not judged, and
    results are as they stand then. Raises GameError for a record that is no game of the ruleset.

    What was done stands, right or wrong: a play that breaks rules unless it is taken back, a move out of
    turn or after the end. So one fault is told once, where it is.
    """
    check_record(record, ruleset)
    audit = Audit(record, ruleset, challenge_rule, any_play)
    check_start(audit)
    layout = ruled(lay_out(ruleset, audit.state.board, record.events, checkpoint), lookup)
    for turn, laid in enumerate(layout, start=1):
        audit.hear(laid)
        if stop_at_first_error and audit.log.has_error(turn):
            return close(audit, lexicon_digest, stopped=True)
    return close(audit, lexicon_digest, stopped=False)
