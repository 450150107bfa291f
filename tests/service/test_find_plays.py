"""FindPlays: all plays that JudgeMove calls valid, the best first; refused where they cannot be told."""

from collections.abc import Sequence
from typing import Any

import grpc
import pytest

from tests.service.lexica import CountingLexicon
from tests.service.questions import EMPTY_10, board, custom, find, grid, judge, move, overlay
from tests.service.referee import Referee, serving
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1 import ruleset_pb2
from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus
from upwords_referee.service.errors import Reason

CROWDED = "10/10/2BELATED1/4E5/3(MW)OOD3/4N5/10/10/10/10"
HIDDEN = grid(
    "/".join(["." * 10] * 4 + ["...MOOD..."] + ["." * 10] * 5),
    "/".join(["0" * 10] * 4 + ["0002111000"] + ["0" * 10] * 5),
)
ANYWHERE = custom(same_letter_rule=ruleset_pb2.SAME_LETTER_RULE_ANYWHERE)


class Unlisted(OutsideLexicon):
    """A lexicon that answers about words and cannot list them."""

    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        return dict.fromkeys(words, WordStatus.ACCEPTABLE)


def test_a_play_is_told_with_all_that_the_judge_says_of_it(referee: Referee) -> None:
    (best, *_), used = (found := referee.ask(find())).plays, found.provenance
    assert (best.notation, best.score, list(best.words)) == ("5D W...", 5, ["WOOD"])
    assert [(tile.row, tile.column, tile.tile) for tile in best.placements] == [(4, 3, "W")]
    assert used == referee.ask(judge()).provenance


def test_every_play_found_is_judged_valid_with_its_score_and_words(referee: Referee) -> None:
    found = referee.ask(find("AEINRSW", board=board(CROWDED), limit=300))
    assert len(found.plays) == 300
    for play in found.plays:
        verdict = referee.ask(judge(board=board(CROWDED), move=move(play.notation), rack="AEINRSW"))
        assert verdict.valid, play.notation
        assert (verdict.notation, verdict.score) == (play.notation, play.score)
        assert [word.text for word in verdict.words] == list(play.words)
        laid = pb.JudgeMoveRequest(board=board(CROWDED), move={"play": {"placements": play.placements}})
        assert referee.ask(laid).notation == play.notation


def test_every_single_tile_that_is_judged_valid_is_found(referee: Referee) -> None:
    found = {play.notation for play in referee.ask(find("WS", limit=5000)).plays if len(play.placements) == 1}
    valid = set()
    for row in range(10):
        for column in range(10):
            for tile in "WS":
                laid = {"play": {"placements": [{"row": row, "column": column, "tile": tile}]}}
                verdict = referee.ask(judge(move=laid))
                if verdict.valid:
                    valid.add(verdict.notation)
    assert found == valid


def test_the_best_come_first_and_equal_ones_by_notation(referee: Referee) -> None:
    plays = referee.ask(find("AEINRST", board=board(CROWDED), limit=5000)).plays
    order = [(-play.score, play.notation) for play in plays]
    assert order == sorted(order)
    assert len({play.notation for play in plays}) == len(plays) > 1000


def test_placements_come_in_reading_order_and_qu_is_one_tile(referee: Referee) -> None:
    found = referee.ask(find("QIT", board=board(EMPTY_10), limit=5000))
    (quit,) = [play for play in found.plays if play.notation == "5E QIT"]
    assert list(quit.words) == ["QUIT"]
    assert [(tile.row, tile.column, tile.tile) for tile in quit.placements] == [
        (4, 4, "Q"),
        (4, 5, "I"),
        (4, 6, "T"),
    ]


@pytest.mark.parametrize(("limit", "returned"), [(0, 100), (1, 1), (7, 7), (5000, 1000)])
def test_the_limit_cuts_what_is_returned_and_not_what_is_counted(
    referee: Referee, limit: int, returned: int
) -> None:
    question = find("AEINRST", board=board(CROWDED), limit=limit)
    found = referee.ask(question)
    assert found.total > 1000
    assert len(found.plays) == (found.total if limit == 5000 else returned)


def test_any_only_finds_one_play_or_none(referee: Referee) -> None:
    some = referee.ask(find("AEINRST", any_only=True))
    assert (some.total, len(some.plays)) == (1, 1)
    assert referee.ask(judge(move=move(some.plays[0].notation), rack="AEINRST")).valid
    none = referee.ask(find("Q", any_only=True))
    assert (none.total, len(none.plays)) == (0, 0)


