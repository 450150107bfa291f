"""The commands `lexicon push` and `lexicon drop`."""

import json
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.service.cli.calling import call, environment, run
from tests.service.dictionaries.valkey import Valkey, valkey
from upwords_referee.lexicons.file import open_lexicon
from upwords_referee.lexicons.sources.redis_list import list_key

NOBODY = "redis://127.0.0.1:1"


@pytest.fixture(scope="module")
def store() -> Iterator[Valkey]:
    with valkey() as server:
        yield server


@pytest.fixture
def club(tmp_path: Path) -> str:
    path = tmp_path / "club.txt"
    path.write_text("qi\nza\nMonday\tproper_noun\n")
    return str(path)


def keys(store: Valkey) -> list[str]:
    with closing(store.client()) as client:
        return sorted(client.keys("*"))


def test_a_list_is_pushed_under_its_digest_and_dropped_by_list_or_digest(club: str, store: Valkey) -> None:
    digest = open_lexicon(club).digest
    for named in (club, digest, digest.upper()):
        pushed = call("lexicon", "push", club, "--redis", store.url)
        assert (pushed.status, pushed.err) == (0, "")
        assert pushed.out.startswith(f"pushed 3 words, digest {digest}\n")
        assert keys(store) == [list_key(digest)]
        dropped = call("lexicon", "drop", named, "--redis", store.url)
        assert dropped == (0, f"dropped {digest}\n", "")
        assert keys(store) == []
        assert call("lexicon", "drop", named, "--redis", store.url) == (1, f"there is no list {digest}\n", "")


def test_json_says_the_digest_and_the_settings(club: str, store: Valkey) -> None:
    pushed = json.loads(call("lexicon", "push", club, "--redis", store.url, "--json").out)
    table = tomllib.loads(pushed["settings"])["lexicons"]["club"]
    assert table == {"source": "redis", "digest": pushed["digest"]}
    assert pushed["words"] == 3
    dropped = json.loads(call("lexicon", "drop", club, "--redis", store.url, "--json").out)
    assert dropped == {"digest": pushed["digest"], "dropped": True}


def test_the_redis_and_its_password_may_come_from_the_environment(club: str) -> None:
    with valkey("requirepass pa/ss") as guarded:
        env = environment(UPWORDS_REDIS=guarded.url, UPWORDS_REDIS_PASSWORD="pa/ss")
        assert run("lexicon", "push", club, env=env).status == 0
        wrong = run("lexicon", "push", club, env={**env, "UPWORDS_REDIS_PASSWORD": "hunter2"})
        assert wrong.status == 3
        assert "hunter2" not in wrong.err


def test_a_builtin_lexicon_gets_an_id_that_is_free(store: Valkey) -> None:
    pushed = json.loads(call("lexicon", "push", "scowl-60", "--redis", store.url, "--json").out)
    table = tomllib.loads(pushed["settings"])["lexicons"]["scowl-60-redis"]
    assert table["folding"]["É"] == "E"


def test_without_a_redis_nothing_is_pushed(club: str) -> None:
    outcome = run("lexicon", "push", club, env=environment())
    assert (outcome.status, outcome.out) == (2, "")
    assert "name the Redis, as in --redis redis://127.0.0.1:6379" in outcome.err


@pytest.mark.parametrize("command", ["push", "drop"])
def test_a_redis_that_is_not_there_is_status_3(command: str, club: str) -> None:
    outcome = call("lexicon", command, club, "--redis", NOBODY)
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err.startswith("error: ")


@pytest.mark.parametrize("command", ["push", "drop"])
@pytest.mark.parametrize(
    "url", ["hunter2", "nix://:hunter2@h", "redis://:hunter2@h:port", "redis://:hunter2/@h"]
)
def test_a_url_that_is_no_good_is_status_2_and_not_shown(command: str, url: str, club: str) -> None:
    outcome = call("lexicon", command, club, "--redis", url)
    assert (outcome.status, outcome.out) == (2, "")
    assert "hunter2" not in outcome.err


@pytest.mark.parametrize("command", ["push", "drop"])
def test_a_list_that_is_no_good_is_status_2(command: str, tmp_path: Path) -> None:
    outcome = call("lexicon", command, str(tmp_path / "nix.txt"), "--redis", NOBODY)
    assert (outcome.status, outcome.out) == (2, "")
    assert "does not exist" in outcome.err
