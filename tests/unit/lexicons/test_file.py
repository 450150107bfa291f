"""Word lists in files, and everything that can be wrong with the file."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from upwords_referee.lexicons import file
from upwords_referee.lexicons.build import build_lexicon
from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.file import open_lexicon, read_word_list
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus


def write(folder: Path, raw: bytes, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(raw)
    return path


def test_a_file_becomes_a_lexicon(tmp_path: Path) -> None:
    path = write(tmp_path, b"dog\ncat\ncat\n")
    lexicon = read_word_list(path, "pets", name="Pets", language="en", edition="1", licence="CC0")
    assert lexicon.words == {"CAT", "DOG"}
    assert lexicon.digest == WordList("t", ["CAT", "DOG"]).digest
    assert (lexicon.id, lexicon.name, lexicon.language) == ("pets", "Pets", "en")
    assert (lexicon.edition, lexicon.licence) == ("1", "CC0")


def test_the_path_may_be_text(tmp_path: Path) -> None:
    assert read_word_list(str(write(tmp_path, b"cat")), "t").words == {"CAT"}


def test_gzip_is_known_by_its_first_bytes_not_its_name(tmp_path: Path) -> None:
    packed = gzip.compress(b"cat\n") + gzip.compress(b"dog\n")
    assert read_word_list(write(tmp_path, packed), "t").words == {"CAT", "DOG"}
    assert read_word_list(write(tmp_path, b"cat\n", "plain.gz"), "t").words == {"CAT"}


def refusal(path: Path | str) -> str:
    with pytest.raises(LexiconError) as caught:
        read_word_list(path, "t")
    return str(caught.value)


def test_bad_lines_name_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, b"cat\nk9\n")
    assert refusal(path).startswith(f'word list "{path}" has 1 bad line: line 2: k9 holds a digit. ')


def test_bad_lines_of_a_packed_list_are_reported_too(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(b"cat\nk9\n"))
    assert refusal(path).startswith(f'word list "{path}" has 1 bad line: line 2: k9')


@pytest.mark.parametrize("raw", [b"", gzip.compress(b"")])
def test_an_empty_file_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = write(tmp_path, raw)
    assert refusal(path) == f'word list "{path}" holds no word; it needs one word a line'


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gone.txt"
    assert refusal(path) == f'word list "{path}" does not exist; check the path'


def test_a_directory_is_no_list(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f'word list "{tmp_path}" is a directory; name the file in it'


def test_a_file_without_permission_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    path = write(tmp_path, b"cat")
    monkeypatch.setattr(Path, "open", forbid)  # a mode of 000 stops no test that runs as root
    assert refusal(path) == f'word list "{path}" may not be read; check its permissions'


def test_any_other_fault_of_the_file_system_gives_its_reason(tmp_path: Path) -> None:
    loop = tmp_path / "loop.txt"
    loop.symlink_to(loop)
    assert refusal(loop).startswith(f'word list "{loop}" cannot be read (Too many levels of symbolic links)')


def test_a_path_that_cannot_be_is_refused() -> None:
    assert "cannot be read (embedded null byte); check the path" in refusal("a\0b")


PACKED = gzip.compress(b"cat\n" * 1000)


@pytest.mark.parametrize(
    "raw",
    [
        PACKED[:-9],
        PACKED[:2],
        PACKED[:12] + b"\xff" * 8 + PACKED[20:],
        PACKED[:-8] + b"\0\0\0\0" + PACKED[-4:],
        PACKED + b"rubbish",
    ],
    ids=["cut short", "magic only", "bad data", "wrong checksum", "rubbish after"],
)
def test_broken_gzip_is_named(tmp_path: Path, raw: bytes) -> None:
    path = write(tmp_path, raw)
    text = refusal(path)
    assert text.startswith(f'word list "{path}" is broken gzip (')
    assert text.endswith("; copy or pack it again")


def test_a_gzip_bomb_is_stopped_at_256_mb(tmp_path: Path) -> None:
    megabyte = b"\n" * 2**20
    path = tmp_path / "bomb.gz"
    with gzip.open(path, "wb", compresslevel=1) as bomb:
        for _ in range(257):
            bomb.write(megabyte)
    assert refusal(path) == f'word list "{path}" unpacks to more than 256 MB; bring a smaller list'


def test_a_plain_file_over_256_mb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sparse.txt"
    with path.open("wb") as stream:
        stream.truncate(256 * 2**20 + 1)
    assert refusal(path) == f'word list "{path}" is larger than 256 MB; bring a smaller list'


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_the_size_limit_itself_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Any) -> None:
    monkeypatch.setattr(file, "MAX_BYTES", 1000)
    assert len(read_word_list(write(tmp_path, pack(b"cat\n" * 250)), "t").words) == 1
    refusal(write(tmp_path, pack(b"cat\n" * 250 + b"\n")))


COMPACT = build_lexicon([("CAT", WordStatus.ACCEPTABLE)], id="pets", name="Pets")


def test_a_compact_lexicon_is_known_by_its_first_bytes_also_in_gzip(tmp_path: Path) -> None:
    for raw in (COMPACT, gzip.compress(COMPACT)):
        lexicon = open_lexicon(write(tmp_path, raw))
        assert isinstance(lexicon, CompactLexicon)
        assert (lexicon.id, lexicon.name, list(lexicon.words())) == ("pets", "Pets", ["CAT"])


def test_a_list_is_opened_as_one_also_in_gzip(tmp_path: Path) -> None:
    for raw in (b"cat\n", gzip.compress(b"cat\n")):
        lexicon = open_lexicon(write(tmp_path, raw, "club.2026.txt"))
        assert isinstance(lexicon, WordList)
        assert (lexicon.id, lexicon.words) == ("club", frozenset({"CAT"}))


def test_a_list_with_reasons_keeps_them(tmp_path: Path) -> None:
    lexicon = open_lexicon(write(tmp_path, b"cat\nBob\tPROPER_NOUN\n", "My list.txt"))
    assert lexicon.id == "My list"
    assert lexicon.statuses(["CAT", "BOB"]) == {
        "CAT": WordStatus.ACCEPTABLE,
        "BOB": WordStatus.PROPER_NOUN,
    }


@pytest.mark.parametrize("raw", [COMPACT, b"cat\n", b"cat\nBob\tPROPER_NOUN\n"])
def test_the_id_that_is_asked_for_stands(tmp_path: Path, raw: bytes) -> None:
    assert open_lexicon(write(tmp_path, raw), "club").id == "club"


def test_a_broken_compact_lexicon_is_refused_by_its_path(tmp_path: Path) -> None:
    path = write(tmp_path, COMPACT[:-1])
    with pytest.raises(LexiconError, match="is broken") as caught:
        open_lexicon(path)
    assert str(path) in str(caught.value)


def test_a_compact_lexicon_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "MAX_BYTES", len(COMPACT) - 1)
    for raw in (COMPACT, gzip.compress(COMPACT)):
        with pytest.raises(LexiconError, match=r"more than|larger than"):
            open_lexicon(write(tmp_path, raw))
