"""What a reload keeps, closes and refuses."""

import threading
from pathlib import Path
from typing import Any

import pytest
import structlog

from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.service import reload
from upwords_referee.service.reload import Reloader, Supply
from upwords_referee.service.shelf import Shelf
from upwords_referee.service.sources import Sources

FAR = '[lexicons.far]\nsource = "grpc"\naddress = "{}"\nedition = "1"\ncache = "never"\n'


class Far(WordList):
    """A lexicon elsewhere that tells whether it was closed."""

    def __init__(self, description: Description, *_: object) -> None:
        super().__init__(description.id, ["QI"])
        self.closed = False

    def close(self) -> None:
        self.closed = True


class Server:
    """What is served from a settings file, without a server."""

    def __init__(self, config: Path, sources: Sources) -> None:
        self.config = config
        supply = Supply(sources, config, {}, {})
        settings, stock = supply.load()
        self.shelf = Shelf(stock)
        self.reloader = Reloader(supply, settings, self.shelf)

    def far(self) -> Any:
        return self.shelf.stock.lexicons.get("far")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setattr(reload, "_SETTLED_SECONDS", 0.01)
    monkeypatch.setattr(reload, "_RETIRED_SECONDS", 0.0)
    (tmp_path / "club.toml").write_text(FAR.format("a:1"))
    return Server(tmp_path / "club.toml", Sources(Far))


def test_without_a_change_nothing_is_loaded(server: Server) -> None:
    old = server.shelf.stock
    server.reloader.look()
    assert server.shelf.stock is old


def test_a_lexicon_that_stays_is_kept_open(server: Server) -> None:
    far = server.far()
    server.config.write_text("lru_words = 100000\n" + FAR.format("a:1"))
    server.reloader.look()
    assert server.far() is far
    assert not far.closed


def test_a_lexicon_that_goes_is_closed_once_calls_may_have_ended(server: Server) -> None:
    far = server.far()
    server.config.write_text(FAR.format("b:1"))
    server.reloader.look()
    assert server.far() is not far
    for timer in [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]:
        timer.join(5)
    assert far.closed
    assert not server.far().closed


def test_a_fault_of_ours_is_refused_without_its_text(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(Sources, "stock", fail)
    old = server.shelf.stock
    with structlog.testing.capture_logs() as logs:
        server.reloader.look(afresh=True)
    assert server.shelf.stock is old
    assert [(line["event"], line["reason"]) for line in logs] == [
        ("reload refused; the old state keeps serving", "RuntimeError")
    ]


def test_a_load_during_which_a_file_changed_is_not_served(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, stock = server.shelf.stock, Sources.stock
    server.config.write_text(FAR.format("b:1"))

    def slow(sources: Sources, *arguments: Any, **named: Any) -> Any:
        loaded = stock(sources, *arguments, **named)
        server.config.write_text(FAR.format("c:12"))
        return loaded

    with monkeypatch.context() as patched, structlog.testing.capture_logs() as logs:
        patched.setattr(Sources, "stock", slow)
        server.reloader.look()
    assert server.shelf.stock is old
    assert not logs
    server.reloader.look()
    assert server.shelf.stock is not old
