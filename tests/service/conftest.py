"""Fixtures for tests of the service over its socket."""

from collections.abc import Iterator

import pytest

from tests.service.referee import Referee
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.methods import build_methods


@pytest.fixture(scope="session")
def referee(referee_address: str, lexicons: Registry) -> Iterator[Referee]:
    """A caller of the session's server."""
    caller = Referee(referee_address, build_methods(RulesetBook.builtin(), lexicons))
    yield caller
    caller.channel.close()
