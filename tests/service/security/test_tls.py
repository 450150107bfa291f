"""TLS over the wire: who gets in, and certificates that are renewed while calls go on."""

import socket
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import pytest
import trustme
from cryptography import x509
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from tests.service.questions import judge
from tests.service.referee import Refusal
from tests.service.security.serving import JUDGE, Caller, Load, key_lines, process, protected, replace, until
from upwords_referee.service.grpc.protection import Protection
from upwords_referee.service.grpc.tls import Certificates
from upwords_referee.service.keys import KeyRing, new_key

HOST = "127.0.0.1"


class Identity:
    """The files of one server, which are renewed in place, and those who vouch for them."""

    def __init__(self, folder: Path) -> None:
        self.chain, self.key, self.clients = (folder / f"{name}.pem" for name in ("chain", "key", "clients"))
        self.authority = trustme.CA()
        self.clients_authority = trustme.CA()
        self.clients_authority.cert_pem.write_to_path(str(self.clients))
        self.renew()

    def renew(self, authority: trustme.CA | None = None, days: int = 100) -> trustme.LeafCert:
        """Put another certificate and key in the place of the old ones."""
        ends = datetime.now(UTC) + timedelta(days=days)
        leaf = (authority or self.authority).issue_cert(
            HOST, not_after=ends, not_before=ends - timedelta(days=1000)
        )
        replace(self.chain, *(pem.bytes() for pem in leaf.cert_chain_pems))
        replace(self.key, leaf.private_key_pem.bytes())
        return leaf

    def serial(self, address: str) -> int:
        """Return the serial number of the certificate that a server shows in a new handshake."""
        host, _, port = address.rpartition(":")
        return x509.load_pem_x509_certificate(
            ssl.get_server_certificate((host, int(port)), timeout=10).encode()
        ).serial_number

    def credentials(self, client: trustme.LeafCert | None = None) -> grpc.ChannelCredentials:
        """Return those of a caller who trusts the authority, and perhaps shows a certificate."""
        root = self.authority.cert_pem.bytes()
        if client is None:
            return grpc.ssl_channel_credentials(root)
        return grpc.ssl_channel_credentials(
            root, client.private_key_pem.bytes(), b"".join(pem.bytes() for pem in client.cert_chain_pems)
        )


@pytest.fixture
def identity(tmp_path: Path) -> Identity:
    return Identity(tmp_path)


@pytest.fixture
def address(identity: Identity) -> Iterator[str]:
    with protected(Protection(Certificates(identity.chain, identity.key))) as (address, _):
        yield address


def answered(caller: Caller) -> bool:
    return isinstance(caller.call(JUDGE, judge(), timeout=3), bytes)


def test_calls_over_tls_are_answered_and_in_plain_text_are_not(address: str, identity: Identity) -> None:
    with Caller(address, credentials=identity.credentials()) as safe, Caller(address) as plain:
        assert answered(safe)
        refusal = plain.call(JUDGE, judge(), timeout=3)
    assert isinstance(refusal, Refusal)
    assert refusal.code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


def test_health_is_told_over_tls(address: str, identity: Identity) -> None:
    with Caller(address, credentials=identity.credentials()) as caller:
        assert caller.health() == 1


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1:DeprecationWarning")
def test_tls_older_than_1_2_is_refused(address: str) -> None:
    host, _, port = address.rpartition(":")
    for version, good in ((ssl.TLSVersion.TLSv1_1, False), (ssl.TLSVersion.TLSv1_2, True)):
        context = ssl._create_unverified_context()
        context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        context.set_ciphers("DEFAULT:@SECLEVEL=0")
        context.maximum_version = version
        context.set_alpn_protocols(["h2"])
        with socket.create_connection((host, int(port)), 5) as connection:
            try:
                with context.wrap_socket(connection) as tls:
                    assert tls.version() == "TLSv1.2"
                    assert good
            except (ssl.SSLError, ConnectionError):
                assert not good


def test_with_authorities_for_clients_only_those_with_a_certificate_of_theirs_get_in(
    identity: Identity,
) -> None:
    certificates = Certificates(identity.chain, identity.key, identity.clients)
    theirs = identity.clients_authority.issue_cert("client.example")
    others = trustme.CA().issue_cert("client.example")
    with protected(Protection(certificates)) as (address, _):
        for client, good in ((theirs, True), (others, False), (None, False)):
            with Caller(address, credentials=identity.credentials(client)) as caller:
                assert answered(caller) is good


