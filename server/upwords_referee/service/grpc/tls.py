"""TLS: the server's certificate and the clients' authorities, read again when their files change."""

import threading
from pathlib import Path
from typing import Any

import grpc
import structlog

from upwords_referee.service.certificate import CertificateError, check_certificate, read_pem
from upwords_referee.service.metrics import CERTIFICATE_NOT_AFTER
from upwords_referee.service.stamps import Stamp, stamps

_log = structlog.get_logger("upwords_referee")


class Certificates:
    """The files of TLS; raises CertificateError if they are no good at the start.

    A look at the files costs a few microseconds, so there is one at every handshake. A new set that is no
    good is one line in the log, and the old one stays; one that is being written is looked at again at the
    next handshake. With `client_ca` every client must show a certificate of one of these authorities.
    """

    def __init__(self, certificate: Path, key: Path, client_ca: Path | None = None) -> None:
        self._files = (certificate, key, client_ca)
        self._lock = threading.Lock()
        self._seen = self._look()
        self._initial = self._load()

    def credentials(self) -> grpc.ServerCredentials:
        """Return what grpc serves with."""
        # The stubs do not know that None stands for "as before".
        fetch: Any = self._fetch
        return grpc.dynamic_ssl_server_credentials(
            self._initial, fetch, require_client_authentication=self._files[2] is not None
        )

    def _look(self) -> dict[Path, Stamp]:
        return stamps(file for file in self._files if file)

    def _fetch(self) -> grpc.ServerCertificateConfiguration | None:
        """Return the new configuration; None: as before. grpc calls this at every handshake."""
        if not self._lock.acquire(blocking=False):
            return None  # another handshake looks
        try:
            now = self._look()
            if now == self._seen:
                return None
            try:
                loaded = self._load()
            except CertificateError as error:
                if self._look() == now:
                    self._seen = now
                    _log.error("certificate refused; the one from before stays", reason=str(error))
                return None
            if self._look() != now:
                return None  # certificate and key may be of two generations
            self._seen = now
            _log.info("certificate reloaded")
            return loaded
        except Exception:
            _log.exception("certificate not reloaded")
            return None
        finally:
            self._lock.release()

    def _load(self) -> grpc.ServerCertificateConfiguration:
        certificate, private, client_ca = self._files
        chain, key = read_pem("tls_certificate", certificate), read_pem("tls_key", private)
        authorities = read_pem("tls_client_ca", client_ca) if client_ca else None
        ends = check_certificate(*self._files)
        CERTIFICATE_NOT_AFTER.set(ends)
        return grpc.ssl_server_certificate_configuration([(key, chain)], root_certificates=authorities)
