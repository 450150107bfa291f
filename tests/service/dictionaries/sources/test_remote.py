"""A lexicon on another server: the same answers as there, or none at all."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager
from typing import Any

import grpc
import pytest
from grpc_status import rpc_status

from tests.certificates import issued
from tests.service.dictionaries.sources.lexica import remote
from tests.service.lexica import CountingLexicon, FailingLexicon, SlowLexicon
from tests.service.questions import batch, check, inspect, item, judge
from tests.service.referee import serving
from tests.unit.lexicons.sources.web import free_port
from upwords.referee.v1 import lexicon_pb2
from upwords.referee.v1 import lexicon_service_pb2 as pb
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.lexicons.errors import LexiconError, SourceLoopError, SourceUnavailableError
from upwords_referee.lexicons.registry import Registry
from upwords_referee.lexicons.sources.hops import hops
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.words import WordStatus
from upwords_referee.service.errors import Reason, UnavailableError
from upwords_referee.service.grpc.protection import Protection
from upwords_referee.service.grpc.remote_lexicon import HOPS, RemoteLexicon, incoming_hops
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.grpc.tls import Certificates
from upwords_referee.service.methods import build_methods

Answer = Callable[[pb.CheckWordsRequest, grpc.ServicerContext], pb.CheckWordsResponse]

KNOWN = [status for status in WordStatus if status <= WordStatus.AFFIX]


class Statuses(WordList):
    """A list that knows a word of each status."""

    def __init__(self) -> None:
        super().__init__("statuses", [])

    def statuses(self, words: object) -> dict[str, WordStatus]:
        assert isinstance(words, list)
        return {word: KNOWN[ord(word[0]) - ord("A")] for word in words}


@contextmanager
def server(answer: Answer) -> Iterator[str]:
    """Serve CheckWords in any way; yield the address."""
    handler = grpc.unary_unary_rpc_method_handler(
        answer,
        request_deserializer=pb.CheckWordsRequest.FromString,
        response_serializer=pb.CheckWordsResponse.SerializeToString,
    )
    service = grpc.method_handlers_generic_handler(
        "upwords.referee.v1.LexiconService", {"CheckWords": handler}
    )
    serving = grpc.server(futures.ThreadPoolExecutor(8), handlers=[service])
    port = serving.add_insecure_port("127.0.0.1:0")
    serving.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        serving.stop(0).wait()


def rulings(*words: tuple[str, int]) -> Answer:
    response = pb.CheckWordsResponse()
    for word, status in words:
        # Any number, as a newer server may send.
        response.words.append(lexicon_pb2.WordRuling.FromString(bytes([0x10, status])))
        response.words[-1].word = word
    return lambda request, context: response


def test_verdicts_are_those_of_the_list_itself() -> None:
    words = ["WOOD", "ZZZ", "QUIT", "FLOOD", "DON'T", "XYLO", "ÜBEL", "CAFÉ", "A-B"]
    requests: list[Any] = [
        *(judge(move={"notation": text}) for text in ("5D W...", "5D F...", "5D X...", "D4 A.", "4D ABET")),
        batch(item(), item("5D F..."), item("5D X...")),
        inspect(),
        check(*words),
    ]
    with serving(embedded()) as there, serving(embedded(), remote(there.address)) as here:
        for request in requests:
            local = here.ask(request)
            request.lexicon = "far"
            far = here.ask(request)
            for verdict in (local, far):
                if not isinstance(verdict, pb.CheckWordsResponse):
                    verdict.ClearField("provenance")
            assert far == local


def test_every_status_that_a_lexicon_can_know_comes_through() -> None:
    with serving(Statuses()) as there:
        words = ["A", "B", "C", "D", "E", "F", "G"]
        assert remote(there.address).statuses(words) == dict(zip(words, KNOWN, strict=True))


def test_the_other_servers_default_is_asked_or_the_lexicon_named() -> None:
    first, second = CountingLexicon("first"), CountingLexicon("second", ["ZZZ"])
    with serving(first, second) as there:
        assert remote(there.address).statuses(["ZZZ"]) == {"ZZZ": WordStatus.NOT_FOUND}
        assert remote(there.address, lexicon="second").statuses(["ZZZ"]) == {"ZZZ": WordStatus.ACCEPTABLE}


def test_a_batch_asks_once_for_all_words() -> None:
    there_list = CountingLexicon()
    with serving(there_list) as there, serving(remote(there.address)) as here:
        here.ask(batch(item(), item("5D F..."), item("5D B...")))
    assert there_list.lookups == [["WOOD", "FOOD", "BOOD"]]


def test_more_than_a_thousand_words_are_asked_in_parts() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    words = [a + b + c for a in letters[:4] for b in letters for c in letters]
    there_list = CountingLexicon("counting", words[::2])
    with serving(there_list) as there:
        answers = remote(there.address).statuses(words)
    assert [word for word in words if answers[word] is WordStatus.ACCEPTABLE] == words[::2]
    assert list(answers) == words
    assert [len(lookup) for lookup in there_list.lookups] == [1000, 1000, 704]


def test_what_is_not_made_of_the_letters_never_leaves() -> None:
    there_list = CountingLexicon()
    with serving(there_list) as there:
        answers = remote(there.address).statuses(["../X", "DON'T"])
    assert answers == {"../X": WordStatus.NOT_FOUND, "DON'T": WordStatus.NEEDS_APOSTROPHE}
    assert there_list.lookups == []


def test_house_rulings_of_the_other_server_are_words_and_no_words_here() -> None:
    with server(rulings(("A", WordStatus.ALLOWED), ("B", WordStatus.DENIED))) as address:
        answers = remote(address).statuses(["A", "B"])
    assert answers == {"A": WordStatus.ACCEPTABLE, "B": WordStatus.NOT_FOUND}


@pytest.mark.parametrize(
    "words",
    [
        [],
        [("A", 1)],
        [("A", 1), ("B", 1), ("C", 1)],
        [("A", 1), ("B", 0)],
        [("A", 1), ("B", WordStatus.UNCHECKED)],
        [("A", 1), ("B", 11)],
        [("A", 1), ("B", 127)],
        [("B", 1), ("A", 1)],
        [("A", 1), ("", 1)],
    ],
)
def test_an_answer_that_is_none_is_no_verdict(words: list[tuple[str, int]]) -> None:
    with server(rulings(*words)) as address, pytest.raises(SourceUnavailableError, match="nonsense"):
        remote(address).statuses(["A", "B"])


def test_the_lexicon_none_is_no_source() -> None:
    with serving(CountingLexicon()) as there, pytest.raises(SourceUnavailableError, match="nonsense"):
        remote(there.address, lexicon="none").statuses(["WOOD"])


@pytest.mark.parametrize("code", [code for code in grpc.StatusCode if code is not grpc.StatusCode.OK])
def test_no_status_of_the_other_server_is_a_verdict(code: grpc.StatusCode) -> None:
    def refuse(request: pb.CheckWordsRequest, context: grpc.ServicerContext) -> pb.CheckWordsResponse:
        context.abort(code, "secret /etc/path")

    with server(refuse) as address, pytest.raises(SourceUnavailableError, match=code.name) as failure:
        remote(address).statuses(["WOOD"])
    assert "secret" not in str(failure.value)
    assert failure.value.retry_seconds == 1


@pytest.mark.parametrize(("asked", "given"), [(0.1, 1), (7, 7), (1e6, 30)])
def test_a_retry_that_the_other_server_asks_for_is_handed_on_within_bounds(
    asked: float, given: float
) -> None:
    status = UnavailableError("m", Reason.LEXICON_UNREACHABLE, {}, asked).status()

    def refuse(request: pb.CheckWordsRequest, context: grpc.ServicerContext) -> pb.CheckWordsResponse:
        context.abort_with_status(rpc_status.to_status(status))

    with server(refuse) as address, pytest.raises(SourceUnavailableError) as failure:
        remote(address).statuses(["WOOD"])
    assert failure.value.retry_seconds == given


def test_details_that_cannot_be_read_are_no_trouble() -> None:
    def refuse(request: pb.CheckWordsRequest, context: grpc.ServicerContext) -> pb.CheckWordsResponse:
        context.set_trailing_metadata((("grpc-status-details-bin", b"\xff\xff\xff"),))
        context.abort(grpc.StatusCode.UNAVAILABLE, "")

    with server(refuse) as address, pytest.raises(SourceUnavailableError, match="UNAVAILABLE"):
        remote(address).statuses(["WOOD"])


def test_an_answer_that_is_too_large_is_no_verdict() -> None:
    def answer(request: pb.CheckWordsRequest, context: grpc.ServicerContext) -> pb.CheckWordsResponse:
        return pb.CheckWordsResponse(words=[lexicon_pb2.WordRuling(word="A" * 2_000_000, status=1)])  # type: ignore[arg-type]

    with server(answer) as address, pytest.raises(SourceUnavailableError, match="RESOURCE_EXHAUSTED"):
        remote(address).statuses(["A"])


def test_a_fault_of_the_other_server_is_no_verdict() -> None:
    with serving(FailingLexicon()) as there, pytest.raises(SourceUnavailableError, match="INTERNAL"):
        remote(there.address).statuses(["WOOD"])


def test_a_lexicon_that_the_other_server_does_not_have_is_no_verdict() -> None:
    with serving(CountingLexicon()) as there, pytest.raises(SourceUnavailableError, match="NOT_FOUND"):
        remote(there.address, lexicon="nowhere").probe()


def test_all_parts_of_a_long_question_have_the_time_of_one_together() -> None:
    def slow(request: pb.CheckWordsRequest, context: grpc.ServicerContext) -> pb.CheckWordsResponse:
        time.sleep(0.25)
        return pb.CheckWordsResponse(
            words=[lexicon_pb2.WordRuling(word=word, status=1) for word in request.words]  # type: ignore[arg-type]
        )

    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    words = [a + b + c for a in letters[:6] for b in letters for c in letters]
    with server(slow) as address:
        started = time.monotonic()
        with pytest.raises(SourceUnavailableError, match="DEADLINE_EXCEEDED"):
            remote(address, timeout_seconds=0.6).statuses(words)
        assert time.monotonic() - started < 0.9


def test_a_server_that_does_not_answer_is_waited_for_as_long_as_was_said() -> None:
    slow = SlowLexicon()
    with serving(slow) as there:
        started = time.monotonic()
        with pytest.raises(SourceUnavailableError, match="DEADLINE_EXCEEDED"):
            remote(there.address, timeout_seconds=0.3).statuses(["WOOD"])
        assert 0.25 < time.monotonic() - started < 0.6
        slow.let_go.set()


def test_a_server_that_is_not_there_is_no_verdict_and_quick_and_is_asked_again_when_it_is_back() -> None:
    address = f"127.0.0.1:{free_port()}"
    source = remote(address, timeout_seconds=1.0)
    started = time.monotonic()
    with pytest.raises(SourceUnavailableError, match="UNAVAILABLE"):
        source.statuses(["WOOD"])
    assert time.monotonic() - started < 0.5
    methods = build_methods(RulesetBook.builtin(), Registry([CountingLexicon()], "counting"))
    there = RefereeServer(methods, ["counting"], 2)
    assert there.listen(address) == address
    try:
        ends = time.monotonic() + 3
        while True:
            try:
                answers = source.statuses(["WOOD"])
                break
            except SourceUnavailableError:
                assert time.monotonic() < ends
                time.sleep(0.05)
        assert answers == {"WOOD": WordStatus.ACCEPTABLE}
    finally:
        there.stop(0)


@pytest.mark.parametrize("address", ["", "host", ":1", "host:", "host:x", "http://host/"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(LexiconError, match="HOST:PORT"):
        remote(address)


ASK_OVER_TLS = """
import sys
from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.service.grpc.remote_lexicon import RemoteLexicon
try:
    print(RemoteLexicon(Description("far", "1"), sys.argv[1], tls=True).statuses(["WOOD"])["WOOD"].name)
