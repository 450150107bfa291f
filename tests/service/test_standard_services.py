"""Health and reflection on the same port, and how a server starts and goes."""

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from google.rpc import code_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from tests.service.lexica import CountingLexicon, SlowLexicon
from tests.service.questions import judge
from tests.service.referee import Referee, Refusal, running, serving
from upwords.referee.v1 import lexicon_service_pb2, referee_service_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.address import AddressError
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.methods import build_methods

SERVICES = ["upwords.referee.v1.RefereeService", "upwords.referee.v1.LexiconService"]
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICE_UNKNOWN = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
PATIENCE = 10.0


def stub(referee: Referee) -> Any:
    return health_pb2_grpc.HealthStub(referee.channel)


def check(referee: Referee, service: str) -> int:
    request = health_pb2.HealthCheckRequest(service=service)
    return int(stub(referee).Check(request, timeout=PATIENCE).status)


class Watch:
    """An open Watch, read by a thread of its own."""

    def __init__(self, referee: Referee, service: str) -> None:
        self._call = stub(referee).Watch(health_pb2.HealthCheckRequest(service=service))
        self._told: queue.Queue[int] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        try:
            for response in self._call:
                self._told.put(response.status)
        except grpc.RpcError:
            pass  # the watch or the server was stopped

    def next(self) -> int:
        """Return the next status that was told."""
        return self._told.get(timeout=PATIENCE)

    def close(self) -> None:
        self._call.cancel()
        self._reader.join(PATIENCE)


# Health


@pytest.mark.parametrize("service", ["", *SERVICES, "lexicon/enable"])
def test_health_is_told_for_the_server_each_service_and_each_lexicon(referee: Referee, service: str) -> None:
    assert check(referee, service) == SERVING


@pytest.mark.parametrize("service", ["chess", "lexicon/oed", "lexicon/none", "RefereeService", "/"])
def test_the_health_of_something_unknown_is_not_found(referee: Referee, service: str) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        check(referee, service)
    assert isinstance(caught.value, grpc.Call)
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


def test_a_watch_tells_the_health_at_once(referee: Referee) -> None:
    watch = Watch(referee, "")
    assert watch.next() == SERVING
    watch.close()


def test_a_watch_of_something_unknown_says_so_and_stays(referee: Referee) -> None:
    watch = Watch(referee, "chess")
    assert watch.next() == SERVICE_UNKNOWN
    watch.close()


def test_open_watches_take_no_worker_away() -> None:
    with serving(CountingLexicon(), threads=1) as referee:
        watches = [Watch(referee, service) for service in ("", "lexicon/counting", "chess")]
        assert [watch.next() for watch in watches] == [SERVING, SERVING, SERVICE_UNKNOWN]
        assert referee.ask(judge(), deadline=PATIENCE).valid
        for watch in watches:
            watch.close()


# Reflection


def test_reflection_lists_all_services(referee: Referee) -> None:
    listed = set(ProtoReflectionDescriptorDatabase(referee.channel).get_services())
    assert listed == {*SERVICES, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}


@pytest.mark.parametrize(
    ("name", "file"),
    [(SERVICES[0], referee_service_pb2.DESCRIPTOR), (SERVICES[1], lexicon_service_pb2.DESCRIPTOR)],
)
def test_reflection_serves_the_descriptors(referee: Referee, name: str, file: Any) -> None:
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(referee.channel))
    found = pool.FindServiceByName(name)
    ours = file.services_by_name[name.rpartition(".")[2]]
    assert [method.name for method in found.methods] == [method.name for method in ours.methods]
    for method, own in zip(found.methods, ours.methods, strict=True):
        assert [field.name for field in method.input_type.fields] == [
            field.name for field in own.input_type.fields
        ]


# Start


def test_a_second_server_on_the_port_fails_loudly(referee: Referee, lexicons: Registry) -> None:
    second = RefereeServer(build_methods(RulesetBook.builtin(), lexicons), lexicons.ids(), threads=1)
    with pytest.raises(AddressError, match=referee.address):
        second.listen(referee.address)


