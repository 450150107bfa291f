"""What the ways to hold a dictionary cost: lookups in this process, and calls of a server."""

from functools import partial

from bench.dictionary import IN_PROCESS, WAYS, held, some_words
from bench.figure import Figure, Figures
from bench.lab import SERVER, Lab
from bench.report import table
from bench.rounds import Spread, Turns, faster, rates
from bench.target import build_calls, targets
from bench.turn import Turn
from bench.valkey import valkey
from upwords_referee.lexicons.lexicon import Lexicon

TITLE = "Dictionaries in Redis against the dictionary in the process"
ABOUT = """One lexicon, held in different ways; the Redis is a Valkey on the server's CPU. Lookups are ten
words a call, in this process; calls are JudgeMove."""

_IN_FLIGHT = (1, 16)
_WORDS_A_CALL = 10
_LOOKUPS = 200


def measure(lab: Lab) -> Turns:
    """Measure all ways."""
    words = some_words(_WORDS_A_CALL * _LOOKUPS)
    asked = [words[i : i + _WORDS_A_CALL] for i in range(0, len(words), _WORDS_A_CALL)]
    judge = build_calls().judge

    def look_up(lexicon: Lexicon) -> None:
        for some in asked:
            lexicon.statuses(some)

    with valkey() as url, targets([f"{SERVER}@{way}" for way in WAYS], [judge], url) as running:
        lookups = {way: lab.work(partial(look_up, held(way, url))) for way in WAYS}
        calls = [
            {
                f"{way}, {in_flight} in flight": lab.calls(running[f"{SERVER}@{way}"], judge, in_flight)
                for way in WAYS
            }
            for in_flight in _IN_FLIGHT
        ]
        return lab.turns([lookups, *calls])


def figures(found: Turns) -> Figures:
    """Return the ratios."""
    return Figures(
        [
            Figure(f"JudgeMove with {name}, against in-process", faster(turns, _plain(found, name)))
            for name, turns in found.items()
            if "in flight" in name and not name.startswith(IN_PROCESS)
        ]
    )


def tables(found: Turns) -> str:
    """Return lookups, and calls with what each way adds to a call."""
    rows = []
    for way in WAYS:
        row = [way, rates(found[way], _WORDS_A_CALL * _LOOKUPS).text()]
        for in_flight in _IN_FLIGHT:
            name = f"{way}, {in_flight} in flight"
            pairs = zip(found[name], _plain(found, name), strict=True)
            row += [rates(found[name]).text(), Spread.of([a.us - b.us for a, b in pairs]).text("+.0f")]
        rows.append(row)
    head = ["dictionary", f"words/s, {_WORDS_A_CALL} a call"]
    for in_flight in _IN_FLIGHT:
        head += [f"JudgeMove/s, {in_flight} in flight", "added us/call"]
    return table(head, rows)


def _plain(found: Turns, name: str) -> list[Turn]:
    """Return the turns of the dictionary in the process with as many calls in flight."""
    return found[f"{IN_PROCESS}, {name.partition(', ')[2]}"]
