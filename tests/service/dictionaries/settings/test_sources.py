"""Lexica outside the process, named in settings, served by a process and kept in Redis."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote

import grpc
import pytest

from tests.service.cli.calling import call
from tests.service.dictionaries.settings.club import SETTINGS, Club, soon
from tests.service.dictionaries.valkey import Valkey, valkey
from tests.service.questions import check
from tests.service.referee import Refusal, running
from upwords_referee.lexicons.word_list import WordList

WORDS = {"QI", "ZA", "ÖL"}


class Web:
    """A web service that knows three words and keeps what it was asked; 503 once it is not `well`."""

    def __init__(self) -> None:
        web = self
        self.asked: list[str] = []
        self.well = True

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                word = unquote(self.path.removeprefix("/words/"))
                web.asked.append(word)
                self.send_response((200 if word in WORDS else 404) if web.well else 503)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/words/{{word}}"
        self._thread = Thread(target=self._server.serve_forever, args=[0.05])
        self._thread.start()

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)


@contextmanager
def web_service() -> Iterator[Web]:
    web = Web()
    try:
        yield web
    finally:
        web.end()


@pytest.fixture
def store() -> Iterator[Valkey]:
    with valkey() as server:
        yield server


def table(id: str, **values: str) -> str:
    return "\n".join([f"\n[lexicons.{id}]", *(f'{key} = "{value}"' for key, value in values.items()), ""])


def test_a_web_service_is_asked_once_for_a_word_and_redis_keeps_the_answer(
    club: Callable[..., Club], store: Valkey
) -> None:
    with web_service() as web:
        table_of_web = table(
            "web", source="http", url=web.url, edition="7", alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZÖ"
        )
        served = club("--redis", store.url, settings=SETTINGS + table_of_web)
        for _ in range(3):
            asked = ["qi", "xi", "öl", "don't", "ça"]
            known = ["ACCEPTABLE", "NOT_FOUND", "ACCEPTABLE", "NEEDS_APOSTROPHE", "NOT_FOUND"]
            assert served.statuses(*asked, lexicon="web") == known
        assert sorted(set(web.asked) - {"A"}) == ["QI", "XI", "ÖL"]
        assert len([word for word in web.asked if word == "QI"]) == 1
        with closing(store.client()) as client:
            soon(
                lambda: (
                    client.get("upwords:1:{web:7}:QI") == "1" and client.get("upwords:1:{web:7}:XI") == "2"
                )
            )
        # The web service is ill: what is kept is answered, what is not is no verdict.
        web.well = False
        assert served.referee.refusal(check("zo", lexicon="web")).code is grpc.StatusCode.UNAVAILABLE
        soon(lambda: served.serves("lexicon/web") is False)
        assert served.statuses("qi", lexicon="web") == ["ACCEPTABLE"]
        assert served.serves("")


def test_a_lexicon_with_cache_never_is_asked_each_time(club: Callable[..., Club], store: Valkey) -> None:
    with web_service() as web:
        never = table("web", source="http", url=web.url, edition="7", cache="never")
        served = club("--redis", store.url, settings=SETTINGS + never)
        for _ in range(3):
            assert served.statuses("qi", lexicon="web") == ["ACCEPTABLE"]
        assert web.asked.count("QI") == 3
    with closing(store.client()) as client:
        assert client.keys("*") == []


def test_a_file_with_cache_always_is_kept_in_redis(club: Callable[..., Club], store: Valkey) -> None:
    served = club("--redis", store.url, settings=SETTINGS + 'cache = "always"\n')
    digest = served.lexicon().digest
    assert served.statuses("qi", "xi") == ["ACCEPTABLE", "NOT_FOUND"]
    with closing(store.client()) as client:
        soon(lambda: client.get(f"upwords:1:{{club:{digest}}}:QI") == "1")


def test_another_referee_may_be_a_source_and_be_added_while_serving(club: Callable[..., Club]) -> None:
    served = club()
    with running(WordList("licensed", ["QI"])) as (referee, _):
        added = table("far", source="grpc", address=referee.address, lexicon="licensed", edition="1")
        served.write("club.toml", SETTINGS + added)
        soon(lambda: served.serves("lexicon/far"))
        assert served.statuses("qi", "xi", lexicon="far") == ["ACCEPTABLE", "NOT_FOUND"]
        # What did not change is not opened again, so that its answers stay.
        served.write("rulings.txt", "-xi\n")
        soon(lambda: served.statuses("xi") == ["DENIED"])
    assert served.referee.refusal(check("zo", lexicon="far")).code is grpc.StatusCode.UNAVAILABLE
    soon(lambda: served.serves("lexicon/far") is False)
    assert served.statuses("qi", lexicon="far") == ["ACCEPTABLE"]
    served.write("club.toml", SETTINGS)
    soon(lambda: isinstance(served.referee.outcome(check("qi", lexicon="far")), Refusal))
    assert served.referee.refusal(check("qi", lexicon="far")).reason == "UNKNOWN_LEXICON"


def test_a_pushed_list_is_served_by_the_lines_that_push_prints(
    club: Callable[..., Club], store: Valkey, tmp_path: Path
) -> None:
    (tmp_path / "wort.txt").write_text("straße\nöl\nDonau\tproper_noun\n", "utf-8")
    compact = str(tmp_path / "wort.lexicon")
    built = call(
        "lexicon", "build", str(tmp_path / "wort.txt"), compact, "--fold", "ß=ss", "--language", "de"
    )
    assert built.status == 0
    pushed = call("lexicon", "push", compact, "--redis", store.url)
    assert pushed.status == 0, pushed
    digest = re.search(r"pushed 3 words, digest ([0-9a-f]{64})", pushed.out)
    assert digest
    lines = pushed.out.partition("To use it:\n")[2]
    served = club("--redis", store.url, settings=SETTINGS + lines)
    words = ["straße", "strasse", "öl", "donau", "zzz", "ol"]
    known = ["ACCEPTABLE", "ACCEPTABLE", "ACCEPTABLE", "PROPER_NOUN", "ALLOWED", "NOT_FOUND"]
    assert served.statuses(*words, lexicon="wort") == known
    assert served.lexicon("wort").digest == digest[1]
    assert served.lexicon("wort").language == "de"
    assert call("lexicon", "drop", compact, "--redis", store.url).status == 0
    assert served.referee.refusal(check("lös", lexicon="wort")).code is grpc.StatusCode.UNAVAILABLE
