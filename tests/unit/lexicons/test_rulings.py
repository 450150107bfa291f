"""House rulings in files."""

from pathlib import Path

import pytest

from upwords_referee.lexicons.overlay import EMPTY, Overlay
from upwords_referee.lexicons.rulings import MAX_BYTES, RulingsError, over, parse_rulings, read_rulings


def fault(text: str) -> str:
    with pytest.raises(RulingsError) as raised:
        parse_rulings(text, "club.txt")
    return str(raised.value)


@pytest.mark.parametrize(
    "line", ["+qi", "+ Qi", "qi\tALLOWED", "QI \t allowed", "+qi # so said the club", "+qi\r"]
)
def test_a_word_is_allowed(line: str) -> None:
    assert parse_rulings(line, "") == Overlay(allow=frozenset({"QI"}))


@pytest.mark.parametrize("line", ["-zax", "zax\tDENIED", "-ZAX\n-zax\n"])
def test_a_word_is_denied(line: str) -> None:
    assert parse_rulings(line, "") == Overlay(deny=frozenset({"ZAX"}))


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n", "\ufeff".strip("\ufeff")])
def test_a_file_may_rule_nothing(text: str) -> None:
    assert parse_rulings(text, "") == EMPTY


@pytest.mark.parametrize(
    "line", ["qi", "+", "+qi za", "qi\tACCEPTABLE", "*qi", "qi ALLOWED", "-qi\tALLOWED", "+don't", "+a1"]
)
def test_a_line_that_is_no_ruling_is_named_with_its_number(line: str) -> None:
    assert fault(f"+za\n\n{line}\n").startswith('the rulings "club.txt": line 3: ')


def test_all_faulty_lines_are_named_up_to_twenty() -> None:
    text = fault("bad line\n" * 25)
    assert "line 20: " in text
    assert "line 21: " not in text
    assert "and 5 more" in text


def test_a_word_of_65_letters_is_none() -> None:
    assert parse_rulings("+" + "A" * 64, "")
    assert "is not 1 to 64 letters" in fault("+" + "A" * 65)


def test_contradictions_name_both_lines() -> None:
    assert 'line 3: QI is ruled the other way by line 1 of "club.txt"' in fault("+qi\n+za\n-Qi\n")


def test_contradictions_between_files_name_both(tmp_path: Path) -> None:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text("+qi\n")
    other.write_text("\n-qi\n")
    with pytest.raises(
        RulingsError, match=r'other.txt": line 2: QI is ruled the other way by line 1 of ".*one'
    ):
        read_rulings([one, other])


def test_files_count_together_and_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_bytes(b"\xef\xbb\xbf+qi\n")
    other.write_text("-zax\n+ö\n", "utf-8")
    assert read_rulings([one, other]) == Overlay(frozenset({"QI", "Ö"}), frozenset({"ZAX"}))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read (No such file"),
        (b"\xff", "are not UTF-8"),
        (b"#" * (MAX_BYTES + 1), "larger than 4 MB"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RulingsError) as raised:
        read_rulings([path])
    assert said in str(raised.value)
    assert str(path) in str(raised.value)


def test_a_calls_rulings_go_before_those_of_the_house() -> None:
    house = Overlay.from_words(allow=["qi", "za"], deny=["zax", "cat"])
    call = Overlay.from_words(allow=["zax"], deny=["qi"])
    assert over(call, house) == Overlay.from_words(allow=["za", "zax"], deny=["cat", "qi"])


def test_one_without_rulings_leaves_the_other() -> None:
    some = Overlay.from_words(allow=["qi"])
    assert over(some, EMPTY) is some
    assert over(EMPTY, some) is some
