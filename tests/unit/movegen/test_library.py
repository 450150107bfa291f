"""Finding plays as a library call: what may be left out, and what is refused."""

import pytest

import upwords_referee as upwords
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.movegen.errors import NotEnumerableError

MOOD = "10/10/10/10/3MOOD3/10/10/10/10/10"


def test_board_rack_ruleset_and_lexicon_are_taken_as_by_judge() -> None:
    found = upwords.find_plays(MOOD, "wl")
    assert found == upwords.find_plays(upwords.parse_board(MOOD), "WL", ruleset="standard-10x10")
    assert found == upwords.find_plays(upwords.parse_position(f"{MOOD} WL 0 0"), "WL")
    for play in found:
        verdict = upwords.judge(MOOD, play.notation, rack="WL")
        assert (verdict.valid, verdict.score) == (True, play.score)
    own = upwords.find_plays(MOOD, "W", lexicon=WordList("own", ["WOOD"]))
    assert [play.notation for play in own] == ["5D W..."]
    ruled = upwords.find_plays(MOOD, "W", overlay=upwords.Overlay.from_words(deny=["wood"]))
    assert "5D W..." not in [play.notation for play in ruled]
    assert len(upwords.find_plays(MOOD, "AEINRST", any_only=True)) == 1


def test_questions_that_cannot_be_understood_or_answered_are_refused() -> None:
    with pytest.raises(ValueError, match="8 tiles; it holds at most 7"):
        upwords.find_plays(MOOD, "AEINRSTL")
    with pytest.raises(ValueError, match="a letter that no tile has"):
        upwords.find_plays(MOOD, "A?")
    with pytest.raises(ValueError, match="needs a ruleset"):
        upwords.find_plays("3/3/3", "A")
    with pytest.raises(NotEnumerableError):
        upwords.find_plays(MOOD, "A", lexicon="none")
