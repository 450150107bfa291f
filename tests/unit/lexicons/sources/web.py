"""Web servers on this machine: dictionaries, and servers that misbehave."""

import http.server
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.certificates import issued


class Dictionary(http.server.ThreadingHTTPServer):
    """A web server that answers each path with the status that `answer` gives; keeps what it was asked."""

    daemon_threads = True
    request_queue_size = 100

    def __init__(self, answer: Callable[[str], int], *, tls: bool = False, body: bytes = b"{}") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.body = body
        self.location = "/elsewhere"
        self.delay = 0.0
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.connections = 0
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.server_port}/words/{{word}}"
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(issued().chain, issued().key)
            self.socket = context.wrap_socket(self.socket, server_side=True)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients go away in these tests."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Dictionary

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1

    def do_GET(self) -> None:
        self.server.paths.append(self.path)
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        time.sleep(self.server.delay)
        status = self.server.answer(self.path)
        body = b"" if status == 204 else self.server.body
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", self.server.location)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def of_words(*words: str) -> Callable[[str], int]:
    """Return answers of a dictionary with these words, as they are encoded in a path."""
    return lambda path: 200 if path.removeprefix("/words/") in words else 404


@contextmanager
def dictionary(
    answer: Callable[[str], int], *, tls: bool = False, body: bytes = b"{}"
) -> Iterator[Dictionary]:
    """Serve until the block ends."""
    with Dictionary(answer, tls=tls, body=body) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.02])
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class Raw:
    """A server that gives every connection to `speak` on a thread of its own."""

    def __init__(self, speak: Callable[[socket.socket, threading.Event], None]) -> None:
        self._speak = speak
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.ended = threading.Event()
        self.connections = 0
        self.open = 0
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/words/{{word}}"
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()

    def _accept(self) -> None:
        self._listener.settimeout(0.02)
        while not self.ended.is_set():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                continue
            self.connections += 1
            self.open += 1
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            try:
                connection.recv(65536)
                self._speak(connection, self.ended)
            except OSError:
                pass  # the client has gone
        self.open -= 1

    def close(self) -> None:
        self.ended.set()
        self._thread.join()
        self._listener.close()


@contextmanager
def raw(speak: Callable[[socket.socket, threading.Event], None]) -> Iterator[Raw]:
    """Serve until the block ends."""
    server = Raw(speak)
    try:
        yield server
    finally:
        server.close()


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
