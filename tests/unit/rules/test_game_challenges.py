"""Take-backs and failed challenges in a game record, under every challenge rule."""

from dataclasses import replace

import pytest

from tests.unit.rules.games import SIX, Game, small
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer
from upwords_referee.rules.game import EndReason

TAKEN_BACK = Game(
    """
    >ann: ADMOORS 5D MOOD +8 8
    >bob: EILNSTW 5D L... +5 5
    >bob: EILNSTW -- -5 0
    >bob: EILNSTW 5D W... +5 5
    >ann: AEEERRS - +0 8
    #incomplete
    """,
    phonies="LOOD",
)
FAILED = Game(
    """
    >ann: ADMOORS 5D MOOD +8 8
    >bob: (challenge) +0 0
    >bob: EILNSTW - +0 0
    #incomplete
    """
)
DOUBLE = ChallengeRule(ChallengeKind.DOUBLE)
CREDIT = ChallengeRule(ChallengeKind.PENALTY, 5)
CREDIT_PER_WORD = ChallengeRule(ChallengeKind.PENALTY, 5, PenaltyPer.WORD)
DEBIT = ChallengeRule(ChallengeKind.PENALTY, 5, PenaltyPer.PLAY, PenaltyPayment.DEBIT_CHALLENGER)


class TestTakeBack:
    """A play that is taken back."""

    def test_everything_is_as_it_was_and_the_same_player_plays_again(self) -> None:
        judgement = TAKEN_BACK.judged()
        assert TAKEN_BACK.errors() == []
        assert [event.taken_back for event in judgement.events] == [False, True, False, False, False]
        assert [(event.score, event.total) for event in judgement.events] == [
            (8, 8),
            (5, 5),
            (-5, 0),
            (5, 5),
            (0, 8),
        ]
        assert judgement.events[2].board.stack(4, 3) == "ML"
        assert judgement.events[3].board == judgement.events[1].board
        assert judgement.position.board.stack(4, 3) == "MW"
        assert judgement.position.opcodes == {"bag": "81"}

    def test_the_rack_is_the_same_as_before(self) -> None:
        changed = TAKEN_BACK.having("EILNSTW 5D W", "EILNSRW 5D W")
        assert changed.errors() == [(4, "IMPOSSIBLE_RACK")]
        assert TAKEN_BACK.having("EILNSTW --", "EILNSRT --").errors() == [(3, "IMPOSSIBLE_RACK")]
        assert TAKEN_BACK.having("EILNSTW --", "--").errors() == []

    def test_its_recorded_score_undoes_the_plays(self) -> None:
        assert TAKEN_BACK.having("-- -5 0", "-- -4 1").errors()[0] == (3, "SCORE_MISMATCH")

    def test_a_play_whose_score_was_wrong_may_be_undone_by_that_score(self) -> None:
        game = TAKEN_BACK.having("L... +5 5", "L... +6 6").having("-- -5 0", "-- -6 0")
        assert game.errors() == [(2, "SCORE_MISMATCH")]
        unwritten = TAKEN_BACK.having("L... +5 5", "L...").having("-- -5 0", "-- -4 1")
        assert unwritten.errors()[0] == (3, "SCORE_MISMATCH")

    def test_a_tile_that_was_not_on_the_rack_is_told_even_so(self) -> None:
        game = TAKEN_BACK.having("EILNSTW", "EIINSTW")
        assert game.errors() == [(2, "TILE_NOT_ON_RACK")]

    def test_there_must_be_a_play_directly_before(self) -> None:
        assert Game(">ann: -- +0 0\n#incomplete").errors() == [(1, "BAD_TAKE_BACK")]
        assert Game(">ann: -- -7\n#incomplete").errors() == [(1, "BAD_TAKE_BACK")]
        twice = TAKEN_BACK.having("EILNSTW 5D W... +5 5", "-- +0 0\n>bob: EILNSTW 5D W... +5 5")
        assert twice.errors() == [(4, "BAD_TAKE_BACK")]

    def test_a_late_one_is_an_error_and_carried_out(self) -> None:
        game = Game(
            """
            >ann: ADMOORS 5D MOOD +8 8
            >bob: EILNSTW -E +0 0
            >ann: -- -8 0
            >ann: ADMOORS 5D MOOR +8 8
            >bob: AILNSTW - +0 0
            #incomplete
            """,
            phonies="MOOD",
        )
        assert game.errors() == [(3, "BAD_TAKE_BACK")]
        assert game.scores() == [8, 0]

    def test_only_the_player_of_the_play_takes_it_back(self) -> None:
        game = TAKEN_BACK.having(">bob: EILNSTW -- -5 0", ">ann: -- +0 8")
        assert game.errors() == [(3, "BAD_TAKE_BACK")]
        assert game.scores() == [8, 5]

    def test_a_valid_play_is_not_taken_back(self) -> None:
        valid = replace(TAKEN_BACK, phonies="")
        assert valid.errors() == [(3, "BAD_TAKE_BACK")]
        assert valid.scores() == TAKEN_BACK.scores()

    def test_without_a_lexicon_nobody_knows(self) -> None:
        assert replace(TAKEN_BACK, phonies="", unchecked=True).errors() == []

    @pytest.mark.parametrize("kind", [ChallengeKind.SINGLE, ChallengeKind.VOID, ChallengeKind.DOUBLE])
    def test_it_is_the_same_under_every_rule(self, kind: ChallengeKind) -> None:
        assert replace(TAKEN_BACK, rule=ChallengeRule(kind)).errors() == []

    def test_a_play_on_an_ended_game_is_undone_with_the_end(self) -> None:
        game = Game(">ann: ABC 5D ABC +6 6\n>ann: -- -6 0\n>ann: ABC - +0 0", SIX, phonies="ABC")
        assert game.found() == [(None, "UNFINISHED")]
        assert game.judged().results[0].tiles_left == 3