except SourceUnavailableError:
    print("unavailable")
"""


@pytest.mark.parametrize(("trusted", "answer"), [(True, "ACCEPTABLE"), (False, "unavailable")])
def test_tls_asks_a_server_only_if_its_certificate_is_trusted(trusted: bool, answer: str) -> None:
    methods = build_methods(RulesetBook.builtin(), Registry([CountingLexicon()], "counting"))
    tls = Protection(Certificates(issued().chain, issued().key))
    there = RefereeServer(methods, ["counting"], 2, protection=tls)
    address = there.listen("127.0.0.1:0")
    # The roots are read once in a process.
    environment = {"GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": str(issued().authority)} if trusted else {}
    try:
        ended = subprocess.run(
            [sys.executable, "-c", ASK_OVER_TLS, address],
            env=environment,
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
        )
    finally:
        there.stop(0)
    assert ended.stdout.strip() == answer


def test_a_call_says_that_it_came_through_one_more_referee() -> None:
    seen: list[tuple[str, str | bytes]] = []

    def answer(request: pb.CheckWordsRequest, context: grpc.ServicerContext) -> pb.CheckWordsResponse:
        seen.extend(item for item in context.invocation_metadata() if item[0] == HOPS)
        return rulings(("A", 1))(request, context)

    with server(answer) as address:
        for count in range(4):
            token = hops.set(count)
            remote(address).statuses(["A"])
            hops.reset(token)
        token = hops.set(4)
        with pytest.raises(SourceLoopError):
            remote(address).statuses(["A"])
        hops.reset(token)
    assert [value for _, value in seen] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ([], 0),
        (["0"], 0),
        (["3"], 3),
        (["4"], 4),
        (["99"], 4),
        (["1", "3", "2"], 3),
        (["-1"], 4),
        (["x"], 4),
        ([""], 4),
        (["²"], 4),
        (["9" * 5000], 4),
        ([b"2"], 2),
    ],
)
def test_a_count_that_cannot_be_read_counts_as_too_many(values: list[str | bytes], count: int) -> None:
    assert incoming_hops([("other", "7"), *((HOPS, value) for value in values)]) == count


def test_it_is_a_lexicon_of_the_kind_grpc() -> None:
    assert isinstance(remote("127.0.0.1:1"), RemoteLexicon)
    assert remote("127.0.0.1:1").kind.name == "GRPC"
