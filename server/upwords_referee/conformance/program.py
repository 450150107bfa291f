"""A client under test: a program that reads questions and writes what its client saw."""

import json
import os
import queue
import signal
import subprocess
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any, Self

PATIENCE_SECONDS = 60.0

_LONGEST_LINE = 64 << 20
_LINES_AHEAD = 64
_END_SECONDS = 10.0
_LAST_SECONDS = 2.0


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
    """A running program; use it as a context manager, which ends it.

    `window` is how many questions may be open at once. A program that leaves one open for `patience` seconds,
    writes what is no answer, or ends, is asked nothing more; what it has not answered has that as its fault.
    """

    def __init__(
        self,
        command: Sequence[str],
        target: str,
        *,
        window: int = 16,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        try:
            self._process = subprocess.Popen(
                [*command, target],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # So that what the program starts ends with it.
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(f"{command[0]}: {error.strerror}") from None
        self._window = window
        self._patience = patience
        self._lines: queue.Queue[bytes | None] = queue.Queue(_LINES_AHEAD)
        self._fault = ""
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []
        self._start(self._read)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._kill()

    def ask(self, questions: Iterable[Question]) -> dict[str, Heard]:
        """Return what was heard for each question, by id."""
        questions = list(questions)
        asked: dict[str, float] = {}
        heard: dict[str, Heard] = {}
        places = threading.Semaphore(self._window)
        self._start(self._write, questions, asked, places)
        while len(heard) < len(questions) and not self._fault:
            # The first that is still open; the writer may be just about to ask.
            since = min((asked[id] for id in [*asked] if id not in heard), default=time.monotonic())
            try:
                line = self._lines.get(timeout=max(0.0, since + self._patience - time.monotonic()))
            except queue.Empty:
                self._fault = f"the program left a question open for {self._patience:.0f} s"
                break
            if line is None:
                self._fault = f"the program ended {self._how_it_ended()} before it answered"
                break
            answer = _read_answer(line)
            id = answer.pop("id", None)
            if id not in asked or id in heard:
                self._fault = f"the program wrote something that answers no open question: {line[:200]!r}"
                break
            heard[id] = Heard(answer, time.monotonic() - asked[id])
            places.release()
        if self._fault:
            self._kill()
            places.release()
        return {question.id: heard.get(question.id, Heard(fault=self._fault)) for question in questions}

    def end(self) -> str:
        """Close the program's input and return what is wrong with how it ends; empty: nothing."""
        if self._fault:
            return self._fault
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()
        deadline = time.monotonic() + _END_SECONDS
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                return f"the program did not end within {_END_SECONDS:.0f} s of the end of its input"
            if line is None:
                break
            return f"the program wrote more than was asked: {line[:200]!r}"
        how = self._how_it_ended()
        return "" if how == "with status 0" else f"the program ended {how} at the end of its input"

    def _start(self, work: Callable[..., None], *arguments: Any) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _write(self, questions: Sequence[Question], asked: dict[str, float], places: Any) -> None:
        assert self._process.stdin
        for question in questions:
            places.acquire()
            if self._stopped.is_set():
                return
            asked[question.id] = time.monotonic()
            try:
                self._process.stdin.write(question.line())
                self._process.stdin.flush()
            except (OSError, ValueError):
                # It has ended; the reader finds out.
                return

    def _read(self) -> None:
        assert self._process.stdout
        stdout: IO[bytes] = self._process.stdout
        while not self._stopped.is_set() and (line := stdout.readline(_LONGEST_LINE)):
            self._put(line)
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        while not self._stopped.is_set():
            with suppress(queue.Full):
                self._lines.put(line, timeout=1)
                return

    def _how_it_ended(self) -> str:
        # It stays to be waited for, so that its group is still its own when that is killed.
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        deadline = time.monotonic() + _END_SECONDS
        while (ended := os.waitid(os.P_PID, self._process.pid, look)) is None:
            if time.monotonic() > deadline:
                return "its output"
            time.sleep(0.01)
        how = "with status" if ended.si_code == os.CLD_EXITED else "by signal"
        return f"{how} {ended.si_status}"

    def _kill(self) -> None:
        self._stopped.set()
        if self._process.returncode is None:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        # A pipe that a thread still waits at cannot be closed, as where another session holds it.
        for thread in self._threads:
            thread.join(_LAST_SECONDS)
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe
                with suppress(OSError):
                    pipe.close()


def _read_answer(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) and isinstance(answer.get("id"), str) else {}
