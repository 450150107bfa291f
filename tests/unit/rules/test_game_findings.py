"""Every kind of finding in a game: the smallest record that has it alone, and its faultless neighbour."""

from dataclasses import replace

import pytest

from tests.unit.rules.asking import STANDARD, house
from tests.unit.rules.games import SIX, Game, small
from upwords_referee.rules.game import GameJudgement, judge_game
from upwords_referee.rules.inspection import FindingKind, Severity
from upwords_referee.rules.words import WordStatus

TWO = Game(
    """
    >ann: ADMOORS 5D MOOD +8 8
    >bob: EILNSTW 5D W... +5 5
    #incomplete
    """
)
SWAP = Game(
    """
    >ann: AEINRST -E +0 0
    #incomplete
    """
)
PASSED = Game(
    """
    >ann: AEINRST - +0 0
    >bob: AEINRST - +0 0
    """
)
NO_BAG = Game(
    """
    >ann: ABC 5E AB +4 4
    >bob: DEF - +0 0
    #incomplete
    """,
    SIX,
)
# Ann goes out with all of bob's tiles left.
WENT_OUT = Game(
    """
    >ann: ABC 5D ABC +6 6
    >bob: (DEF) -15 -15
    """,
    SIX,
)

FAULTS: dict[FindingKind, tuple[Game, Game, int | None, str]] = {
    FindingKind.TILE_COUNT_EXCEEDED: (
        Game(">ann: 5D ABA +6 6\n#incomplete", small("ABCDEF")),
        Game(">ann: 5D ABC +6 6\n#incomplete", small("ABCDEF")),
        1,
        "2 tiles A lie on the board; the set has 1.",
    ),
    FindingKind.TILE_COUNT_SHORT: (
        WENT_OUT.having("(DEF) -15 -15", "(DE) -10 -10"),
        WENT_OUT,
        None,
        "At the end board and racks hold only 5 tiles; the set has 6.",
    ),
    FindingKind.RACK_TOO_LARGE: (
        TWO.having("EILNSTW", "EEILNSTW"),
        TWO,
        2,
        "The rack EEILNSTW has 8 tiles; a rack holds at most 7.",
    ),
    FindingKind.WORD_NOT_ACCEPTABLE: (replace(TWO, phonies="WOOD"), TWO, 2, ""),
    FindingKind.SCORE_MISMATCH: (
        TWO.having("+5 5", "+6 6"),
        TWO,
        2,
        "The score is recorded as 6; it should be 5.",
    ),
    FindingKind.TOTAL_MISMATCH: (
        TWO.having("+5 5", "+5 6"),
        TWO,
        2,
        "The total is recorded as 6; after 0 and a score of 5 it should be 5.",
    ),
    FindingKind.OFF_TURN: (
        Game(">bob: ADMOORS 5D MOOD +8 8\n#incomplete"),
        Game(">ann: ADMOORS 5D MOOD +8 8\n#incomplete"),
        1,
        "It is the turn of ann, not of bob.",
    ),
    FindingKind.AFTER_END: (
        Game(PASSED.text + ">ann: AEINRST - +0 0"),
        PASSED,
        3,
        "The game had ended before this move.",
    ),
    FindingKind.BAD_TAKE_BACK: (
        TWO.having("#incomplete", ">bob: -- -5 0\n#incomplete"),
        replace(TWO.having("#incomplete", ">bob: -- -5 0\n#incomplete"), phonies="WOOD"),
        3,
        "The play that is taken back was valid.",
    ),
    FindingKind.ILLEGAL_PLAY: (
        TWO.having("EILNSTW 5D W...", "EILNSTM 5D M..."),
        TWO,
        2,
        "The play stands but breaks the rules: same letter.",
    ),
    FindingKind.TILE_NOT_ON_RACK: (
        TWO.having("EILNSTW", "EILNSTV"),
        TWO,
        2,
        "The move takes 1 of the tile W, on D5; the rack holds none.",
    ),
    FindingKind.IMPOSSIBLE_RACK: (
        TWO.having("#", ">ann: AEEEERT - +0 8\n#"),
        TWO.having("#", ">ann: AEEEERS - +0 8\n#"),
        3,
        "The rack AEEEERT lacks S, which the player must still hold.",
    ),
    FindingKind.EXCHANGE_COUNT: (
        SWAP.having("-E", "-EI"),
        SWAP,
        1,
        "An exchange gives back exactly 1 of the tiles, not 2.",
    ),
    FindingKind.EXCHANGE_BAG_EMPTY: (
        NO_BAG.having("DEF -", "DEF -D"),
        NO_BAG,
        2,
        "The bag is empty, so that nothing can be exchanged.",
    ),
    FindingKind.RACK_UNKNOWN: (
        TWO.having("EILNSTW ", ""),
        TWO,
        2,
        "The rack of bob is not recorded here, so that it cannot be checked.",
    ),
    FindingKind.DIGEST_MISMATCH: (
        replace(TWO.having("#incomplete", "#lexicon-digest " + "a" * 64 + "\n#incomplete"), digest="b" * 64),
        replace(TWO.having("#incomplete", "#lexicon-digest " + "a" * 64 + "\n#incomplete"), digest="a" * 64),
        None,
        "",
    ),
    FindingKind.UNFINISHED: (
        TWO.having("#incomplete", ""),
        PASSED,
        None,
        "The record ends before the game does.",
    ),
}
# A refused word makes a play illegal; where tiles are too many or too few, a rack is left out or in part.
COMPANY = {
    FindingKind.WORD_NOT_ACCEPTABLE: {FindingKind.ILLEGAL_PLAY},
    FindingKind.TILE_COUNT_EXCEEDED: {FindingKind.RACK_UNKNOWN},
    FindingKind.TILE_COUNT_SHORT: {FindingKind.RACK_UNKNOWN},
}
OF_POSITIONS = {
    FindingKind.STACK_TOO_HIGH,
    FindingKind.DISCONNECTED,
    FindingKind.MISSES_CENTRE,
    FindingKind.SAME_LETTER,
    FindingKind.LONE_TILE,
    FindingKind.UNKNOWN_BURIED,
}


