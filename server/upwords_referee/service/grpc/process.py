"""A server's process: from the start to the signal that ends it."""

import gc
import signal
import threading
from collections.abc import Callable
from types import FrameType

import structlog
from prometheus_client import start_http_server

from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.registry import Registry
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.outside import outside
from upwords_referee.lexicons.sources.watch import Watch
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc.remote_lexicon import RemoteLexicon
from upwords_referee.service.grpc.server import AddressError, RefereeServer
from upwords_referee.service.reload import Reloader, Supply, told
from upwords_referee.service.shelf import Shelf, Stock
from upwords_referee.service.sources import Sources

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
    _Process(Shelf(Stock.of(rulesets, lexicons)), threads).run(address, when_ready)


def serve_supply(
    supply: Supply,
    *,
    checked: Callable[[str, str], object],
    when_ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve what the settings name, as `serve` does, and follow their changes; SIGHUP loads all anew.

    `checked` is called with each address and its setting before it is listened on. Raises what `Supply.load`
    and it raise.
    """
    settings, stock = supply.load()
    checked(settings.listen, "listen")
    if settings.metrics:
        checked(settings.metrics, "metrics")
    process = _Process(Shelf(stock), settings.threads)
    process.reloader = Reloader(supply, settings, process.shelf, process.follow)
    process.run(settings.listen, when_ready, settings.metrics)


def open_sources() -> Sources:
    """Return what opens lexica wherever they lie, also on other servers."""

    def open_remote(description: Description, address: str, lexicon: str, tls: bool) -> Lexicon:
        return RemoteLexicon(description, address, lexicon=lexicon, tls=tls)

    return Sources(open_remote)


def _serve_metrics(address: str) -> tuple[dict[str, str], Callable[[], None]]:
    """Serve what Prometheus reads on HOST:PORT; return what to log of it, and what ends it.

    AddressError if the port is taken.
    """
    host, _, port = address.rpartition(":")
    try:
        server, _ = start_http_server(int(port), addr=host.strip("[]"))
    except OSError as error:
        raise AddressError(f"cannot tell metrics on {address}: {error.strerror or error}") from None
    return {"metrics": f"{host}:{server.server_port}"}, server.shutdown


class _Process:
    """A server, the watches over its lexica's sources, and perhaps what keeps its shelf up to date."""

    def __init__(self, shelf: Shelf, threads: int) -> None:
        self.shelf = shelf
        self.reloader: Reloader | None = None
        self._server = RefereeServer(shelf.methods, shelf.stock.lexicons.ids(), threads)
        self._followed: dict[str, Lexicon] = {}
        self._watches: dict[str, Watch] = {}

    def run(self, address: str, when_ready: Callable[[str], None], metrics: str = "") -> None:
        """Serve until a signal ends it; tell metrics at an address of their own, if one is given."""
        ended = threading.Event()

        def end(number: int, _frame: FrameType | None) -> None:
            signal.signal(number, signal.SIG_DFL)
            ended.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, end)
        reloader = self.reloader
        if reloader:
            signal.signal(signal.SIGHUP, lambda *_: reloader.ask())
        # The word lists live as long as the process: keep the collector from walking them again and again.
        gc.collect()
        gc.freeze()
        beside, end_metrics = _serve_metrics(metrics) if metrics else ({}, lambda: None)
        listening = self._server.listen(address)
        self.follow(self.shelf.stock)
        _log.info("listening", address=listening, **beside, **told(self.shelf.stock))
        if reloader:
            reloader.start()
        when_ready(listening)
        # A signal that the system hands to another thread does not wake this one: look up now and then.
        while not ended.wait(0.2):
            pass
        _log.info("stopping", address=listening)
        if reloader:
            reloader.end()
        for watch in list(self._watches.values()):
            watch.end()
        self._server.stop(_GRACE_SECONDS)
        end_metrics()
        _log.info("stopped", address=listening)

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
        for id, new in lexica.items():
            if self._followed.get(id) is new:
                continue
            self._server.set_lexicon(id, True)
            if source := outside(new):
                self._watches[id] = Watch(source, self._server.set_lexicon)
                self._watches[id].start()
        self._followed = lexica
