"""All servers that are compared are the same service."""

import grpc
import pytest

from bench import questions
from bench.client import ask
from bench.target import build_calls, targets


def test_all_kinds_of_servers_answer_alike() -> None:
    calls = build_calls()
    with targets(["sync2", "aio"], calls) as running:
        for target in running.values():
            for call in calls:
                ask(target.address, call)


def test_asyncio_tells_errors_as_the_referee_does(referee_address: str) -> None:
    calls = build_calls()
    with targets(["aio"], calls) as running:
        found = [_error(address) for address in (running["aio"].address, referee_address)]
    assert found[0] == found[1]


def test_a_server_that_does_not_start_is_told() -> None:
    with pytest.raises(RuntimeError, match="did not start"), targets(["sync0"], build_calls()):
        pass


def _error(address: str) -> tuple[grpc.StatusCode, str | None]:
    with grpc.insecure_channel(address) as channel:
        call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(questions.JUDGE)
        with pytest.raises(grpc.RpcError) as caught:
            call(b"", timeout=10)
    error = caught.value
    assert isinstance(error, grpc.Call)
    return error.code(), error.details()
