"""The command `config check`: what is wrong with settings, told without a server."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
import trustme

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
    done = check(tmp_path, tls(files.chain, files.key, files.authority))
    assert (done.status, done.err) == (0, "")


def tls(certificate: Path, key: Path, client_ca: Path) -> str:
    return f'tls_certificate = "{certificate}"\ntls_key = "{key}"\ntls_client_ca = "{client_ca}"\n'


@pytest.mark.parametrize(
    ("setting", "fault", "mend"),
    [
        ("tls_certificate", "gone", "cannot read"),
        ("tls_certificate", "text", "give it that of the server"),
        ("tls_certificate", "expired", "has expired on 2020-05-06; renew it"),
        ("tls_key", "gone", "cannot read"),
        ("tls_key", "text", "must be the key of"),
        ("tls_key", "of another", "must be the key of"),
        ("tls_client_ca", "gone", "cannot read"),
        ("tls_client_ca", "text", "give it those of the authorities"),
    ],
)
def test_a_file_of_tls_with_a_fault_is_told_with_its_setting_and_what_to_do(
    setting: str, fault: str, mend: str, tmp_path: Path
) -> None:
    files = issued()
    bad = tmp_path / "bad.pem"
    if fault == "text":
        bad.write_text("secret words")
    elif fault == "expired":
        ends = datetime(2020, 5, 6, tzinfo=UTC)
        leaf = trustme.CA().issue_cert("127.0.0.1", not_before=ends - timedelta(days=9), not_after=ends)
        leaf.cert_chain_pems[0].write_to_path(str(bad))
    elif fault == "of another":
        trustme.CA().issue_cert("127.0.0.1").private_key_pem.write_to_path(str(bad))
    named = {"tls_certificate": files.chain, "tls_key": files.key, "tls_client_ca": files.authority}
    done = check(tmp_path, tls(*{**named, setting: bad}.values()))
    assert (done.status, done.out) == (1, "")
    assert f'{setting}: "{bad}"' in done.err or f'{setting}: cannot read "{bad}"' in done.err
    assert mend in done.err
    assert "secret words" not in done.err
