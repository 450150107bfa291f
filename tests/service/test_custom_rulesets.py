"""A ruleset of the caller's own: inherited where it is silent, refused at the field that is wrong."""

from typing import Any

import grpc
import pytest

from tests.service.questions import EMPTY_10, board, custom, exchange, judge, move, play, tiles
from tests.service.referee import Referee
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1 import ruleset_pb2 as rs
from upwords_referee.service.errors import Reason

STANDARD = "standard-10x10"
BUILT_IN = ["classic-8x8", STANDARD, "topwords-10x10"]


def kind(letter: str = "A", **fields: Any) -> rs.TileKind:
    return rs.TileKind(letter=letter, **fields)


def squares(*places: tuple[int, int]) -> rs.SquareList:
    return rs.SquareList(squares=[{"row": row, "column": column} for row, column in places])


OUT_OF_BOUNDS: dict[str, tuple[rs.Ruleset, str]] = {
    "id": (custom(id="x" * 65), "id"),
    "name": (custom(name="x" * 201), "name"),
    "base": (custom(base="x" * 65), "base"),
    "rows 1": (custom(rows=1), "rows"),
    "rows 0": (custom(rows=0), "rows"),
    "rows 26": (custom(rows=26), "rows"),
    "rows beyond 31 bits": (custom(rows=0xFFFFFFFF), "rows"),
    "columns 1": (custom(columns=1), "columns"),
    "columns 26": (custom(columns=26), "columns"),
    "centre off the board": (custom(centre=squares((4, 4), (10, 4))), "centre.squares[1]"),
    "centre right of the board": (custom(centre=squares((4, 10))), "centre.squares[0]"),
    "centre before the board": (custom(centre=squares((-1, 4))), "centre.squares[0].row"),
    "centre left of the board": (custom(centre=squares((4, -1))), "centre.squares[0].column"),
    "centre of more squares than a board has": (custom(centre=squares(*[(4, 4)] * 626)), "centre.squares"),
    "inherited centre below the board": (custom(rows=5), "centre"),
    "inherited centre right of the board": (custom(columns=5), "centre"),
    "rack size 26": (custom(rack_size=26), "rack_size"),
    "height 0": (custom(max_height=0), "max_height"),
    "height 9": (custom(max_height=9), "max_height"),
    "101 kinds": (custom(tiles=tiles(*[kind(chr(0x100 + i)) for i in range(101)])), "tiles.kinds"),
    "tile without a letter": (custom(tiles=tiles(kind(), kind(""))), "tiles.kinds[1].letter"),
    "tile of two letters": (custom(tiles=tiles(kind("AB"))), "tiles.kinds[0].letter"),
    "tile of a digit": (custom(tiles=tiles(kind("1"))), "tiles.kinds[0].letter"),
    "tile of the sign for empty": (custom(tiles=tiles(kind("."))), "tiles.kinds[0].letter"),
    "tile of the sign for unknown": (custom(tiles=tiles(kind("_"))), "tiles.kinds[0].letter"),
    "letter twice": (custom(tiles=tiles(kind("A"), kind("a"))), "tiles.kinds[1].letter"),
    "spelling of nine letters": (custom(tiles=tiles(kind(spelling="A" * 9))), "tiles.kinds[0].spelling"),
    "spelling with a sign": (custom(tiles=tiles(kind(spelling="A-B"))), "tiles.kinds[0].spelling"),
    "count 10,001": (custom(tiles=tiles(kind(count=10_001))), "tiles.kinds[0].count"),
    **{
        f"{name} {points}": (custom(scoring={name: points}), f"scoring.{name}")
        for name in rs.Scoring.DESCRIPTOR.fields_by_name
        if name != "letter_bonus_mode"
        for points in (-1001, 1001)
    },
    "letter bonus mode newer than the server": (
        custom(scoring={"letter_bonus_mode": 99}),
        "scoring.letter_bonus_mode",
    ),
    "whole-word rule newer than the server": (custom(whole_word_rule=99), "whole_word_rule"),
    "bare-S rule newer than the server": (custom(bare_s_rule=99), "bare_s_rule"),
    "same-letter rule newer than the server": (custom(same_letter_rule=99), "same_letter_rule"),
    "bare letter of two letters": (custom(bare_s_letter="SS"), "bare_s_letter"),
    "bare letter a digit": (custom(bare_s_letter="5"), "bare_s_letter"),
    "exchange of no tile": (custom(exchange_tiles=0), "exchange_tiles"),
    "exchange of 26 tiles": (custom(exchange_tiles=26), "exchange_tiles"),
    "no round of passes": (custom(pass_rounds=0), "pass_rounds"),
    "11 rounds of passes": (custom(pass_rounds=11), "pass_rounds"),
    "exchange in passes newer than the server": (custom(exchange_in_passes=99), "exchange_in_passes"),
    "going out newer than the server": (custom(going_out=99), "going_out"),
    "1,001 solo exchanges": (custom(solo_exchanges=1001), "solo_exchanges"),
    "challenge newer than the server": (custom(challenge_rule={"kind": 99}), "challenge_rule.kind"),
    "penalty below 0": (custom(challenge_rule={"kind": 4, "points": -1}), "challenge_rule.points"),
    "penalty over 1,000": (custom(challenge_rule={"kind": 4, "points": 1001}), "challenge_rule.points"),
    "points without a penalty": (custom(challenge_rule={"kind": 1, "points": 5}), "challenge_rule"),
}


