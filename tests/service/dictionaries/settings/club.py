"""A server with the lists and rulings of a club, as its operator and its callers see it."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.service.cli.calling import environment
from tests.service.cli.test_serve import Serving, serving
from tests.service.questions import check, judge
from tests.service.referee import Referee
from upwords.referee.v1 import lexicon_service_pb2 as pb
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.words import WordStatus
from upwords_referee.service.methods import build_methods

SETTINGS = """\
default_lexicon = "club"
rulings = ["rulings.txt"]
reload_seconds = 0.3

[lexicons.club]
path = "club.txt"
"""
METHODS = build_methods(RulesetBook.builtin(), Registry([], "none"))
SOON = 5.0


def write(path: Path, text: str) -> None:
    """Replace a file whole."""
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(path)


class Club:
    """A server process and a channel to it."""

    def __init__(self, folder: Path, server: Serving) -> None:
        self.folder = folder
        self.server = server
        self.referee = Referee(server.address, METHODS)
        self.health: Any = health_pb2_grpc.HealthStub(self.referee.channel)

    @classmethod
    @contextmanager
    def serving(
        cls, folder: Path, *arguments: str, settings: str = SETTINGS, env: dict[str, str] | None = None
    ) -> Iterator["Club"]:
        """Serve `club.toml` of the folder, which is written with the list and the rulings it names."""
        write(folder / "club.txt", "qi\nza\n")
        write(folder / "rulings.txt", "+zzz\n-za\n")
        write(folder / "club.toml", settings)
        config = ("--config", str(folder / "club.toml"))
        with serving(folder, *config, *arguments, env=environment(**(env or {}))) as server:
            club = cls(folder, server)
            yield club
            club.referee.channel.close()

    def write(self, name: str, text: str) -> None:
        """Replace a file of the folder whole."""
        write(self.folder / name, text)

    def statuses(self, *words: str, **fields: Any) -> list[str]:
        """Return the statuses of words."""
        rulings = self.referee.ask(check(*words, **fields)).words
        return [WordStatus(ruling.status).name for ruling in rulings]

    def lexicon(self, id: str = "club") -> Any:
        """Return the description of a lexicon."""
        return self.referee.ask(pb.GetLexiconRequest(id=id)).lexicon

    def provenance(self, **fields: Any) -> Any:
        """Return the provenance of a verdict."""
        return self.referee.ask(judge(**fields)).provenance

    def serves(self, name: str) -> bool | None:
        """Return what Health says of a name; None if it does not know it."""
        call = self.health.Check.future(health_pb2.HealthCheckRequest(service=name), timeout=5)
        if call.code() is grpc.StatusCode.NOT_FOUND:
            return None
        return bool(call.result().status == health_pb2.HealthCheckResponse.SERVING)

    def events(self, event: str) -> list[dict[str, Any]]:
        """Return the lines of the log that tell of this event."""
        return [line for line in self.server.log if line["event"].startswith(event)]

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        os.kill(self.server.process.pid, number)

    @contextmanager
    def calls(self, *words: str) -> Iterator[list[list[str]]]:
        """Ask for the words again and again meanwhile; yield the answers, none of which may be a refusal."""
        ended = threading.Event()
        answers: list[list[str]] = []
        failures: list[BaseException] = []

        def run() -> None:
            while not ended.is_set():
                try:
                    answers.append(self.statuses(*words))
                except BaseException as error:
                    failures.append(error)
                    return

        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            yield answers
        finally:
            ended.set()
            for thread in threads:
                thread.join(20)
        assert not failures
        assert len(answers) > 20


def soon(true: Callable[[], object], seconds: float = SOON) -> None:
    """Wait until it is true; it must be within 5 seconds."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.05)
