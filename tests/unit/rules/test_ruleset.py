"""A ruleset's look-ups: which tile a text names, and what tiles spell."""

import pytest

from tests.unit.rules.asking import STANDARD, house
from upwords_referee.rules.ruleset import Ruleset

LONG = house(
    tiles={
        "kinds": [
            {"letter": "Q", "spelling": "QU"},
            {"letter": "T", "spelling": "TH"},
            {"letter": "U"},
            {"letter": "Ä"},
        ]
    }
)


@pytest.mark.parametrize(
    ("ruleset", "text", "letter"),
    [
        (STANDARD, "W", "W"),
        (STANDARD, "w", "W"),
        (STANDARD, "Q", "Q"),
        (STANDARD, "Qu", "Q"),
        (STANDARD, "QU", "Q"),
        (STANDARD, "qU", "Q"),
        (LONG, "th", "T"),
        (LONG, "tH", "T"),
        (LONG, "ä", "Ä"),
        (LONG, "a\u0308", "Ä"),
        (STANDARD, "Ä", None),
        (STANDARD, "", None),
        (STANDARD, "WW", None),
        (STANDARD, ".", None),
        (STANDARD, "_", None),
    ],
)
def test_a_tile_is_named_by_its_letter_or_its_spelling_in_any_case(
    ruleset: Ruleset, text: str, letter: str | None
) -> None:
    assert ruleset.tile(text) == letter


def test_the_lower_case_of_a_letter_is_not_another_tile() -> None:
    both = house(tiles={"kinds": [{"letter": "ß"}, {"letter": "\u1e9e"}]})
    assert (both.tile("ß"), both.tile("\u1e9e")) == ("ß", "\u1e9e")


def test_a_letter_goes_before_a_spelling() -> None:
    crossed = house(tiles={"kinds": [{"letter": "A", "spelling": "B"}, {"letter": "B", "spelling": "A"}]})
    assert (crossed.tile("A"), crossed.tile("b")) == ("A", "B")
    assert crossed.spell("AB") == "BA"


def test_tiles_spell_their_letters_or_what_the_set_says() -> None:
    assert STANDARD.spell("QIT") == "QUIT"
    assert STANDARD.spell("MOOD") == "MOOD"
    assert LONG.spell("TQÄ") == "THQUÄ"
    assert STANDARD.spell("") == ""
