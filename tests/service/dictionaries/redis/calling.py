"""Calls that go on in threads while things break, each compared with the answer of the list itself."""

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from prometheus_client import REGISTRY

from tests.service.dictionaries.valkey import until
from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.cache.redis_words import RedisWords
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus

LETTERS = "ABCDEF"
STRINGS = ["".join(letters) for letters in product(LETTERS, repeat=4)]
WORDS = STRINGS[::3]
LIST = WordList("list", WORDS)
ADDED_SECONDS = 0.05
RECOVERY_SECONDS = 2.0


class SlowList(WordList):
    """The list, as if it lay far away: it takes its time, and knows how much of it in each thread."""

    def __init__(self, seconds: float = 0.002) -> None:
        super().__init__("list", WORDS)
        self.seconds = seconds
        self.lookups: list[tuple[str, ...]] = []
        self._spent = threading.local()

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        started = time.perf_counter()
        asked = tuple(words)
        self.lookups.append(asked)
        time.sleep(self.seconds)
        answers = super().statuses(asked)
        self._spent.seconds = self.spent() + time.perf_counter() - started
        return answers

    def spent(self) -> float:
        """Return the seconds that this thread spent here."""
        seconds: float = getattr(self._spent, "seconds", 0.0)
        return seconds


@dataclass(frozen=True)
class Call:
    """When a call ended, and what it took more than the source."""

    at: float
    added: float


class Calls:
    """Threads that ask for other words each time, four to a call, until the end of the block.

    Nothing stays in the process, so that every word goes to Redis.
    """

    def __init__(self, redis: RedisWords, source: SlowList | None = None, threads: int = 4) -> None:
        self.source = source or SlowList()
        self.lexicon = CachedLexicon(self.source, redis, lru_words=1)
        self.done: list[Call] = []
        self.wrong: list[str] = []
        self._noise = [0.0]
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=[STRINGS[number::threads]]) for number in range(threads)
        ]
        self._threads += [threading.Thread(target=self._listen) for _ in range(2)]

    def __enter__(self) -> "Calls":
        for thread in self._threads:
            thread.start()
        self.go_on()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(20)
        assert self.wrong == []

    def go_on(self, calls: int = 60) -> None:
        """Wait until so many more calls are answered."""
        aim = len(self.done) + calls
        until(lambda: len(self.done) >= aim or bool(self.wrong), "calls")

    def since(self, at: float) -> list[Call]:
        """Return the calls that ended later."""
        return [call for call in self.done if call.at > at]

    def assert_hardly_slower(self, at: float = 0.0) -> None:
        """No call took over 50 ms longer than the source, but for what the machine itself took.

        A busy machine may have held up one call, and the others at each of three hand-overs between threads;
        a fault holds up all threads.
        """
        added = sorted(call.added for call in self.since(at))[-2]
        noise = max(self._noise)
        assert added <= ADDED_SECONDS + 3 * noise, f"{added * 1e3:.1f} ms, noise {noise * 1e3:.1f} ms"

    def _listen(self) -> None:
        """Note what short waits take longer than they should."""
        while not self._ended.is_set():
            started = time.perf_counter()
            time.sleep(0.005)
            self._noise.append(time.perf_counter() - started - 0.005)

    def _run(self, strings: list[str]) -> None:
        at = 0
        while not self._ended.is_set():
            words = [strings[(at + step) % len(strings)] for step in range(4)]
            at += 4
            time.sleep(0.001)
            started = time.perf_counter()
            spent = self.source.spent()
            try:
                answers = self.lexicon.statuses(words)
            except Exception as error:
                self.wrong.append(repr(error))
                return
            added = time.perf_counter() - started - (self.source.spent() - spent)
            if answers != LIST.statuses(words):
                self.wrong.append(f"{words}: {answers}")
            self.done.append(Call(time.monotonic(), added))


def assert_not_slower(calls: list[Call]) -> None:
    """The calls took as long as the source: what the cache itself costs is far below a millisecond."""
    added = sorted(call.added for call in calls)
    assert added[len(added) // 2] < 0.001, f"{added[len(added) // 2] * 1e3:.3f} ms"


def up(use: str = "read") -> float | None:
    """Return what the metrics say of Redis."""
    return REGISTRY.get_sample_value("upwords_redis_up", {"use": use})


def counted(name: str, **labels: str) -> float:
    """Return what a counter says."""
    return REGISTRY.get_sample_value(name, labels) or 0.0