def real(judgement: GameJudgement) -> list[tuple[int | None, FindingKind, str]]:
    """Return what was found but that a record which says so does not reach the end."""
    return [
        (finding.turn, finding.kind, finding.message)
        for finding in judgement.findings
        if finding.severity is not Severity.NOTE
    ]


@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.name)
def test_every_kind_is_found_alone_where_it_is_and_not_next_to_it(kind: FindingKind) -> None:
    faulty, sound, turn, message = FAULTS[kind]
    company = COMPANY.get(kind, set())
    found = [(where, what, said) for where, what, said in real(faulty.judged()) if what not in company]
    assert [(where, what) for where, what, _ in found] == [(turn, kind)]
    assert message in (found[0][2], "")
    assert [what for _, what, _ in real(sound.judged()) if what not in company] == []


def test_every_kind_that_a_game_can_have_has_an_example() -> None:
    assert set(FAULTS) | OF_POSITIONS == set(FindingKind)


WARNINGS = {
    FindingKind.TILE_COUNT_SHORT,
    FindingKind.RACK_UNKNOWN,
    FindingKind.DIGEST_MISMATCH,
    FindingKind.UNFINISHED,
}


@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.name)
def test_only_an_error_makes_a_game_unsound(kind: FindingKind) -> None:
    judgement = FAULTS[kind][0].judged()
    (severity,) = {finding.severity for finding in judgement.findings if finding.kind is kind}
    assert severity is (Severity.WARNING if kind in WARNINGS else Severity.ERROR)
    assert judgement.sound is (kind in WARNINGS)


def test_a_record_that_says_so_itself_may_end_before_the_game_does() -> None:
    (finding,) = TWO.judged().findings
    assert (finding.kind, finding.severity) == (FindingKind.UNFINISHED, Severity.NOTE)


def test_findings_come_by_event_then_by_kind_and_those_of_the_whole_game_last() -> None:
    game = replace(TWO, phonies="WOOD MOOD").having("+8 8", "+7 8").having("#incomplete", "")
    assert game.found() == [
        (1, "WORD_NOT_ACCEPTABLE"),
        (1, "SCORE_MISMATCH"),
        (1, "TOTAL_MISMATCH"),
        (1, "ILLEGAL_PLAY"),
        (2, "WORD_NOT_ACCEPTABLE"),
        (2, "ILLEGAL_PLAY"),
        (None, "UNFINISHED"),
    ]


def test_the_judge_stops_at_the_first_error_on_demand() -> None:
    game = replace(TWO.having("+8 8", "+9 9").having("+5 5", "+6 6").having("#incomplete", ""), stop=True)
    judgement = game.judged()
    assert game.found() == [(1, "SCORE_MISMATCH")]
    assert [event.number for event in judgement.events] == [1]
    assert (judgement.end_reason, game.scores(), game.winners()) == (None, [8, 0], [])
    assert replace(TWO, stop=True).found() == TWO.found()


def test_one_wrong_score_spoils_no_later_total() -> None:
    game = Game(
        """
        >ann: ADMOORS 5D MOOD +9 9
        >bob: EILNSTW 5D W... +5 5
        >ann: AEEERSS 6D A +3 12
        #incomplete
        """
    )
    assert game.errors() == [(1, "SCORE_MISMATCH")]
    assert [event.total for event in game.judged().events] == [8, 5, 11]


