"""Questions to a store, with a bound on the wait that holds whatever the store or its client does."""

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from typing import TypeAlias

from upwords_referee.lexicons.cache.worker import Worker

_MOST_AT_ONCE = 64

Answers: TypeAlias = Mapping[str, object]


class LateError(Exception):
    """The answer was not there in time; the store may be slow, stuck, or this machine busy."""


class Asker:
    """Asks a store from one thread; callers wait for it as long as they will, and no longer.

    A client's own time-outs are no bound: resolving a name, asking sentinels and finding a cluster's nodes
    come on top of them. Questions about one group that wait together become one command: under load there
    are fewer commands than calls. `ask` takes a group and words, each once, and returns a value for each.
    """

    def __init__(self, name: str, ask: Callable[[str, list[str]], Answers]) -> None:
        self._ask = ask
        self._worker: Worker[_Question] = Worker(name, self._answer, _MOST_AT_ONCE)
        self._began: float | None = None

    def ask(self, group: str, words: Iterable[str], seconds: float) -> Answers:
        """Return values, those of `words` among them; LateError, or what `ask` raised."""
        question = _Question(group, words)
        self._worker.give(question)
        try:
            return question.result(seconds)
        except TimeoutError:
            if question.done():
                raise
            raise LateError from None
        finally:
            question.cancel()

    def busy_seconds(self) -> float:
        """Return how long the command takes that is on its way; 0 if there is none."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    def close(self) -> None:
        """End the thread."""
        self._worker.close()

    def _answer(self, questions: list["_Question"]) -> None:
        groups: dict[str, list[_Question]] = {}
        for question in questions:
            groups.setdefault(question.group, []).append(question)
        for group, together in groups.items():
            # Nobody waits for the answer to a question that is cancelled.
            asked = [question for question in together if question.set_running_or_notify_cancel()]
            if not asked:
                continue
            self._began = time.monotonic()
            try:
                answers = self._ask(group, list(dict.fromkeys(word for q in asked for word in q.words)))
            except Exception as error:
                for question in asked:
                    question.set_exception(error)
            else:
                for question in asked:
                    question.set_result(answers)
            finally:
                self._began = None


class _Question(Future[Answers]):
    """What a caller asks, and the answer to come."""

    def __init__(self, group: str, words: Iterable[str]) -> None:
        super().__init__()
        self.group = group
        self.words = words
