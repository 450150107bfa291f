"""Boards drawn as pictures."""

import re
from itertools import pairwise, product
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upwords_referee as upwords
from upwords_referee import Board, board_svg
from upwords_referee.library.drawing.colours import DARK, LIGHT, Colours
from upwords_referee.rules.square import square_name

STANDARD = upwords.RulesetBook.builtin().get("standard-10x10")
MOOD = upwords.parse_board("10/10/10/10/3MOOD3/10/10/10/10/10")
WOOD = upwords.parse_board("10/10/10/10/3(MW)OOD3/10/10/10/10/10")
NAME = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{NAME}svg"
    return root


def stacks(svg: str) -> dict[str, Element]:
    """Return the group of each stack by the name of its square."""
    groups = [group for group in drawn(svg).iter(f"{NAME}g") if group.find(f"{NAME}title") is not None]
    return {(group.findtext(f"{NAME}title") or "").partition(":")[0]: group for group in groups}


def texts(group: Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{NAME}text")]


def layers(group: Element, colours: Colours = LIGHT) -> list[float]:
    """Return where the upper edge of each layer of a stack lies, the lowest layer first."""
    return [float(rect.attrib["y"]) for rect in filled(group, colours.edge)]


def filled(group: Element, colour: str) -> list[Element]:
    return [shape for shape in group.iter() if shape.get("fill") == colour]


def place(svg: str, square: str) -> tuple[float, float]:
    letter = next(stacks(svg)[square].iter(f"{NAME}text"))
    return float(letter.attrib["x"]), float(letter.attrib["y"])


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the Web Content Accessibility Guidelines define it."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_occupied_square_has_its_letter_and_no_other_square_has_one() -> None:
    found = {square: texts(group)[0] for square, group in stacks(board_svg(MOOD)).items()}
    assert found == {"D5": "M", "E5": "O", "F5": "O", "G5": "D"}


def test_letters_stand_in_their_rows_and_columns() -> None:
    svg = board_svg(MOOD)
    across = [place(svg, square) for square in ("D5", "E5", "F5", "G5")]
    assert [x - across[0][0] for x, _ in across] == [0, 100, 200, 300]
    assert len({y for _, y in across}) == 1
    row = next(text for text in drawn(svg).iter(f"{NAME}text") if text.text == "5")
    column = next(text for text in drawn(svg).iter(f"{NAME}text") if text.text == "D")
    assert float(column.attrib["x"]) == across[0][0]
    assert abs(float(row.attrib["y"]) - across[0][1]) < 10


@pytest.mark.parametrize("height", range(1, 9))
def test_a_stack_has_a_layer_for_each_tile_and_its_height_from_two_on(height: int) -> None:
    group = stacks(board_svg(Board.of_stacks(2, 2, {(1, 1): "ABCDEFGH"[:height]})))["B2"]
    edges = layers(group)
    assert len(edges) == height
    assert texts(group) == ["ABCDEFGH"[height - 1], *([str(height)] if height > 1 else [])]
    assert all(below - above >= 3 for below, above in pairwise(edges))


def test_a_higher_stack_rises_above_a_lower_one_and_has_another_face() -> None:
    board = Board.of_stacks(2, 5, {(1, column): "ABCDE"[: column + 1] for column in range(5)})
    groups = stacks(board_svg(board)).values()
    tops = [layers(group)[-1] for group in groups]
    assert tops == sorted(tops, reverse=True)
    assert len(set(tops)) == 5
    assert [len(filled(group, face)) for group, face in zip(groups, LIGHT.faces, strict=True)] == [1] * 5


def test_of_a_very_high_stack_the_number_tells_the_height() -> None:
    group = stacks(board_svg(Board.of_stacks(2, 2, {(0, 0): "AB" * 49 + "C"})))["A1"]
    assert texts(group) == ["C", "99"]
    assert len(layers(group)) == 8


def test_a_stack_reaches_over_no_tile_of_the_row_above() -> None:
    for height in (1, 5, 8, 99):
        svg = board_svg(Board.of_stacks(2, 2, {(0, 0): "A", (1, 0): "AB" * (height // 2) + "C"}))
        flat = filled(stacks(svg)["A1"], LIGHT.edge)[0]
        foot = float(flat.attrib["y"]) + float(flat.attrib["height"])
        assert layers(stacks(svg)["A2"])[-1] >= foot - 1


def test_the_last_play_is_framed_and_has_a_corner_whatever_the_colours() -> None:
    groups = stacks(board_svg(WOOD, played=[(4, 3)]))
    plain = [shape.tag for shape in stacks(board_svg(WOOD))["D5"].iter()]
    assert len(filled(groups["D5"], LIGHT.played)) == 2
    assert sorted(shape.tag for shape in groups["D5"].iter()) == sorted(
        [*plain, f"{NAME}rect", f"{NAME}path"]
    )
    assert not filled(groups["E5"], LIGHT.played)
    frame, body = list(groups["D5"].iter(f"{NAME}rect"))[:2]
    assert float(frame.attrib["width"]) - float(body.attrib["width"]) >= 10
    assert groups["D5"].findtext(f"{NAME}title") == "D5: W over M, just played"


def test_a_square_without_a_tile_cannot_have_been_played() -> None:
    for square in ((0, 0), (4, 10), (10, 4), (-1, 3)):
        with pytest.raises(ValueError, match="so none was played there"):
            board_svg(MOOD, played=[square])


def test_centre_squares_are_marked_until_a_tile_lies_there() -> None:
    assert STANDARD
    empty = drawn(board_svg(Board.empty(10, 10), ruleset=STANDARD))
    mark = next(shape for shape in empty.iter() if shape.get("fill") == LIGHT.centre_mark)
    assert mark.attrib["d"].count("M") == len(STANDARD.centre) == 4
    partly = drawn(board_svg(MOOD, ruleset=STANDARD))
    mark = next(shape for shape in partly.iter() if shape.get("fill") == LIGHT.centre_mark)
    assert mark.attrib["d"].count("M") == 2
    assert not any(shape.get("fill") == LIGHT.centre for shape in drawn(board_svg(MOOD)).iter())


def test_every_square_is_drawn_once() -> None:
    for ruleset in (None, STANDARD):
        root = drawn(board_svg(MOOD, ruleset=ruleset))
        paths = [s.attrib["d"] for s in root.iter() if s.get("fill") in (LIGHT.square, LIGHT.centre)]
        assert sum(path.count("M") for path in paths) == 100


def test_a_tile_shows_what_it_spells() -> None:
    board = upwords.parse_board("10/10/10/10/4QIT3/10/10/10/10/(AQ)9")
    groups = stacks(board_svg(board, ruleset=STANDARD))
    assert texts(groups["E5"]) == ["Qu"]
    assert texts(groups["A10"]) == ["Qu", "2"]
    assert texts(stacks(board_svg(board))["E5"]) == ["Q"]
    sizes = [float(next(groups[square].iter(f"{NAME}text")).attrib["font-size"]) for square in ("F5", "E5")]
    assert sizes[0] > sizes[1] > 30


def test_the_board_must_be_of_the_rulesets_size() -> None:
    with pytest.raises(ValueError, match="the board has 8 rows and 8 columns; the ruleset 10 and 10"):
        board_svg(Board.empty(8, 8), ruleset=STANDARD)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_all_text_has_a_contrast_of_at_least_four_and_a_half(colours: Colours) -> None:
    for text, face in product((colours.ink, colours.height), colours.faces):
        assert contrast(text, face) >= 4.5, (text, face)
    assert contrast(colours.label, colours.board) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_shapes_that_mean_something_have_a_contrast_of_at_least_three(colours: Colours) -> None:
    assert contrast(colours.played, colours.board) >= 3
    assert contrast(colours.played, colours.square) >= 3
    assert all(contrast(colours.played_face, face) >= 3 for face in colours.faces)
    assert all(contrast(colours.seam, face) >= 3 for face in (*colours.faces, colours.edge))


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("dark", "colours", "others"), [(False, LIGHT, DARK), (True, DARK, LIGHT)])
def test_a_picture_has_the_colours_of_its_scheme_alone(dark: bool, colours: Colours, others: Colours) -> None:
    svg = board_svg(WOOD, ruleset=STANDARD, played=[(4, 3)], dark=dark)
    used = set(re.findall("#[0-9a-f]{6}", svg))
    assert used <= set(colours.by_role().values())
    assert not used & set(others.by_role().values())
    assert "<style" not in svg
    assert "class=" not in svg


def test_a_picture_for_both_schemes_turns_every_colour_dark() -> None:
    svg = board_svg(WOOD, ruleset=STANDARD, played=[(4, 3)], dark=None)
    style = drawn(svg).findtext(f"{NAME}style") or ""
    assert style.startswith("@media (prefers-color-scheme:dark){")
    dark = dict(re.findall(r"\.(upwords-[\w-]+)\{(\w+:#\w+)\}", style))
    light_of = {colour: role for role, colour in LIGHT.by_role().items() if role != "played_face"}
    for shape in drawn(svg).iter():
        kinds = [kind for kind in ("fill", "stroke") if kind in shape.attrib]
        names = shape.get("class", "").split()
        assert len(names) == len(kinds)
        for kind, name in zip(kinds, names, strict=True):
            role = name.removeprefix(f"upwords-{kind}-")
            assert role.removesuffix("_face") == light_of[shape.attrib[kind]]
            assert dark[name] == f"{kind}:{DARK.by_role()[role]}"
    plain = re.sub(r' class="[^"]*"|<style>.*</style>\n', "", svg)
    assert plain == board_svg(WOOD, ruleset=STANDARD, played=[(4, 3)], dark=False)


def test_colours_of_different_meaning_differ() -> None:
    for colours in (LIGHT, DARK):
        assert len(set(colours.faces)) == len(colours.faces) == 5
        assert len(set(colours.by_role().values())) >= len(colours.by_role()) - 1


def test_the_same_board_gives_the_same_text() -> None:
    board = Board.of_stacks(3, 3, {(2, 2): "C", (0, 0): "AB"})
    again = Board.of_stacks(3, 3, {(0, 0): "AB", (2, 2): "C"})
    assert board_svg(board, played=[(2, 2), (0, 0)]) == board_svg(again, played=iter([(0, 0), (2, 2)]))


def test_title_and_description_are_for_those_who_cannot_see_the_picture() -> None:
    root = drawn(board_svg(WOOD, played=[(4, 3)], title="After the second turn"))
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{NAME}title", f"{NAME}desc"]
    assert root.findtext(f"{NAME}title") == "After the second turn"
    told = "10 rows, 10 columns. D5 W 2 high just played; E5 O; F5 O; G5 D"
    assert root.findtext(f"{NAME}desc") == told
    empty = drawn(board_svg(Board.empty(2, 3)))
    assert empty.findtext(f"{NAME}title") == "Upwords board"
    assert empty.findtext(f"{NAME}desc") == "2 rows, 3 columns. No tiles."


def test_who_points_at_a_stack_sees_its_tiles() -> None:
    board = Board.of_stacks(2, 2, {(0, 0): "M_W"})
    assert stacks(board_svg(board))["A1"].findtext(f"{NAME}title") == "A1: W over ? over M"


@pytest.mark.parametrize("evil", ["</title><script>alert(1)</script>", "a & b < c", "\"'", "&amp;"])
def test_text_is_text_and_never_markup(evil: str) -> None:
    root = drawn(board_svg(Board.of_stacks(2, 2, {(0, 0): "<&", (0, 1): '">'}), title=evil))
    assert root.findtext(f"{NAME}title") == evil
    assert not list(root.iter(f"{NAME}script"))
    letters = [text.text for text in root.iter(f"{NAME}text")]
    assert "&" in letters
    assert ">" in letters


def test_what_xml_cannot_hold_is_replaced() -> None:
    root = drawn(board_svg(Board.of_stacks(2, 2, {(0, 0): "\x1b"}), title="a\x00b\ud800c\ufffe"))
    assert root.findtext(f"{NAME}title") == "a\ufffdb\ufffdc\ufffd"
    assert "\ufffd" in texts(root)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 25), (25, 2), (8, 8), (10, 10), (25, 25), (7, 12)])
@pytest.mark.parametrize("coordinates", [True, False])
def test_the_longer_side_is_as_long_as_asked_and_the_shape_is_kept(
    rows: int, columns: int, coordinates: bool
) -> None:
    for size in (50, 300, 480, 10_000):
        root = drawn(board_svg(Board.empty(rows, columns), size=size, coordinates=coordinates))
        width, height = int(root.attrib["width"]), int(root.attrib["height"])
        assert max(width, height) == size
        _, _, *inner = map(float, root.attrib["viewBox"].split())
        assert width / size == pytest.approx(inner[0] / max(inner), abs=0.02)
        assert height / size == pytest.approx(inner[1] / max(inner), abs=0.02)


@pytest.mark.parametrize("size", [49, 0, -1, 10_001])
def test_a_size_out_of_bounds_is_an_error(size: int) -> None:
    with pytest.raises(ValueError, match=f"50 to 10,?000 pixels on its longer side, not {size}"):
        board_svg(MOOD, size=size)


def test_rows_and_columns_have_their_names_if_asked() -> None:
    names = ["A", "B", "C", "1", "2"]
    assert texts(drawn(board_svg(Board.empty(2, 3)))) == names
    assert texts(drawn(board_svg(Board.empty(2, 3), coordinates=False))) == []
    last = texts(drawn(board_svg(Board.empty(25, 25))))
    assert (last[24], last[-1]) == ("Y", "25")


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    svg = board_svg(WOOD, ruleset=STANDARD, played=[(4, 3)], dark=None)
    assert svg.count("http") == 1
    assert not re.search(r"href|url\(|@import|@font-face|<script| on\w+=| id=", svg)


BOARDS = st.tuples(st.integers(2, 25), st.integers(2, 25)).flatmap(
    lambda size: st.builds(
        Board.of_stacks,
        st.just(size[0]),
        st.just(size[1]),
        st.dictionaries(
            st.tuples(st.integers(0, size[0] - 1), st.integers(0, size[1] - 1)),
            st.text("ABQZß<&Ж", min_size=1, max_size=10),
            max_size=12,
        ),
    )
)


@settings(deadline=None, max_examples=60)
@given(BOARDS, st.text(max_size=20), st.sampled_from([None, True, False]), st.booleans(), st.data())
def test_any_board_is_drawn_within_the_picture_with_all_its_tiles(
    board: Board, title: str, dark: bool | None, coordinates: bool, data: st.DataObject
) -> None:
    tiles = [(square_name(*square), stack) for square, stack in board.occupied()]
    squares = [square for square, _ in board.occupied()]
    played = data.draw(st.sets(st.sampled_from(squares))) if squares else set()
    svg = board_svg(board, played=played, title=title, dark=dark, coordinates=coordinates)
    root, groups = drawn(svg), stacks(svg)
    assert list(groups) == [name for name, _ in tiles]
    for name, stack in tiles:
        assert texts(groups[name]) == [stack[-1], *([str(len(stack))] if len(stack) > 1 else [])]
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for rect in root.iter(f"{NAME}rect"):
        x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
        assert 0 <= x <= x + float(rect.attrib["width"]) <= width
        assert 0 <= y <= y + float(rect.attrib["height"]) <= height


def test_the_picture_of_the_readme_is_that_of_todays_code() -> None:
    readme = Path(__file__).parents[3] / "README.md"
    picture = readme.parent / "docs/images/board.svg"
    assert "docs/images/board.svg" in readme.read_text("utf-8")
    before = upwords.parse_board("10/10/6(RWT)3/6I3/3(MWFG)OOD3/5FEAST/8(AI)1/5(HW)EEL1/8T1/10")
    play = upwords.parse_move("8E ST...", before)
    assert isinstance(play, upwords.Play)
    assert upwords.judge(before, play).valid
    squares = [(row, column) for row, column, _ in play.placements]
    svg = board_svg(before.after(play), ruleset=STANDARD, played=squares, size=400, dark=None)
    assert picture.read_text("utf-8") == svg
