"""The supervisor: starts workers that serve on one port, replaces those that die, and ends them all."""

import gc
import os
import select
import shutil
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import structlog

from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.service.address import Reservation
from upwords_referee.service.admin import Admin
from upwords_referee.service.ending import end_process
from upwords_referee.service.later import LaterLexicon
from upwords_referee.service.orders import AFRESH, CHANGED, DRAIN, END
from upwords_referee.service.reload import Reloader, Supply, told
from upwords_referee.service.serving import WorkersError
from upwords_referee.service.settings.model import Settings
from upwords_referee.service.shared_metrics import forget_gauges, share_metrics
from upwords_referee.service.shelf import Shelf, Stock
from upwords_referee.service.sources import Sources
from upwords_referee.service.state import State

_LOOK_SECONDS = 0.1
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0
# A worker that served this long did not die of its start.
_LONG_SECONDS = 10.0
# So often in a row may the workers of one place end before they serve: at first, and after all served once.
_FAILED_STARTS, _FAILED_STARTS_LATER = 3, 6
_SPARE_SECONDS = 0.5
_SUPERVISOR = "supervisor"

_log = structlog.get_logger("upwords_referee")
# Under which name the next process counts: its first count may come with the fork itself.
_next_name = _SUPERVISOR


def supervise(
    config: Path | None, flags: Mapping[str, Any], folder: str, when_ready: Callable[[str], None] | None
) -> None:
    """Serve by several workers until SIGTERM or SIGINT, as `serving.serve` says; they count in the folder."""
    own_pid = os.getpid()
    registry = share_metrics(folder, lambda: _SUPERVISOR if os.getpid() == own_pid else _next_name)
    supply = Supply(Sources(_open_later), config, flags)
    settings, stock = supply.load()
    # This process asks nobody: what it would say of its state is not so.
    forget_gauges(_SUPERVISOR)
    reservation = Reservation(settings.listen)
    state = State()
    admin = Admin(settings.metrics, state, lambda: [registry]) if settings.metrics else None
    try:
        Supervisor(supply, settings, stock, reservation, state, admin, folder).run(when_ready)
    finally:
        reservation.close()


def _open_later(description: Description, address: str, lexicon: str, tls: bool) -> Lexicon:
    def open_remote() -> Any:
        from upwords_referee.service.grpc.remote_lexicon import RemoteLexicon  # noqa: PLC0415

        return RemoteLexicon(description, address, lexicon=lexicon, tls=tls)

    return LaterLexicon(description, open_remote)


class _Worker:
    """A worker process as its supervisor sees it; `slot` is its place and its name in the metrics."""

    def __init__(self, slot: int, pid: int, control: socket.socket) -> None:
        self.slot = slot
        self.pid = pid
        self.control = control
        self.ready_at: float | None = None
        control.setblocking(False)

    def tell(self, order: bytes) -> None:
        """Give an order; one who does not listen any more is found dead soon."""
        with suppress(OSError):
            self.control.send(order)


