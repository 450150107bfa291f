"""The commands `key`: what they print, and that a server takes it."""

from pathlib import Path

import pytest

from tests.service.cli.calling import call
from upwords_referee.service.keys import hash_key, read_keys


def test_a_new_key_is_shown_once_and_its_lines_can_be_added_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    shown = []
    for arguments in (["club"], ['Café "9"\\', "--scope", "judge", "--scope", "words"]):
        done = call("key", "new", *arguments)
        assert done.status == 0
        shown.append(done.err.split()[-1])
        assert shown[-1] not in done.out
        with path.open("a", encoding="utf-8") as file:
            file.write(done.out)
    keys = read_keys(path)
    first, second = (keys.find(key) for key in shown)
    assert first
    assert second
    assert (first.name, first.scopes) == ("club", frozenset({"*"}))
    assert (second.name, second.scopes) == ('Café "9"\\', frozenset({"judge", "words"}))


@pytest.mark.parametrize(
    "arguments", [["x", "--scope", "admin"], [""], ["a\nb"], ["x" * 65], [], ["x", "--scope", ""]]
)
def test_a_name_or_scope_that_is_none_is_not_understood(arguments: list[str]) -> None:
    done = call("key", "new", *arguments)
    assert (done.status, done.out) == (2, "")


def test_the_hash_of_a_key_is_what_the_file_has() -> None:
    key = call("key", "new", "club").err.split()[-1]
    done = call("key", "hash", stdin=f"{key}\n".encode())
    assert (done.status, done.out.strip()) == (0, hash_key(key))


@pytest.mark.parametrize("given", ["", "hunter2", "upw_short", "upw_" + "é" * 43, "upw_" + "x" * 1000])
def test_what_is_no_key_is_not_hashed_and_not_shown(given: str) -> None:
    done = call("key", "hash", stdin=given.encode())
    assert (done.status, done.out) == (2, "")
    assert not given or given not in done.err
