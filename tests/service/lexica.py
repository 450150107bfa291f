"""Lexica that show how they are asked, or that misbehave."""

import threading
from collections.abc import Iterable

from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus

WORDS = ["BED", "DO", "MOO", "MOOD", "ON", "SO", "WOO", "WOOD"]


class CountingLexicon(WordList):
    """Keeps the words of every lookup."""

    def __init__(self, id: str = "counting", words: Iterable[str] = WORDS) -> None:
        super().__init__(id, words)
        self.lookups: list[list[str]] = []

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        asked = list(words)
        self.lookups.append(asked)
        return super().statuses(asked)


class FailingLexicon(WordList):
    """Raises an exception whose text is nobody's business."""

    SECRET = "secret /etc/path"

    def __init__(self, id: str = "failing") -> None:
        super().__init__(id, WORDS)

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        raise RuntimeError(self.SECRET)


class SlowLexicon(WordList):
    """Tells when it is asked, and answers when it is let go."""

    def __init__(self, id: str = "slow") -> None:
        super().__init__(id, WORDS)
        self.asked = threading.Event()
        self.let_go = threading.Event()

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        self.asked.set()
        assert self.let_go.wait(20)
        return super().statuses(words)