def test_a_port_that_no_machine_has_fails_loudly(lexicons: Registry) -> None:
    server = RefereeServer(build_methods(RulesetBook.builtin(), lexicons), lexicons.ids(), threads=1)
    try:
        with pytest.raises(AddressError):
            server.listen("127.0.0.1:99999")
    finally:
        server.stop(grace=0)


# Stop


def started(referee: Referee, lexicon: SlowLexicon) -> "grpc.Future[bytes]":
    """Start a call and wait until it is being answered."""
    call = referee.start(judge(), PATIENCE)
    assert lexicon.asked.wait(PATIENCE)
    return call


def refuses_new_calls(referee: Referee) -> bool:
    """Return whether, in a while, a new call finds no server."""
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        outcome = referee.outcome(judge(lexicon="none"))
        if isinstance(outcome, Refusal) and outcome.code is grpc.StatusCode.UNAVAILABLE:
            return True
    return False


def test_a_server_that_goes_says_so_and_lets_running_calls_finish() -> None:
    lexicon = SlowLexicon()
    with running(lexicon) as (referee, server):
        watches = [Watch(referee, service) for service in ("", *SERVICES, "lexicon/slow")]
        assert [watch.next() for watch in watches] == [SERVING] * 4
        call = started(referee, lexicon)
        stopping = threading.Thread(target=server.stop, args=(PATIENCE,))
        stopping.start()
        assert [watch.next() for watch in watches] == [NOT_SERVING] * 4
        assert refuses_new_calls(referee)
        lexicon.let_go.set()
        assert pb.JudgeMoveResponse.FromString(call.result(PATIENCE)).valid
        for watch in watches:
            watch.close()
        stopping.join(PATIENCE)
        assert not stopping.is_alive()


def test_a_server_without_calls_stops_at_once() -> None:
    with running(CountingLexicon()) as (referee, server):
        assert referee.ask(judge()).valid
        assert seconds(lambda: server.stop(PATIENCE)) < PATIENCE / 2


def test_an_open_watch_keeps_a_server_no_longer_than_its_grace() -> None:
    with running(CountingLexicon()) as (referee, server):
        watch = Watch(referee, "")
        assert watch.next() == SERVING
        assert seconds(lambda: server.stop(0.5)) < PATIENCE / 2
        watch.close()


def test_a_server_that_is_gone_is_unavailable() -> None:
    with running(CountingLexicon()) as (referee, server):
        assert referee.ask(judge()).valid
        server.stop(0)
        assert referee.refusal(judge()).code.value[0] == code_pb2.UNAVAILABLE


def test_a_call_over_the_grace_is_ended() -> None:
    lexicon = SlowLexicon()
    with running(lexicon) as (referee, server):
        call = started(referee, lexicon)
        server.stop(0.2)
        with pytest.raises(grpc.RpcError):
            call.result(PATIENCE)
        lexicon.let_go.set()


def seconds(act: Callable[[], None]) -> float:
    start = time.monotonic()
    act()
    return time.monotonic() - start


def test_open_reflection_streams_do_not_hold_the_threads_of_calls(lexicons: Registry) -> None:
    ended = threading.Event()

    def never_done() -> Iterator[reflection_pb2.ServerReflectionRequest]:
        yield reflection_pb2.ServerReflectionRequest(list_services="")
        ended.wait(60)

    stub: Any = reflection_pb2_grpc.ServerReflectionStub
    with serving(*lexicons, threads=1) as referee:
        streams = [
            stub(referee.channel).ServerReflectionInfo(never_done(), timeout=PATIENCE) for _ in range(2)
        ]
        try:
            assert all(next(stream).list_services_response.service for stream in streams)
            assert referee.ask(judge(), PATIENCE).valid
        finally:
            ended.set()
