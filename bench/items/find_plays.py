"""FindPlays in this process and over the wire."""

from functools import partial
from statistics import median

from bench.figure import Figure, Figures
from bench.find_plays import Station, stations
from bench.lab import Lab
from bench.report import table
from bench.rounds import Spread, Turns, faster

TITLE = "All plays of a rack: FindPlays over the wire against the library in process"
ABOUT = """34 positions, most of greedy games, whose plays the tests count. A position counts with its
median of the rounds; shown are the median, the least and the most of the positions. Over the wire one
call is in flight and all plays come back; only positions with the server's own lexicon are asked there.
*Any play* asks only whether there is one."""

HERE, ANY, WIRE = "in process", "any play, in process", "wire"

# There are many positions, and a search takes long enough to be timed in little time.
_SHARE = 0.2


def measure(lab: Lab) -> Turns:
    """Measure all positions, each by itself."""
    lab = lab._replace(seconds=lab.seconds * _SHARE)
    calls = {number: call for number, each in enumerate(stations()) if (call := each.call())}
    blocks = []
    with lab.server(calls.values()) as target:
        for number, station in enumerate(stations()):
            block = {
                f"{number} {HERE}": lab.work(station.search),
                f"{number} {ANY}": lab.work(partial(station.search, any_only=True)),
            }
            if number in calls:
                block[f"{number} {WIRE}"] = lab.calls(target, calls[number], 1)
            blocks.append(block)
        return lab.turns(blocks)


def figures(found: Turns) -> Figures:
    """Return the ratios over the positions of each kind."""
    ratios = []
    for kind, numbers in _kinds().items():
        each = [faster(found[f"{i} {WIRE}"], found[f"{i} {HERE}"]) for i in numbers if f"{i} {WIRE}" in found]
        # One position has its rounds, several have their medians.
        spread = each[0] if len(each) == 1 else Spread.of([ratio.middle for ratio in each])
        ratios.append(Figure(f"FindPlays, wire against in process: {kind}", spread))
    return Figures(ratios)


def tables(found: Turns) -> str:
    """Return the milliseconds of a search."""
    rows = []
    for kind, numbers in _kinds().items():
        row = [kind, str(len(numbers))]
        for way in (HERE, ANY, WIRE):
            medians = [
                median(turn.us / 1e3 for turn in found[f"{i} {way}"])
                for i in numbers
                if f"{i} {way}" in found
            ]
            row.append(Spread.of(medians).text(".2f") if len(medians) > 1 else f"{medians[0]:.2f}")
        rows.append(row)
    return table(["positions", "number", "ms in process", "ms any play", "ms over the wire"], rows)


def _kinds() -> dict[str, list[int]]:
    """Return the numbers of the positions by kind."""
    numbered: list[tuple[int, Station]] = list(enumerate(stations()))
    return {
        "all": [i for i, _ in numbered],
        "mid-game, 10x10": [i for i, each in numbered if each.mid_game],
        **{f"crowded, {each.plays:,} plays": [i] for i, each in numbered if each.crowded},
    }
