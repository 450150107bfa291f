import random

from bench.client import Call, Load
from bench.rounds import Cell, Sample, Spread, ratios, shuffled
from bench.target import Target

TARGET = Target("sync8", "127.0.0.1:1", 1)
CALL = Call("/x", b"", b"")
BLOCKS = [[Cell(f"{block}{side}", TARGET, CALL, 1) for side in "ab"] for block in range(4)]


def sample(rate: float) -> Sample:
    return Sample(Load(100, 100 / rate, 1, 2), 300)


def test_the_order_is_drawn_anew_each_round() -> None:
    draw = random.Random(1)
    orders = {tuple(cell.name for cell in shuffled(BLOCKS, draw)) for _ in range(20)}
    assert len(orders) > 10
    assert all(sorted(order) == sorted(cell.name for block in BLOCKS for cell in block) for order in orders)


def test_what_is_divided_by_each_other_stays_together() -> None:
    draw = random.Random(1)
    for _ in range(20):
        names = [cell.name for cell in shuffled(BLOCKS, draw)]
        assert all(one[0] == other[0] for one, other in zip(names[::2], names[1::2], strict=True))


def test_ratios_are_taken_round_by_round() -> None:
    # Both are 1,000 at the median; the second round was slow for one of them only.
    above = [sample(1000), sample(500), sample(2000)]
    below = [sample(1000), sample(1000), sample(1000)]
    assert ratios(above, below) == Spread(1.0, 0.5, 2.0)


def test_a_spread_is_shown_with_its_extremes() -> None:
    assert Spread.of([3, 1, 2000]).text() == "3 (1-2,000)"
    assert Spread.of([0.5]).text(".2f") == "0.50 (0.50-0.50)"