@pytest.mark.parametrize("name", OUT_OF_BOUNDS)
def test_a_field_out_of_its_bounds_is_refused_at_its_path(referee: Referee, name: str) -> None:
    ruleset, field = OUT_OF_BOUNDS[name]
    refusal = referee.refusal(judge(custom_ruleset=ruleset))
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.reason == Reason.INVALID_FIELD
    assert refusal.fields == [f"custom_ruleset.{field}"]


def test_every_field_of_a_ruleset_is_tested_out_of_its_bounds() -> None:
    fields = {field.name for field in rs.Ruleset.DESCRIPTOR.fields} - {"digest"}
    scores = {f"scoring.{field.name}" for field in rs.Scoring.DESCRIPTOR.fields}
    tested = {path for _, path in OUT_OF_BOUNDS.values()}
    assert fields == {path.partition(".")[0] for path in tested}
    assert scores <= tested


def test_all_faults_of_a_ruleset_are_told_at_once(referee: Referee) -> None:
    ruleset = custom(rows=1, rack_size=99, scoring={"flat_tile": 5000}, tiles=tiles(kind("?")))
    assert set(referee.refusal(judge(custom_ruleset=ruleset)).fields) == {
        "custom_ruleset.rows",
        "custom_ruleset.rack_size",
        "custom_ruleset.scoring.flat_tile",
        "custom_ruleset.tiles.kinds[0].letter",
    }


AT_BOUNDS: dict[str, rs.Ruleset] = {
    "id and name": custom(id="Ä " * 32, name="x" * 200),
    "smallest": custom(rows=2, columns=2, centre=squares((1, 1)), rack_size=0, max_height=1),
    "largest": custom(rows=25, columns=25, centre=squares((24, 24)), rack_size=25, max_height=8),
    "100 kinds": custom(tiles=tiles(*[kind(chr(0x4E00 + i)) for i in range(100)])),
    "long spelling": custom(tiles=tiles(kind(spelling="A" * 8, count=10_000))),
    "lowest scores": custom(scoring={"flat_tile": -1000, "letter_bonus": -1000, "unplayed_tile": -1000}),
    "highest scores": custom(scoring={"flat_tile": 1000, "stacked_tile": 1000, "full_rack_bonus": 1000}),
    "largest exchange": custom(exchange_tiles=25),
    "longest games": custom(pass_rounds=10, solo_exchanges=1000),
    "shortest games": custom(pass_rounds=1, solo_exchanges=0),
    "largest penalty": custom(challenge_rule={"kind": 4, "points": 1000, "per": 1, "payment": 2}),
    "bare letter of another script": custom(bare_s_letter="ж"),
    "a digest of its own": custom(digest="x" * 10_000),
}


@pytest.mark.parametrize("name", AT_BOUNDS)
def test_what_is_at_its_bounds_is_a_ruleset(referee: Referee, name: str) -> None:
    ruleset = AT_BOUNDS[name]
    rows = "/".join([str(ruleset.columns or 10)] * (ruleset.rows or 10))
    assert referee.ask(judge(custom_ruleset=ruleset, board=board(rows), move=move("-"))).valid


def test_an_unknown_base_is_not_found(referee: Referee) -> None:
    refusal = referee.refusal(judge(custom_ruleset=custom(base="chess")))
    assert refusal.code is grpc.StatusCode.NOT_FOUND
    assert refusal.reason == Reason.UNKNOWN_RULESET
    assert refusal.metadata["known"] == ", ".join(BUILT_IN)
    assert "custom_ruleset.base" in refusal.message


