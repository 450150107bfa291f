"""The plain HTTP port beside the service: /metrics, /livez and /readyz."""

import socket
import socketserver
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from upwords_referee.service.address import AddressError
from upwords_referee.service.state import State

_MOST_CONNECTIONS = 32
_REQUEST_SECONDS = 3.0


class Admin:
    """Answers GET at HOST:PORT (port 0: any free one) from threads of its own, a connection each time.

    /livez is 200 as long as the process lives, whatever else is broken; /readyz is 200 while `state` is
    ready, else 503; /metrics is what `registries()` hold, and the state. AddressError if the port is taken.
    """

    def __init__(self, address: str, state: State, registries: Callable[[], list[CollectorRegistry]]) -> None:
        host, _, port = address.rpartition(":")
        self._state = state
        self._registries = registries
        self._own = CollectorRegistry()
        self._own.register(state)
        # Held while an answer is made, so that nobody forks the process in the middle of it.
        self.busy = threading.Lock()
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            self._server = _Server(family, (host.strip("[]"), int(port)), self)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            raise AddressError(f"cannot tell metrics on {address}: {why}") from None
        self.address = f"{host}:{self._server.server_port}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=[0.1], name="admin", daemon=True
        )

    def start(self) -> None:
        """Start to answer."""
        self._thread.start()

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()

    def forget(self) -> None:
        """In a forked process, where nobody answers: let go of the port."""
        self._server.socket.close()

    def answer(self, path: str) -> tuple[HTTPStatus, str, bytes]:
        """Return the status, the type and the body of what is asked."""
        if path == "/livez":
            return HTTPStatus.OK, "text/plain", b"alive\n"
        if path == "/readyz":
            if self._state.ready:
                return HTTPStatus.OK, "text/plain", b"serving\n"
            why = b"draining\n" if self._state.draining else b"starting\n"
            return HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", why
        if path == "/metrics":
            with self.busy:
                text = b"".join(generate_latest(one) for one in [*self._registries(), self._own])
            return HTTPStatus.OK, CONTENT_TYPE_PLAIN_0_0_4, text
        return HTTPStatus.NOT_FOUND, "text/plain", b"/metrics, /livez or /readyz\n"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # The library's five would make a sixth at the same moment wait for a second.
    request_queue_size = _MOST_CONNECTIONS

    def __init__(self, family: socket.AddressFamily, place: tuple[str, int], admin: Admin) -> None:
        self.address_family = family
        self.admin = admin
        self._free = threading.Semaphore(_MOST_CONNECTIONS)
        super().__init__(place, _Handler)

    def server_bind(self) -> None:
        """Bind without asking for the host's name, which may take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a connection, unless too many are open."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection in its thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: it is the client who went away, or who was too slow."""


class _Handler(BaseHTTPRequestHandler):
    timeout = _REQUEST_SECONDS
    server: _Server
    server_version = "upwords-referee"
    sys_version = ""

    def do_GET(self) -> None:
        status, kind, body = self.server.admin.answer(self.path.partition("?")[0])
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: probes come every few seconds."""
