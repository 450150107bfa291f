"""How many plays there are in positions of real games, what the best scores, and what all score together.

Each line of found.tsv: ruleset, lexicon, board, rack, plays, best score, sum of all scores. A search that was
written apart from this one, by matching every listed word against every line, gave the same numbers.
"""

from pathlib import Path

import pytest

from upwords_referee.lexicons.embedded import builtin_lexicon
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.movegen.finder import find_plays
from upwords_referee.notation.position import parse_board

LINES = Path(__file__).with_name("found.tsv").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split("\t")[3])
def test_the_plays_of_a_position_are_counted(line: str) -> None:
    ruleset_id, lexicon_id, board, rack, count, best, total = line.split("\t")
    ruleset = RulesetBook.builtin().get(ruleset_id)
    assert ruleset is not None
    found = find_plays(ruleset, parse_board(board), rack, builtin_lexicon(lexicon_id))
    scores = [play.score for play in found]
    assert (len(scores), scores[0], sum(scores)) == (int(count), int(best), int(total))
    assert scores == sorted(scores, reverse=True)


def test_there_are_thirty_positions_and_a_crowded_one() -> None:
    assert len(LINES) >= 30
    assert max(int(line.split("\t")[4]) for line in LINES) > 1_400
