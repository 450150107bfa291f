"""The book of rulesets: the built-in ones, an operator's folder, and every file that is no good."""

from pathlib import Path

import pytest

from upwords_referee.library.rulesets import RulesetBook, RulesetFileError
from upwords_referee.rules.ruleset import BareSRule, LetterBonusMode, WholeWordRule
from upwords_referee.rules.ruleset_data import read_ruleset
from upwords_referee.rules.square import square_names

BUILT_IN = ["classic-8x8", "standard-10x10", "topwords-10x10"]
COMPLETE = """
rows = 4
columns = 4
rack_size = 3
max_height = 2
centre = { squares = [] }
tiles = { kinds = [] }
"""


def test_the_built_in_rulesets_are_known_by_id_and_two_of_them_by_size() -> None:
    book = RulesetBook.builtin()
    assert book is RulesetBook.builtin()
    assert book.ids() == [ruleset.id for ruleset in book] == BUILT_IN
    assert [book.get(id) for id in BUILT_IN] == list(book)
    assert book.get("nowhere") is None
    for size, id in ((8, "classic-8x8"), (10, "standard-10x10")):
        assert book.for_size(size, size) is book.get(id)
    assert book.for_size(8, 10) is None
    assert book.for_size(9, 9) is None


@pytest.mark.parametrize(
    ("id", "size", "centre", "tiles"),
    [
        (
            "classic-8x8",
            8,
            "D4, E4, D5 and E5",
            "A5 B2 C2 D3 E6 F1 G2 H2 I4 J1 K1 L3 M3 N3 O4 P3 Qu1 R2 S3 T4 U3 V1 W1 X1 Y2 Z1",
        ),
        (
            "standard-10x10",
            10,
            "E5, F5, E6 and F6",
            "A7 B3 C4 D5 E8 F3 G3 H3 I7 J1 K2 L5 M5 N5 O7 P3 Qu1 R5 S6 T5 U5 V1 W2 X1 Y2 Z1",
        ),
        (
            "topwords-10x10",
            10,
            "E5, F5, E6 and F6",
            "A7 B3 C4 D5 E8 F3 G3 H3 I7 J1 K2 L5 M5 N5 O7 P3 Qu1 R5 S6 T5 U5 V1 W2 X1 Y2 Z1",
        ),
    ],
)
def test_the_equipment_is_that_of_the_rule_book(id: str, size: int, centre: str, tiles: str) -> None:
    ruleset = RulesetBook.builtin().get(id)
    assert ruleset is not None
    assert (ruleset.rows, ruleset.columns, ruleset.rack_size, ruleset.max_height) == (size, size, 7, 5)
    assert square_names(sorted(ruleset.centre)) == centre
    assert " ".join(f"{kind.spelling.capitalize()}{kind.count}" for kind in ruleset.tiles) == tiles
    assert sum(kind.count or 0 for kind in ruleset.tiles) == size * size


def test_topwords_differs_from_the_standard_as_the_rule_book_says() -> None:
    book = RulesetBook.builtin()
    topwords, standard = book.get("topwords-10x10"), book.get("standard-10x10")
    assert topwords is not None
    assert standard is not None
    assert (topwords.scoring.full_rack_bonus, standard.scoring.full_rack_bonus) == (10, 20)
    assert topwords.scoring.letter_bonus_mode is LetterBonusMode.WHEN_PLACED
    assert topwords.bonus_letters == frozenset("JQXYZ")
    assert standard.bonus_letters == {"Q"}
    assert (topwords.whole_word_rule, topwords.bare_s_rule) == (WholeWordRule.OFF, BareSRule.OFF)
    assert "reconstructed" in topwords.name


# An operator's folder.


