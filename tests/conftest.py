"""Fixtures for all tests: a real server on this machine."""

from collections.abc import Iterator

import pytest

from upwords_referee.lexicons.embedded import EMBEDDED_ID, builtin_lexicons
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.methods import build_methods


@pytest.fixture(scope="session")
def lexicons() -> Registry:
    """The lexica of the test servers: the built-in ones."""
    return Registry(builtin_lexicons(), EMBEDDED_ID)


@pytest.fixture(scope="session")
def referee_address(lexicons: Registry) -> Iterator[str]:
    """The address, 127.0.0.1:PORT, of a referee that serves for the whole session."""
    server = RefereeServer(build_methods(RulesetBook.builtin(), lexicons), lexicons.ids(), threads=8)
    yield server.listen("127.0.0.1:0")
    server.stop(grace=1)
