"""Addresses to listen on: taken alone, so that a second server on one fails loudly."""

import errno
import socket
from typing import Any

_LAST_PORT = 65535
_ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class AddressError(OSError):
    """The address cannot be listened on."""


class Reservation:
    """HOST:PORT held for worker processes, which listen there together, and kept from everybody else.

    Port 0 takes any free one; `address` has the real port. AddressError if the port is taken by anything
    else, other referees included, or the address is not this machine's.
    """

    def __init__(self, address: str) -> None:
        host = address.rpartition(":")[0]
        self._sockets: list[socket.socket] = []
        self.address = address
        if not hasattr(socket, "SO_REUSEPORT"):
            raise AddressError(
                f"cannot listen on {address} with several workers: this system has no SO_REUSEPORT"
            )
        absent: OSError | None = None
        try:
            # One name may stand for several addresses, which share the port; this machine may lack one.
            for family, place in _places(address):
                there = place if place[1] else (place[0], self._port(), *place[2:])
                try:
                    self._sockets.append(_hold(family, there))
                except OSError as error:
                    if error.errno not in _ABSENT:
                        raise
                    absent = error
            if absent and not self._sockets:
                raise absent
        except (OSError, ValueError) as error:
            self.close()
            raise _cannot(address, error) from None
        self.address = f"{host}:{self._port()}"

    def close(self) -> None:
        """Give the port up; who listens there already goes on."""
        for held in self._sockets:
            held.close()

    def _port(self) -> int:
        return int(self._sockets[0].getsockname()[1]) if self._sockets else 0


def check_free(address: str) -> None:
    """Raise AddressError if something listens on HOST:PORT, also on one of several addresses of the name."""
    try:
        for family, place in _places(address):
            _bind(family, place).close()
    except (OSError, ValueError) as error:
        # What else may be wrong with it, who listens finds out.
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise _cannot(address, error) from None


def _places(address: str) -> list[tuple[socket.AddressFamily, tuple[Any, ...]]]:
    host, _, port = address.rpartition(":")
    number = int(port)
    if not 0 <= number <= _LAST_PORT:
        raise ValueError(port)
    found = socket.getaddrinfo(host.strip("[]"), number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, place) for family, _, _, _, place in found))


def _cannot(address: str, error: OSError | ValueError) -> AddressError:
    why = error.strerror if isinstance(error, OSError) else None
    return AddressError(f"cannot listen on {address}: {why or 'no such address'}")


def _hold(family: socket.AddressFamily, place: tuple[Any, ...]) -> socket.socket:
    """Bind a socket that never listens: the system gives it no connections."""
    held = _bind(family, place)
    # From now on shared with the workers, who ask for that, but not with another one who binds alone.
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
    return held


def _bind(family: socket.AddressFamily, place: tuple[Any, ...]) -> socket.socket:
    """Bind a socket alone, though connections of a server that has ended may still linger."""
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(place[0] != "::"))
        bound.bind(place)
    except OSError:
        bound.close()
        raise
    return bound
