"""The decision log: every verdict with its request as a line of JSON, to be judged again one day."""

import json
import threading
import time
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import structlog
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.decision_file import open_decision_file
from upwords_referee.service.metrics import DECISIONS_DROPPED
from upwords_referee.service.request_id import request_id

MOST_WAITING = 10_000
MOST_WAITING_BYTES = 32 << 20

_log = structlog.get_logger("upwords_referee")


class _Decided(NamedTuple):
    """What waits to be written: the answer of a call, as the call had it."""

    time: float
    request_id: str
    method: str
    request: Any
    response: Any
    bytes: int


class Decisions:
    """Writes decisions to a file from a thread of its own; calls never wait for it, nor fail with it.

    What is too much for the file to take in time, and what it does not take, is dropped and counted.
    SettingsError if the file cannot be opened now.
    """

    def __init__(self, path: Path, most: int = MOST_WAITING, most_bytes: int = MOST_WAITING_BYTES) -> None:
        self._path = path
        self._most = most
        self._most_bytes = most_bytes
        self._file = open_decision_file(path)
        self._full = DECISIONS_DROPPED.labels("full")
        self._failed = DECISIONS_DROPPED.labels("failed")
        self._changed = threading.Condition()
        self._waiting: deque[_Decided] = deque()
        self._bytes = 0
        self._broken = False
        threading.Thread(target=self._run, name="decisions", daemon=True).start()

    def add(self, method: str, request: Any, response: Any) -> None:
        """Have an answer written; the messages must not change any more."""
        size = request.ByteSize() + response.ByteSize()
        decided = _Decided(time.time(), request_id(), method, request, response, size)
        with self._changed:
            fits = len(self._waiting) < self._most and self._bytes + size <= self._most_bytes
            if fits:
                self._waiting.append(decided)
                self._bytes += size
                self._changed.notify_all()
        if not fits:
            self._full.inc()

    def close(self, seconds: float) -> None:
        """Wait until all is written, for no longer than this."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting, seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                # It stays in the queue until it is written, so that `close` waits for it.
                decided = self._waiting[0]
            try:
                self._write(decided)
            except Exception:
                # A fault of ours costs the record of one answer, not of all that come after it.
                self._failed.inc()
                _log.exception("a decision is lost", request_id=decided.request_id)
            with self._changed:
                self._waiting.popleft()
                self._bytes -= decided.bytes
                self._changed.notify_all()

    def _write(self, decided: _Decided) -> None:
        for line in lines(decided):
            try:
                self._file.append(line)
            except OSError as error:
                self._failed.inc()
                if not self._broken:
                    _log.error("decisions are lost", path=str(self._path), reason=error.strerror)
                self._broken = True
            else:
                if self._broken:
                    _log.info("decisions are written again", path=str(self._path))
                self._broken = False


def lines(decided: _Decided) -> Iterator[bytes]:
    """Yield the lines of an answer: one, or one for each verdict in it; errors are no verdicts."""
    head = {
        "time": datetime.fromtimestamp(decided.time, UTC).isoformat(timespec="microseconds"),
        "request_id": decided.request_id,
    }
    request, response = decided.request, decided.response
    if decided.method == "BatchJudgeMoves":
        for i, result in enumerate(response.results):
            if result.HasField("verdict"):
                verdict = result.verdict
                if not verdict.HasField("provenance"):
                    verdict = _with_provenance(verdict, response)
                asked = _alone(request.requests[i], request)
                yield _line({**head, "item": i}, "JudgeMove", asked, verdict)
    elif decided.method == "StreamJudgeMoves":
        if response.HasField("verdict"):
            yield _line({**head, "item": request.id}, "JudgeMove", request.request, response.verdict)
    else:
        yield _line(head, decided.method, request, response)


def _line(head: dict[str, Any], method: str, request: Message, verdict: Message) -> bytes:
    value = {**head, "method": method, "request": MessageToDict(request), "verdict": MessageToDict(verdict)}
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _alone(item: pb.JudgeMoveRequest, batch: pb.BatchJudgeMovesRequest) -> pb.JudgeMoveRequest:
    """Return a batch's request as it would be asked alone, with what it leaves to the batch."""
    alone = pb.JudgeMoveRequest()
    alone.CopyFrom(item)
    if not item.ruleset and not item.HasField("custom_ruleset"):
        alone.ruleset = batch.ruleset
        if batch.HasField("custom_ruleset"):
            alone.custom_ruleset.CopyFrom(batch.custom_ruleset)
    alone.lexicon = item.lexicon or batch.lexicon
    alone.detail = item.detail or batch.detail
    for field in ("overlay", "board"):
        if not item.HasField(field) and batch.HasField(field):
            getattr(alone, field).CopyFrom(getattr(batch, field))
    return alone


def _with_provenance(
    verdict: pb.JudgeMoveResponse, batch: pb.BatchJudgeMovesResponse
) -> pb.JudgeMoveResponse:
    whole = pb.JudgeMoveResponse()
    whole.CopyFrom(verdict)
    whole.provenance.CopyFrom(batch.provenance)
    return whole
