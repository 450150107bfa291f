"""A watch finds out between the calls whether a source answers."""

import queue
import threading
import time
from collections.abc import Iterator, Sequence

import pytest
from structlog.testing import capture_logs

from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.lexicons.sources import watch
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.kind import SourceKind
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.rules.words import WordStatus

PATIENCE = 5.0


class Source(OutsideLexicon):
    """A source that is broken when it is told to be."""

    kind = SourceKind.GRPC

    def __init__(self) -> None:
        super().__init__(Description("far", "1"))
        self.error: Exception | None = None
        self.asked: list[Sequence[str]] = []

    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        self.asked.append(words)
        if self.error:
            raise self.error
        return dict.fromkeys(words, WordStatus.ACCEPTABLE)


DOWN = SourceUnavailableError("far", "it is broken")


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def told(source: Source, monkeypatch: pytest.MonkeyPatch) -> Iterator["queue.Queue[tuple[str, bool]]"]:
    """What a running watch tells, with short pauses."""
    monkeypatch.setattr(watch, "DOWN_SECONDS", 0.05)
    monkeypatch.setattr(watch, "_LEAST_SECONDS", 0.01)
    told: queue.Queue[tuple[str, bool]] = queue.Queue()
    watching = watch.Watch(source, lambda id, reachable: told.put((id, reachable)))
    watching.start()
    yield told
    watching.end()


def test_it_tells_at_once_whether_the_source_answers(
    source: Source, told: "queue.Queue[tuple[str, bool]]"
) -> None:
    assert told.get(timeout=PATIENCE) == ("far", True)
    assert source.reachable


def test_a_call_that_fails_makes_it_look_and_the_next_calls_are_refused_without_asking(
    source: Source, told: "queue.Queue[tuple[str, bool]]"
) -> None:
    told.get(timeout=PATIENCE)
    source.error = DOWN
    with pytest.raises(SourceUnavailableError):
        source.statuses(["WOOD"])
    assert told.get(timeout=PATIENCE) == ("far", False)
    with pytest.raises(SourceUnavailableError, match="it is broken"):
        source.statuses(["BED"])
    assert ["BED"] not in source.asked
    assert source.statuses(["../X"]) == {"../X": WordStatus.NOT_FOUND}


def test_it_finds_the_source_well_again_and_each_change_is_one_line_in_the_log(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "DOWN_SECONDS", 0.05)
    monkeypatch.setattr(watch, "_LEAST_SECONDS", 0.01)
    with capture_logs() as entries:
        source.error = DOWN
        told: queue.Queue[tuple[str, bool]] = queue.Queue()
        watching = watch.Watch(source, lambda id, reachable: told.put((id, reachable)))
        watching.start()
        assert told.get(timeout=PATIENCE) == ("far", False)
        time.sleep(0.2)
        source.error = None
        assert told.get(timeout=PATIENCE) == ("far", True)
        watching.end()
    assert source.statuses(["WOOD"]) == {"WOOD": WordStatus.ACCEPTABLE}
    assert [(entry["log_level"], entry["lexicon"]) for entry in entries] == [
        ("warning", "far"),
        ("info", "far"),
    ]
    assert "it is broken" in entries[0]["why"]


def test_one_word_that_fails_does_not_shut_out_the_others(
    source: Source, told: "queue.Queue[tuple[str, bool]]"
) -> None:
    told.get(timeout=PATIENCE)
    source.error = DOWN
    with pytest.raises(SourceUnavailableError):
        source.statuses(["WOOD"])
    source.error = None
    time.sleep(0.1)
    assert source.statuses(["WOOD"]) == {"WOOD": WordStatus.ACCEPTABLE}


def test_calls_that_fail_one_after_the_other_do_not_make_a_probe_each(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "_LEAST_SECONDS", 0.3)
    looked = threading.Event()
    watching = watch.Watch(source, lambda id, reachable: looked.set())
    watching.start()
    assert looked.wait(PATIENCE)
    source.error = DOWN
    for _ in range(100):
        with pytest.raises(SourceUnavailableError):
            source.statuses(["WOOD"])
    time.sleep(0.1)
    assert source.asked.count(["A"]) == 1
    watching.end()


def test_a_fault_in_a_probe_is_logged_and_the_watch_goes_on(
    source: Source, told: "queue.Queue[tuple[str, bool]]"
) -> None:
    told.get(timeout=PATIENCE)
    with capture_logs() as entries:
        source.error = RuntimeError("ours")
        source.suspect.set()
        assert told.get(timeout=PATIENCE) == ("far", False)
        source.error = None
        assert told.get(timeout=PATIENCE) == ("far", True)
    assert any(entry.get("exc_info") for entry in entries)
