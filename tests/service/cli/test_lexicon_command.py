"""The commands `lexicon build`, `diff`, `check` and `stats`."""

import gzip
import json
from pathlib import Path

import pytest

from tests.service.cli import calling
from tests.service.cli.calling import Outcome, call
from upwords_referee.lexicons.build import build_lexicon
from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.lexicons.file import open_lexicon
from upwords_referee.rules.words import WordStatus

LIST = "straße\nÖl\nöl\ncat\nMonday\tproper_noun\ndont\tneeds_apostrophe\n"


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "list.txt"
    path.write_text(LIST, "utf-8")
    return str(path)


def build(source: str, *options: str) -> tuple[Path, Outcome]:
    out = Path(source).with_name("club.lexicon")
    outcome = call("lexicon", "build", source, str(out), *options)
    assert outcome.status == 0, outcome
    return out, outcome


def error(*arguments: str, status: int = 2) -> str:
    outcome = call("lexicon", *arguments)
    assert (outcome.status, outcome.out) == (status, "")
    assert outcome.err.startswith("error: ")
    return outcome.err.removeprefix("error: ")


# build


def test_a_list_becomes_a_compact_lexicon(source: str) -> None:
    texts = [
        "--id",
        "club-1",
        "--name",
        "Club list",
        "--language",
        "de",
        "--edition",
        "2026",
        "--licence",
        "CC0",
    ]
    out, outcome = build(source, *texts, "--fold", "ß=ss")
    lexicon = open_lexicon(out)
    assert isinstance(lexicon, CompactLexicon)
    assert (lexicon.id, lexicon.name, lexicon.language) == ("club-1", "Club list", "de")
    assert (lexicon.edition, lexicon.licence, lexicon.folding.letters) == ("2026", "CC0", {"ß": "SS"})
    assert list(lexicon.entries()) == [
        ("CAT", WordStatus.ACCEPTABLE),
        ("DONT", WordStatus.NEEDS_APOSTROPHE),
        ("MONDAY", WordStatus.PROPER_NOUN),
        ("STRASSE", WordStatus.ACCEPTABLE),
        ("ÖL", WordStatus.ACCEPTABLE),
    ]
    assert outcome.err == ""


def test_statistics_per_length_are_shown(source: str) -> None:
    _, outcome = build(source)
    assert outcome.out.endswith(
        "\n"
        "letters  acceptable  proper noun  needs apostrophe\n"
        "      2           1            0                 0\n"
        "      3           1            0                 0\n"
        "      4           0            0                 1\n"
        "      6           1            1                 0\n"
        "    all           3            1                 1\n"
    )


def test_the_id_is_else_that_of_the_file(source: str) -> None:
    assert open_lexicon(build(source)[0]).id == "club"


def test_the_answer_in_json_has_the_same_figures(source: str) -> None:
    out, outcome = build(source, "--json", "--fold", "ß=SS")
    answer = json.loads(outcome.out)
    assert answer["bytes"] == out.stat().st_size
    assert answer["digest"] == open_lexicon(out).digest
    assert answer["folding"] == ["ß=SS"]
    assert answer["lengths"] == {
        "2": {"ACCEPTABLE": 1},
        "3": {"ACCEPTABLE": 1},
        "4": {"NEEDS_APOSTROPHE": 1},
        "6": {"PROPER_NOUN": 1},
        "7": {"ACCEPTABLE": 1},
    }


def test_a_packed_list_is_read_too(source: str) -> None:
    Path(source).write_bytes(gzip.compress(LIST.encode()))
    assert open_lexicon(build(source)[0]).statuses(["CAT"]) == {"CAT": WordStatus.ACCEPTABLE}


def test_the_old_file_is_replaced_and_nothing_else_is_left(source: str) -> None:
    out, _ = build(source)
    Path(source).write_text("dog\n", "utf-8")
    build(source)
    assert [word for word, _ in open_lexicon(out).entries()] == ["DOG"]
    assert sorted(path.name for path in out.parent.iterdir()) == ["club.lexicon", "list.txt"]


def test_who_has_the_old_file_open_keeps_it_whole(source: str) -> None:
    out, _ = build(source)
    old = out.read_bytes()
    with out.open("rb") as held:
        Path(source).write_text("dog\n", "utf-8")
        build(source)
        assert held.read() == old


def test_a_bad_list_leaves_the_old_file(source: str) -> None:
    out, _ = build(source)
    old = out.read_bytes()
    Path(source).write_text("dog\nk9\n", "utf-8")
    assert "line 2: k9 holds a digit" in error("build", source, str(out))
    assert out.read_bytes() == old


