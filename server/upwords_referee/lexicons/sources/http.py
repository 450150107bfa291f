"""A dictionary behind a web server: one URL a word; 200 is a word, 404 is none."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote, urlsplit

import urllib3

from upwords_referee.lexicons.errors import LexiconError, SourceUnavailableError
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.rules.words import WordStatus

_AT_ONCE = 8
_MAX_ANSWER_BYTES = 64 << 10
_STATUS = {200: WordStatus.ACCEPTABLE, 404: WordStatus.NOT_FOUND}


class HttpLexicon(OutsideLexicon):
    """A lexicon that asks `url` with "{word}" replaced: 200 is a word, 404 is none, all else "cannot say".

    The word is percent-encoded and cannot change the host, which is fixed; redirects are not followed, and
    at most 64 KB of an answer are read. `url` must be http or https with "{word}" behind the host.
    """

    def __init__(self, description: Description, url: str) -> None:
        super().__init__(description)
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise LexiconError(f"lexicon {self.id!r}: url must be http://… or https://…, not {url!r}")
        self._path = url.split(parts.netloc, 1)[1]
        if "{word}" not in self._path or "{word}" in parts.netloc:
            raise LexiconError(f"lexicon {self.id!r}: url must hold {{word}} behind the host, not {url!r}")
        timeout = urllib3.Timeout(total=description.timeout_seconds)
        self._pool = urllib3.connection_from_url(
            f"{parts.scheme}://{parts.netloc}", maxsize=_AT_ONCE, retries=False, timeout=timeout, block=True
        )
        self._workers = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix=f"lexicon {self.id}")

    def probe(self) -> None:
        """Ask for one word of the alphabet."""
        self._look_up(min(self._alphabet))

    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        if len(words) == 1:
            return {words[0]: self._look_up(words[0])}
        return dict(zip(words, self._workers.map(self._look_up, words), strict=True))

    def _look_up(self, word: str) -> WordStatus:
        path = self._path.replace("{word}", quote(word, safe=""))
        try:
            answer = self._pool.request("GET", path, redirect=False, preload_content=False)
            try:
                self._drain(answer)
            finally:
                answer.release_conn()
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise SourceUnavailableError(self.id, f"{type(error).__name__} from its web server") from None
        status = _STATUS.get(answer.status)
        if status is None:
            raise SourceUnavailableError(self.id, f"its web server answered {answer.status}")
        return status

    def _drain(self, answer: urllib3.BaseHTTPResponse) -> None:
        """Read the answer, so that the connection can be used again; drop the connection if it is long."""
        ends = time.monotonic() + self.timeout_seconds
        read = 0
        while chunk := answer.read(8 << 10):
            read += len(chunk)
            if read > _MAX_ANSWER_BYTES or time.monotonic() > ends:
                answer.close()
                return
