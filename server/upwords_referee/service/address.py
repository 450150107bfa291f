"""Addresses to listen on: taken alone, so that a second server on one fails loudly."""

import socket

_LAST_PORT = 65535


class AddressError(OSError):
    """The address cannot be listened on."""


class Reservation:
    """HOST:PORT held for worker processes, which listen there together, and kept from everybody else.

    Port 0 takes any free one; `address` has the real port. AddressError if the port is taken by anything
    else, other referees included, or the address is not this machine's.
    """

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._sockets: list[socket.socket] = []
        self.address = address
        if not hasattr(socket, "SO_REUSEPORT"):
            raise AddressError(
                f"cannot listen on {address} with several workers: this system has no SO_REUSEPORT"
            )
        try:
            number = int(port)
            if not 0 <= number <= _LAST_PORT:
                raise ValueError(port)
            for family, place in _places(host.strip("[]"), number):
                # One name may stand for several addresses, which share the port.
                there = place if number else (place[0], self._port(), *place[2:])
                self._sockets.append(_hold(family, there))
        except (OSError, ValueError) as error:
            self.close()
            why = error.strerror if isinstance(error, OSError) else None
            raise AddressError(f"cannot listen on {address}: {why or 'no such address'}") from None
        self.address = f"{host}:{self._port()}"

    def close(self) -> None:
        """Give the port up; who listens there already goes on."""
        for held in self._sockets:
            held.close()

    def _port(self) -> int:
        return int(self._sockets[0].getsockname()[1]) if self._sockets else 0


def _places(host: str, port: int) -> list[tuple[socket.AddressFamily, tuple[object, ...]]]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, place) for family, _, _, _, place in found))


def _hold(family: socket.AddressFamily, place: tuple[object, ...]) -> socket.socket:
    """Bind a socket that never listens: the system gives it no connections."""
    held = socket.socket(family, socket.SOCK_STREAM)
    try:
        # Bound alone, though connections of a server that has ended may still linger; then shared with the
        # workers, who ask for that, but not with another one who binds alone as we did.
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            held.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(place[0] != "::"))
        held.bind(place)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
    except OSError:
        held.close()
        raise
    return held