def test_certificates_are_renewed_under_load_without_a_failed_call(address: str, identity: Identity) -> None:
    """Each call makes a connection of its own, and so a handshake."""

    def call(_: Caller) -> bytes | Refusal:
        with Caller(address, credentials=identity.credentials()) as caller:
            return caller.call(JUDGE, judge())

    with Caller(address, credentials=identity.credentials()) as steady:
        with Load([steady] * 3, call) as load:
            for _ in range(6):
                before = identity.serial(address)
                identity.renew()
                assert until(lambda before=before: identity.serial(address) != before)  # type: ignore[misc]
                seen = load.calls
                assert until(lambda seen=seen: load.calls > seen + 6)  # type: ignore[misc]
        assert answered(steady)  # on the connection from before
    assert load.failed == []


def test_the_authorities_of_clients_are_renewed_too(identity: Identity) -> None:
    new = trustme.CA()
    client = new.issue_cert("client.example")
    with protected(Protection(Certificates(identity.chain, identity.key, identity.clients))) as (address, _):
        with Caller(address, credentials=identity.credentials(client)) as caller:
            assert not answered(caller)
        replace(identity.clients, new.cert_pem.bytes())
        with Caller(address, credentials=identity.credentials(client)) as caller:
            assert answered(caller)


@pytest.mark.parametrize("fault", ["key of another", "no key", "half a chain", "expired", "gone"])
def test_a_renewed_certificate_that_is_no_good_is_one_line_and_the_old_one_stays(
    address: str, identity: Identity, fault: str
) -> None:
    serial = identity.serial(address)
    with capture_logs() as logs:
        if fault == "key of another":
            replace(identity.key, identity.authority.issue_cert(HOST).private_key_pem.bytes())
        elif fault == "no key":
            replace(identity.key, b"secret words\n")
        elif fault == "half a chain":
            replace(identity.chain, identity.chain.read_bytes()[:200])
        elif fault == "expired":
            identity.renew(days=-1)
        else:
            identity.key.unlink()
        for _ in range(5):
            assert identity.serial(address) == serial
            with Caller(address, credentials=identity.credentials()) as caller:
                assert answered(caller)
    assert [log["log_level"] for log in logs] == ["error"]
    assert "secret words" not in str(logs)
    identity.renew()
    assert until(lambda: identity.serial(address) != serial)


def not_after() -> float:
    value = REGISTRY.get_sample_value("upwords_certificate_not_after_seconds")
    assert value is not None
    return value


def test_the_metric_tells_until_when_the_certificate_in_use_is_good(address: str, identity: Identity) -> None:
    assert not_after() == pytest.approx(time.time() + 100 * 86400, abs=60)
    identity.renew(days=7)
    identity.serial(address)
    assert not_after() == pytest.approx(time.time() + 7 * 86400, abs=60)
    identity.renew(days=-1)
    identity.serial(address)
    assert not_after() == pytest.approx(time.time() + 7 * 86400, abs=60)


def test_keys_over_tls(identity: Identity, tmp_path: Path) -> None:
    key = new_key()
    path = tmp_path / "keys.toml"
    path.write_text(key_lines(key))
    with protected(Protection(Certificates(identity.chain, identity.key), KeyRing(path))) as (address, _):
        with Caller(address, key, identity.credentials()) as caller:
            assert answered(caller)
        with Caller(address, credentials=identity.credentials()) as caller:
            assert not answered(caller)


def test_the_process_serves_over_tls(identity: Identity) -> None:
    arguments = ("--tls-certificate", str(identity.chain), "--tls-key", str(identity.key))
    with (
        process(*arguments) as server,
        Caller(server.address, credentials=identity.credentials()) as caller,
    ):
        assert answered(caller)
        identity.renew(trustme.CA())
        with Caller(server.address, credentials=identity.credentials()) as new:
            assert not answered(new)  # of an authority that this caller does not know


def test_a_certificate_that_is_no_good_keeps_the_server_from_starting(identity: Identity) -> None:
    replace(identity.key, b"no key\n")
    arguments = ("--tls-certificate", str(identity.chain), "--tls-key", str(identity.key))
    with pytest.raises(AssertionError, match="must be the key of"), process(*arguments):
        pass
