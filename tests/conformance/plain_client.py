"""A client under test for the tests of the runner: bare gRPC, right unless it is told to go wrong.

Usage: python plain_client.py FAULT HOST:PORT, FAULT one of FAULTS or "none".
"""

import json
import os
import sys
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import grpc
from google.rpc import status_pb2
from grpc_status import rpc_status

from upwords_referee.conformance.answers import render_error
from upwords_referee.conformance.messages import Method, method_of

# Each with the case, or the vector, that shows it.
FAULTS = {
    "drops-a-field-violation": "error-field-violations",
    "flips-a-verdict": "batch-default-board",
    "hides-metadata": "error-metadata",
    "garbles-letters": "error-metadata",
    "never-retries": "retry-succeeds",
    "retries-everything": "error-exhausted",
    "ignores-deadlines": "deadline",
    "ignores-cancellation": "cancelled",
    "loses-an-answer-of-a-stream": "stream-backwards",
    "loses-unknown-numbers": "newer-enum-numbers",
    "sends-no-key": "key-sent",
    "always-sends-a-key": "key-missing",
    "forgets-retry-delay": "error-exhausted",
    "takes-small-replies-only": "large-reply",
    "lists-nothing": "list-lexicons",
    "calls-all-healthy": "health-unknown",
}
RETRY = {
    "methodConfig": [
        {
            "name": [{}],
            "retryPolicy": {
                "maxAttempts": 3,
                "initialBackoff": "0.05s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}
WORDS = ("CheckWords", "ListLexicons", "GetLexicon")


class Client:
    """Calls with one fault."""

    def __init__(self, fault: str, target: str) -> None:
        self.fault = fault
        retry = json.loads(json.dumps(RETRY))
        if fault == "retries-everything":
            retry["methodConfig"][0]["retryPolicy"]["retryableStatusCodes"] += [
                "INVALID_ARGUMENT",
                "RESOURCE_EXHAUSTED",
            ]
        options: list[tuple[str, Any]] = [("grpc.service_config", json.dumps(retry))]
        if fault == "never-retries":
            options = [("grpc.enable_retries", 0)]
        if fault == "takes-small-replies-only":
            options.append(("grpc.max_receive_message_length", 1 << 20))
        self.channel = grpc.insecure_channel(target, options=options)
        self.lock = threading.Lock()

    def handle(self, line: str) -> None:
        question = json.loads(line)
        answer = json.dumps({"id": question["id"], **self.ask(question)})
        with self.lock:
            print(answer, flush=True)

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        path = path_of(question["method"])
        method = method_of(path.strip("/"))
        timeout = None if self.fault == "ignores-deadlines" else question["timeout_ms"] / 1000
        key = question.get("key", "always" if self.fault == "always-sends-a-key" else None)
        if self.fault == "sends-no-key":
            key = None
        more: dict[str, Any] = {
            "timeout": timeout,
            "metadata": [("authorization", f"Bearer {key}")] if key else None,
        }
        given = question["request"]
        try:
            if method.streams:
                stream: Any = self.channel.stream_stream(path)
                answers = [
                    self.seen(method, answer)
                    for answer in stream(iter([b64decode(one) for one in given]), **more)
                ]
                return {"response": answers[1:] if self.fault.startswith("loses-an") else answers}
            unary: Any = self.channel.unary_unary(path)
            call = unary.future(b64decode(given), **more)
            if "cancel_after_ms" in question and self.fault != "ignores-cancellation":
                threading.Timer(question["cancel_after_ms"] / 1000, call.cancel).start()
            return {"response": self.seen(method, call.result())}
        except grpc.FutureCancelledError:
            return {"error": self.error(status_pb2.Status(code=1))}
        except grpc.RpcError as error:
            if self.fault == "calls-all-healthy" and method.name == "Check":
                return {"response": b64encode(b"\x08\x01").decode()}
            call = cast(grpc.Call, error)
            status = rpc_status.from_call(call) or status_pb2.Status(
                code=call.code().value[0], message=call.details()
            )
            return {"error": self.error(status)}

    def seen(self, method: Method, answer: bytes) -> str:
        response: Any = method.response.FromString(answer)
        if self.fault == "flips-a-verdict":
            for verdict in [result.verdict for result in getattr(response, "results", [])]:
                if verdict.notation == "5E ...E":
                    verdict.valid = not verdict.valid
        if self.fault == "loses-unknown-numbers":
            for violation in getattr(response, "violations", []):
                if violation.rule > 100:
                    violation.rule = 0
        if self.fault == "lists-nothing" and method.name == "ListLexicons":
            response.ClearField("lexicons")
        return b64encode(response.SerializeToString()).decode()

    def error(self, status: status_pb2.Status) -> dict[str, Any]:
        error = render_error(status)
        del error["fields"]
        if self.fault == "drops-a-field-violation":
            del error["field_violations"][-1:]
        if self.fault == "hides-metadata":
            error["metadata"] = {}
        if self.fault == "forgets-retry-delay":
            error["retry_delay_ms"] = None
        if self.fault == "garbles-letters":
            error["message"] = error["message"].encode().decode("latin-1")
        return error


def path_of(method: str) -> str:
    if method == "Check":
        return "/grpc.health.v1.Health/Check"
    service = "LexiconService" if method in WORDS else "RefereeService"
    return f"/upwords.referee.v1.{service}/{method}"


def write(text: str) -> None:
    print(text, flush=True)


def hang() -> None:
    time.sleep(600)


def read_nothing() -> None:
    # The questions fill the pipe.
    hang()


def write_without_end() -> None:
    while True:
        write("nonsense")


def end_early() -> None:
    sys.stdin.readline()
    sys.exit(3)


def leave_a_child_behind() -> None:
    if os.fork() == 0:
        hang()
    sys.exit(0)


# Programs that are no clients at all.
PROGRAMS: dict[str, Callable[[], None]] = {
    "reads-nothing": read_nothing,
    "writes-without-end": write_without_end,
    "writes-no-json": lambda: write("nonsense"),
    "writes-a-list": lambda: write("[]"),
    "writes-another-id": lambda: write('{"id": "nobody-asked", "response": ""}'),
    "ends-early": end_early,
    "leaves-a-child": leave_a_child_behind,
}


def main() -> None:
    fault, target = sys.argv[1:]
    if fault in PROGRAMS:
        PROGRAMS[fault]()
        hang()
    client = Client(fault, target)
    with ThreadPoolExecutor(8) as pool:
        for line in sys.stdin:
            pool.submit(client.handle, line)
    if fault == "does-not-end":
        hang()
    if fault == "ends-with-status-1":
        sys.exit(1)
    if fault == "writes-more":
        write('{"id": "gap-broken", "response": ""}')


if __name__ == "__main__":
    main()
