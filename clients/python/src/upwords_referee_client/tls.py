"""Whom a client trusts, and who it is."""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import grpc


@dataclass(frozen=True)
class TLS:
    """An encrypted channel; all fields are paths of PEM files, or None.

    `ca_file` holds the authorities that may vouch for the server, None: those that gRPC brings along.
    `certificate_file` and `key_file` are the client's own certificate chain and private key, both or neither.
    """

    ca_file: str | PathLike[str] | None = None
    certificate_file: str | PathLike[str] | None = None
    key_file: str | PathLike[str] | None = None

    def credentials(self) -> grpc.ChannelCredentials:
        """Return gRPC's credentials; raises ValueError, or OSError for a file that cannot be read."""
        if (self.certificate_file is None) != (self.key_file is None):
            raise ValueError("a client certificate needs its key, and a key its certificate")
        return grpc.ssl_channel_credentials(
            root_certificates=_pem(self.ca_file, b"CERTIFICATE"),
            private_key=_pem(self.key_file, b"PRIVATE KEY"),
            certificate_chain=_pem(self.certificate_file, b"CERTIFICATE"),
        )


def _pem(path: str | PathLike[str] | None, kind: bytes) -> bytes | None:
    if path is None:
        return None
    data = Path(path).read_bytes()
    # gRPC would only say so in its log, and fail at every call.
    if b"-----BEGIN " not in data or kind + b"-----" not in data:
        raise ValueError(f"{path} holds no {kind.decode().lower()} in PEM")
    return data
