"""The positions whose plays are searched for: those whose plays the tests count."""

from functools import cache
from pathlib import Path
from statistics import median_low
from typing import NamedTuple

from bench import questions
from bench.client import Call
from bench.target import call
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.embedded import EMBEDDED_ID, builtin_lexicon
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.movegen.finder import find_plays
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.limits import MAX_PLAYS

_FILE = Path(__file__).parents[1] / "tests" / "unit" / "movegen" / "found.tsv"
_CROWDED = 1_400
_MID_GAME = range(15, 61)


class Station(NamedTuple):
    """A position of the file, with how many plays it has."""

    ruleset: Ruleset
    lexicon: Lexicon
    board: Board
    rack: str
    plays: int

    @property
    def mid_game(self) -> bool:
        """Whether it is on the 10x10 board, with 15 to 60 stacks and a full rack."""
        stacks = sum(map(bool, self.board.heights))
        return self.board.rows == 10 and stacks in _MID_GAME and len(self.rack) == 7

    @property
    def crowded(self) -> bool:
        """Whether it has very many plays."""
        return self.plays > _CROWDED

    def search(self, any_only: bool = False) -> int:
        """Return how many plays are found."""
        found = find_plays(self.ruleset, self.board, self.rack, self.lexicon, any_only=any_only)
        return len(found)

    def call(self) -> Call | None:
        """Return the question for all its plays; None if the measured servers have not its lexicon."""
        if self.lexicon.id != EMBEDDED_ID:
            return None
        request = pb.FindPlaysRequest(
            ruleset=self.ruleset.id, board=questions.grid(self.board), rack=self.rack, limit=MAX_PLAYS
        )
        asked = call(questions.FIND, request)
        if pb.FindPlaysResponse.FromString(asked.reply).total != self.plays:
            raise RuntimeError(f"FindPlays does not find all {self.plays} plays")
        return asked


@cache
def stations() -> list[Station]:
    """Return all positions."""
    read = []
    for line in _FILE.read_text("utf-8").splitlines():
        ruleset_id, lexicon_id, board, rack, plays, *_ = line.split("\t")
        ruleset = RulesetBook.builtin().get(ruleset_id)
        assert ruleset is not None
        read.append(Station(ruleset, builtin_lexicon(lexicon_id), parse_board(board), rack, int(plays)))
    return read


def usual_station() -> Station:
    """Return the mid-game position with the embedded lexicon that has the median number of plays."""
    held = [each for each in stations() if each.mid_game and each.lexicon.id == EMBEDDED_ID]
    middle = median_low(each.plays for each in held)
    return next(each for each in held if each.plays == middle)