# What is inherited


def judged(referee: Referee, ruleset: rs.Ruleset, **fields: Any) -> pb.JudgeMoveResponse:
    answer = referee.ask(judge(custom_ruleset=ruleset, **fields))
    assert isinstance(answer, pb.JudgeMoveResponse)
    return answer


def test_a_ruleset_that_says_nothing_is_the_standard_one(referee: Referee) -> None:
    ours, theirs = judged(referee, custom()), referee.ask(judge(ruleset=STANDARD))
    assert ours.provenance.ruleset_digest == theirs.provenance.ruleset_digest
    assert ours.provenance.ruleset == ""


@pytest.mark.parametrize("base", BUILT_IN)
def test_a_ruleset_inherits_all_that_it_does_not_say(referee: Referee, base: str) -> None:
    listed = referee.ask(pb.GetRulesetRequest(id=base)).ruleset
    empty = "/".join([str(listed.columns)] * listed.rows)
    ours = judged(referee, custom(base=base, id="ours"), board=board(empty), move=move("-"))
    assert ours.provenance.ruleset == "ours"
    assert ours.provenance.ruleset_digest == listed.digest


SCORES = {"flat_tile": 4, "stacked_tile": 3, "letter_bonus": 7, "full_rack_bonus": 50, "unplayed_tile": -1}


@pytest.mark.parametrize("name", SCORES)
def test_scores_are_inherited_one_by_one(referee: Referee, name: str) -> None:
    # MOOD over nothing, WOOD over MOOD, QUIT with its bonus, a full rack; of these only one changes.
    standard = {"flat_tile": 2, "stacked_tile": 1, "letter_bonus": 2, "full_rack_bonus": 20}
    points = standard | {name: SCORES[name]}
    ruleset = custom(scoring={name: SCORES[name]})
    flat = points["flat_tile"]
    empty = {"board": board(EMPTY_10), "lexicon": "none"}
    assert judged(referee, ruleset, move=move("5D MOOD"), **empty).score == 4 * flat
    assert judged(referee, ruleset).score == 5 * points["stacked_tile"]
    assert judged(referee, ruleset, move=move("5D QIT"), **empty).score == 3 * flat + points["letter_bonus"]
    full = judged(referee, ruleset, move=move("5B PAINTER"), **empty)
    assert (full.score, full.full_rack_bonus) == (
        7 * flat + points["full_rack_bonus"],
        points["full_rack_bonus"],
    )


def test_a_score_of_zero_is_not_inherited(referee: Referee) -> None:
    assert judged(referee, custom(scoring={"stacked_tile": 0})).score == 0


def test_an_unspecified_option_is_inherited_and_off_is_a_value_of_its_own(referee: Referee) -> None:
    bare_s = {"board": board("10/10/10/10/3NET4/10/10/10/10/10"), "move": move("5D ...S")}
    assert not judged(referee, custom(), **bare_s).valid
    assert judged(referee, custom(bare_s_rule=rs.BARE_S_RULE_OFF), **bare_s).valid
    assert judged(referee, custom(base="topwords-10x10"), **bare_s).valid
    again = custom(base="topwords-10x10", bare_s_rule=rs.BARE_S_RULE_OLD_RUNS)
    assert not judged(referee, again, **bare_s).valid


def test_the_letter_bonus_can_be_turned_off(referee: Referee) -> None:
    off = custom(scoring={"letter_bonus_mode": rs.LETTER_BONUS_MODE_OFF})
    assert judged(referee, off, board=board(EMPTY_10), move=move("5D QIT")).score == 6


def test_the_bonus_of_the_turn_is_told_apart(referee: Referee) -> None:
    turn = custom(scoring={"letter_bonus_mode": rs.LETTER_BONUS_MODE_WHEN_PLACED, "letter_bonus": 3})
    verdict = judged(referee, turn, board=board(EMPTY_10), move=move("5D QIT"))
    assert (verdict.score, verdict.letter_bonus, verdict.words[0].bonus) == (9, 3, 0)


def test_an_empty_centre_is_no_centre_rule(referee: Referee) -> None:
    far = {"board": board(EMPTY_10), "move": move("1A MOOD")}
    assert not judged(referee, custom(), **far).valid
    assert judged(referee, custom(centre=squares()), **far).valid


def test_a_centre_of_its_own_replaces_the_inherited_one(referee: Referee) -> None:
    far = {"board": board(EMPTY_10), "move": move("1A MOOD")}
    assert judged(referee, custom(centre=squares((0, 0))), **far).valid


