"""Judging a game as a library call: what may be left out, and what is refused."""

import pytest

from upwords_referee.lexicons.overlay import Overlay
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.library.judge_game import judge_game
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.errors import RecordError
from upwords_referee.notation.position import parse_position
from upwords_referee.notation.record import parse_record
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule
from upwords_referee.rules.game import EndReason, GameError
from upwords_referee.rules.game_judgement import GameJudgement
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import GameRecord, Player
from upwords_referee.rules.ruleset_data import read_ruleset

TEXT = "#player1 ann\n#player2 bob\n>ann: ADMOORS 5D MOOD +8 8\n>bob: EILNSTW 5D W... +5 5\n#incomplete\n"
BOOK = RulesetBook.builtin()
TWO = (Player("ann"), Player("bob"))


def errors(judgement: GameJudgement) -> list[tuple[int | None, str]]:
    return [(finding.turn, finding.kind.name) for finding in judgement.findings if finding.severity == 1]


def test_a_record_is_text_bytes_or_a_value() -> None:
    record = parse_record(TEXT, rulesets=BOOK.get)
    judgements = [judge_game(given) for given in (TEXT, TEXT.encode(), record)]
    assert judgements == [judgements[0]] * 3
    assert judgements[0].sound


def test_the_ruleset_is_the_one_called_the_records_or_that_of_the_board() -> None:
    rare = TEXT.replace("ADMOORS 5D MOOD +8 8", "AJMOORS 5D JOM +6 6").replace("5D W...", "5D W..")
    assert (2, "WORD_NOT_ACCEPTABLE") in errors(judge_game(rare))
    named = "#ruleset topwords-10x10\n" + TEXT.replace("ADMOORS 5D MOOD +8 8", "AEJORST 5D JOE +8 8")
    assert judge_game(named).events[0].score == 8
    assert judge_game(named, ruleset="standard-10x10").events[0].score == 6
    assert judge_game(named, ruleset=BOOK.get("standard-10x10")).events[0].score == 6
    small = judge_game(GameRecord(TWO, start=parse_position("8/8/8/8/8/8/8/8")))
    assert small.position.board.rows == 8


def test_words_are_ruled_by_the_lexicon_and_before_it_by_the_overlay() -> None:
    assert errors(judge_game(TEXT, overlay=Overlay.from_words(deny=["wood"]))) == [
        (2, "WORD_NOT_ACCEPTABLE"),
        (2, "ILLEGAL_PLAY"),
    ]
    own = WordList("own", ["MOOD"])
    assert errors(judge_game(TEXT, lexicon=own))[0] == (2, "WORD_NOT_ACCEPTABLE")
    assert judge_game(TEXT, lexicon="none").sound


def test_the_challenge_rule_is_the_one_called_else_the_records() -> None:
    challenged = TEXT.replace("#incomplete", ">ann: (challenge)\n>bob: AEILNST - +0 5\n#incomplete")
    assert errors(judge_game(challenged)) == [(4, "OFF_TURN")]
    double = "#challenge-rule double\n" + challenged
    assert errors(judge_game(double)) == []
    assert errors(judge_game(double, challenge_rule=ChallengeRule(ChallengeKind.SINGLE))) == [(4, "OFF_TURN")]


def test_a_game_may_end_for_want_of_a_play_where_words_can_be_listed() -> None:
    kinds = [{"letter": "V", "count": 3}, {"letter": "X", "count": 1}]
    ruleset = read_ruleset({"rack_size": 2, "tiles": {"kinds": kinds}}, BOOK.get)
    stuck = "#player1 ann\n#player2 bob\n>ann: VX -\n#rack2 VV\n"
    assert judge_game(stuck, ruleset=ruleset).end_reason is EndReason.NO_PLAYS
    assert judge_game(stuck, ruleset=ruleset, lexicon="none").end_reason is None
    assert judge_game(stuck, ruleset=ruleset, overlay=Overlay.from_words(allow=["VV"])).end_reason is None


def test_it_stops_at_the_first_error_on_demand() -> None:
    wrong = TEXT.replace("+8 8", "+9 9")
    assert len(judge_game(wrong).events) == 2
    assert len(judge_game(wrong, stop_at_first_error=True).events) == 1


def test_what_cannot_be_judged_is_a_value_error_that_says_why() -> None:
    with pytest.raises(ValueError, match="there is no ruleset 'club'; known are classic-8x8"):
        judge_game(TEXT, ruleset="club")
    with pytest.raises(ValueError, match="there is no built-in lexicon 'other'"):
        judge_game(TEXT, lexicon="other")
    with pytest.raises(ValueError, match="a board of 3 rows and 3 columns needs a ruleset"):
        judge_game(GameRecord(TWO, start=Position(parse_position("3/3/3").board)))
    with pytest.raises(RecordError, match="line 1"):
        judge_game("#player1")
    with pytest.raises(GameError, match="players: a game has 1 to 4 players, not 0"):
        judge_game(GameRecord(()))