class Terminal(calling.Written):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_shows_the_progress_on_a_terminal_and_nowhere_else(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert build(source)[1].err == ""
    monkeypatch.setattr(calling, "Written", Terminal)
    _, outcome = build(source)
    assert "reading words" in outcome.err
    assert "packing words" in outcome.err
    assert "100%" in outcome.err


def test_a_list_that_is_not_there_is_not_understood(tmp_path: Path) -> None:
    told = error("build", str(tmp_path / "no.txt"), str(tmp_path / "out"))
    assert told == f'word list "{tmp_path / "no.txt"}" does not exist; check the path\n'


def test_a_built_lexicon_is_no_list(source: str, tmp_path: Path) -> None:
    out, _ = build(source)
    assert "is built already; name a word list" in error("build", str(out), str(tmp_path / "two"))


def test_a_list_is_not_overwritten_by_its_lexicon(source: str) -> None:
    assert "OUT is LIST itself" in error("build", source, source)
    assert Path(source).read_text("utf-8") == LIST


def test_what_cannot_be_written_is_told(source: str, tmp_path: Path) -> None:
    out = str(tmp_path / "no" / "club.lexicon")
    told = error("build", source, out, status=3)
    assert told == f'OUT, "{out}", cannot be written (No such file or directory); check the path\n'
    (tmp_path / "folder").mkdir()
    assert "cannot be written (Is a directory)" in error("build", source, str(tmp_path / "folder"), status=3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "list.txt"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--id", "No Id"], "'No Id' is no lexicon id"),
        (["--id", "none"], "'none' is reserved"),
        (["--name", "x" * 201], "name is not at most 200 printable characters"),
        (["--fold", "ß"], "--fold is LETTER=LETTERS, as in ß=SS, not 'ß'"),
        (["--fold", "ß="], "'' is not 1 to 8 letters"),
        (["--fold", "ab=c"], "'AB' is no single letter"),
        (["--fold", "a=b", "--fold", "A=c"], "--fold spells 'A' in two ways"),
        (["--fold", "a=b", "--fold", "b=c"], "'B' is folded too"),
    ],
    ids=repr,
)
def test_a_bad_option_is_not_understood(source: str, options: list[str], told: str) -> None:
    out = Path(source).with_name("club.lexicon")
    assert told in error("build", source, str(out), *options)
    assert not out.exists()


# diff


@pytest.fixture
def editions(tmp_path: Path) -> tuple[str, str]:
    old, new = tmp_path / "old.txt", tmp_path / "new.lexicon"
    old.write_text("cat\ndog\nBob\tPROPER_NOUN\nish\tAFFIX\n", "utf-8")
    entries = [("cat", "ACCEPTABLE"), ("öl", "ACCEPTABLE"), ("bob", "ACCEPTABLE"), ("NASA", "ABBREVIATION")]
    new.write_bytes(build_lexicon([(word, WordStatus[name]) for word, name in entries], id="new"))
    return str(old), str(new)


def test_what_came_what_went_and_what_changed_is_told(editions: tuple[str, str]) -> None:
    assert call("lexicon", "diff", *editions) == (
        1,
        "~ BOB  proper noun -> acceptable\n"
        "- DOG\n"
        "- ISH  affix\n"
        "+ NASA  abbreviation\n"
        "+ ÖL\n"
        "2 added, 2 removed, 1 changed\n",
        "",
    )


def test_the_difference_in_json(editions: tuple[str, str]) -> None:
    outcome = call("lexicon", "diff", *editions, "--json")
    assert outcome.status == 1
    assert json.loads(outcome.out) == {
        "same": False,
        "added": {"NASA": "ABBREVIATION", "ÖL": "ACCEPTABLE"},
        "removed": {"DOG": "ACCEPTABLE", "ISH": "AFFIX"},
        "changed": {"BOB": {"old": "PROPER_NOUN", "new": "ACCEPTABLE"}},
        "folding": {"old": [], "new": []},
    }


def test_a_list_and_the_lexicon_built_of_it_are_the_same(source: str) -> None:
    out, _ = build(source)
    assert call("lexicon", "diff", source, str(out)) == (0, "0 added, 0 removed, 0 changed\n", "")


def test_a_folding_makes_a_difference_though_the_words_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "cats.txt"
    path.write_text("cat\n", "utf-8")
    out, _ = build(str(path), "--fold", "ä=a")
    outcome = call("lexicon", "diff", str(path), str(out))
    assert outcome == (1, "+ folding Ä=A\n0 added, 0 removed, 0 changed\n", "")


def test_a_missing_edition_is_not_understood(editions: tuple[str, str]) -> None:
    assert "does not exist" in error("diff", editions[0], "no.txt")


# check and stats


def test_each_word_is_told_with_the_reason(source: str) -> None:
    out, _ = build(source, "--fold", "ß=SS")
    outcome = call("lexicon", "check", str(out), "straße", "monday", "DON'T", "dont", "-ish", "cow")
    assert outcome == (
        1,
        "word    status\n"
        "STRAßE  acceptable\n"
        "MONDAY  proper noun\n"
        "DON'T   needs apostrophe\n"
        "DONT    needs apostrophe\n"
        "-ISH    needs hyphen\n"
        "COW     not found\n",
        "",
    )


def test_acceptable_words_exit_with_0(source: str) -> None:
    assert call("lexicon", "check", source, "cat", "öl").status == 0


def test_the_lexica_of_the_package_are_known_by_id() -> None:
    outcome = call("lexicon", "check", "scowl-60", "Monday", "email", "--json")
    assert outcome.status == 1
    assert json.loads(outcome.out) == {"words": {"MONDAY": "PROPER_NOUN", "EMAIL": "ACCEPTABLE"}}


def test_a_lexicon_that_is_neither_is_not_understood_in_json_too() -> None:
    outcome = call("lexicon", "check", "nowhere", "cat", "--json")
    assert outcome.status == 2
    assert json.loads(outcome.out)["error"]["message"] == (
        'word list "nowhere" does not exist; check the path'
    )


def test_stats_say_what_it_is_and_how_many_words_of_each_length() -> None:
    outcome = call("lexicon", "stats", "enable")
    assert outcome.status == 0
    assert "name      ENABLE\n" in outcome.out
    assert "digest    77a8b7729436793e0094b68243ffb3ff0825332ceec5f427880138971d6135c4\n" in outcome.out
    assert "      2          96\n" in outcome.out
    assert outcome.out.endswith("    all      172823\n")


def test_no_command_is_not_understood() -> None:
    assert call("lexicon").status == 2
