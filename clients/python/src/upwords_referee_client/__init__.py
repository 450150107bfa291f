"""Asks an Upwords referee whether a move is legal and what it scores.

`Client` is for programs with threads, `AsyncClient` for asyncio; `messages` has what they take and return. A
move that breaks a rule is a verdict whose `valid` is false, never an error; what cannot be understood or
answered is a `RefereeError`.
"""

from upwords_referee_client.async_client import AsyncClient
from upwords_referee_client.async_stream import AsyncStream
from upwords_referee_client.cancellation import Cancellation
from upwords_referee_client.client import Client
from upwords_referee_client.errors import FieldViolation, RefereeError, StreamEndedError, error_of
from upwords_referee_client.notation import (
    Tile,
    board_grid,
    board_notation,
    exchange,
    pass_turn,
    play_notation,
    play_tiles,
)
from upwords_referee_client.settings import DEFAULT_DEADLINE, DEFAULT_SERVICE_CONFIG, DEFAULT_USER_AGENT
from upwords_referee_client.stream import Stream
from upwords_referee_client.tls import TLS
from upwords_referee_client.version import __version__

__all__ = [
    "DEFAULT_DEADLINE",
    "DEFAULT_SERVICE_CONFIG",
    "DEFAULT_USER_AGENT",
    "TLS",
    "AsyncClient",
    "AsyncStream",
    "Cancellation",
    "Client",
    "FieldViolation",
    "RefereeError",
    "Stream",
    "StreamEndedError",
    "Tile",
    "__version__",
    "board_grid",
    "board_notation",
    "error_of",
    "exchange",
    "pass_turn",
    "play_notation",
    "play_tiles",
]
