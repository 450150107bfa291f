"""What protects a server: TLS, keys, and how much it takes on."""

from dataclasses import dataclass
from typing import Any

import grpc

from upwords_referee.service.grpc.guard import Guard
from upwords_referee.service.grpc.tls import Certificates
from upwords_referee.service.keys import KeyRing
from upwords_referee.service.limits import (
    HANDSHAKE_SECONDS,
    MAX_CONNECTIONS,
    MAX_METADATA_BYTES,
    MAX_REPLY_BYTES,
    MAX_STREAMS_PER_CONNECTION,
    MAX_TRANSPORT_BYTES,
)
from upwords_referee.service.settings.model import Settings

_PING_SECONDS = 60
_PING_PATIENCE_SECONDS = 20
_AGE_GRACE_SECONDS = 30


@dataclass(frozen=True)
class Protection:
    """How a server is protected; by default as the settings' defaults are. What they mean is told there."""

    certificates: Certificates | None = None
    keys: KeyRing | None = None
    max_calls: int = 256
    max_calls_per_client: int = 0
    deadline_seconds: float = 10.0
    connection_age_seconds: float = 0.0

    @classmethod
    def of(cls, settings: Settings) -> "Protection":
        """Return what settings ask for; SettingsError if a file that they name is no good."""
        return cls(
            Certificates(settings.tls_certificate, settings.tls_key, settings.tls_client_ca)
            if settings.tls_certificate and settings.tls_key
            else None,
            KeyRing(settings.keys) if settings.keys else None,
            settings.max_calls,
            settings.max_calls_per_client,
            settings.deadline_seconds,
            settings.connection_age_seconds,
        )

    @property
    def interceptors(self) -> list[grpc.ServerInterceptor]:
        """What every call passes first."""
        return [Guard(self.keys)] if self.keys else []

    @property
    def options(self) -> tuple[tuple[str, Any], ...]:
        """The limits that grpc itself holds."""
        age = round(self.connection_age_seconds * 1000)
        return (
            # Holds for what a compressed message unpacks to as well.
            ("grpc.max_receive_message_length", MAX_TRANSPORT_BYTES),
            ("grpc.max_send_message_length", MAX_REPLY_BYTES),
            ("grpc.max_concurrent_streams", MAX_STREAMS_PER_CONNECTION),
            ("grpc.max_allowed_incoming_connections", MAX_CONNECTIONS),
            ("grpc.server_handshake_timeout_ms", round(HANDSHAKE_SECONDS * 1000)),
            ("grpc.max_metadata_size", MAX_METADATA_BYTES),
            ("grpc.absolute_max_metadata_size", 2 * MAX_METADATA_BYTES),
            # A peer that went without a word is found out.
            ("grpc.keepalive_time_ms", _PING_SECONDS * 1000),
            ("grpc.keepalive_timeout_ms", _PING_PATIENCE_SECONDS * 1000),
            # The keepalive's own time-out is not what ends the connection, this is.
            ("grpc.http2.ping_timeout_ms", _PING_PATIENCE_SECONDS * 1000),
            ("grpc.keepalive_permit_without_calls", 1),
            # The name with "recv" in it, which is widely copied, does nothing.
            ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
            ("grpc.http2.max_ping_strikes", 2),
            *((("grpc.max_connection_age_ms", age),) if age else ()),
            *((("grpc.max_connection_age_grace_ms", _AGE_GRACE_SECONDS * 1000),) if age else ()),
        )


UNPROTECTED = Protection()
