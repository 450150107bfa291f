"""A folder of lists, rulings and settings, and a server that serves them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.service.dictionaries.settings.club import Club


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Callable[..., Club]]:
    """Start servers in one folder; they end with the test."""
    with ExitStack() as stack:
        yield lambda *arguments, **more: stack.enter_context(Club.serving(tmp_path, *arguments, **more))
