import random
from functools import partial

import pytest

from bench.rounds import Spread, cpu, faster, latency, rates, shuffled, take_turns, times
from bench.turn import Turn

BLOCKS = [[f"{block}{side}" for side in "ab"] for block in range(4)]


def test_the_order_is_drawn_anew_each_round() -> None:
    draw = random.Random(1)
    orders = {tuple(shuffled(BLOCKS, draw)) for _ in range(20)}
    assert len(orders) > 10
    assert all(sorted(order) == sorted(name for block in BLOCKS for name in block) for order in orders)


def test_what_is_divided_by_each_other_stays_together() -> None:
    draw = random.Random(1)
    for _ in range(20):
        names = shuffled(BLOCKS, draw)
        assert all(one[0] == other[0] for one, other in zip(names[::2], names[1::2], strict=True))


def test_each_has_a_turn_in_each_round() -> None:
    order: list[str] = []

    def run(name: str) -> str:
        order.append(name)
        return name

    blocks = [{name: partial(run, name) for name in block} for block in BLOCKS]
    turns = take_turns(blocks, 3)
    assert turns == {name: [name] * 3 for block in BLOCKS for name in block}
    rounds = [order[i : i + 8] for i in range(0, 24, 8)]
    assert all(sorted(each) == sorted(turns) for each in rounds)


def test_ratios_are_taken_round_by_round() -> None:
    # Both are 1,000 at the median; the second round was slow for one of them only.
    above, below = [Turn(1000), Turn(500), Turn(2000)], [Turn(1000), Turn(1000), Turn(1000)]
    assert faster(above, below) == Spread(1.0, 0.5, 2.0)
    assert faster(above, below, 10) == Spread(10.0, 5.0, 20.0)


def test_a_spread_is_shown_with_its_extremes() -> None:
    assert Spread.of([3, 1, 2000]).text() == "3 (1-2,000)"
    assert Spread.of([0.5]).text(".2f") == "0.50 (0.50-0.50)"


def test_turns_tell_rates_times_latencies_and_cpu_time() -> None:
    turns = [Turn(1000, 200, 1, 2), Turn(500, 400, 3, 4), Turn(2000, 300, 5, 6)]
    assert rates(turns, 2) == Spread(2000, 1000, 4000)
    assert times(turns).middle == pytest.approx(1000)
    assert (cpu(turns), latency(turns)) == (300, "3.00/4.00")
    assert cpu([Turn(1)]) == 0
