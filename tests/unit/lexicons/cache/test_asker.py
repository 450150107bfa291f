"""Questions to a store from one thread: bounded waits, and what waits together goes together."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from upwords_referee.lexicons.cache.asker import Asker, LateError


class Store:
    """Answers each word with itself, when it may."""

    def __init__(self) -> None:
        self.commands: list[tuple[str, list[str]]] = []
        self.may = threading.Event()
        self.may.set()

    def ask(self, group: str, words: list[str]) -> dict[str, object]:
        self.commands.append((group, words))
        assert self.may.wait(10)
        if "BAD" in words:
            raise ValueError("bad")
        return {word: f"{group} {word}" for word in words}


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def asker(store: Store) -> Iterator[Asker]:
    one = Asker("store", store.ask)
    yield one
    store.may.set()
    one.close()


def test_a_question_is_answered(asker: Asker) -> None:
    assert asker.ask("a", ["X", "Y"], 5) == {"X": "a X", "Y": "a Y"}
    assert asker.busy_seconds() == 0


def test_what_the_store_raises_the_caller_gets_and_the_next_is_answered(asker: Asker) -> None:
    with pytest.raises(ValueError, match="bad"):
        asker.ask("a", ["BAD"], 5)
    assert asker.ask("a", ["X"], 5)["X"] == "a X"


def test_a_caller_waits_no_longer_than_it_will(asker: Asker, store: Store) -> None:
    store.may.clear()
    started = time.monotonic()
    for _ in range(3):
        with pytest.raises(LateError):
            asker.ask("a", ["X"], 0.02)
    assert 0.06 <= time.monotonic() - started < 1
    assert asker.busy_seconds() >= 0.05


def test_a_question_that_nobody_waits_for_is_not_asked(asker: Asker, store: Store) -> None:
    store.may.clear()
    for word in ("X", "Y", "Z"):
        with pytest.raises(LateError):
            asker.ask("a", [word], 0.02)
    store.may.set()
    assert asker.ask("a", ["W"], 5) == {"W": "a W"}
    assert store.commands == [("a", ["X"]), ("a", ["W"])]


def test_questions_that_wait_together_are_one_command_for_each_group(asker: Asker, store: Store) -> None:
    store.may.clear()
    with ThreadPoolExecutor(41) as pool:
        first = pool.submit(asker.ask, "a", ["FIRST"], 5)
        while not store.commands:
            time.sleep(0.001)
        calls = [pool.submit(asker.ask, "ab"[at % 2], [f"W{at // 4}", "SAME"], 5) for at in range(40)]
        time.sleep(0.1)
        store.may.set()
        assert first.result() == {"FIRST": "a FIRST"}
        for at, call in enumerate(calls):
            group = "ab"[at % 2]
            assert call.result()[f"W{at // 4}"] == f"{group} W{at // 4}"
    assert sorted(group for group, _ in store.commands[1:]) == ["a", "b"]
    assert all(sorted(words) == sorted({*words}) and len(words) == 11 for _, words in store.commands[1:])
