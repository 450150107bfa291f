"""How a game ends, what unplayed tiles cost, who wins, and what may follow."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.unit.rules.asking import house
from tests.unit.rules.games import SIX, Game, small
from upwords.referee.v1 import game_pb2
from upwords_referee.rules.board import Board
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.game import EndReason
from upwords_referee.rules.move import Pass
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import Event, GameRecord, Player


def stuck(board: Board, rack: str) -> bool:
    """Say that nobody has a play."""
    return False


def only_with(letter: str) -> Callable[[Board, str], bool]:
    """Say that a rack has a play if it holds a letter."""
    return lambda board, rack: letter in rack


OUT = Game(">ann: ABC 5D ABC +6 6", SIX)
PASSES = Game(">ann: ABC - +0 0\n>bob: DEF - +0 0", SIX)
NO_PLAYS = Game(">ann: ABC 5D AB +4 4", SIX, any_play=stuck)


class TestOut:
    """A player has no tiles left and the bag is empty."""

    def test_the_game_ends_and_the_other_loses_points_for_tiles_left(self) -> None:
        judgement = OUT.judged()
        assert judgement.end_reason is EndReason.OUT
        assert OUT.found() == []
        assert [(result.score, result.deduction, result.tiles_left) for result in judgement.results] == [
            (6, 0, 0),
            (-15, -15, 3),
        ]
        assert OUT.winners() == ["ann"]

    def test_not_while_the_bag_has_tiles(self) -> None:
        game = replace(OUT, ruleset=small("ABCDEFG"))
        assert game.judged().end_reason is None
        assert game.judged().results[0].tiles_left == 1
        assert game.winners() == []

    def test_a_deduction_that_is_recorded_is_counted_once(self) -> None:
        game = Game(OUT.text + "\n>bob: (DEF) -15 -15", SIX)
        assert game.found() == []
        assert (game.scores(), game.judged().results[1].deduction) == ([6, -15], -15)
        assert game.having("-15 -15", "-10 -10").errors() == [(2, "SCORE_MISMATCH")]
        assert game.having("-15 -15", "-10 -10").scores() == [6, -15]

    def test_the_same_tiles_recorded_twice_cost_nothing_more(self) -> None:
        game = Game(OUT.text + "\n>bob: (DEF) -15 -15\n>bob: (DEF) -15 -30", SIX)
        assert game.errors() == [(3, "SCORE_MISMATCH")]
        assert game.scores() == [6, -15]

    def test_a_play_taken_back_ends_nothing(self) -> None:
        game = replace(OUT, text=OUT.text + "\n>ann: ABC -- -6 0\n>ann: ABC 5D AB +4 4\n", phonies="ABC")
        assert game.errors() == []
        assert game.judged().end_reason is None
        assert game.judged().position.racks == ("DEF", "C")

    def test_where_others_play_on_they_do_until_they_pass(self) -> None:
        ruleset = small("ABCDEF", going_out="others-play-on")
        game = Game(OUT.text + "\n>bob: DEF 6D D +4 4\n>bob: EF - +0 4", ruleset)
        assert game.errors() == []
        assert game.judged().end_reason is EndReason.PASSES
        assert game.scores() == [6, -6]
        assert game.having(">bob: EF - +0 4", ">ann: - - +0 6").errors() == [(3, "OFF_TURN")]
        assert replace(game, ruleset=SIX).errors()[0] == (2, "AFTER_END")

    def test_where_others_play_on_the_game_ends_when_all_are_out(self) -> None:
        ruleset = small("ABCDEF", going_out="others-play-on")
        game = Game(OUT.text + "\n>bob: DEF 6D DEF +24 24", ruleset)
        assert game.judged().end_reason is EndReason.OUT
        assert [result.tiles_left for result in game.judged().results] == [0, 0]

    def test_where_others_play_on_it_ends_when_none_of_them_can_make_a_play(self) -> None:
        ruleset = small("ABCDEF", going_out="others-play-on")
        assert replace(OUT, ruleset=ruleset).judged().end_reason is None
        assert replace(OUT, ruleset=ruleset, any_play=stuck).judged().end_reason is EndReason.NO_PLAYS


class TestNoPlays:
    """The bag is empty and nobody can make a play."""

    def test_the_last_hand_is_what_the_set_leaves(self) -> None:
        assert NO_PLAYS.judged().end_reason is EndReason.NO_PLAYS
        assert NO_PLAYS.scores() == [-1, -15]
        for letter, ended in (("C", False), ("F", False), ("A", True)):
            game = replace(NO_PLAYS, any_play=only_with(letter))
            assert (game.judged().end_reason is EndReason.NO_PLAYS) is ended, letter

    def test_it_is_not_known_without_a_search_or_without_the_racks(self) -> None:
        assert replace(NO_PLAYS, any_play=None).judged().end_reason is None
        missing = NO_PLAYS.having("ABC ", "")
        assert missing.judged().end_reason is None
        told = replace(missing, text=missing.text + "\n#rack1 C")
        assert told.judged().end_reason is EndReason.NO_PLAYS

    def test_not_while_the_bag_has_tiles(self) -> None:
        assert replace(NO_PLAYS, ruleset=small("ABCDEFGHI")).judged().end_reason is None

    def test_unplayed_tiles_tell_the_racks(self) -> None:
        game = NO_PLAYS.having("ABC ", "")
        game = replace(game, text=game.text + "\n>ann: (C) -5 -1\n>bob: (DEF) -15 -15")
        assert game.errors() == []
        assert game.judged().end_reason is EndReason.NO_PLAYS
        assert "UNFINISHED" not in [kind for _, kind in game.found()]

    def test_passes_after_it_are_fine_and_so_is_a_play_that_is_taken_back(self) -> None:
        passed = replace(NO_PLAYS, text=NO_PLAYS.text + "\n>bob: DEF - +0 0\n>ann: C - +0 4")
        assert passed.found() == []
        assert passed.judged().end_reason is EndReason.NO_PLAYS
        tried = replace(
            NO_PLAYS, text=NO_PLAYS.text + "\n>bob: DEF 4D D +4 4\n>bob: DEF -- -4 0", phonies="DA"
        )
        assert tried.found() == []
        assert tried.judged().end_reason is EndReason.NO_PLAYS

    def test_a_play_after_it_is_an_error(self) -> None:
        game = replace(NO_PLAYS, text=NO_PLAYS.text + "\n>bob: DEF 4D D +4 4")
        assert game.errors() == [(2, "AFTER_END")]

    def test_nothing_is_searched_on_a_board_that_cannot_be(self) -> None:
        high = house(
            rack_size=3,
            max_height=1,
            tiles={"kinds": [{"letter": letter, "count": 1} for letter in "ABCDEF"]},
        )
        game = replace(NO_PLAYS, ruleset=high, text=NO_PLAYS.text + "\n>bob: DEF 5D D. +3 3")
        assert replace(game, any_play=only_with("F")).judged().end_reason is None
        # Bob's E and F make no play, nor does ann's C, but nobody may ask.
        assert replace(game, any_play=only_with("E")).judged().end_reason is None

    def test_a_search_that_needs_unknown_tiles_tells_nothing(self) -> None:
        def unknown(board: Board, rack: str) -> bool:
            raise UnknownBuriedError([])

        assert replace(NO_PLAYS, any_play=unknown).judged().end_reason is None

    def test_a_set_that_does_not_add_up_tells_nothing_of_the_last_rack(self) -> None:
        game = NO_PLAYS.having("ABC 5D AB", "ABC 5D AA")
        assert game.judged().end_reason is None
        buried = Game(
            "#start 10/10/10/10/3(_B)6/10/10/10/10/10 AC/? 0/0 0\n>ann: AC - +0 0", SIX, any_play=stuck
        )
        assert buried.judged().end_reason is None
        lacking = Game("#start 10/10/10/10/3AB5/10/10/10/10/10 C/? 0/0 0 bag 0;", SIX, any_play=stuck)
        assert lacking.judged().end_reason is EndReason.NO_PLAYS

    def test_a_hand_of_another_size_than_the_set_leaves_tells_nothing(self) -> None:
        # The start says that the bag is empty, though the set would leave nine tiles for bob.
        game = Game(
            "#start 10/10/10/10/3AB5/10/10/10/10/10 C/? 0/0 0 bag 0;", small("ABCDEFGHIJKL"), any_play=stuck
        )
        assert game.judged().end_reason is None


class TestPasses:
    """All players pass in turn."""

    def test_one_round_ends_the_game(self) -> None:
        assert PASSES.judged().end_reason is EndReason.PASSES
        assert PASSES.found() == []
        assert PASSES.scores() == [-15, -15]
        assert PASSES.winners() == ["ann", "bob"]

    def test_a_play_breaks_the_run(self) -> None:
        game = Game(">ann: ABC - +0 0\n>bob: DEF 5D DE +4 4\n>ann: ABC - +0 0", SIX)
        assert game.judged().end_reason is None
        assert game.judged().position.passes == 1

    def test_as_many_rounds_as_the_ruleset_says(self) -> None:
        game = replace(PASSES, ruleset=small("ABCDEF", pass_rounds=2))
        assert game.judged().end_reason is None
        again = replace(game, text=f"{PASSES.text}\n{PASSES.text}")
        assert again.judged().end_reason is EndReason.PASSES

    @pytest.mark.parametrize(
        ("rule", "ended", "passes"),
        [("breaks-run", False, 1), ("counts-as-pass", True, 2), ("ignored", False, 1)],
    )
    def test_an_exchange_in_the_run_counts_as_the_ruleset_says(
        self, rule: str, ended: bool, passes: int
    ) -> None:
        game = Game(">ann: -A\n>bob: -", small("ABCDEFGHI", exchange_in_passes=rule))
        assert (game.judged().end_reason is EndReason.PASSES) is ended
        assert game.judged().position.passes == passes

    def test_an_exchange_breaks_a_run_or_leaves_it_as_it_was(self) -> None:
        game = Game(">ann: -\n>bob: -A\n>ann: -", small("ABCDEFGHI"))
        assert game.judged().end_reason is None
        ignored = replace(game, ruleset=small("ABCDEFGHI", exchange_in_passes="ignored"))
        assert ignored.judged().end_reason is EndReason.PASSES

    def test_passes_before_the_start_position_count(self) -> None:
        start = "#start 10/10/10/10/3MOOD3/10/10/10/10/10 ?/? 8/3 1\n"
        assert Game(f"{start}>ann: - +0 8").judged().end_reason is EndReason.PASSES

    def test_the_game_goes_on_behind_an_end_that_was_none_and_this_is_told_once(self) -> None:
        game = replace(PASSES, text=PASSES.text + "\n>ann: ABC 5D ABC +6 6")
        assert game.errors() == [(3, "AFTER_END")]
        assert game.judged().end_reason is EndReason.OUT


class TestUnplayedTiles:
    """Tiles counted though the game had not ended."""

    EARLY = Game(">ann: ABC 5D AB +4 4\n>ann: (C) -5 -1\n>bob: (DEF) -15 -15", SIX)

    def test_it_ended_otherwise_and_everything_is_scored(self) -> None:
        assert self.EARLY.found() == [(2, "UNFINISHED")]
        assert self.EARLY.judged().end_reason is None
        assert (self.EARLY.scores(), self.EARLY.winners()) == ([-1, -15], ["ann"])

    def test_a_move_after_it_is_after_the_end(self) -> None:
        game = replace(self.EARLY, text=self.EARLY.text + "\n>bob: DEF - +0 -15")
        assert game.found() == [(2, "UNFINISHED"), (4, "AFTER_END"), (None, "UNFINISHED")]

    def test_a_time_penalty_is_believed(self) -> None:
        game = replace(OUT, text=OUT.text + "\n>ann: (time) -10 -4\n>bob: (time)")
        assert game.found() == []
        assert game.scores() == [-4, -15]
        assert game.winners() == ["ann"]

    def test_tiles_left_that_cannot_be_are_told_and_counted(self) -> None:
        game = replace(OUT, text=OUT.text + "\n>bob: (AEF) -15 -15")
        assert game.errors() == [(2, "IMPOSSIBLE_RACK")]
        assert game.judged().results[1].tiles_left == 3


class TestSolo:
    """One player alone."""

    ALONE = Game(">ann: ABC 5D AB +4 4\n>ann: CDE 5C C.. +6 10", small("ABCDE"), players=1)

    def test_the_game_ends_when_all_tiles_are_used(self) -> None:
        game = replace(self.ALONE, text=self.ALONE.text + "\n>ann: DE 6D DE")
        assert game.errors() == []
        assert game.judged().end_reason is EndReason.OUT
        assert (game.scores(), game.winners()) == ([22], ["ann"])

    def test_or_when_neither_a_play_nor_an_exchange_is_possible(self) -> None:
        assert self.ALONE.judged().end_reason is None
        game = replace(self.ALONE, any_play=stuck)
        assert game.judged().end_reason is EndReason.NO_PLAYS
        assert game.scores() == [10]

    def test_while_an_exchange_is_left_the_game_goes_on(self) -> None:
        game = Game(">ann: ABC -A\n#rack1 BCD", small("ABCDE"), players=1, any_play=stuck)
        assert game.judged().end_reason is None
        used_up = replace(game, ruleset=small("ABCDE", solo_exchanges=1))
        assert used_up.judged().end_reason is EndReason.NO_PLAYS
        assert used_up.errors() == []
        unknown = replace(used_up, text=">ann: ABC -A")
        assert unknown.judged().end_reason is None

    def test_a_pass_does_not_end_the_game(self) -> None:
        passed = replace(self.ALONE, text=self.ALONE.text + "\n>ann: DE - +0 10\n>ann: DE - +0 10")
        assert passed.judged().end_reason is None
        assert passed.errors() == []

    def test_five_exchanges_are_free_and_there_is_no_sixth(self) -> None:
        game = Game("\n".join([">ann: -A +0 0"] * 5), players=1)
        assert game.errors() == []
        sixth = replace(game, text=game.text + "\n>ann: -A +0 0")
        assert sixth.errors() == [(6, "EXCHANGE_COUNT")]
        assert "A solo game allows 5 exchanges; this is number 6." in [
            finding.message for finding in sixth.judged().findings
        ]
        assert replace(sixth, players=2, text=sixth.text.replace(">ann", ">ann")).ruleset.solo_exchanges == 5

    def test_unplayed_tiles_cost_what_the_ruleset_says_for_solo(self) -> None:
        ended = replace(self.ALONE, any_play=lambda board, _: board.is_empty or board.top(4, 2) == ".")
        assert ended.scores() == [10]
        dear = small("ABCDE", scoring={"full_rack_bonus": 0, "solo_unplayed_tile": -3})
        assert replace(ended, ruleset=dear).scores() == [4]
        told = replace(ended, ruleset=dear, text=ended.text + "\n>ann: (DE) -6 4")
        assert (told.found(), told.scores()) == ([], [4])


class TestOpening:
    """What the players hold before the first event."""

    START = "10/10/10/10/3MOOD3/10/10/10/10/10"

    def judged(self, start: str, **changes: object) -> Position:
        return Game(f"#start {start}\n#incomplete", small("ABCDEFMOODZ", **changes)).judged().position

    def test_the_start_position_says_who_holds_what(self) -> None:
        position = self.judged(f"{self.START} ABC/DEF 8/3 0")
        assert (position.racks, position.scores, position.opcodes) == (("ABC", "DEF"), (8, 3), {"bag": "1"})
        assert self.judged(f"{self.START}").scores == (0, 0)

    def test_unknown_racks_are_full_while_the_set_lasts(self) -> None:
        def sizes(start: str, letters: str) -> list[int | None]:
            game = Game(f"#start {start}\n#incomplete", small(letters))
            return [result.tiles_left for result in game.judged().results]

        assert sizes(f"{self.START} ?/? 0/0 0", "ABCDEFMOOD") == [3, 3]
        assert sizes(f"{self.START} ?/ABC 0/0 0", "ABCDEMOOD") == [2, 3]
        assert sizes(f"{self.START} ?/? 0/0 0", "ABCDEMOOD") == [None, None]
        assert sizes(f"{self.START} ?/? 0/0 0 bag 2;", "ABCDEFGHMOOD") == [3, 3]

    def test_a_small_set_is_dealt_in_turn(self) -> None:
        results = Game("#incomplete", small("ABCDE")).judged().results
        assert [result.tiles_left for result in results] == [3, 2]

    def test_of_an_uncounted_set_neither_bag_nor_unknown_hands_are_known(self) -> None:
        game = Game(f"#start {self.START} ABC/? 8/3 0\n#incomplete", house(tiles={}))
        judgement = game.judged()
        assert [result.tiles_left for result in judgement.results] == [3, None]
        assert (judgement.position.racks, judgement.position.opcodes) == (("ABC", None), {})

    def test_more_tiles_than_the_set_has_or_fewer_are_found(self) -> None:
        more = Game(f"#start {self.START} ABC/DEF 8/3 0\n#incomplete", small("ABCDEFMOO"))
        assert (None, "TILE_COUNT_EXCEEDED") in more.errors()
        fewer = Game(f"#start {self.START} ABC/DEF 8/3 0 bag 1;\n", small("ABCDEFGHMOOD"))
        assert fewer.found() == [(None, "TILE_COUNT_SHORT"), (None, "UNFINISHED")]
        unknown = Game(f"#start {self.START} ABC/? 8/3 0 bag 1;\n", small("ABCDEFGHMOOD"))
        assert unknown.found() == [(None, "UNFINISHED")]

    def test_scores_go_on_from_those_of_the_start(self) -> None:
        text = f"#start {self.START} ABC/DEF 8/3 0\n>ann: ABC - +0 8\n>bob: DEF - +0 0"
        assert Game(text, small("ABCDEFMOOD")).errors() == [(2, "TOTAL_MISMATCH")]

    def test_an_unknown_score_is_what_the_first_total_tells(self) -> None:
        events = ">ann: 5D W...\n>bob: - +0 3\n>ann: -A +0 20\n#incomplete"
        game = Game(f"#start {self.START} ?/? ?/3 0\n{events}")
        assert game.errors() == []
        assert game.scores() == [20, 3]

    def test_without_a_rack_size_only_what_is_seen_is_known(self) -> None:
        game = Game(f"#start {self.START} ABCD/? 8/3 0 bag 9;\n#incomplete", house(rack_size=0))
        assert game.judged().position.opcodes == {}
        assert [result.tiles_left for result in game.judged().results] == [None, None]
        lacks = replace(game, text=game.text + "\n>ann: ABC - +0 8")
        assert lacks.errors() == [(1, "IMPOSSIBLE_RACK")]


def test_three_and_four_players_take_turns_and_share_a_win() -> None:
    game = Game(
        """
        >ann: ABC 5D AB +4 4
        >bob: DEF 5C D.. +6 6
        >cyd: GHI 5B G... +8 8
        >dan: JKL 5A J.... +10 10
        >ann: C - +0 4
        >bob: EF - +0 6
        >cyd: HI - +0 8
        >dan: KL - +0 10
        """,
        small("ABCDEFGHIJKL"),
        players=4,
    )
    assert game.found() == []
    judgement = game.judged()
    assert (game.scores(), game.winners()) == ([-1, -4, -2, 0], ["dan"])
    assert judgement.position.racks == ("C", "EF", "HI", "KL")
    shared = game.having(">ann: C - +0 4", ">ann: (time) +1 5\n>ann: C - +0 5")
    assert (shared.scores(), shared.winners()) == ([0, -4, -2, 0], ["ann", "dan"])
    assert shared.having(">bob: EF - +0 6", ">cyd: HI - +0 8").errors()[0] == (7, "OFF_TURN")


def test_the_position_at_the_end_begins_with_the_player_on_turn() -> None:
    position = Game(">ann: ABC 5D AB +4 4\n#incomplete", SIX).judged().position
    assert (position.racks, position.scores) == (("DEF", "C"), (0, 4))
    unknown = Game(">ann: 5D AB +4 4\n#incomplete", SIX).judged().position
    assert unknown.racks == (None, None)


def test_a_record_without_events_has_not_ended() -> None:
    judgement = Game("").judge(GameRecord((Player("ann"), Player("bob"))))
    assert [finding.kind.name for finding in judgement.findings] == ["UNFINISHED"]
    assert judgement.position.racks == (None, None)
    two = GameRecord((Player("ann"), Player("bob")), (Event(0, Pass()), Event(1, Pass())))
    assert Game("").judge(two).end_reason is EndReason.PASSES


def test_the_reasons_have_the_names_and_numbers_of_the_wire() -> None:
    names = {f"END_REASON_{reason.name}": int(reason) for reason in EndReason}
    assert names | {"END_REASON_UNSPECIFIED": 0} == dict(game_pb2.EndReason.items())
