"""The file of a decision log: whole lines, whoever else writes, rotates or has no room."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

from upwords_referee.service.decision_file import DecisionFile

# Writes lines of 1,000 bytes to a file that may have 10,500, until it has had enough errors; says how many.
FILL = """
import resource, sys
from pathlib import Path
from upwords_referee.service.decision_file import DecisionFile
resource.setrlimit(resource.RLIMIT_FSIZE, (10_500, 10_500))
file, lost = DecisionFile(Path(sys.argv[1])), 0
for _ in range(15):
    try:
        file.append(b"x" * 999 + b"\\n")
    except OSError:
        lost += 1
print(lost)
"""


def test_a_file_without_room_holds_whole_lines_only(tmp_path: Path) -> None:
    path = tmp_path / "log"
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(path)], capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout.strip() == "5"
    assert path.read_bytes() == (b"x" * 999 + b"\n") * 10


def test_half_a_line_of_one_who_died_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b'{"whole":1}\n{"half"')
    DecisionFile(path).append(b"ours\n")
    assert path.read_bytes() == b'{"whole":1}\n{"half"\nours\n'


def test_after_a_rotation_lines_go_to_the_new_file(tmp_path: Path) -> None:
    path, old = tmp_path / "log", tmp_path / "log.1"
    file = DecisionFile(path)
    file.append(b"1\n")
    path.rename(old)
    file.append(b"2\n")
    path.unlink()
    file.append(b"3\n")
    assert (old.read_bytes(), path.read_bytes()) == (b"1\n", b"3\n")


def test_a_file_cut_to_nothing_is_filled_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "log"
    file = DecisionFile(path)
    file.append(b"1\n")
    os.truncate(path, 0)
    file.append(b"2\n")
    assert path.read_bytes() == b"2\n"


def test_the_file_is_not_for_everybody(tmp_path: Path) -> None:
    path = tmp_path / "log"
    DecisionFile(path)
    assert path.stat().st_mode & 0o007 == 0


def test_a_file_that_cannot_be_opened_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="log"):
        DecisionFile(tmp_path / "missing" / "log")


def test_a_folder_that_is_gone_fails_and_one_that_comes_back_does_not(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    file = DecisionFile(folder / "log")
    (folder / "log").unlink()
    folder.rmdir()
    with pytest.raises(FileNotFoundError):
        file.append(b"1\n")
    folder.mkdir()
    file.append(b"2\n")
    assert (folder / "log").read_bytes() == b"2\n"


def test_lines_of_several_processes_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "log"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_many, args=[path, letter]) for letter in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    lines = path.read_text().splitlines()
    assert sorted(lines) == sorted(letter * 30_000 for letter in "abc" for _ in range(40))


def write_many(path: Path, letter: str) -> None:
    file = DecisionFile(path)
    for _ in range(40):
        file.append(letter.encode() * 30_000 + b"\n")