def test_an_empty_rack_has_no_plays(referee: Referee) -> None:
    assert referee.ask(find("")).total == 0


def test_words_that_the_house_allows_are_found_and_those_it_denies_are_not(referee: Referee) -> None:
    plain = referee.ask(find("ZW"))
    ruled = referee.ask(find("ZW", overlay=overlay(["ZOOD"], ["WOOD"])))
    assert "5D W..." in {play.notation for play in plain.plays} - {play.notation for play in ruled.plays}
    assert "5D Z..." in {play.notation for play in ruled.plays} - {play.notation for play in plain.plays}
    assert ruled.provenance.overlay_digest


def test_the_ruleset_is_that_of_the_boards_size_unless_one_is_named(referee: Referee) -> None:
    assert referee.ask(find(board=board("8/8/8/2MOOD2/8/8/8/8"))).provenance.ruleset == "classic-8x8"
    assert referee.ask(find(ruleset="topwords-10x10")).provenance.ruleset == "topwords-10x10"
    doubled = referee.ask(find(custom_ruleset=custom(id="ours", scoring={"stacked_tile": 2})))
    assert (doubled.plays[0].score, doubled.provenance.ruleset) == (10, "ours")


def test_ten_tiles_are_taken_where_the_rack_has_no_limit(referee: Referee) -> None:
    assert referee.ask(find("AEINRSTLWD", custom_ruleset=custom(rack_size=0), limit=1)).total > 1000


REFUSED: dict[str, tuple[pb.FindPlaysRequest, list[str]]] = {
    "no board": (pb.FindPlaysRequest(rack="A"), ["board"]),
    "board of no form": (find(board={}), ["board.form"]),
    "faulty board": (find(board=board("?")), ["board.notation"]),
    "board without a ruleset": (find(board=board("9/" * 8 + "9")), ["ruleset"]),
    "two rulesets": (find(ruleset="standard-10x10", custom_ruleset=custom()), ["ruleset"]),
    "faulty ruleset": (find(custom_ruleset=custom(rack_size=26)), ["custom_ruleset.rack_size"]),
    "faulty overlay": (find(overlay=overlay(["A"], ["A"])), ["overlay.deny[0]"]),
    "rack of another alphabet": (find("Ä?"), ["rack", "rack"]),
    "rack over the rack size": (find("ABCDEFGH"), ["rack"]),
    "rack of 11 tiles": (find("A" * 11, custom_ruleset=custom(rack_size=0)), ["rack"]),
    "rack of 25 tiles on a rack": (find("A" * 25, custom_ruleset=custom(rack_size=25)), ["rack"]),
    "limit": (find(limit=5001), ["limit"]),
    "several at once": (find("Ä", limit=5001, overlay=overlay([""])), ["overlay.allow[0]", "rack", "limit"]),
    "buried tiles that are asked for": (find("WA", board=HIDDEN, custom_ruleset=ANYWHERE), ["board.grid"]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_understood_is_refused_at_its_field(referee: Referee, name: str) -> None:
    question, fields = REFUSED[name]
    refusal = referee.refusal(question)
    assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refusal.reason == Reason.INVALID_FIELD
    assert refusal.fields == fields


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"lexicon": "oed"}, Reason.UNKNOWN_LEXICON), ({"ruleset": "chess"}, Reason.UNKNOWN_RULESET)],
)
def test_an_unknown_id_is_not_found(referee: Referee, fields: dict[str, Any], reason: Reason) -> None:
    refusal = referee.refusal(find(**fields))
    assert refusal.code is grpc.StatusCode.NOT_FOUND
    assert refusal.reason == reason


def test_a_lexicon_whose_answers_are_kept_is_enumerated_as_it_is_itself() -> None:
    kept = CachedLexicon(WordList("kept", ["WOOD"]))
    with serving(kept) as referee:
        assert [play.notation for play in referee.ask(find()).plays] == ["5D W..."]


@pytest.mark.parametrize("any_only", [False, True])
@pytest.mark.parametrize("id", ["unlisted", "none"])
def test_a_lexicon_that_cannot_be_enumerated_is_a_failed_precondition(id: str, any_only: bool) -> None:
    with serving(CountingLexicon(), Unlisted(Description("unlisted", "1"))) as referee:
        refusal = referee.refusal(find(lexicon=id, any_only=any_only))
    assert refusal.code is grpc.StatusCode.FAILED_PRECONDITION
    assert refusal.reason == Reason.LEXICON_NOT_ENUMERABLE
    assert refusal.metadata == {"lexicon": id}
