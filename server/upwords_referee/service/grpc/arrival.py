"""How a call arrives: counted in or refused before it waits for a thread, and known by its key or address."""

import threading
import time
from collections.abc import Callable
from concurrent import futures
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_network
from typing import Any, TypeVar
from urllib.parse import unquote

from upwords_referee.service.admission import Admission
from upwords_referee.service.errors import RefereeError

T = TypeVar("T")
_NETWORK_BITS = 64


@dataclass(slots=True)
class Arrival:
    """One call's arrival: when (monotonic), how many seconds it may take from then, and why it is refused.

    `key` is the name of its key, where the server asks for keys.
    """

    at: float
    seconds: float
    refusal: RefereeError | None = None
    key: str = ""


class _Here(threading.local):
    """What one thread knows: the call it works on, and whose call it was handed last."""

    arrival: Arrival | None = None
    client: str = ""


_here = _Here()


def arrival() -> Arrival | None:
    """Return the arrival of the call that this thread works on; None outside of a GuardedPool."""
    return _here.arrival


def note_client(name: str) -> None:
    """Say whose call this thread is going to submit next."""
    _here.client = name


class GuardedPool(futures.ThreadPoolExecutor):
    """Threads for calls that Admission counts, from their arrival until a thread is done with them.

    A call that is refused is run at once on the thread that submits it, so that refusals never queue; its
    function must ask `arrival` first, and not wait for anything. `seconds` is how long a call may take from
    its arrival. A future must not be cancelled (grpcio cancels none): its place would be lost.
    """

    def __init__(self, threads: int, admission: Admission, seconds: float, name: str) -> None:
        # grpcio takes no other executors for the threads of single methods.
        super().__init__(threads, thread_name_prefix=name)
        self._admission = admission
        self._seconds = seconds

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "futures.Future[T]":
        """Have a call worked on, or refused at once."""
        key = _here.client
        arrived = Arrival(time.monotonic(), self._seconds, None, key)
        client = (key or address_of(args)) if self._admission.by_client else ""
        try:
            self._admission.enter(client)
        except RefereeError as error:
            # Its traceback leads back here, and so to itself: the call would stay until the collector comes.
            arrived.refusal = error.with_traceback(None)
            return run_at_once(_run, arrived, fn, args, kwargs)
        try:
            return super().submit(self._work, client, arrived, fn, args, kwargs)
        except BaseException:
            self._admission.leave(client)
            raise

    def _work(self, client: str, arrived: Arrival, fn: Callable[..., T], args: Any, kwargs: Any) -> T:
        try:
            return _run(arrived, fn, args, kwargs)
        finally:
            self._admission.leave(client)


class PoolOfNone(futures.ThreadPoolExecutor):
    """Runs each call on the thread that submits it, for calls that are only refused."""

    def __init__(self) -> None:
        super().__init__(1)  # which starts no thread

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "futures.Future[T]":
        """Run the call now."""
        return run_at_once(fn, *args, **kwargs)


def run_at_once(fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "futures.Future[T]":
    """Run a function now, and return the future of it, which is done."""
    future: futures.Future[T] = futures.Future()
    try:
        future.set_result(fn(*args, **kwargs))
    except Exception as error:
        future.set_exception(error)
    return future


def _run(arrived: Arrival, fn: Callable[..., T], args: Any, kwargs: Any) -> T:
    _here.arrival = arrived
    try:
        return fn(*args, **kwargs)
    finally:
        _here.arrival = None


def address_of(submitted: tuple[Any, ...]) -> str:
    """Return the host that a call comes from, given what grpcio submits; empty if that cannot be seen.

    grpcio tells the address only to a method that already has its thread, which is too late to count by. The
    event among the arguments knows it; a test holds the installed version to that.
    """
    for one in submitted:
        call: Any = getattr(one, "call", None)
        if hasattr(call, "peer"):
            peer = call.peer()
            return host_of(peer.decode() if isinstance(peer, bytes) else peer)
    return ""


def host_of(peer: str) -> str:
    """Return the host of a peer as grpc writes it; of IPv6 the network, as one client has 2^64 addresses.

    >>> host_of("ipv4:127.0.0.1:5000"), host_of("ipv6:%5B2001:db8::9%5D:5000"), host_of("unix:")
    ('127.0.0.1', '2001:db8::/64', 'unix')
    """
    kind, _, address = unquote(peer).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return kind
    host = address.rpartition(":")[0].strip("[]").partition("%")[0]
    if kind == "ipv4":
        return host
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), _NETWORK_BITS), strict=False))
