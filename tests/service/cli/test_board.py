"""The command `board`."""

import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

import upwords_referee as upwords
from tests.service.cli.calling import MOOD, PROGRAM, WOOD, call, environment, run
from upwords_referee.library.drawing.colours import DARK, LIGHT

DRAWN = """\
    A  B  C  D  E  F  G  H  I  J
 1  .  .  .  .  .  .  .  .  .  .
 2  .  .  .  .  .  .  .  .  .  .
 3  .  .  .  .  .  .  .  .  .  .
 4  .  .  .  .  .  .  .  .  .  .
 5  .  .  . {}O  O  D  .  .  .
 6  .  .  .  .  +  +  .  .  .  .
 7  .  .  .  .  .  .  .  .  .  .
 8  .  .  .  .  .  .  .  .  .  .
 9  .  .  .  .  .  .  .  .  .  .
10  .  .  .  .  .  .  .  .  .  .
"""
EMPTY = "3/3"


def svg(*arguments: str) -> str:
    outcome = call("board", "--svg", *arguments)
    assert (outcome.status, outcome.err) == (0, "")
    ElementTree.fromstring(outcome.out)
    return outcome.out


def test_a_board_is_drawn_with_its_heights_and_centre_squares() -> None:
    assert call("board", WOOD) == (0, DRAWN.format(" W2 "), "")


def test_a_play_is_made_marked_and_followed_by_the_position_after_it() -> None:
    assert call("board", MOOD, "5D W...") == (0, f"{DRAWN.format('[W2]')}\n{WOOD}\n", "")
    assert call("board", MOOD, "5D", "W...") == call("board", MOOD, "5D W...")


def test_a_play_need_not_be_legal() -> None:
    outcome = call("board", MOOD, "1A X.Z")
    assert outcome.status == 0
    assert " 1 [X] . [Z] .  ." in outcome.out


@pytest.mark.parametrize("move", ["-", "-E"])
def test_a_move_that_lays_nothing_changes_nothing(move: str) -> None:
    assert call("board", WOOD, move) == call("board", WOOD)


def test_a_play_may_be_spelled_out() -> None:
    assert call("board", MOOD, "5D WOOD", "--spelled") == call("board", MOOD, "5D W...")
    assert call("board", MOOD, "5D WOOD").out.endswith("(MW)(OO)(OO)(DD)3/10/10/10/10/10\n")


def test_a_board_of_any_size_needs_no_ruleset() -> None:
    assert call("board", "2A/3") == (0, "    A  B  C\n 1  .  .  A\n 2  .  .  .\n", "")


