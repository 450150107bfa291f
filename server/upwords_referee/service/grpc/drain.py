"""Calls that come when the server is about to end: refused, with the time after which to ask again."""

from upwords_referee.service.errors import Reason, UnavailableError

_RETRY_SECONDS = 1.0


class ShuttingDownError(UnavailableError):
    """The server takes no new call."""

    def __init__(self) -> None:
        super().__init__(
            "this server is about to end; ask again, another one may answer",
            Reason.SHUTTING_DOWN,
            {},
            _RETRY_SECONDS,
        )
