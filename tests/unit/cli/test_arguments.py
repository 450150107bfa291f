"""Arguments that begin with a hyphen."""

from upwords_referee.cli.arguments import arguments_last

WITH_VALUE = {"--rack", "--bag"}


def test_arguments_stand_last_in_their_order() -> None:
    assert arguments_last(["-E", "--json", "10/10", "-"], WITH_VALUE) == ["--json", "--", "-E", "10/10", "-"]


def test_the_value_of_an_option_stays_with_it_even_with_a_hyphen() -> None:
    assert arguments_last(["--rack", "-", "-E"], WITH_VALUE) == ["--rack", "-", "--", "-E"]
    assert arguments_last(["--rack", "--json", "-E"], WITH_VALUE) == ["--rack", "--json", "--", "-E"]
    assert arguments_last(["--rack=-", "-E"], WITH_VALUE) == ["--rack=-", "--", "-E"]


def test_everything_behind_two_hyphens_is_an_argument() -> None:
    assert arguments_last(["A", "--", "--json", "-E"], WITH_VALUE) == ["--", "A", "--json", "-E"]


def test_a_missing_value_is_not_filled_with_an_argument() -> None:
    assert arguments_last(["10/10", "-E", "--rack"], WITH_VALUE) == ["--rack"]
