"""Bearer keys: made, kept as hashes, found, read from a file, and read again when it changes."""

import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from upwords_referee.service import keys
from upwords_referee.service.keys import Key, KeyRing, Keys, KeysError, hash_key, new_key, read_keys
from upwords_referee.service.methods import SERVICES
from upwords_referee.service.scopes import NAMES, SCOPES, scope_of


def lines(key: str, name: str = "club", scopes: str = '["judge"]', more: str = "") -> str:
    return f'[[keys]]\nname = "{name}"\nhash = "{hash_key(key)}"\nscopes = {scopes}\n{more}\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "keys.toml"
    path.write_text(text, "utf-8")
    return path


def replaced(path: Path, text: str) -> None:
    """Replace a file as operators should: whole."""
    other = path.with_suffix(".new")
    other.write_text(text, "utf-8")
    other.replace(path)


def test_a_new_key_has_256_random_bits_and_is_known_by_its_beginning() -> None:
    made = {new_key() for _ in range(100)}
    assert len(made) == 100
    assert all(re.fullmatch(r"upw_[A-Za-z0-9_-]{43}", key) for key in made)


def test_a_key_of_the_file_is_found_and_no_other(tmp_path: Path) -> None:
    mine = new_key()
    found = read_keys(written(tmp_path, lines(mine)))
    key = found.find(mine)
    assert key is not None
    assert (key.name, key.scopes) == ("club", frozenset({"judge"}))
    for other in (
        "",
        "upw_",
        mine[:-1],
        mine + "A",
        mine.swapcase(),
        new_key(),
        hash_key(mine),
        "x" * 10_000,
    ):
        assert found.find(other) is None


def test_several_keys_of_one_name_hold_at_once(tmp_path: Path) -> None:
    old, new = new_key(), new_key()
    found = read_keys(written(tmp_path, lines(old) + lines(new, scopes='["*"]')))
    assert {found.find(old).name, found.find(new).name} == {"club"}  # type: ignore[union-attr]
    assert len(found) == 2


def test_the_file_holds_nothing_that_opens_a_door() -> None:
    key = Key("club", hash_key("upw_x"), frozenset({"*"}))
    assert Keys([key]).find(key.hash) is None


@pytest.mark.parametrize(
    ("expires", "good"),
    [
        ("2000-01-01", False),
        ("2999-01-01", True),
        ("2000-01-01T00:00:00Z", False),
        ("2999-01-01T00:00:00+02:00", True),
        ("2999-01-01T00:00:00", True),
    ],
)
def test_a_key_that_has_expired_is_none(tmp_path: Path, expires: str, good: bool) -> None:
    mine = new_key()
    found = read_keys(written(tmp_path, lines(mine, more=f"expires = {expires}")))
    assert (found.find(mine) is not None) is good


def test_a_key_expires_while_it_is_held() -> None:
    ends = datetime.now(UTC) + timedelta(seconds=0.05)
    found = Keys([Key("club", hash_key("upw_x"), frozenset(), ends)])
    assert found.find("upw_x")
    time.sleep(0.06)
    assert found.find("upw_x") is None


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [({"judge"}, {"judge", ""}), ({"*"}, {*NAMES, "*", ""}), ({"words"}, {"words", ""})],
)
def test_a_key_allows_its_scopes_and_what_needs_none(scopes: set[str], allowed: set[str]) -> None:
    key = Key("club", "", frozenset(scopes))
    assert {scope for scope in (*NAMES, "*", "") if key.allows(scope)} == allowed


