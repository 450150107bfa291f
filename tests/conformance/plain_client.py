"""A client under test for the tests of the runner: bare gRPC, right unless it is told to go wrong.

Usage: python plain_client.py FAULT HOST:PORT, FAULT one of the names below or "none".
"""

import json
import sys
import threading
import time
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from google.rpc import status_pb2
from grpc_status import rpc_status

from upwords_referee.conformance.answers import render_error
from upwords_referee.conformance.messages import Method, method_of

FAULTS = (
    "drops-a-field-violation",
    "flips-a-verdict",
    "hides-metadata",
    "never-retries",
    "retries-everything",
    "ignores-deadlines",
    "ignores-cancellation",
    "loses-an-answer-of-a-stream",
    "loses-unknown-numbers",
    "sends-no-key",
    "forgets-retry-delay",
    "ends-early",
    "writes-nonsense",
)
SERVICE = "upwords.referee.v1"
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
        options = [("grpc.service_config", json.dumps(retry))] if fault != "never-retries" else []
        self.channel = grpc.insecure_channel(target, options=options)
        self.lock = threading.Lock()
        self.answered = 0

    def handle(self, line: str) -> None:
        question = json.loads(line)
        answer = {"id": question["id"], **self.ask(question)}
        with self.lock:
            self.answered += 1
            if self.fault == "ends-early" and self.answered > 3:
                return
            print("nonsense" if self.fault == "writes-nonsense" else json.dumps(answer), flush=True)

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        method = method_of(f"{SERVICE}.{service_of(question['method'])}/{question['method']}")
        path = f"/{SERVICE}.{service_of(question['method'])}/{question['method']}"
        timeout = None if self.fault == "ignores-deadlines" else question["timeout_ms"] / 1000
        key = question.get("key") if self.fault != "sends-no-key" else None
        more: Any = {"timeout": timeout, "metadata": [("authorization", f"Bearer {key}")] if key else None}
        given = question["request"]
        try:
            if method.streams:
                stream = self.channel.stream_stream(path)(iter([b64decode(one) for one in given]), **more)
                answers = [self.seen(method, answer) for answer in stream]
                return {"response": answers[1:] if self.fault.startswith("loses-an") else answers}
            call = self.channel.unary_unary(path).future(b64decode(given), **more)
            if "cancel_after_ms" in question and self.fault != "ignores-cancellation":
                threading.Timer(question["cancel_after_ms"] / 1000, call.cancel).start()
            return {"response": self.seen(method, call.result())}
        except grpc.FutureCancelledError:
            return {"error": self.error(status_pb2.Status(code=1))}
        except grpc.RpcError as error:
            status = rpc_status.from_call(error) or status_pb2.Status(
                code=error.code().value[0], message=error.details()
            )
            return {"error": self.error(status)}

    def seen(self, method: Method, answer: bytes) -> str:
        response: Any = method.response.FromString(answer)
        if self.fault == "flips-a-verdict" and hasattr(response, "valid") and response.notation == "5E ...E":
            response.valid = not response.valid
        if self.fault == "loses-unknown-numbers":
            for violation in getattr(response, "violations", []):
                if violation.rule > 100:
                    violation.rule = 0
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
        return error


def service_of(method: str) -> str:
    words = method in ("CheckWords", "ListLexicons", "GetLexicon")
    return "LexiconService" if words else "RefereeService"


def main() -> None:
    fault, target = sys.argv[1:]
    client = Client(fault, target)
    with ThreadPoolExecutor(8) as pool:
        for line in sys.stdin:
            pool.submit(client.handle, line)
    time.sleep(0)


if __name__ == "__main__":
    main()