def test_a_whole_position_names_its_ruleset_unless_an_option_does(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(
        'id = "small"\nname = "Small"\nrows = 2\ncolumns = 3\n'
        "centre = { squares = [{ row = 0, column = 1 }] }\n"
    )
    marked = "    A  B  C\n 1  .  +  .\n 2  .  .  .\n"
    folder = ("--rulesets", str(tmp_path))
    assert call("board", f"{EMPTY} ?/? 0/0 0 rs small;", *folder).out == marked
    assert call("board", EMPTY, "--ruleset", "small", *folder).out == marked
    assert call("board", EMPTY, *folder).out == marked.replace("+", ".")
    assert call("board", f"{EMPTY} ?/? 0/0 0 rs nope;", "--ruleset", "small", *folder).out == marked


def test_the_picture_is_that_of_the_library() -> None:
    ruleset = upwords.RulesetBook.builtin().get("standard-10x10")
    after = upwords.parse_board(WOOD)
    assert svg(MOOD, "5D W...") == upwords.board_svg(after, ruleset=ruleset, played=[(4, 3)])
    assert svg(WOOD, "--size", "300", "--auto") == upwords.board_svg(
        after, ruleset=ruleset, size=300, dark=None
    )


def test_a_picture_is_light_dark_or_both() -> None:
    assert svg(WOOD) == svg(WOOD, "--light")
    light, dark, both = svg(WOOD, "--light"), svg(WOOD, "--dark"), svg(WOOD, "--auto")
    assert (LIGHT.board in light, DARK.board in light) == (True, False)
    assert (LIGHT.board in dark, DARK.board in dark) == (False, True)
    assert (LIGHT.board in both, DARK.board in both) == (True, True)


def test_a_picture_shows_what_a_tile_spells() -> None:
    assert ">Qu<" in svg("10/10/10/10/4Q5/10/10/10/10/10")


def test_a_picture_goes_to_a_file_that_is_replaced_whole(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    out.write_text("old" * 10_000)
    assert call("board", WOOD, "--output", str(out)) == (0, "", "")
    assert out.read_text("ascii") == svg(WOOD)
    assert list(tmp_path.iterdir()) == [out]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    out = tmp_path / "gone" / "board.svg"
    outcome = call("board", WOOD, "--output", str(out))
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err.startswith(f'error: OUT, "{out}", cannot be written (')


def test_a_picture_is_the_same_whatever_the_encoding_of_the_terminal() -> None:
    position = "Ж2/1ß1"
    outcome = run("board", position, "--svg", env=environment(PYTHONIOENCODING="latin-1"))
    assert (outcome.status, outcome.err) == (0, "")
    letters = [text.text for text in ElementTree.fromstring(outcome.out).iter() if text.tag.endswith("text")]
    assert "Ж" in letters
    assert outcome.out == svg(position)


@pytest.mark.parametrize("picture", ["", "--svg"])
def test_a_reader_that_went_away_is_no_fault(picture: str) -> None:
    board = "/".join(["25"] * 25)
    # The reader closes first: what is written later finds nobody.
    command = f'{{ sleep 0.2; "$0" board {board} {picture}; echo "status $?" >&2; }} | true'
    done = subprocess.run(
        ["/bin/sh", "-c", command, PROGRAM], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == "status 0\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), "give POSITION, as in: "),
        (("x",), "POSITION: a board has 2 to 25 rows"),
        ((MOOD, "5D"), "MOVE: "),
        ((MOOD, "5D ...."), "MOVE: no tile is laid"),
        ((MOOD, "5D MOOD", "--spelled"), "MOVE: no tile is laid"),
        ((MOOD, "5I ABC"), "MOVE: K5 is not on the board"),
        ((MOOD, "A10 AB"), "MOVE: A11 is not on the board"),
        ((f"({'A' * 99})1/2", "1A B"), "MOVE: the stack on A1 cannot grow any more"),
        ((MOOD, "--ruleset", "nope"), '--ruleset: there is no ruleset "nope"; known are classic-8x8, '),
        ((f"{MOOD} ?/? 0/0 0 rs nope;",), 'POSITION: there is no ruleset "nope"; known are classic-8x8, '),
        ((MOOD, "--ruleset", "classic-8x8"), "POSITION: the board has 10 rows and 10 columns; classic-8x8 "),
        ((MOOD, "--rulesets", "/nowhere"), "/nowhere is no folder of rulesets"),
        ((MOOD, "--svg", "--output", "x.svg"), "--svg writes to standard output, --output to a file: "),
        ((MOOD, "--svg", "--dark", "--auto"), "a picture is --light, --dark or --auto: give one of them"),
        ((MOOD, "--dark"), "--size, --light, --dark and --auto are for a picture: add --svg or --output"),
        ((MOOD, "--size", "300"), "--size, --light, --dark and --auto are for a picture"),
        ((MOOD, "--svg", "--size", "49"), "--size: a picture has 50 to 10000 pixels, not 49"),
        ((MOOD, "--svg", "--size", "big"), "Invalid value for '--size'"),
    ],
)
def test_what_is_not_understood_says_what_is_wrong(arguments: tuple[str, ...], error: str) -> None:
    outcome = call("board", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {error}")


def test_examples_in_the_help_can_be_run(tmp_path: Path) -> None:
    help = call("board", "--help").out
    examples = [line.strip() for line in help.splitlines() if line.startswith("    upwords-referee board")]
    assert len(examples) == 4
    for example in examples:
        command = example.replace("upwords-referee board", '"$0" board', 1)
        done = subprocess.run(["/bin/sh", "-c", command, PROGRAM], cwd=tmp_path, timeout=60, check=False)
        assert done.returncode == 0, example
    assert (tmp_path / "wood.svg").exists()
    assert ElementTree.parse(tmp_path / "mood.svg").getroot().get("width") == "300"
