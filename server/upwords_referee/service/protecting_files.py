"""The files that protect a server, checked before one starts."""

from upwords_referee.service.certificate import check_certificate
from upwords_referee.service.keys import read_keys
from upwords_referee.service.settings.model import Settings


def check_files(settings: Settings) -> None:
    """Read the keys and certificates that settings name; SettingsError if a file is no good."""
    if settings.keys:
        read_keys(settings.keys)
    if settings.tls_certificate and settings.tls_key:
        check_certificate(settings.tls_certificate, settings.tls_key, settings.tls_client_ca)
