"""Addresses on the command line."""

import pytest

from upwords_referee.cli.address import is_loopback, parse_address, reachable
from upwords_referee.cli.errors import NotUnderstoodError


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:50051", ("127.0.0.1", 50051)),
        ("localhost:0", ("localhost", 0)),
        ("referee.example-club.org:65535", ("referee.example-club.org", 65535)),
        ("[::1]:1", ("[::1]", 1)),
    ],
)
def test_host_and_port_are_read(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text, "--listen") == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "localhost",
        ":1",
        "localhost:",
        "localhost:65536",
        "localhost:1234567",
        "localhost:-1",
        "localhost:x",
        "::1:50051",
        "[]:1",
        "http://localhost:1",
        "unix:/tmp/socket",
        "local host:1",
        "localhost:1\n",
        "localhost:\u0661",
    ],
)
def test_what_is_no_host_and_port_is_refused_by_the_name_of_the_option(text: str) -> None:
    with pytest.raises(NotUnderstoodError, match=r"^--server takes HOST:PORT, as in 127\.0\.0\.1:50051"):
        parse_address(text, "--server")


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]"])
def test_a_wildcard_is_reached_over_loopback(host: str) -> None:
    assert reachable(f"{host}:7") == "127.0.0.1:7"


@pytest.mark.parametrize("address", ["127.0.0.1:7", "[::1]:7", "localhost:7", "example.org:7"])
def test_any_other_address_is_reached_as_it_is(address: str) -> None:
    assert reachable(address) == address


def test_loopback_is_known_by_its_name() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "[::1]", "localhost")] == [True] * 4
    assert not is_loopback("example.org")
