"""Certificates: what of them can be checked without serving."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
import trustme
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from upwords_referee.service.certificate import CertificateError, check_certificate, not_after


class Files(NamedTuple):
    """PEM files of one server."""

    chain: Path
    key: Path
    authority: Path


def issue(folder: Path, name: str = "a", ends: datetime | None = None, rsa: bool = False) -> Files:
    authority = trustme.CA()
    kind = trustme.KeyType.RSA if rsa else trustme.KeyType.ECDSA
    start = ends - timedelta(days=10) if ends else None
    issued = authority.issue_cert("127.0.0.1", not_after=ends, not_before=start, key_type=kind)
    files = Files(*(folder / f"{name}-{part}.pem" for part in ("chain", "key", "authority")))
    for pem in issued.cert_chain_pems:
        pem.write_to_path(str(files.chain), append=True)
    issued.private_key_pem.write_to_path(str(files.key))
    authority.cert_pem.write_to_path(str(files.authority))
    return files


@pytest.mark.parametrize(
    "ends",
    [
        datetime(2049, 12, 31, 23, 59, 59, tzinfo=UTC),  # the last that has two digits for the year
        datetime(2050, 1, 1, tzinfo=UTC),
        datetime(2999, 12, 31, tzinfo=UTC),
        datetime(1999, 12, 31, tzinfo=UTC),
    ],
)
@pytest.mark.parametrize("rsa", [False, True])
def test_the_end_of_a_certificate_is_read_as_cryptography_reads_it(
    tmp_path: Path, ends: datetime, rsa: bool
) -> None:
    pem = issue(tmp_path, ends=ends, rsa=rsa).chain.read_bytes()
    assert not_after(pem) == x509.load_pem_x509_certificate(pem).not_valid_after_utc.timestamp()
    assert not_after(pem) == ends.timestamp()


def test_good_files_are_good(tmp_path: Path) -> None:
    files = issue(tmp_path)
    assert check_certificate(files.chain, files.key, files.authority) == not_after(files.chain.read_bytes())
    assert check_certificate(files.chain, files.key, None) > datetime.now(UTC).timestamp()


def refused(*files: Path | None) -> str:
    with pytest.raises(CertificateError) as caught:
        check_certificate(*files)  # type: ignore[arg-type]
    assert "BEGIN" not in str(caught.value)
    return str(caught.value)


def test_files_that_do_not_fit_are_told_by_setting_and_name(tmp_path: Path) -> None:
    good, other = issue(tmp_path), issue(tmp_path, "b")
    text, gone = tmp_path / "text.pem", tmp_path / "gone.pem"
    text.write_text("hello\n")
    assert "tls_key" in refused(good.chain, other.key, None)
    assert "b-key.pem" in refused(good.chain, other.key, None)
    assert "tls_key" in refused(good.chain, text, None)
    assert "tls_certificate" in refused(text, good.key, None)
    assert "tls_certificate" in refused(good.key, good.key, None)
    assert "tls_client_ca" in refused(good.chain, good.key, text)
    for setting, files in (
        ("tls_certificate", (gone, good.key, None)),
        ("tls_key", (good.chain, gone, None)),
        ("tls_client_ca", (good.chain, good.key, gone)),
    ):
        assert f'{setting}: cannot read "{gone}"' in refused(*files)


def test_a_key_with_a_password_is_refused_and_nobody_is_asked_for_it(tmp_path: Path) -> None:
    files = issue(tmp_path)
    key = serialization.load_pem_private_key(files.key.read_bytes(), None)
    locked = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"secret"),
    )
    files.key.write_bytes(locked)
    assert "without a password" in refused(files.chain, files.key, None)


def test_a_certificate_that_has_expired_is_refused(tmp_path: Path) -> None:
    files = issue(tmp_path, ends=datetime(2020, 5, 6, tzinfo=UTC))
    assert "expired on 2020-05-06" in refused(files.chain, files.key, None)


def test_a_certificate_cut_short_anywhere_is_refused(tmp_path: Path) -> None:
    files = issue(tmp_path)
    der = ssl.PEM_cert_to_DER_cert(files.chain.read_text())
    for length in range(0, len(der) - 1, 7):
        files.chain.write_text(ssl.DER_cert_to_PEM_cert(der[:length]))
        refused(files.chain, files.key, None)


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    assert "larger than 1 MB" in refused(Path("/dev/zero"), Path("/dev/zero"), None)
