"""Settings: where they come from, which goes first, and what is said of bad ones."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.service.settings.lexicons import FileLexicon, HttpLexiconSettings, RedisLexicon
from upwords_referee.service.settings.model import Settings, with_password
from upwords_referee.service.settings.reading import (
    CONFIG_VARIABLE,
    SettingsError,
    config_path,
    read_settings,
)
from upwords_referee.service.settings.toml import toml_lines
from upwords_referee.service.sources import Sources

ROOT = Path(__file__).parents[3]
DIGEST = "0" * 64


def read(folder: Path, text: str, environ: dict[str, str] | None = None, **flags: Any) -> Settings:
    path = folder / "club.toml"
    path.write_text(text, "utf-8")
    return read_settings(path, flags, environ or {})


def fault(folder: Path, text: str, environ: dict[str, str] | None = None, **flags: Any) -> str:
    with pytest.raises(SettingsError) as raised:
        read(folder, text, environ, **flags)
    return str(raised.value)


def values(flags: dict[str, Any], environ: dict[str, str]) -> dict[str, Any]:
    return read_settings(None, flags, environ).model_dump()


def sources() -> Sources:
    def no_grpc(description: Description, *_: object) -> Any:
        raise LexiconError(f"{description.id} is not opened here")

    return Sources(no_grpc)


# Where settings come from


def test_without_settings_the_defaults_hold() -> None:
    settings = read_settings(None, {}, {})
    assert (settings.listen, settings.threads, settings.default_lexicon) == ("127.0.0.1:50051", 32, "enable")
    assert (settings.redis, settings.rulings, settings.rulesets, settings.lexicons) == (None, (), None, {})
    assert (settings.reload_seconds, settings.lru_words) == (2.0, 100_000)


def test_flags_go_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    text = "threads = 1\nlru_words = 1\nreload_seconds = 1\n"
    environ = {"UPWORDS_THREADS": "2", "UPWORDS_LRU_WORDS": "2"}
    settings = read(tmp_path, text, environ, threads=3)
    assert (settings.threads, settings.lru_words, settings.reload_seconds) == (3, 2, 1)


def test_the_environment_changes_one_setting_of_a_lexicon(tmp_path: Path) -> None:
    text = '[lexicons.club]\nname = "Club"\npath = "club.txt"\n'
    club = read(tmp_path, text, {"UPWORDS_LEXICONS__CLUB__PATH": "/lists/new.txt"}).lexicons["club"]
    assert club == FileLexicon(name="Club", path=Path("/lists/new.txt"))


def test_the_environment_may_name_a_lexicon_alone() -> None:
    environ = {
        "UPWORDS_LEXICONS__CLUB__SOURCE": "http",
        "UPWORDS_LEXICONS__CLUB__URL": "https://words.example/{word}",
        "UPWORDS_LEXICONS__CLUB__EDITION": "7",
        "UPWORDS_LEXICONS__CLUB__TIMEOUT_SECONDS": "0.5",
    }
    club = read_settings(None, {}, environ).lexicons["club"]
    assert isinstance(club, HttpLexiconSettings)
    assert (club.edition, club.timeout_seconds) == ("7", 0.5)


def test_paths_in_the_file_are_taken_from_its_folder(tmp_path: Path) -> None:
    text = 'rulings = ["house.txt", "/etc/all.txt"]\nrulesets = "rules"\n[lexicons.club]\npath = "club.txt"\n'
    settings = read(tmp_path, text)
    files = [tmp_path / "club.txt", tmp_path / "house.txt", Path("/etc/all.txt"), tmp_path / "rules"]
    assert settings.files() == files
    assert read(tmp_path, 'rulings = "a.txt"').rulings == (tmp_path / "a.txt",)


def test_rulings_in_the_environment_are_separated_by_commas() -> None:
    settings = read_settings(None, {}, {"UPWORDS_RULINGS": "one.txt, two.txt"})
    assert settings.rulings == (Path("one.txt"), Path("two.txt"))


def test_the_settings_file_may_be_named_by_the_environment() -> None:
    environ = {CONFIG_VARIABLE: "/etc/upwords.toml"}
    assert config_path(None, environ) == Path("/etc/upwords.toml")
    assert config_path(Path("my.toml"), environ) == Path("my.toml")
    assert config_path(None, {}) is None
    assert values({}, environ) == values({}, {})


@pytest.mark.parametrize(
    "variable",
    [
        "UPWORDS_SERVICE_HOST",
        "UPWORDS_PORT",
        "UPWORDS_REFEREE_PORT_50051_TCP_ADDR",
        "UPWORDS_SERVICE_PORT_GRPC",
    ],
)
def test_what_kubernetes_says_of_services_is_no_setting(variable: str) -> None:
    assert values({}, {variable: "tcp://10.0.0.1:50051"}) == values({}, {})


# What is said of bad ones


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("thread = 3", 'thread in "{file}" = 3: there is no such setting; did you mean threads?'),
        ("nix = 3", 'nix in "{file}" = 3: there is no such setting; docs/settings.md has them all'),
        ("threads = 0", 'threads in "{file}" = 0: input should be greater than or equal to 1'),
        ("threads = true\nlisten = 3", 'listen in "{file}" = 3: input should be a valid string'),
        ("reload_seconds = -1", 'reload_seconds in "{file}" = -1: '),
        ("lexicons = 3", 'lexicons in "{file}" = 3: must be a table'),
        ("[lexicons]\nclub = 3", 'lexicons.club in "{file}" = 3: must be a table'),
        ('[lexicons.Club]\npath = "x"', "lexicons.Club in \"{file}\": 'Club' is no lexicon id: "),
        ('[lexicons.none]\npath = "x"', "lexicon id 'none' is reserved"),
        ("[lexicons.club]\n", 'lexicons.club.path is missing: a lexicon with source = "file" needs it'),
        (
            '[lexicons.club]\npth = "x"',
            'lexicons.club.pth in "{file}" = "x": there is no such setting with source = "file"; '
            "did you mean path?",
        ),
        (
            '[lexicons.club]\npath = "x"\nsource = "ftp"',
            'lexicons.club.source in "{file}" = "ftp": the sources are builtin, file, grpc, http, redis',
        ),
        ("[lexicons.club]\nsource = 3", 'lexicons.club.source in "{file}" = "3": the sources are '),
        (
            '[lexicons.club]\npath = "x"\ncache = "nevr"',
            "= \"nevr\": input should be 'auto', 'always' or 'never'",
        ),
        ('[lexicons.club]\nsource = "redis"\ndigest = "abc"', '= "abc": must be 64 hex digits'),
        (f'[lexicons.club]\nsource = "redis"\ndigest = "{DIGEST}"\nfolding = {{ "ß" = "ß" }}', "folding in "),
        ('[lexicons.club]\nsource = "http"\nurl = "http://h/{word}"', "lexicons.club.edition is missing"),
        ('[lexicons.club]\nsource = "http"\nurl = "http://h/"\nedition = "1"', "must hold {{word}} behind"),
        (
            '[lexicons.club]\nsource = "http"\nurl = "ftp://h/{word}"\nedition = "1"',
            'url in "{file}" = "ftp://…": must',
        ),
        ('[lexicons.club]\nsource = "grpc"\naddress = "nix"\nedition = "1"', '= "nix": must be HOST:PORT'),
        ('[lexicons.club]\nsource = "grpc"\naddress = "h:1"\nedition = ""', 'edition in "{file}" = "": '),
        (
            '[lexicons.club]\nsource = "grpc"\naddress = "h:1"\nedition = "1"\ntimeout_seconds = 0',
            'timeout_seconds in "{file}" = 0: input should be greater than 0',
        ),
        (
            '[lexicons.club]\nsource = "grpc"\naddress = "h:1"\nedition = "1"\nalphabet = "A B"',
            '= "A B": must be letters only',
        ),
        ("threads = ", 'the settings file "{file}" is no TOML: Invalid value'),
    ],
)
def test_a_bad_setting_is_named_with_its_value_and_what_to_do(text: str, said: str, tmp_path: Path) -> None:
    assert said.format(file=tmp_path / "club.toml") in fault(tmp_path, text)


def test_a_bad_setting_is_named_as_it_is_written_where_it_came_from(tmp_path: Path) -> None:
    environ = {
        "UPWORDS_TREADS": "3",
        "UPWORDS_LEXICONS__CLUB__PATH": "x",
        "UPWORDS_LEXICONS__CLUB__CACHE": "no",
    }
    text = fault(tmp_path, "", environ, lru_words=0)
    assert 'UPWORDS_TREADS = "3": there is no such setting; did you mean threads?' in text
    assert 'UPWORDS_LEXICONS__CLUB__CACHE = "no": input should be' in text
    assert "--lru-words = 0: " in text


def test_a_variable_beside_its_own_table_is_refused(tmp_path: Path) -> None:
    environ = {"UPWORDS_LEXICONS": "x", "UPWORDS_LEXICONS__CLUB__PATH": "x"}
    assert "UPWORDS_LEXICONS__CLUB__PATH is set beside UPWORDS_LEXICONS" in fault(tmp_path, "", environ)


@pytest.mark.parametrize("content", [None, b"\xff", b"#" * (2 << 20)])
def test_a_settings_file_that_cannot_be_read_is_named(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingsError, match=re.escape(f'the settings file "{path}"')):
        read_settings(path, {}, {})


# Secrets

SECRET = "hunter2"


@pytest.mark.parametrize(
    "text",
    [
        f'redis = "{SECRET}"',
        f'redis = "redis://:{SECRET}/x@h:1"',
        f'redis = "redis://:{SECRET}@h:port"',
        f'redis = "nix://user:{SECRET}@h"',
        f'redis = ["{SECRET}"]',
        f'redis_pasword = "{SECRET}"',
        f'api_token = "{SECRET}"',
        f'listen_at = "user:{SECRET}@h"',
        f'[lexicons.club]\nsource = "http"\nedition = "1"\nurl = "https://u:{SECRET}@h/"',
        f'[lexicons.club]\nsource = "http"\nedition = "1"\nurl = "https://h:x/{{word}}?key={SECRET}"',
        f'[lexicons.club]\nsource = "redis"\ndigest = "{DIGEST}"\nurl = "redis://:{SECRET}@h:port"',
        f'[lexicons.club]\nsource = "redis"\ndigest = "{DIGEST}"\nuri = "redis://:{SECRET}@h"',
        f'[lexicons.club]\nsource = "http"\nurl = "https://{SECRET}@h/{{word}}"',
        f'lexicons = "{SECRET}@h"',
        f'[password]\nof = "{SECRET}"',
    ],
)
def test_a_password_is_in_no_error(text: str, tmp_path: Path) -> None:
    assert SECRET not in fault(tmp_path, text)
    # In the environment too, under the same name.
    if "[" not in text:
        key, _, value = text.partition(" = ")
        assert SECRET not in fault(tmp_path, "", {f"UPWORDS_{key.upper()}": value.strip('"')})


def test_settings_do_not_show_passwords(tmp_path: Path) -> None:
    text = (
        f'redis = "redis://:{SECRET}@h"\nredis_password = "{SECRET}"\n[lexicons.club]\nsource = "http"\n'
        f'edition = "1"\nurl = "https://u:{SECRET}@h/{{word}}"\n'
    )
    assert SECRET not in repr(read(tmp_path, text))


def test_the_password_may_come_from_the_environment(tmp_path: Path) -> None:
    settings = read(tmp_path, 'redis = "rediss://cache@h:1/2"', {"UPWORDS_REDIS_PASSWORD": "a/b@c"})
    assert settings.redis_url() == "rediss://cache:a%2Fb%40c@h:1/2"


@pytest.mark.parametrize(
    ("url", "whole"),
    [
        ("redis://h", "redis://:pw@h"),
        ("redis://user@h:1/2", "redis://user:pw@h:1/2"),
        ("redis://user:own@h", "redis://user:own@h"),
        ("redis+sentinel://a:1,b:2/main", "redis+sentinel://:pw@a:1,b:2/main"),
        ("unix:///run/redis.sock?db=1", "unix://:pw@/run/redis.sock?db=1"),
    ],
)
def test_a_password_goes_into_the_url_that_has_none(url: str, whole: str) -> None:
    assert with_password(url, SecretStr("pw")) == whole
    assert with_password(url, None) == url


def test_a_list_in_another_redis_gets_no_password_of_the_common_one(tmp_path: Path) -> None:
    text = 'redis = "redis://h"\nredis_password = "pw"\n'
    text += f'[lexicons.club]\nsource = "redis"\ndigest = "{DIGEST}"\n'
    settings = read(tmp_path, text + 'url = "redis://other"')
    club = settings.lexicons["club"]
    assert isinstance(club, RedisLexicon)
    assert settings.redis_url(club.url) == "redis://other"


# What settings open


def test_a_lexicon_says_what_the_operator_says_of_it(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("qi\nza\n")
    text = '[lexicons.club]\npath = "club.txt"\nname = "Club"\n'
    text += 'language = "en"\nedition = "7"\nlicence = "ours"\n'
    club = sources().stock(read(tmp_path, text)).lexicons.get("club")
    assert (club.name, club.language, club.edition, club.licence) == ("Club", "en", "7", "ours")


def test_a_list_in_redis_needs_one(tmp_path: Path) -> None:
    text = f'[lexicons.club]\nsource = "redis"\ndigest = "{DIGEST}"\n'
    with pytest.raises(LexiconError, match="lexicon 'club' lies in Redis, and none is named"):
        sources().stock(read(tmp_path, text))


def test_only_a_lexicon_of_the_package_is_builtin(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="lexicon 'club' is none of the built-in ones"):
        sources().stock(read(tmp_path, '[lexicons.club]\nsource = "builtin"\n'))
    assert sources().stock(read(tmp_path, '[lexicons.enable]\nsource = "builtin"\n')).lexicons.get("enable")


def test_a_lexicon_that_did_not_change_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("qi\n")
    (tmp_path / "other.txt").write_text("za\n")
    text = '[lexicons.club]\npath = "club.txt"\n[lexicons.other]\npath = "other.txt"\n'
    opener, settings = sources(), read(tmp_path, text)
    old = opener.stock(settings).lexicons
    (tmp_path / "other.txt").write_text("za\nzo\n")
    new = opener.stock(settings).lexicons
    assert new.get("club") is old.get("club")
    assert new.get("other").digest != old.get("other").digest
    assert opener.stock(settings, afresh=True).lexicons.get("club") is not old.get("club")


# What is written


def test_lines_of_settings_read_back_as_they_were() -> None:
    values: dict[str, str | dict[str, str]] = {
        "source": "redis",
        "name": 'The "Club" \\ list',
        "folding": {"ß": "SS", "À": "A"},
    }
    text = "\n".join(toml_lines("lexicons.club", {**values, "edition": ""}))
    assert tomllib.loads(text) == {"lexicons": {"club": values}}


def examples() -> list[str]:
    page = (ROOT / "docs" / "dictionaries.md").read_text("utf-8")
    return re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", examples())
def test_every_example_of_the_docs_is_a_settings_file(text: str, tmp_path: Path) -> None:
    assert read(tmp_path, text).model_dump() != read(tmp_path, "").model_dump()


def test_the_docs_show_every_source() -> None:
    assert {
        name for name in ("file", "redis", "grpc", "http") if f'source = "{name}"' in "".join(examples())
    } == {
        "file",
        "redis",
        "grpc",
        "http",
    }


def test_the_docs_explain_every_setting_of_a_dictionary() -> None:
    page = (ROOT / "docs" / "dictionaries.md").read_text("utf-8")
    kinds = (FileLexicon, RedisLexicon, HttpLexiconSettings)
    common = {"redis", "redis_password", "default_lexicon", "rulings", "rulesets", "lru_words", "lexicons"}
    names = {*common, "reload_seconds", *(name for kind in kinds for name in kind.model_fields)}
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []
    assert common < Settings.model_fields.keys()