def test_a_folder_adds_its_toml_files_which_may_inherit_from_each_other(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(
        'id = "a-child"\nbase = "parent"\nexchange_tiles = 2\n', encoding="utf-8"
    )
    (tmp_path / "a.toml").write_text('id = "parent"\nbase = "classic-8x8"\nrack_size = 5\n', encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a ruleset", encoding="utf-8")
    book = RulesetBook.with_folder(tmp_path)
    assert book.ids() == ["a-child", *BUILT_IN[:1], "parent", *BUILT_IN[1:]]
    child = book.get("a-child")
    assert child is not None
    assert (child.rows, child.rack_size, child.exchange_tiles, child.base) == (8, 5, 2, "parent")
    assert RulesetBook.builtin().ids() == BUILT_IN


def test_a_folder_must_be_there_and_hold_a_file(tmp_path: Path) -> None:
    with pytest.raises(RulesetFileError, match="nowhere is no folder of rulesets"):
        RulesetBook.with_folder(tmp_path / "nowhere")
    with pytest.raises(RulesetFileError, match=r"holds no \.toml file"):
        RulesetBook.with_folder(tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"id = ", r"x\.toml: \(file\): no TOML: "),
        (b'id = "\xff"', r"x\.toml: cannot be read: "),
        (b"#" * ((1 << 20) + 1), r"x\.toml: is larger than a ruleset can be \(1 MB\)"),
        (b"rows = 5", r"x\.toml: id: must be 1 to 64 of a-z, .*, not None"),
        (b"id = 5", r"x\.toml: id: must be 1 to 64 of a-z, .*, not 5"),
        (b'id = "Club"', r"x\.toml: id: must be 1 to 64 of a-z, .*, not 'Club'"),
        (b'id = "classic-8x8"', r"x\.toml: id: classic-8x8 is taken by classic-8x8\.toml"),
        (b'id = "club"\nrows = 1', r"x\.toml: rows: must be a whole number from 2 to 25, not 1"),
        (b'id = "club"\nbase = "nowhere"', r'x\.toml: there is no ruleset "nowhere" to inherit from'),
        (b'id = "club"\nbase = "club"', r"x\.toml: base: goes round in a circle: club -> club"),
    ],
)
def test_each_file_that_is_no_good_is_named_with_its_fault(
    tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / "x.toml").write_bytes(content)
    with pytest.raises(RulesetFileError, match=message):
        RulesetBook.with_folder(tmp_path)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.toml").mkdir()
    with pytest.raises(RulesetFileError, match=r"x\.toml: cannot be read: "):
        RulesetBook.with_folder(tmp_path)


def test_two_files_may_not_claim_the_same_id(tmp_path: Path) -> None:
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text('id = "club"\n', encoding="utf-8")
    with pytest.raises(RulesetFileError, match=r"two\.toml: id: club is taken by .*one\.toml"):
        RulesetBook.with_folder(tmp_path)


def test_a_circle_of_bases_is_told_round_from_where_it_starts(tmp_path: Path) -> None:
    for id, base in (("a", "b"), ("b", "c"), ("c", "b")):
        (tmp_path / f"{id}.toml").write_text(f'id = "{id}"\nbase = "{base}"\n', encoding="utf-8")
    with pytest.raises(RulesetFileError, match=r"base: goes round in a circle: b -> c -> b"):
        RulesetBook.with_folder(tmp_path)


def test_the_ruleset_that_all_inherit_from_must_be_complete() -> None:
    complete = RulesetBook({"s.toml": 'id = "standard-10x10"\n' + COMPLETE})
    assert complete.ids() == ["standard-10x10"]
    assert complete.for_size(8, 8) is None
    with pytest.raises(RulesetFileError, match=r"^s\.toml: rows: is missing, and there is no base"):
        RulesetBook({"s.toml": 'id = "standard-10x10"\n'})
    with pytest.raises(RulesetFileError, match="circle: standard-10x10 -> z -> standard-10x10"):
        RulesetBook({"s.toml": 'id = "standard-10x10"\nbase = "z"\n', "z.toml": 'id = "z"\n'})
    with pytest.raises(RulesetFileError, match='there is no ruleset "standard-10x10"'):
        RulesetBook({"s.toml": 'id = "standard-10x10"\nbase = "standard-10x10"\n' + COMPLETE})


def test_a_book_looks_up_bases_for_custom_rulesets() -> None:
    custom = read_ruleset({"base": "classic-8x8"}, RulesetBook.builtin().get)
    assert custom.rows == 8