GOOD = lines("upw_x")
BAD = {
    "no TOML": ("keys = [", "is no TOML"),
    "deep": ("keys = " + "[" * 20_000, "is no TOML"),
    "not UTF-8": ("\udcff", "is no TOML"),
    "one table": ("[keys]\n", "two brackets"),
    "not tables": ("keys = [1]\n", "key 1 is no table"),
    "another key": ("[[key]]\n", "'key' is nothing"),
    "no name": ('[[keys]]\nhash = "x"\n', "key 1 needs a name"),
    "a name with a line break": (GOOD.replace('"club"', r'"a\nb"'), "key 1 needs a name"),
    "a name too long": (GOOD.replace("club", "x" * 65), "key 1 needs a name"),
    "an unknown field": (GOOD + "scope = 1\n", "key 'club': there is no 'scope'"),
    "the key itself": (re.sub('hash = ".*"', 'hash = "upw_secret"', GOOD), "key 'club': hash must be 64"),
    "no scopes": (GOOD.replace('scopes = ["judge"]', ""), "key 'club': scopes must be a list"),
    "empty scopes": (GOOD.replace('["judge"]', "[]"), "key 'club': scopes must be a list"),
    "an unknown scope": (GOOD.replace('"judge"', '"admin"'), "key 'club': there is no scope 'admin'"),
    "a date in quotes": (GOOD + 'expires = "2027-01-01"\n', "key 'club': expires must be a date"),
    "the same twice": (GOOD + GOOD.replace("club", "cafe"), "the keys 'club' and 'cafe' are the same"),
    "too large": ("#" * (1 << 20) + "\n", "larger than 1 MB"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_file_with_a_fault_is_refused_with_its_place_and_shows_no_hash(tmp_path: Path, fault: str) -> None:
    text, told = BAD[fault]
    path = tmp_path / "keys.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(KeysError) as caught:
        read_keys(path)
    assert told in str(caught.value)
    assert "keys.toml" in str(caught.value)
    assert hash_key("upw_x") not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(KeysError, match="cannot read"):
        KeyRing(tmp_path / "none.toml")


def eventually(ring: KeyRing, key: str, good: bool) -> bool:
    give_up = time.monotonic() + 5
    while time.monotonic() < give_up:
        if (ring.find(key) is not None) is good:
            return True
        time.sleep(0.02)
    return False


@pytest.fixture(autouse=True)
def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_LOOK_SECONDS", 0.05)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    old, new = new_key(), new_key()
    path = written(tmp_path, lines(old))
    ring = KeyRing(path)
    assert ring.find(new) is None
    replaced(path, lines(old) + lines(new))
    assert eventually(ring, new, True)
    assert ring.find(old)
    replaced(path, lines(new))
    assert eventually(ring, old, False)
    assert ring.find(new)


def test_a_changed_file_that_is_no_good_is_one_line_and_the_keys_stay(tmp_path: Path) -> None:
    mine = new_key()
    path = written(tmp_path, lines(mine))
    ring = KeyRing(path)
    with capture_logs() as logs:
        replaced(path, "[[keys]]\nname = 1\n")
        for _ in range(20):
            assert ring.find(mine)
            time.sleep(0.02)
        path.unlink()
        for _ in range(20):
            assert ring.find(mine)
            time.sleep(0.02)
    assert [log["log_level"] for log in logs] == ["error", "error"]
    assert mine not in str(logs)
    assert hash_key(mine) not in str(logs)


def test_half_a_file_never_counts(tmp_path: Path) -> None:
    mine = new_key()
    text = lines(new_key(), "first") + lines(mine)
    path = written(tmp_path, text)
    ring = KeyRing(path)
    half = text[: text.index("[[keys]]", 5)]
    for _ in range(20):  # half a file reads as a whole one, but somebody is still writing
        path.write_text(half + "#" * (_ % 7))
        assert ring.find(mine)
        time.sleep(0.03)
    path.write_text(text)
    time.sleep(0.2)
    assert ring.find(mine)


def test_the_file_is_looked_at_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_LOOK_SECONDS", 60.0)
    ring = KeyRing(written(tmp_path, lines("upw_x")))
    looks: list[Path] = []
    monkeypatch.setattr(keys, "stamp", looks.append)
    for _ in range(1000):
        ring.find("upw_x")
    assert looks == []


def test_every_method_has_a_scope() -> None:
    methods = {f"{service.name}/{method.name}" for service in SERVICES for method in service.methods}
    assert SCOPES.keys() == methods


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("/upwords.referee.v1.RefereeService/BatchJudgeMoves", "judge"),
        ("/upwords.referee.v1.LexiconService/CheckWords", "words"),
        ("/upwords.referee.v1.LexiconService/ListLexicons", ""),
        ("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", ""),
        ("/upwords.referee.v1.RefereeService/NewMethod", "*"),
        ("/", "*"),
    ],
)
def test_what_is_not_in_the_table_needs_every_scope(path: str, scope: str) -> None:
    assert scope_of(path) == scope
