"""A dictionary behind a web server: one URL a word; 200 is a word, 404 is none."""

import time
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from urllib.parse import SplitResult, quote, unquote, urlsplit

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, connection_from_url

from upwords_referee.lexicons.errors import LexiconError, SourceUnavailableError
from upwords_referee.lexicons.sources.answer import BoundedAnswer
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.kind import SourceKind
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.rules.words import WordStatus

AT_ONCE = 8
_MOST_BODY_BYTES = 64 << 10
_WORD = "{word}"
_TOO_SLOW = "its web server takes too long"
_STATUS = {200: WordStatus.ACCEPTABLE, 404: WordStatus.NOT_FOUND}


class HttpLexicon(OutsideLexicon):
    """A lexicon that asks `url` with "{word}" replaced: 200 is a word, 404 is none, all else "cannot say".

    `url` is http or https with "{word}" behind the host, and may hold USER:PASSWORD@ (Basic); else
    LexiconError. The word is percent-encoded and the host fixed; redirects are not followed, the body of an
    answer does not matter and at most 64 KB of it are read. Up to 8 words are asked for at once, on
    connections that are kept; all words of a call have `timeout_seconds` together.
    """

    kind = SourceKind.HTTP

    def __init__(self, description: Description, url: str) -> None:
        super().__init__(description)
        self._path, self._headers, self._pool = self._open(url)
        self._workers = ThreadPoolExecutor(AT_ONCE, thread_name_prefix=f"lexicon {self.id}")

    def _open(self, url: str) -> tuple[str, dict[str, str], HTTPConnectionPool]:
        # The texts never show the URL: it may hold a password.
        try:
            parts = urlsplit(url)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
                raise ValueError("url must be http://HOST… or https://HOST…")
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            if _WORD not in path or _WORD in parts.netloc or path.startswith("//") or parts.fragment:
                raise ValueError("url must hold {word} in its path or query")
            host = parts.netloc.rpartition("@")[2]
            pool = connection_from_url(f"{parts.scheme}://{host}", maxsize=AT_ONCE, block=True)
        except (ValueError, urllib3.exceptions.HTTPError) as error:
            raise LexiconError(f"lexicon {self.id!r}: {error}") from None
        pool.ConnectionCls = _TlsConnection if parts.scheme == "https" else _Connection
        return path, _headers(parts), pool

    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        ends = time.monotonic() + self.timeout_seconds
        asked = [self._workers.submit(self._look_up, word, ends) for word in words]
        # Waiting here bounds what no socket's time-out does, such as finding the host's address.
        done, late = wait(asked, self.timeout_seconds, FIRST_EXCEPTION)
        for future in late:
            future.cancel()
        for future in done:
            future.result()
        if late:
            raise SourceUnavailableError(self.id, _TOO_SLOW)
        return {word: future.result() for word, future in zip(words, asked, strict=True)}

    def _look_up(self, word: str, ends: float) -> WordStatus:
        seconds = ends - time.monotonic()
        if seconds <= 0:
            raise SourceUnavailableError(self.id, _TOO_SLOW)
        path = self._path.replace(_WORD, quote(word, safe=""))
        try:
            answer = self._pool.urlopen(
                "GET",
                path,
                headers=self._headers,
                retries=False,
                redirect=False,
                timeout=urllib3.Timeout(total=seconds),
                preload_content=False,
                decode_content=False,
            )
            try:
                _drain(answer)
            finally:
                answer.release_conn()
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise SourceUnavailableError(self.id, f"{type(error).__name__} from its web server") from None
        status = _STATUS.get(answer.status)
        if status is None:
            raise SourceUnavailableError(self.id, f"its web server answered {answer.status}")
        return status


class _Connection(HTTPConnection):
    response_class = BoundedAnswer


class _TlsConnection(HTTPSConnection):
    response_class = BoundedAnswer


def _headers(parts: SplitResult) -> dict[str, str]:
    if parts.username is None:
        return urllib3.make_headers(user_agent="upwords-referee")
    user = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return urllib3.make_headers(user_agent="upwords-referee", basic_auth=user)


def _drain(answer: urllib3.BaseHTTPResponse) -> None:
    """Read the answer, so that the connection can be used again; drop the connection if it is long."""
    read = 0
    while chunk := answer.read(8 << 10):
        read += len(chunk)
        if read > _MOST_BODY_BYTES:
            answer.close()
            return
