"""What finding all plays costs, without a transport, on the positions whose plays the tests count."""

import gc
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.report import table
from bench.rounds import Spread
from upwords_referee.lexicons.embedded import builtin_lexicon
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.movegen.finder import find_plays
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.ruleset import Ruleset

_FILE = Path(__file__).parents[1] / "tests" / "unit" / "movegen" / "found.tsv"
_CROWDED = 1_400
_MID_GAME = range(15, 61)

Search = Callable[[], object]


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

    def search(self, any_only: bool = False) -> int:
        """Return how many plays are found."""
        found = find_plays(self.ruleset, self.board, self.rack, self.lexicon, any_only=any_only)
        return len(found)


def stations() -> list[Station]:
    """Return all positions."""
    read = []
    for line in _FILE.read_text("utf-8").splitlines():
        ruleset_id, lexicon_id, board, rack, plays, *_ = line.split("\t")
        ruleset = RulesetBook.builtin().get(ruleset_id)
        assert ruleset is not None
        read.append(Station(ruleset, builtin_lexicon(lexicon_id), parse_board(board), rack, int(plays)))
    return read


def measure(rounds: int) -> tuple[float, dict[str, dict[str, list[float]]]]:
    """Return milliseconds: of the first search of the process; by kind and position, one for each round."""
    held = stations()
    crowded = [station for station in held if station.plays > _CROWDED]
    first = _milliseconds(crowded[0].search)
    kinds: dict[str, list[tuple[str, Search]]] = {
        "all positions": [(str(i), station.search) for i, station in enumerate(held)],
        "mid-game, 10x10": [(str(i), s.search) for i, s in enumerate(held) if s.mid_game],
        "mid-game, 10x10, any play": [
            (str(i), partial(s.search, any_only=True)) for i, s in enumerate(held) if s.mid_game
        ],
        **{f"crowded, AEINRST, {s.plays:,} plays": [("", s.search)] for s in crowded},
    }
    for station in held:
        assert station.search() == station.plays
    gc.collect()
    draw = random.Random(rounds)
    found: dict[str, dict[str, list[float]]] = {kind: {} for kind in kinds}
    for _ in range(rounds):
        for kind in draw.sample(list(kinds), len(kinds)):
            for name, search in kinds[kind]:
                found[kind].setdefault(name, []).append(_milliseconds(search))
    return first, found


def tables(first: float, found: dict[str, dict[str, list[float]]]) -> str:
    """Return the table: a position counts with its median, and the slowest one stands beside."""
    rows = []
    for kind, positions in found.items():
        medians = [median(values) for values in positions.values()]
        spread = Spread.of(medians)
        shown = spread.text(".2f") if len(medians) > 1 else f"{spread.middle:.2f}"
        rows.append([kind, str(len(medians)), shown])
    head = ["FindPlays", "positions", "ms: median (least-most) of the positions"]
    return f"{table(head, rows)}\n\nThe first search of the process, on a crowded board: {first:.0f} ms."


def _milliseconds(search: Search) -> float:
    start = time.perf_counter()
    search()
    return (time.perf_counter() - start) * 1e3