def test_a_score_or_total_that_is_not_recorded_is_not_compared() -> None:
    game = Game(">ann: ADMOORS 5D MOOD\n>bob: EILNSTW 5D W... +5\n>ann: AEEERSS - +0 8\n#incomplete")
    assert game.errors() == []
    assert game.having("+0 8", "+0 7").errors() == [(3, "TOTAL_MISMATCH")]


def test_a_play_with_several_faults_is_one_illegal_play_and_its_words_and_rack_besides() -> None:
    game = replace(TWO, phonies="MOOD ZIP").having("EILNSTW 5D W... +5 5", "EILNSTW 1A ZIP +6 6")
    findings = [finding for finding in game.judged().findings if finding.turn == 2]
    assert [finding.kind.name for finding in findings] == [
        "WORD_NOT_ACCEPTABLE",
        "ILLEGAL_PLAY",
        "TILE_NOT_ON_RACK",
        "TILE_NOT_ON_RACK",
    ]
    assert findings[1].message == (
        "The play stands but breaks the rules: not connected, word not acceptable."
    )
    assert {finding.word for finding in findings} == {"ZIP", "", "P", "Z"}


def test_a_play_off_the_board_lays_nothing_and_earns_nothing() -> None:
    game = TWO.having("EILNSTW 5D W... +5 5", "EILNSTW 5H WISE +0 0")
    judgement = game.judged()
    assert game.errors() == [(2, "ILLEGAL_PLAY")]
    assert judgement.position.board.top(4, 7) == "."
    assert judgement.position.racks[1] == "EILNSTW"


def test_too_many_tiles_of_a_letter_are_told_once_where_the_board_first_has_them() -> None:
    game = Game(
        """
        >ann: 5D ABA
        >bob: 4D CA
        >ann: 6D B
        #incomplete
        """,
        small("ABCDEFG"),
    )
    found = [(turn, kind) for turn, kind in game.errors() if kind == "TILE_COUNT_EXCEEDED"]
    assert found == [(1, "TILE_COUNT_EXCEEDED"), (3, "TILE_COUNT_EXCEEDED")]


def test_buried_tiles_count() -> None:
    game = Game(">ann: 5D ABC\n>bob: 5D D..\n>ann: 6D A\n#incomplete", small("ABCDEFGHI"))
    assert (3, "TILE_COUNT_EXCEEDED") in game.errors()


