"""What the ways to hold a dictionary cost: lookups in this process, and calls of a server."""

import random
import time
from collections.abc import Sequence

from bench.dictionary import IN_PROCESS, WAYS, held, some_words
from bench.report import table
from bench.rounds import Cell, Sample, Spread, rates, ratios
from bench.target import Calls, Target

_IN_FLIGHT = (1, 16)
_WORDS_A_CALL = 10
_LOOKUPS = 200


def lookups(redis_url: str, rounds: int) -> dict[str, list[float]]:
    """Return words looked up a second, ten a call, a value for each round."""
    words = some_words(_WORDS_A_CALL * _LOOKUPS)
    asked = [words[i : i + _WORDS_A_CALL] for i in range(0, len(words), _WORDS_A_CALL)]
    lexica = {way: held(way, redis_url) for way in WAYS}
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    draw = random.Random(rounds)
    for _ in range(rounds + 1):
        for way in draw.sample(WAYS, len(WAYS)):
            start = time.perf_counter()
            for some in asked:
                lexica[way].statuses(some)
            found[way].append(len(words) / (time.perf_counter() - start))
    # The first round fills the caches.
    return {way: values[1:] for way, values in found.items()}


def kinds(server: str) -> list[str]:
    """Return the kinds of servers that are compared."""
    return [f"{server}@{way}" for way in WAYS]


def blocks(running: dict[str, Target], calls: Calls) -> list[list[Cell]]:
    """Return what is measured: JudgeMove on each server, beside each other."""
    return [
        [Cell(f"{target.kind} {many}", target, calls.judge, many) for target in running.values()]
        for many in _IN_FLIGHT
    ]


def tables(server: str, words: dict[str, list[float]], samples: dict[str, list[Sample]]) -> str:
    """Return the table: lookups, and calls beside those of the dictionary in the process."""
    rows = []
    for way in WAYS:
        row = [way, Spread.of(words[way]).text()]
        for many in _IN_FLIGHT:
            these, plain = samples[f"{server}@{way} {many}"], samples[f"{server}@{IN_PROCESS} {many}"]
            row += [rates(these).text(), ratios(these, plain).text(".2f"), _added(these, plain).text("+.0f")]
        rows.append(row)
    head = ["dictionary", f"words/s, {_WORDS_A_CALL} a call"]
    for many in _IN_FLIGHT:
        head += [f"JudgeMove/s, {many} in flight", "x in-process", "added us/call"]
    return table(head, rows)


def _added(these: Sequence[Sample], plain: Sequence[Sample]) -> Spread:
    return Spread.of([(1 / a.load.rate - 1 / b.load.rate) * 1e6 for a, b in zip(these, plain, strict=True)])
