"""The runner tells a wrong server from a right one, and says so by its exit status."""

from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import grpc
import pytest
from google.protobuf import descriptor_pool, message, message_factory
from google.protobuf.descriptor import FieldDescriptor

from tests.conformance.run import main
from tests.conformance.vectors import Vector, compare, load, messages, render


class WrongServer(grpc.GenericRpcHandler):
    """Answers every method with the same kind of message, whatever it was asked."""

    def __init__(self, answer: Callable[[type[message.Message]], message.Message]) -> None:
        self.answer = answer

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        service, method = handler_call_details.method.strip("/").split("/")
        output = descriptor_pool.Default().FindServiceByName(service).methods_by_name[method].output_type
        reply = self.answer(message_factory.GetMessageClass(output)).SerializeToString()
        return grpc.unary_unary_rpc_method_handler(lambda request, context: reply)


@contextmanager
def serving(handler: grpc.GenericRpcHandler) -> Iterator[str]:
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=2), handlers=[handler])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(grace=None).wait(timeout=10)


def empty(kind: type[message.Message]) -> message.Message:
    return kind()


def agreeable(kind: type[message.Message]) -> message.Message:
    """Everything is valid, acceptable and sound."""
    answer = kind()
    for field in kind.DESCRIPTOR.fields:
        if field.type == FieldDescriptor.TYPE_BOOL:
            setattr(answer, field.name, True)
    return answer


@pytest.mark.parametrize("vector", load(), ids=lambda vector: vector.id)
def test_no_vector_is_passed_by_both_wrong_servers(vector: Vector) -> None:
    _, kind = messages(vector)
    assert any(compare(vector, {"response": render(wrong(kind))}) for wrong in (empty, agreeable))


def test_a_wrong_server_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = tmp_path / "junit.xml"
    with serving(WrongServer(agreeable)) as address:
        status = main(["--target", address, "--junit", str(report)])
    output = capsys.readouterr().out
    total = len(load())
    suite = ElementTree.parse(report).getroot()
    failed = int(suite.attrib["failures"])
    assert status == 1
    assert output.splitlines()[-1] == f"{total - failed} passed, {failed} failed"
    assert "FAILED gap-broken (3.3)" in output
    assert "    response.valid: expected false, got true" in output
    assert failed > total * 0.95
    assert len(suite.findall("testcase")) == int(suite.attrib["tests"]) == total
    assert len(suite.findall("testcase/failure")) == failed


def test_a_right_answer_passes(capsys: pytest.CaptureFixture[str]) -> None:
    with serving(WrongServer(empty)) as address:
        status = main(["--target", address, "--only", "words-verdict-only-refused"])
    assert status == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"


def test_a_pattern_that_selects_nothing_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--target", "127.0.0.1:1", "--only", "no-such-vector"]) == 2
    assert "no vector matches" in capsys.readouterr().out
