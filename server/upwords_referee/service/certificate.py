"""Certificates: what of TLS can be checked without serving."""

import re
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from upwords_referee.service.settings.reading import SettingsError

_LARGEST_FILE = 1 << 20
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)
_VERSION, _UTC_TIME, _GENERALIZED_TIME = 0xA0, 0x17, 0x18


class CertificateError(SettingsError):
    """Files of TLS that cannot be used; the text names the file and shows nothing of it."""


def check_certificate(certificate: Path, key: Path, client_ca: Path | None) -> float:
    """Return until when the certificate is good (Unix time); CertificateError if a file cannot be used."""
    chain = read_pem("tls_certificate", certificate)
    read_pem("tls_key", key)
    try:
        ends = not_after(chain)
    except (ValueError, IndexError, StopIteration):
        raise CertificateError(
            f'tls_certificate: "{certificate}" holds no certificate in PEM; give it that of the server first'
        ) from None
    if ends <= time.time():
        when = datetime.fromtimestamp(ends, UTC)
        raise CertificateError(f'tls_certificate: "{certificate}" has expired on {when:%Y-%m-%d}; renew it')
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # Without a password of its own OpenSSL would ask for one at the terminal.
        context.load_cert_chain(certificate, key, password="")
    except (ssl.SSLError, OSError, ValueError):
        raise CertificateError(
            f'tls_key: "{key}" must be the key of "{certificate}", in PEM and without a password'
        ) from None
    if client_ca:
        read_pem("tls_client_ca", client_ca)
        try:
            context.load_verify_locations(client_ca)
        except (ssl.SSLError, OSError, ValueError):
            raise CertificateError(
                f'tls_client_ca: "{client_ca}" holds no certificate in PEM; give it those of the authorities'
            ) from None
    return ends


def read_pem(setting: str, file: Path) -> bytes:
    """Return what the file of a setting holds; CertificateError if it cannot be read."""
    try:
        with file.open("rb") as opened:
            data = opened.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file can be called that"
        raise CertificateError(f'{setting}: cannot read "{file}": {reason}') from None
    if len(data) > _LARGEST_FILE:
        raise CertificateError(f'{setting}: "{file}" is larger than 1 MB; name the file in PEM')
    return data


def not_after(chain: bytes) -> float:
    """Return until when the first certificate of a chain in PEM is good (Unix time).

    ValueError, IndexError or StopIteration if there is none. The standard library reads no certificate but
    that of a peer.
    """
    found = _CERTIFICATE.search(chain.decode("ascii", "replace"))
    if not found:
        raise ValueError
    certificate = next(_elements(ssl.PEM_cert_to_DER_cert(found[0])))
    # In a certificate the first part has, behind a version perhaps: serial, algorithm, issuer, validity.
    fields = [one for one in _elements(next(_elements(certificate[1]))[1]) if one[0] != _VERSION]
    kind, text = list(_elements(fields[3][1]))[1]
    if kind not in (_UTC_TIME, _GENERALIZED_TIME):
        raise ValueError
    digits = text.decode("ascii")
    if kind == _UTC_TIME:
        digits = ("19" if digits >= "5" else "20") + digits
    return datetime.strptime(digits, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC).timestamp()


def _elements(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield tag and contents of each element in DER."""
    place = 0
    while place < len(data):
        tag, length = data[place], data[place + 1]
        place += 2
        if length & 0x80:
            count = length & 0x7F
            length = int.from_bytes(data[place : place + count], "big")
            place += count
        yield tag, data[place : place + length]
        place += length
