"""A server's process: from the start to the signal that ends it."""

import gc
import signal
import threading
from collections.abc import Callable
from types import FrameType

import structlog

from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.methods import build_methods

DEFAULT_THREADS = 32
_GRACE_SECONDS = 5.0

_log = structlog.get_logger("upwords_referee")


def serve(
    address: str,
    rulesets: RulesetBook,
    lexicons: Registry,
    *,
    threads: int = DEFAULT_THREADS,
    when_ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve on HOST:PORT until SIGTERM or SIGINT, then let running calls finish.

    `when_ready` is called once with the real address. Raises AddressError if it cannot be listened on. A
    second signal ends the process at once.
    """
    ended = threading.Event()

    def end(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        ended.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    server = RefereeServer(build_methods(rulesets, lexicons), lexicons.ids(), threads)
    # The word lists live as long as the process: keep the collector from walking them again and again.
    gc.collect()
    gc.freeze()
    listening = server.listen(address)
    _log.info("listening", address=listening, lexica=lexicons.ids(), rulesets=rulesets.ids())
    when_ready(listening)
    # A signal that the system hands to another thread does not wake this one: look up now and then.
    while not ended.wait(0.2):
        pass
    _log.info("stopping", address=listening)
    server.stop(_GRACE_SECONDS)
    _log.info("stopped", address=listening)