class TestFailedChallenge:
    """A challenge of a play that stands."""

    def test_single_costs_nothing(self) -> None:
        assert FAILED.errors() == []
        assert FAILED.having("+0 0\n    >bob: E", "+5 5\n    >bob: E").errors() == [
            (2, "SCORE_MISMATCH"),
            (3, "TOTAL_MISMATCH"),
        ]

    def test_the_play_must_stand_before_it(self) -> None:
        assert Game(">bob: (challenge) +0 0\n#incomplete").errors() == [(1, "BAD_TAKE_BACK")]
        late = FAILED.having("#", ">ann: (challenge) +0 8\n#")
        assert late.errors() == [(4, "BAD_TAKE_BACK")]
        taken_back = TAKEN_BACK.having("-- -5 0", "-- -5 0\n>ann: (challenge) +0 8")
        assert taken_back.errors() == [(4, "BAD_TAKE_BACK")]

    def test_its_words_must_be_acceptable(self) -> None:
        game = replace(FAILED, phonies="MOOD")
        assert (2, "BAD_TAKE_BACK") in game.errors()
        message = "The challenge cannot have failed: MOOD is not acceptable."
        assert message in [finding.message for finding in game.judged().findings]

    def test_its_placement_must_be_legal(self) -> None:
        game = FAILED.having("5D MOOD", "1D MOOD")
        assert (2, "BAD_TAKE_BACK") in game.errors()
        message = "The challenge cannot have failed: the placement breaks a rule."
        assert message in [finding.message for finding in game.judged().findings]

    def test_nobody_challenges_a_play_of_their_own(self) -> None:
        assert FAILED.having(">bob: (challenge) +0 0", ">ann: (challenge) +0 8").errors() == [
            (2, "BAD_TAKE_BACK")
        ]

    def test_double_costs_the_challengers_next_turn_whether_that_is_written_or_not(self) -> None:
        written = replace(FAILED, rule=DOUBLE).having("#", ">ann: AEEERRS - +0 8\n#")
        assert written.errors() == []
        assert written.judged().position.passes == 1
        skipped = written.having(">bob: EILNSTW - +0 0\n", "")
        assert skipped.errors() == []
        assert written.having("EILNSTW - ", "EILNSTW -E ").errors() == [(3, "OFF_TURN")]
        bare = written.having(">bob: EILNSTW -", ">bob: -")
        assert [kind for turn, kind in bare.found() if turn] == []

    def test_a_turn_lost_when_the_record_ends_is_skipped(self) -> None:
        game = replace(FAILED, rule=DOUBLE).having(">bob: EILNSTW - +0 0", "")
        assert game.judged().position.scores == (8, 0)
        assert FAILED.having(">bob: EILNSTW - +0 0", "").judged().position.scores == (0, 8)

    def test_the_turn_is_lost_when_it_comes(self) -> None:
        game = Game(
            """
            >ann: ADMOORS 5D MOOD +8 8
            >cyd: (challenge) +0 0
            >bob: EILNSTW 5D W... +5 5
            >ann: AEEERRS - +0 8
            #incomplete
            """,
            players=3,
            rule=DOUBLE,
        )
        assert game.errors() == []
        assert replace(game, rule=None).errors() == [(4, "OFF_TURN")]

    @pytest.mark.parametrize(
        ("rule", "entry", "wrong"),
        [
            (CREDIT, ">ann: (challenge) +5 13", "+10 18"),
            (CREDIT_PER_WORD, ">ann: (challenge) +5 13", "+10 18"),
            (DEBIT, ">bob: (challenge) -5 -5", "+5 5"),
        ],
        ids=["credit", "credit per word", "debit"],
    )
    def test_a_penalty_is_paid_to_or_by_whom_the_rule_says(
        self, rule: ChallengeRule, entry: str, wrong: str
    ) -> None:
        game = Game(f">ann: ADMOORS 5D MOOD +8 8\n{entry}\n#incomplete", rule=rule)
        assert game.errors() == []
        right = entry.split(" ", 2)[2]
        assert game.having(right, wrong).errors() == [(2, "SCORE_MISMATCH")]
        other = entry.replace(">ann", ">bob") if ">ann" in entry else entry.replace(">bob", ">ann")
        other = other.replace("13", "5") if "bob" in other else other.replace(" -5 -5", " -5 3")
        assert game.having(entry, other).errors() == [(2, "BAD_TAKE_BACK")]

    def test_a_penalty_per_word_may_be_for_some_of_the_words(self) -> None:
        game = Game(
            """
            >ann: ADMOORS 5D MOOD +8 8
            >bob: EILNSTW 6D EI +12 12
            >bob: (challenge) +15 27
            #incomplete
            """,
            rule=CREDIT_PER_WORD,
        )
        assert game.errors() == []
        for points in (5, 10):
            assert game.having("+15 27", f"+{points} {12 + points}").errors() == []
        assert game.having("+15 27", "+20 32").errors() == [(3, "SCORE_MISMATCH")]
        assert game.having("+15 27", "+20 32").judged().events[2].score == 15

    def test_a_play_that_ended_the_game_may_still_be_challenged(self) -> None:
        game = Game(">ann: ABC 5D ABC +6 6\n>bob: (challenge) +0 0\n>bob: (DEF) -15 -15", SIX)
        assert game.found() == []
        assert game.judged().end_reason is EndReason.OUT


def test_a_taken_back_play_counts_its_tiles_too() -> None:
    game = Game(">ann: 5D ABA +6 6\n>ann: -- -6 0\n#incomplete", small("ABCDEFG"), phonies="ABA")
    assert game.errors() == [(1, "TILE_COUNT_EXCEEDED")]
