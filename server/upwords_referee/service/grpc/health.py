"""Health: what is served now, told to who asks and to who watches; no watcher can hold it up."""

import threading
from collections.abc import Callable
from concurrent import futures
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

MOST_WATCHES = 1000
_SENDERS = 64

_Response = health_pb2.HealthCheckResponse
_Send = Callable[[Any], None]


class Health(health_pb2_grpc.HealthServicer):
    """The health of names.

    A watch holds a thread only while something is sent to it, and one whose client does not read holds up
    no other and no check. Of more than 1,000 watches those beyond are refused with RESOURCE_EXHAUSTED.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._statuses: dict[str, Any] = {}
        self._watches: dict[int, _Watch] = {}
        self._final = False
        self._senders = futures.ThreadPoolExecutor(_SENDERS, thread_name_prefix="watch")

    def Check(self, request: Any, context: Any) -> Any:  # noqa: N802 - grpc's name
        """Answer the status of a name; NOT_FOUND if there is none."""
        status = self._statuses.get(request.service)
        if status is None:
            context.abort(grpc.StatusCode.NOT_FOUND, "")
        return _Response(status=status)

    def Watch(  # type: ignore[override]  # noqa: N802 - grpc's name, and what it gives methods that do not block
        self, request: Any, context: Any, send_response_callback: _Send
    ) -> None:
        """Tell the status of a name now, and each change of it."""
        watch = _Watch(request.service, send_response_callback, self._senders)
        with self._lock:
            full = len(self._watches) >= MOST_WATCHES
            if not full:
                self._watches[id(watch)] = watch
                watch.tell(self._statuses.get(watch.name, _Response.SERVICE_UNKNOWN))
        if full:
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{MOST_WATCHES} watches are open")
        if not context.add_callback(lambda: self._forget(watch)):
            self._forget(watch)

    def set(self, name: str, serving: bool) -> None:
        """Say whether a name is served."""
        with self._lock:
            if not self._final:
                self._set(name, _Response.SERVING if serving else _Response.NOT_SERVING)

    def leave(self) -> None:
        """Say for good that nothing is served."""
        with self._lock:
            self._final = True
            for name in self._statuses:
                self._set(name, _Response.NOT_SERVING)

    def end_watches(self) -> None:
        """End the watches, when what they were told is sent."""
        with self._lock:
            for watch in self._watches.values():
                watch.tell(None)

    def _set(self, name: str, status: Any) -> None:
        self._statuses[name] = status
        for watch in self._watches.values():
            if watch.name == name:
                watch.tell(status)

    def _forget(self, watch: "_Watch") -> None:
        with self._lock:
            self._watches.pop(id(watch), None)
        watch.end()


class _Watch:
    """One watcher: what it is to be told is sent in order, the last status only if it is slow."""

    def __init__(self, name: str, send: _Send, senders: futures.ThreadPoolExecutor) -> None:
        self.name = name
        self._send = send
        self._senders = senders
        self._lock = threading.Lock()
        self._status: Any = _NOTHING
        self._end = False
        self._sending = False

    def tell(self, status: Any) -> None:
        """Send this status, soon; None: that there are no more."""
        with self._lock:
            if status is None:
                self._end = True
            else:
                self._status = status
            if self._sending:
                return
            self._sending = True
        self._senders.submit(self._run)

    def end(self) -> None:
        """Stop sending: the client has gone."""
        with self._lock:
            self._status = _NOTHING

    def _run(self) -> None:
        while True:
            with self._lock:
                status, self._status = self._status, _NOTHING
                if status is _NOTHING and not self._end:
                    self._sending = False
                    return
            # The call may have ended meanwhile; then grpcio sends nothing.
            if status is _NOTHING:
                # `_sending` stays: nothing more is sent after the end.
                self._send(None)
                return
            self._send(_Response(status=status))


_NOTHING = object()
