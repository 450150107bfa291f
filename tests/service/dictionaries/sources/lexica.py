"""Lexica on other referees, for tests."""

from typing import Any

from upwords_referee.lexicons.sources.description import Description
from upwords_referee.service.grpc.remote_lexicon import RemoteLexicon


def remote(address: str, id: str = "far", *, timeout_seconds: float = 5.0, **options: Any) -> RemoteLexicon:
    """Return a lexicon on the server at `address`."""
    return RemoteLexicon(Description(id, "1", timeout_seconds=timeout_seconds), address, **options)
