"""Addresses to listen on and to call."""

import re

from upwords_referee.cli.errors import NotUnderstoodError

_HOST_PORT = re.compile(r"(?P<host>[\w.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})")
_WILDCARDS = {"0.0.0.0", "[::]"}
_LOOPBACK = "127.0.0.1"


def parse_address(text: str, option: str) -> tuple[str, int]:
    """Return host and port of HOST:PORT, IPv6 hosts in brackets; NotUnderstoodError that names the option.

    >>> parse_address("[::1]:50051", "--listen")
    ('[::1]', 50051)
    """
    found = _HOST_PORT.fullmatch(text)
    if not found or int(found["port"]) > 65_535:
        raise NotUnderstoodError(f"{option} takes HOST:PORT, as in 127.0.0.1:50051, not {text!r}")
    return found["host"], int(found["port"])


def reachable(address: str) -> str:
    """Return the address at which a program on this machine reaches a server that listens on `address`.

    >>> reachable("0.0.0.0:50051"), reachable("localhost:50051")
    ('127.0.0.1:50051', 'localhost:50051')
    """
    host, _, port = address.rpartition(":")
    # Who listens on all IPv6 addresses listens on the IPv4 ones too.
    return f"{_LOOPBACK}:{port}" if host in _WILDCARDS else address


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine by its name alone."""
    return host in ("localhost", "[::1]") or host.startswith("127.")