def test_a_rack_size_of_0_is_no_limit_and_no_full_rack_bonus(referee: Referee) -> None:
    long = {"board": board(EMPTY_10), "move": move("5A REPAINTERS"), "lexicon": "none"}
    verdict = judged(referee, custom(rack_size=0), rack="REPAINTERSABCDEFGH", **long)
    assert (verdict.valid, verdict.score, verdict.full_rack_bonus) == (True, 20, 0)


def test_the_full_rack_bonus_needs_exactly_a_rack(referee: Referee) -> None:
    five = custom(rack_size=5)
    empty = {"board": board(EMPTY_10), "lexicon": "none"}
    assert judged(referee, five, move=move("5C PAINT"), **empty).full_rack_bonus == 20
    assert judged(referee, five, move=move("5C PAIN"), **empty).full_rack_bonus == 0
    assert judged(referee, five, move=move("5C PAINTS"), **empty).full_rack_bonus == 0


def test_an_empty_list_of_tiles_is_a_to_z_with_qu(referee: Referee) -> None:
    quit = play((4, 4, "Qu"), (4, 5, "I"), (4, 6, "T"))
    verdict = judged(referee, custom(tiles=tiles()), board=board(EMPTY_10), move=quit)
    assert (verdict.words[0].text, verdict.words[0].bonus) == ("QUIT", 2)


def test_tiles_of_its_own_replace_the_inherited_ones(referee: Referee) -> None:
    ours = custom(tiles=tiles(kind("Ж"), kind("Ю", spelling="ya", bonus=True)))
    verdict = judged(referee, ours, board=board(EMPTY_10), move=move("5E жю"), lexicon="none")
    assert (verdict.words[0].text, verdict.score) == ("ЖYA", 6)
    refusal = referee.refusal(judge(custom_ruleset=ours, board=board(EMPTY_10)))
    assert refusal.fields == ["move.notation"]


def test_an_exchange_takes_the_number_of_tiles_of_the_ruleset(referee: Referee) -> None:
    assert judged(referee, custom(exchange_tiles=3), move=exchange("ABC")).valid
    assert not judged(referee, custom(exchange_tiles=3), move=exchange("AB")).valid


# Listed rulesets


def test_all_built_in_rulesets_are_listed_complete_and_sorted(referee: Referee) -> None:
    listed = referee.ask(pb.ListRulesetsRequest()).rulesets
    assert [ruleset.id for ruleset in listed] == BUILT_IN
    for ruleset in listed:
        set_fields = {field.name for field, _ in ruleset.ListFields()}
        assert set_fields >= {field.name for field in rs.Ruleset.DESCRIPTOR.fields} - {"base"}
        assert {field.name for field, _ in ruleset.scoring.ListFields()} == {
            field.name for field in rs.Scoring.DESCRIPTOR.fields
        }


@pytest.mark.parametrize("id", BUILT_IN)
def test_a_ruleset_asked_for_is_the_one_listed(referee: Referee, id: str) -> None:
    listed = {ruleset.id: ruleset for ruleset in referee.ask(pb.ListRulesetsRequest()).rulesets}
    assert referee.ask(pb.GetRulesetRequest(id=id)).ruleset == listed[id]


@pytest.mark.parametrize("id", BUILT_IN)
def test_a_listed_ruleset_sent_back_judges_alike(referee: Referee, id: str) -> None:
    listed = referee.ask(pb.GetRulesetRequest(id=id)).ruleset
    rows = ["." * listed.columns] * listed.rows
    rows[4] = ".MOOD".ljust(listed.columns, ".")
    for notation in ("5B W...", "5B ....S", "5B Z..Z", "5B MOODQQQ", "-A", "-"):
        question = {"board": {"grid": {"letters": "/".join(rows)}}, "move": move(notation)}
        by_id = referee.ask(judge(ruleset=id, **question))
        assert referee.ask(judge(custom_ruleset=listed, **question)) == by_id


def test_a_digest_sent_along_is_ignored(referee: Referee) -> None:
    ours = judged(referee, custom(digest="0" * 64))
    assert ours.provenance.ruleset_digest == judged(referee, custom()).provenance.ruleset_digest


def test_a_name_changes_no_digest(referee: Referee) -> None:
    digests = {
        judged(referee, ruleset).provenance.ruleset_digest
        for ruleset in (custom(), custom(id="a"), custom(name="b"), custom(base=STANDARD))
    }
    assert len(digests) == 1
