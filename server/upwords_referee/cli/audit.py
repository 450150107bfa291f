"""Auditing game records: one by one or many at once, here over all cores or by a server."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli.errors import CommandError, NotUnderstoodError
from upwords_referee.cli.referee import JUDGE_GAME, Referee, open_referee
from upwords_referee.notation.errors import RecordError
from upwords_referee.notation.text import LARGEST_RECORD, decode

SUFFIX = ".gcg"


class Audit(NamedTuple):
    """What came of one file: the referee's response, or why there is none."""

    file: str
    response: pb.JudgeGameResponse | None
    error: CommandError | None = None


class Asked(NamedTuple):
    """What is asked of every file: a request without its record, and whom."""

    request: bytes
    server: str | None
    rulesets: str | None
    lexicons: tuple[str, ...]

    def referee(self) -> Referee:
        """Return the referee that answers."""
        return open_referee(self.server, self.rulesets, self.lexicons)


def find_records(paths: Sequence[Path]) -> list[Path]:
    """Return the files that are named, and those that end in .gcg in the folders and their folders, sorted.

    NotUnderstoodError if there is no such path, or no record in a folder.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            within = sorted(file for file in path.rglob(f"*{SUFFIX}") if file.is_file())
            if not within:
                raise NotUnderstoodError(f"the folder {path} has no game records (*{SUFFIX}); check the path")
            found += within
        elif path.exists():
            found.append(path)
        else:
            raise NotUnderstoodError(f"there is no file {path}; check the path")
    return list(dict.fromkeys(found))


def audit_file(referee: Referee, asked: Asked, path: Path) -> Audit:
    """Have one file judged; what is wrong with it is in the answer."""
    try:
        request = pb.JudgeGameRequest.FromString(asked.request)
        request.text = _read(path)
        return Audit(str(path), referee.ask(JUDGE_GAME, request, pb.JudgeGameResponse))
    except CommandError as error:
        return Audit(str(path), None, error)


def audit_files(asked: Asked, paths: Sequence[Path], jobs: int) -> Iterator[Audit]:
    """Yield what came of each file, in their order; up to `jobs` are judged at a time.

    CommandError if no referee can be opened at all.
    """
    referee = asked.referee()
    if jobs == 1 or len(paths) == 1:
        yield from (audit_file(referee, asked, path) for path in paths)
        return
    pool: Executor
    judge: Callable[[Path], tuple[str, bytes | CommandError]]
    if asked.server is None:
        # Judging is work of this machine: a thread would not make it faster.
        pool = ProcessPoolExecutor(min(jobs, len(paths)), initializer=_Worker.start, initargs=(asked,))
        judge = _Worker.audit
    else:
        pool = ThreadPoolExecutor(min(jobs, len(paths)))

        def judge(path: Path) -> tuple[str, bytes | CommandError]:
            return _packed(audit_file(referee, asked, path))

    try:
        for file, outcome in pool.map(judge, paths):
            if isinstance(outcome, CommandError):
                yield Audit(file, None, outcome)
            else:
                yield Audit(file, pb.JudgeGameResponse.FromString(outcome))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def usual_jobs() -> int:
    """Return how many files are judged at a time where nobody says."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Worker:
    """The referee of a process of the pool."""

    referee: Referee
    asked: Asked

    @classmethod
    def start(cls, asked: Asked) -> None:
        cls.asked, cls.referee = asked, asked.referee()

    @classmethod
    def audit(cls, path: Path) -> tuple[str, bytes | CommandError]:
        return _packed(audit_file(cls.referee, cls.asked, path))


def _packed(audit: Audit) -> tuple[str, bytes | CommandError]:
    """Return an audit in a form that one process can hand to another."""
    if audit.response is not None:
        return audit.file, audit.response.SerializeToString()
    assert audit.error
    # Details are messages, which cannot be handed over; the text has what they say.
    bare = type(audit.error)(str(audit.error))
    bare.code = audit.error.code
    return audit.file, bare


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_RECORD + 1)
        if len(data) > LARGEST_RECORD:
            raise NotUnderstoodError(f"{path} is larger than {LARGEST_RECORD >> 10} KB: it is no game record")
        return decode(data)
    except OSError as error:
        raise NotUnderstoodError(f"{path} cannot be read ({error.strerror}); check the path") from None
    except RecordError as error:
        raise NotUnderstoodError(f"{path}: {error}") from None
