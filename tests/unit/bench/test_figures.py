from bench.aim import Aim
from bench.figure import Figure, figures_table
from bench.rounds import Spread


def test_an_aim_is_a_least_or_a_most() -> None:
    assert (str(Aim(0.85)), str(Aim(0.4, at_most=True))) == ("at least 0.85", "at most 0.4")
    assert [Aim(25).met(value) for value in (24.9, 25, 26)] == [False, True, True]
    assert [Aim(0.5, at_most=True).met(value) for value in (0.4, 0.5, 0.6)] == [True, True, False]


def test_the_part_of_an_aim_that_is_reached_is_1_where_it_is_met() -> None:
    assert Aim(25).share(20) == 0.8
    assert Aim(0.5, at_most=True).share(0.4) == 1.25


def test_a_figure_is_judged_by_its_median() -> None:
    spread = Spread(0.84, 0.8, 0.9)
    assert not Figure("a", spread, Aim(0.85)).met
    assert Figure("a", spread, Aim(0.83)).met
    assert Figure("a", spread).met


def test_a_figure_near_its_aim_shows_on_which_side_it_is() -> None:
    assert Figure("a", Spread(1.396, 1.2, 1.5), Aim(1.4)).text() == "1.396 (1.200-1.500)"
    assert Figure("a", Spread(12.34, 2, 20)).text() == "12.3 (2.0-20.0)"
    assert Figure("a", Spread(3, 2, 4), unit="s").text() == "3.00 (2.00-4.00) s"


def test_aims_stand_beside_their_figures() -> None:
    figures = [Figure("a", Spread(1, 1, 1), Aim(2)), Figure("b", Spread(1, 1, 1))]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in figures_table(figures).splitlines()]
    assert rows[2:] == [
        ["a", "1.000 (1.000-1.000)", "at least 2", "missed"],
        ["b", "1.000 (1.000-1.000)", "", ""],
    ]
    assert "aim" not in figures_table(figures[1:])
