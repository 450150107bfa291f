"""The server that the command line asks holds what `serve` offers: all built-in lexica."""

from collections.abc import Iterator

import pytest

from tests.service.referee import serving
from upwords_referee.lexicons.embedded import builtin_lexicons, embedded


@pytest.fixture(scope="session")
def referee_address() -> Iterator[str]:
    """The address, 127.0.0.1:PORT, of a referee with all built-in lexica."""
    others = [lexicon for lexicon in builtin_lexicons() if lexicon.id != embedded().id]
    with serving(embedded(), *others) as referee:
        yield referee.address
