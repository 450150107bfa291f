"""Where several workers listen together: every form of address, and each held against others."""

import socket
from pathlib import Path

import pytest

from tests.service.cli.calling import run
from tests.service.process.serving import health, server
from upwords_referee.service.address import AddressError, Reservation


def speaks_ipv6() -> bool:
    """Return whether this machine has the loopback of IPv6."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("host", ["localhost", "[::1]"])
def test_workers_listen_on_every_form_of_address_and_it_is_theirs(host: str, tmp_path: Path) -> None:
    if host == "[::1]" and not speaks_ipv6():
        pytest.skip("this machine has no IPv6")
    with server(tmp_path, "--workers", "2", "--listen", f"{host}:0") as running:
        assert running.address.rpartition(":")[0] == host
        with running.channel() as channel:
            assert health(channel) == "SERVING"
        outcome = run("serve", "--workers", "2", "--listen", running.address)
        assert (outcome.status, running.address in outcome.err) == (1, True)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_that_is_taken_at_one_address_of_a_name_is_taken(workers: str, tmp_path: Path) -> None:
    # Of two addresses that "localhost" may have, grpc would take the free one and say nothing.
    with server(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        for host in ("localhost", "0.0.0.0", "[::]"):
            outcome = run("serve", "--workers", workers, "--listen", f"{host}:{port}")
            assert (outcome.status, f"{host}:{port}: Address already in use" in outcome.err) == (1, True)


def test_a_port_is_reserved_once_and_free_again_afterwards() -> None:
    first = Reservation("127.0.0.1:0")
    with pytest.raises(AddressError, match=first.address):
        Reservation(first.address)
    first.close()
    Reservation(first.address).close()


def test_a_name_with_an_address_that_is_not_here_is_reserved_at_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tcp = (socket.SOCK_STREAM, 6, "")
    found = [(socket.AF_INET, *tcp, (host, 0)) for host in ("192.0.2.1", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    held = Reservation("both.example:0")
    monkeypatch.undo()
    with pytest.raises(AddressError, match="in use"):
        Reservation(f"127.0.0.1:{held.address.rpartition(':')[2]}")
    held.close()


def test_a_reservation_takes_no_connection() -> None:
    held = Reservation("127.0.0.1:0")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(held.address.rpartition(":")[2])), 5)
    held.close()


@pytest.mark.parametrize(
    "address", ["192.0.2.1:0", "127.0.0.1:70000", "127.0.0.1:x", "no-such-host.invalid:1"]
)
def test_an_address_that_is_not_ours_cannot_be_reserved(address: str) -> None:
    with pytest.raises(AddressError, match="cannot listen on"):
        Reservation(address)
