"""Whether somebody still waits for the answer: work for a call that has ended is given up."""

from collections.abc import Callable
from contextvars import ContextVar


class CallEndedError(Exception):
    """The call was cancelled or its deadline has passed; nobody will read an answer."""


class OutOfTimeError(CallEndedError):
    """The call has taken `seconds`, the longest that the server lets any call take."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def _always() -> bool:
    return True


wanted: ContextVar[Callable[[], bool]] = ContextVar("wanted", default=_always)
"""Says whether the call that is worked on is still waited for; a transport sets it for each call.

It raises OutOfTimeError when the call has taken as long as a call may.
"""


def check_wanted() -> None:
    """Raise CallEndedError if nobody waits for the answer any more; long work asks now and then.

    Of the two reasons the server's own limit is told as OutOfTimeError.
    """
    if not wanted.get()():
        raise CallEndedError
