"""A server's process: from the start to the signal that ends it."""

import gc
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

import structlog
from prometheus_client import REGISTRY

from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.registry import Registry
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.outside import outside
from upwords_referee.lexicons.sources.watch import Watch
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.address import check_free
from upwords_referee.service.admin import Admin
from upwords_referee.service.ending import end_process
from upwords_referee.service.grpc.observation import Observation
from upwords_referee.service.grpc.protection import Protection
from upwords_referee.service.grpc.remote_lexicon import RemoteLexicon
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.metrics import forget_lexicon
from upwords_referee.service.reload import Reloader, Supply, told
from upwords_referee.service.settings.model import Settings
from upwords_referee.service.shelf import Shelf, Stock
from upwords_referee.service.sources import Sources
from upwords_referee.service.state import State

DEFAULT_THREADS = 32
# An answer that was just given takes a moment to reach its caller.
_LAST_WORD_SECONDS = 0.1
# For the decisions and traces that wait, also when calls took all the time there was.
_LAST_LINES_SECONDS = 0.3
_LOOK_SECONDS = 0.02

_log = structlog.get_logger("upwords_referee")


def serve(
    address: str,
    rulesets: RulesetBook,
    lexicons: Registry,
    *,
    threads: int = DEFAULT_THREADS,
    drain_seconds: float = 2.0,
    grace_seconds: float = 10.0,
    when_ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve on HOST:PORT until SIGTERM or SIGINT, let running calls finish, and end the process.

    Its status is 0. `when_ready` is called once with the real address. Raises AddressError if it cannot be
    listened on. For `drain_seconds` after SIGTERM calls are still taken, while health says NOT_SERVING;
    those under way then have `grace_seconds`. A second signal ends the process at once.
    """
    settings = Settings(
        listen=address, threads=threads, drain_seconds=drain_seconds, grace_seconds=grace_seconds
    )
    process = Process(Shelf(Stock.of(rulesets, lexicons)), settings)
    process.run(address, when_ready)


def serve_supply(
    supply: Supply, settings: Settings, stock: Stock, *, when_ready: Callable[[str], None] = lambda _: None
) -> None:
    """Serve what the settings name, as `serve` does, and follow their changes; SIGHUP loads all anew."""
    process = Process(Shelf(stock), settings)
    process.reloader = Reloader(supply, settings, process.shelf, process.follow, process.state.reloaded)
    process.run(settings.listen, when_ready)


def open_sources() -> Sources:
    """Return what opens lexica wherever they lie, also on other servers."""

    def open_remote(description: Description, address: str, lexicon: str, tls: bool) -> Lexicon:
        return RemoteLexicon(description, address, lexicon=lexicon, tls=tls)

    return Sources(open_remote)


@dataclass(frozen=True)
class Order:
    """What a process is told to do: end, with or without a pause in which calls are still taken."""

    pause: bool


class Process:
    """A server, the watches over its lexica's sources, and perhaps what keeps its shelf up to date.

    `shared`: it is one of several workers, who listen together.
    """

    def __init__(self, shelf: Shelf, settings: Settings, *, shared: bool = False) -> None:
        self.shelf = shelf
        self.state = State()
        self.reloader: Reloader | None = None
        self._settings = settings
        self._shared = shared
        self._order: Order | None = None
        self._observation = Observation.of(settings)
        self._server = RefereeServer(
            shelf.methods,
            shelf.stock.lexicons.ids(),
            settings.threads,
            shared=shared,
            protection=Protection.of(settings),
            observation=self._observation,
        )
        self._followed: dict[str, Lexicon] = {}
        self._watches: dict[str, Watch] = {}

    def run(self, address: str, when_ready: Callable[[str], None]) -> None:
        """Serve until told to end, and end the process."""
        self._hear()
        # What there is now lives as long as the process: the collector need not walk it again and again.
        gc.freeze()
        gc.enable()
        admin = None
        if self._settings.metrics and not self._shared:
            admin = Admin(self._settings.metrics, self.state, lambda: [REGISTRY])
            admin.start()
        if not self._shared:
            # Of several addresses grpc takes those that are free, without a word.
            check_free(address)
        listening = self._server.listen(address)
        self.state.workers = 1
        self.follow(self.shelf.stock)
        beside = {"metrics": admin.address} if admin else {}
        if self._shared:
            _log.info("worker listening", worker=os.getpid())
        else:
            _log.info("listening", address=listening, **beside, **told(self.shelf.stock))
        if self.reloader:
            self.reloader.start()
        when_ready(listening)
        # A signal that the system hands to another thread does not wake this one: look up now and then.
        while self._order is None:
            time.sleep(_LOOK_SECONDS)
        said = {"worker": os.getpid()} if self._shared else {"address": listening}
        _log.info("worker stopping" if self._shared else "stopping", **said)
        self._drain(self._settings.drain_seconds if self._order.pause else 0.0)
        self._observation.close(_LAST_LINES_SECONDS)
        _log.info("worker stopped" if self._shared else "stopped", **said)
        end_process(0)

    def order(self, *, pause: bool) -> None:
        """Have the process end; the pause is for those who send calls here to notice."""
        if self._order is None:
            self._order = Order(pause)

    def follow(self, stock: Stock) -> None:
        """Tell the health of the lexica served now, and watch the sources of those outside the process."""
        lexica = {lexicon.id: lexicon for lexicon in stock.lexicons}
        for id, old in self._followed.items():
            if lexica.get(id) is old:
                continue
            if watch := self._watches.pop(id, None):
                watch.end()
            if id not in lexica:
                self._server.set_lexicon(id, False)
                forget_lexicon(id)
        for id, new in lexica.items():
            if self._followed.get(id) is new:
                continue
            self._server.set_lexicon(id, True)
            if source := outside(new):
                self._watches[id] = Watch(source, self._server.set_lexicon)
                self._watches[id].start()
        self._followed = lexica

    def _hear(self) -> None:
        def end(number: int, _frame: FrameType | None) -> None:
            for one in (signal.SIGTERM, signal.SIGINT):
                signal.signal(one, _end_at_once if os.getpid() == 1 else signal.SIG_DFL)
            # Who presses Ctrl-C waits for it, and sends no calls meanwhile.
            self.order(pause=number == signal.SIGTERM)

        signal.signal(signal.SIGTERM, end)
        # Ctrl-C goes to a whole group of processes: workers hear of it from the one that started them.
        signal.signal(signal.SIGINT, signal.SIG_IGN if self._shared else end)
        reloader = self.reloader
        if reloader and not self._shared:
            signal.signal(signal.SIGHUP, lambda *_: reloader.ask())
        elif self._shared:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def _drain(self, pause: float) -> None:
        """Say that we go, take calls for a while, then none; return when all are answered or time is up.

        grpc's own way to stop is not used: calls that come in that moment end as CANCELLED, and nobody knows
        that they never began. When the process ends, what has not begun is UNAVAILABLE to its caller.
        """
        began = time.monotonic()
        self.state.draining = True
        self._server.leave()
        if self.reloader:
            self.reloader.end()
        time.sleep(pause)
        self._server.turn_away()
        for watch in list(self._watches.values()):
            watch.end()
        ends = began + pause + self._settings.grace_seconds
        while (now := time.monotonic()) < ends:
            if not self._server.calls:
                time.sleep(_LAST_WORD_SECONDS)
                if not self._server.calls:
                    return
            time.sleep(min(_LOOK_SECONDS, ends - now))
        _log.warning("calls were not finished in time", methods=self._server.work.methods())


def _end_at_once(number: int, _frame: FrameType | None) -> None:
    # The first process of a container is not ended by signals that it does not handle.
    os._exit(128 + number)
