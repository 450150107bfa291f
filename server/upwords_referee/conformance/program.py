"""A client under test: a program that reads questions and writes what its client saw."""

import json
import queue
import subprocess
import threading
import time
from base64 import b64encode
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any, Self

_LONGEST_LINE = 64 << 20
_END_SECONDS = 10.0


@dataclass(frozen=True)
class Question:
    """One call that the client has to make.

    `method` is SERVICE/METHOD, `requests` are messages as bytes, one unless the method streams.
    """

    id: str
    method: str
    requests: Sequence[bytes]
    streams: bool = False
    timeout_ms: int = 10_000
    cancel_after_ms: int | None = None
    key: str | None = None

    def line(self) -> bytes:
        """Return the question as a line of the protocol."""
        encoded = [b64encode(request).decode() for request in self.requests]
        asked: dict[str, Any] = {
            "id": self.id,
            "method": self.method.rpartition("/")[2],
            "request": encoded if self.streams else encoded[0],
            "timeout_ms": self.timeout_ms,
        }
        if self.cancel_after_ms is not None:
            asked["cancel_after_ms"] = self.cancel_after_ms
        if self.key is not None:
            asked["key"] = self.key
        return json.dumps(asked).encode() + b"\n"


@dataclass(frozen=True)
class Heard:
    """What the program wrote for a question, and how long after it was asked; `fault` if it wrote nothing."""

    answer: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    fault: str = ""


class ProgramError(Exception):
    """The program cannot be started; the text says why."""


class Program:
    """A running program; use it as a context manager.

    `window` is how many questions may be open at once. A program that writes nothing for `patience` seconds,
    or ends, has answered none of those that are open.
    """

    def __init__(
        self, command: Sequence[str], target: str, *, window: int = 16, patience: float = 60.0
    ) -> None:
        try:
            self._process = subprocess.Popen(
                [*command, target], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise ProgramError(f"{command[0]}: {error.strerror}") from None
        self._window = window
        self._patience = patience
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        assert self._process.stdout
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self, stdout: IO[bytes]) -> None:
        while line := stdout.readline(_LONGEST_LINE):
            self._lines.put(line)
        self._lines.put(None)

    def ask(self, questions: Iterable[Question]) -> dict[str, Heard]:
        """Return what was heard for each question, by id."""
        questions = list(questions)
        asked: dict[str, float] = {}
        heard: dict[str, Heard] = {}
        places = threading.Semaphore(self._window)
        stopped = threading.Event()

        def write() -> None:
            assert self._process.stdin
            for question in questions:
                places.acquire()
                if stopped.is_set():
                    return
                asked[question.id] = time.monotonic()
                try:
                    self._process.stdin.write(question.line())
                    self._process.stdin.flush()
                except OSError:
                    # It has ended; the reader finds out.
                    return

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        fault = ""
        while len(heard) < len(questions):
            try:
                line = self._lines.get(timeout=self._patience)
            except queue.Empty:
                fault = f"the program wrote nothing for {self._patience:.0f} s"
                break
            if line is None:
                # For whoever asks next.
                self._lines.put(None)
                fault = "the program ended before it answered"
                break
            answer = _read_answer(line)
            id = answer.pop("id", None)
            if id not in asked or id in heard:
                fault = f"the program wrote something that answers no open question: {line[:200]!r}"
                break
            heard[id] = Heard(answer, time.monotonic() - asked[id])
            places.release()
        stopped.set()
        places.release()
        return {question.id: heard.get(question.id, Heard(fault=fault)) for question in questions}


def _read_answer(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) and isinstance(answer.get("id"), str) else {}
