"""A Valkey server, and answers kept in it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TypeAlias

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from tests.service.dictionaries.valkey import Valkey, valkey
from upwords_referee.lexicons.cache.client import connect
from upwords_referee.lexicons.cache.redis_words import RedisWords

Open: TypeAlias = Callable[[str], RedisWords]


@pytest.fixture
def server() -> Iterator[Valkey]:
    with valkey() as running:
        yield running


@pytest.fixture
def open_redis() -> Iterator[Open]:
    """Opens the answers kept at a URL; they are closed at the end."""
    with ExitStack() as stack:

        def opened(url: str) -> RedisWords:
            client = connect(url)
            stack.callback(client.close)
            words = RedisWords(client)
            stack.callback(words.close)
            return words

        yield opened


@pytest.fixture
def log() -> Iterator[list[EventDict]]:
    with capture_logs() as lines:
        yield lines