class TestRacks:
    """Racks that could not have been drawn."""

    def test_a_rack_holds_no_tile_of_which_none_is_left(self) -> None:
        game = Game(
            """
            >ann: ADJOORS 5D JO +4 4
            >bob: EIJNSTW - +0 0
            #incomplete
            """
        )
        (finding, _) = game.judged().findings
        assert (finding.turn, finding.kind.name, finding.message) == (
            2,
            "IMPOSSIBLE_RACK",
            "The rack EIJNSTW has 1 of the tile J; the set has 1, 1 of them on the board.",
        )

    def test_a_rack_holds_no_more_of_a_letter_than_the_set(self) -> None:
        game = Game(">ann: AJJEEII - +0 0\n#incomplete")
        assert game.errors() == [(1, "IMPOSSIBLE_RACK")]
        assert "none of them on the board" in game.judged().findings[0].message

    def test_a_rack_is_no_larger_than_the_bag_allows(self) -> None:
        game = NO_BAG.having("#incomplete", ">ann: ABC - +0 4\n#incomplete")
        assert game.errors() == [(3, "IMPOSSIBLE_RACK")]
        assert game.judged().findings[0].message == "The rack ABC has 3 tiles; the player can hold only 1."

    def test_a_rack_that_cannot_be_is_told_once_and_tells_nothing(self) -> None:
        game = TWO.having("#", ">ann: ZZEEEEE - +0 8\n>bob: EILNSTE - +0 5\n#").having("EILNSTW", "EILNSTW")
        assert game.errors() == [(3, "IMPOSSIBLE_RACK")]

    def test_after_an_exchange_the_other_tiles_are_still_there(self) -> None:
        game = SWAP.having("#", ">bob: AAEEIIO - +0 0\n>ann: ABINRST - +0 0\n#")
        assert game.errors() == []
        assert game.having("ABINRST", "ABBNRST").errors() == [(3, "IMPOSSIBLE_RACK")]
        unknown = game.having("ABINRST", "ABBNRST").having("-E +0", "-1 +0")
        assert unknown.errors() == []

    def test_a_rack_that_is_recorded_in_part_is_a_warning_and_hides_nothing_kept(self) -> None:
        game = TWO.having("EILNSTW", "TW").having("#", ">ann: ARS - +0 8\n>bob: EILNSST - +0 5\n#")
        assert [pair for pair in game.found() if pair[1] != "UNFINISHED"] == [
            (2, "RACK_UNKNOWN"),
            (3, "RACK_UNKNOWN"),
        ]
        assert game.judged().findings[0].message == (
            "The rack of bob is not recorded in full here, so that it cannot be checked."
        )
        assert game.having("EILNSST", "EILNSSR").errors() == [(4, "IMPOSSIBLE_RACK")]

    def test_missing_racks_are_told_once_for_each_player(self) -> None:
        game = Game(">ann: 5D MOOD\n>bob: -\n>ann: 5D W...\n>bob: -\n#incomplete")
        assert [finding.message for finding in game.judged().findings][:2] == [
            "The rack of ann is not recorded in 2 events, first here, so that it cannot be checked.",
            "The rack of bob is not recorded in 2 events, first here, so that it cannot be checked.",
        ]
        assert [turn for turn, _ in game.found()] == [1, 2, None]

    def test_racks_at_the_end_are_checked_as_well(self) -> None:
        game = TWO.having("#incomplete", "#rack1 AEEERSS\n#rack2 EEILNST\n#incomplete")
        assert game.errors() == []
        assert game.judged().position.racks == ("AEEERSS", "EEILNST")
        wrong = game.having("EEILNST", "EEEILST")
        assert wrong.errors() == [(None, "IMPOSSIBLE_RACK")]
        assert wrong.judged().findings[0].message.startswith("bob: The rack EEEILST lacks N,")
        short = game.having("EEILNST", "EE")
        assert short.found()[0] == (None, "RACK_UNKNOWN")
        assert "in full at the end," in short.judged().findings[0].message

    def test_board_and_racks_together_hold_no_more_than_the_set(self) -> None:
        game = TWO.having("#incomplete", "#rack1 AJERSSE\n#rack2 EEILNJT\n#incomplete").having(
            "LNSTW", "LNETW"
        )
        assert game.errors() == [(None, "TILE_COUNT_EXCEEDED")]
        assert game.judged().findings[0].word == "J"

    def test_without_a_rack_size_hands_are_not_known(self) -> None:
        game = replace(TWO, ruleset=house(rack_size=0)).having("EILNSTW", "EILNSTWAAAA")
        assert game.errors() == []
        later = game.having("#", ">ann: ARS - +0 8\n#")
        assert later.errors() == []
        assert later.having("ARS -", "AR -").errors() == [(3, "IMPOSSIBLE_RACK")]

    def test_of_an_uncounted_set_racks_are_checked_against_what_was_kept(self) -> None:
        game = replace(TWO, ruleset=house(tiles={})).having("#", ">ann: ARSZZZZ - +0 8\n#")
        assert game.errors() == []
        assert game.having("ARSZZZZ", "ARZZZZZ").errors() == [(3, "IMPOSSIBLE_RACK")]


def test_tiles_left_over_must_be_on_the_recorded_rack() -> None:
    game = WENT_OUT.having(">bob: (DEF)", ">bob: DEF (DEF)")
    assert game.found() == []
    wrong = WENT_OUT.having(">bob: (DEF)", ">bob: DEA (DEF)")
    assert wrong.found() == [(2, "TILE_NOT_ON_RACK")]
    assert wrong.judged().findings[0].message == "More of the tile F is left over than the rack holds."


def test_an_exchange_of_unknown_tiles_is_taken_from_the_rack_as_far_as_it_goes() -> None:
    assert SWAP.having("-E", "-1").errors() == []
    assert SWAP.having("-E", "-2").errors() == [(1, "EXCHANGE_COUNT")]
    assert SWAP.having("-E", "-Z").errors() == [(1, "TILE_NOT_ON_RACK")]


def test_the_digest_matters_only_when_both_are_known() -> None:
    faulty = FAULTS[FindingKind.DIGEST_MISMATCH][0]
    assert (None, "DIGEST_MISMATCH") in faulty.found()
    assert replace(faulty, digest="").found() == TWO.found()
    assert replace(TWO, digest="b").found() == TWO.found()


def test_words_of_all_plays_are_looked_up_at_once() -> None:
    game = TWO.having("#", ">ann: AEEERSS - +0 8\n#")
    assert [event.judgement is not None for event in game.judged().events] == [True, True, True]
    asked: list[list[str]] = []

    def lookup(words: list[str]) -> dict[str, WordStatus]:
        asked.append(words)
        return dict.fromkeys(words, WordStatus.ACCEPTABLE)

    ticks: list[int] = []
    judge_game(
        game.record, STANDARD, STANDARD.challenge_rule, lookup, checkpoint=lambda: ticks.append(len(ticks))
    )
    assert (asked, len(ticks)) == ([["MOOD", "WOOD"]], 3)