class Supervisor:
    """Keeps `workers` of the settings running; the port is reserved for them.

    It never imports grpc, which does not live through a fork; the lexica are loaded here once and shared by
    all workers.
    """

    def __init__(
        self,
        supply: Supply,
        settings: Settings,
        stock: Stock,
        reservation: Reservation,
        state: State,
        admin: Admin | None,
        folder: str,
    ) -> None:
        self._supply = supply
        self._settings = settings
        self._shelf = Shelf(stock)
        self._reservation = reservation
        self._state = state
        self._admin = admin
        self._folder = folder
        self._workers: dict[int, _Worker] = {}
        self._due: dict[int, float] = dict.fromkeys(range(settings.workers), 0.0)
        self._deaths: Counter[int] = Counter()
        self._failed_starts: Counter[int] = Counter()
        self._served = False
        self._order = b""
        self._afresh = False
        self._reloader = Reloader(supply, settings, self._shelf, self._swapped, state.reloaded)

    def run(self, when_ready: Callable[[str], None] | None = None) -> None:
        """Supervise until a signal ends it; WorkersError if the workers cannot start."""
        self._hear()
        # The workers share what there is now, as long as their collectors do not touch it.
        gc.freeze()
        gc.enable()
        if self._admin:
            self._admin.start()
        try:
            while not self._order:
                self._start_due()
                self._look()
                if not self._served and self._state.workers == self._settings.workers:
                    self._served = True
                    self._tell_ready(when_ready)
                if self._served:
                    self._reloader.step()
            self._drain()
        finally:
            self._kill()
            if self._admin:
                self._admin.close()

    def _hear(self) -> None:
        def end(number: int, _frame: FrameType | None) -> None:
            if self._order:
                self._end_at_once(number)
            self._order = DRAIN if number == signal.SIGTERM else END
            # Now, whatever this process is busy with.
            self._state.draining = True
            for worker in list(self._workers.values()):
                worker.tell(self._order)

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, end)
        signal.signal(signal.SIGHUP, lambda *_: self._ask())

    def _ask(self) -> None:
        self._afresh = True
        self._reloader.ask()

    def _end_at_once(self, number: int) -> None:
        self._kill()
        shutil.rmtree(self._folder, ignore_errors=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # The first process of a container is not ended that way.
        os._exit(128 + number)

    def _tell_ready(self, when_ready: Callable[[str], None] | None) -> None:
        beside = {"metrics": self._admin.address} if self._admin else {}
        _log.info(
            "listening",
            address=self._reservation.address,
            **beside,
            workers=self._settings.workers,
            **told(self._shelf.stock),
        )
        if when_ready:
            # In a process of its own: it may need grpc, and this one must not have it.
            self._fork(lambda: when_ready(self._reservation.address))

    def _start_due(self) -> None:
        now = time.monotonic()
        for slot in [slot for slot, when in self._due.items() if when <= now]:
            ours, theirs = socket.socketpair()

            def work(ours: socket.socket = ours, theirs: socket.socket = theirs) -> None:
                ours.close()
                from upwords_referee.service.grpc.worker import work  # noqa: PLC0415

                work(self._reservation.address, self._supply, self._settings, self._shelf.stock, theirs)

            pid = self._fork(work, str(slot))
            theirs.close()
            if pid is None:
                ours.close()
                self._wait_longer(slot)
                self._count_failed_start(slot, "no process can be started")
                continue
            del self._due[slot]
            self._workers[slot] = _Worker(slot, pid, ours)
            if self._order:
                # A signal came in between, and did not know it.
                self._workers[slot].tell(self._order)

    def _fork(self, do: Callable[[], None], name: str = _SUPERVISOR) -> int | None:
        """Return the id of a new process that does this and ends, and counts under this name; None: none."""
        global _next_name  # noqa: PLW0603 - the library of the metrics asks a function without arguments
        _next_name = name
        assert "grpc" not in sys.modules, "a process that knows grpc cannot be forked"
        if self._admin:
            self._admin.busy.acquire()
        signals = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        try:
            pid = os.fork()
        except OSError as error:
            _log.error("cannot start a process", reason=error.strerror)
            return None
        else:
            if not pid:
                self._live_alone(do)
            return pid
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
            if self._admin:
                self._admin.busy.release()

    def _live_alone(self, do: Callable[[], None]) -> None:
        """Do this in a forked process, and end it."""
        status = 1
        try:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
            # Who still holds the other end of a worker's line would hide from it that the supervisor died.
            for worker in self._workers.values():
                worker.control.close()
            self._reservation.close()
            if self._admin:
                self._admin.forget()
            do()
            status = 0
        except BaseException as error:
            _log.error("a process could not do its work", error=f"{type(error).__name__}: {error}")
        finally:
            end_process(status)

    def _look(self, seconds: float = _LOOK_SECONDS) -> None:
        """Hear what the workers say, for so long, and see who has died."""
        lines = {worker.control: worker for worker in self._workers.values()}
        for line in select.select(list(lines), [], [], seconds)[0]:
            try:
                said = line.recv(16)
            except OSError:
                said = b""
            if said:
                lines[line].ready_at = time.monotonic()
                del self._failed_starts[lines[line].slot]
            else:
                # It is about to be found dead; do not turn round and round until then.
                time.sleep(0.01)
        self._reap()
        self._state.workers = sum(worker.ready_at is not None for worker in self._workers.values())

    def _reap(self) -> None:
        slots = {worker.pid: worker.slot for worker in self._workers.values()}
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            if pid not in slots:
                continue  # it told that the server is ready
            worker = self._workers.pop(slots[pid])
            worker.control.close()
            forget_gauges(str(worker.slot))
            if not self._order:
                self._died(worker, os.waitstatus_to_exitcode(status))

    def _died(self, worker: _Worker, status: int) -> None:
        now = time.monotonic()
        if worker.ready_at is not None and now - worker.ready_at > _LONG_SECONDS:
            del self._deaths[worker.slot]
        _log.error("a worker ended; another one is started", worker=worker.pid, status=status)
        self._state.restarts += 1
        self._wait_longer(worker.slot)
        if worker.ready_at is None:
            self._count_failed_start(worker.slot, f"a worker ended with status {status}")

    def _wait_longer(self, slot: int) -> None:
        """Let a place stay empty for a while, the longer the more often."""
        self._deaths[slot] += 1
        often = self._deaths[slot] - 1
        self._due[slot] = time.monotonic() + (min(_FIRST_PAUSE * 2**often, _LONGEST_PAUSE) if often else 0.0)

    def _count_failed_start(self, slot: int, why: str) -> None:
        """Give up if it happened too often, and nobody serves: who started this process learns of it."""
        self._failed_starts[slot] += 1
        often = self._failed_starts[slot]
        if self._served:
            serving = any(worker.ready_at is not None for worker in self._workers.values())
            give_up = often >= _FAILED_STARTS_LATER and not serving
        else:
            give_up = often >= _FAILED_STARTS
        if give_up:
            raise WorkersError(f"workers do not come to serve, tried {often} times: {why}")

    def _swapped(self, _stock: Stock) -> None:
        """Have the workers load what was found to be good here; those started from now on have it."""
        gc.freeze()
        order, self._afresh = AFRESH if self._afresh else CHANGED, False
        for worker in self._workers.values():
            worker.tell(order)

    def _drain(self) -> None:
        _log.info("stopping", address=self._reservation.address)
        pause = self._settings.drain_seconds if self._order == DRAIN else 0.0
        ends = time.monotonic() + pause + self._settings.grace_seconds + _SPARE_SECONDS
        while self._workers and time.monotonic() < ends:
            self._look()
        if self._workers:
            _log.error("workers did not end in time", workers=[one.pid for one in self._workers.values()])
        self._kill()
        _log.info("stopped", address=self._reservation.address)

    def _kill(self) -> None:
        # A signal may have come between the end of a worker and its being struck off.
        for worker in self._workers.values():
            with suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGKILL)
        for worker in self._workers.values():
            with suppress(ChildProcessError):
                os.waitpid(worker.pid, 0)
        self._workers.clear()
