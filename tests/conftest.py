"""Fixtures for all tests: a real server on this machine."""

from collections.abc import Iterator

import pytest

from tests.service.referee import serving
from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.registry import Registry


@pytest.fixture(scope="session")
def lexicons() -> Registry:
    """The lexica of the test servers: the embedded one."""
    return Registry([embedded()], EMBEDDED_ID)


@pytest.fixture(scope="session")
def referee_address(lexicons: Registry) -> Iterator[str]:
    """The address, 127.0.0.1:PORT, of a referee that serves for the whole session."""
    with serving(*lexicons) as referee:
        yield referee.address
