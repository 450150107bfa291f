"""The command `config check`: what is wrong with settings, told without a server."""

import os
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.certificates import issued
from tests.service.cli.calling import Outcome, call


def check(folder: Path, text: str) -> Outcome:
    path = folder / "server.toml"
    path.write_text(text, "utf-8")
    return call("config", "check", str(path))


def test_good_settings_are_told_with_what_they_serve(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("za\nzo\n")
    done = check(tmp_path, 'default_lexicon = "club"\n[lexicons.club]\npath = "club.txt"\n')
    assert (done.status, done.err) == (0, "")
    assert "server.toml: good. Lexica: club, " in done.out
    assert "standard-10x10" in done.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("thread = 3", "did you mean threads?"),
        ("workers = 0", 'workers in "'),
        ('tls_key = "k.pem"', "tls_certificate and tls_key go together"),
        ('tls_client_ca = "ca.pem"', "tls_client_ca needs tls_certificate"),
        ('listen = "0.0.0.0:1"\nkeys = "keys.toml"', "keys would travel in plain text on 0.0.0.0:1"),
        ('[lexicons.club]\npath = "gone.txt"', "gone.txt"),
        ('default_lexicon = "klub"', "klub"),
        ("listen = ", "is no TOML"),
    ],
)
def test_a_bad_setting_is_named_with_what_to_do(text: str, told: str, tmp_path: Path) -> None:
    done = check(tmp_path, text)
    assert (done.status, done.out) == (1, "")
    assert told in done.err


@pytest.mark.parametrize("name", ["listen", "metrics"])
def test_an_address_that_is_none_is_told(name: str, tmp_path: Path) -> None:
    done = check(tmp_path, f'{name} = "here"')
    assert done.status == 2
    assert f"{name} takes HOST:PORT" in done.err


def test_the_environment_is_checked_too(tmp_path: Path) -> None:
    with patch.dict(os.environ, {"UPWORDS_WORKERS": "many"}):
        done = check(tmp_path, "")
    assert done.status == 1
    assert 'UPWORDS_WORKERS = "many"' in done.err


def test_nothing_is_asked_of_sources_that_lie_elsewhere(tmp_path: Path) -> None:
    text = """
redis = "redis://127.0.0.1:1/0"
[lexicons.far]
source = "grpc"
address = "127.0.0.1:1"
edition = "1"
[lexicons.web]
source = "http"
url = "http://127.0.0.1:1/{word}"
edition = "1"
"""
    assert check(tmp_path, text).status == 0


def test_the_file_of_keys_is_read(tmp_path: Path) -> None:
    keys = tmp_path / "keys.toml"
    keys.write_text(call("key", "new", "club").out)
    assert check(tmp_path, 'keys = "keys.toml"').status == 0
    keys.write_text('[[keys]]\nname = "club"\n')
    done = check(tmp_path, 'keys = "keys.toml"')
    assert done.status == 1
    assert "key 'club': hash must be 64 hex digits" in done.err
    keys.unlink()
    assert "cannot read" in check(tmp_path, 'keys = "keys.toml"').err


def test_certificate_and_key_are_read(tmp_path: Path) -> None:
    files = issued()
    text = 'tls_certificate = "{}"\ntls_key = "{}"\ntls_client_ca = "{}"\n'
    assert check(tmp_path, text.format(files.chain, files.key, files.authority)).status == 0
    done = check(tmp_path, text.format(files.chain, files.authority, files.authority))
    assert done.status == 1
    assert "tls_key" in done.err
