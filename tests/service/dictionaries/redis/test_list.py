"""A list that lies in Redis: it is whole, or it cannot say; it never makes a word no word."""

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
import redis
from structlog.typing import EventDict

from tests.service.dictionaries.redis.calling import LIST, RECOVERY_SECONDS, STRINGS, WORDS, up
from tests.service.dictionaries.valkey import Valkey, tcp_server, until, valkey
from upwords_referee.lexicons.build import canonical_lines
from upwords_referee.lexicons.cache.client import connect
from upwords_referee.lexicons.digest import digest_of
from upwords_referee.lexicons.errors import LexiconError, SourceUnavailableError
from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.redis_list import MARKER, RedisList, drop, list_key, push
from upwords_referee.rules.words import WordStatus

DESCRIPTION = Description("list", "", alphabet="ABCDEF", timeout_seconds=0.3)
KEY = list_key(LIST.digest)


@pytest.fixture
def client(server: Valkey) -> Iterator[Any]:
    with closing(connect(server.url, answer_seconds=0.3)) as connected:
        yield connected


@pytest.fixture
def held(client: Any) -> Iterator[RedisList]:
    lexicon = RedisList(DESCRIPTION, client, LIST.digest)
    yield lexicon
    lexicon.close()


def load(client: Any) -> None:
    assert push(client, LIST.digest, LIST.entries()) == len(WORDS)


def assert_cannot_say(held: RedisList) -> None:
    for words in (WORDS[:3], STRINGS[1:3], STRINGS[:50]):
        with pytest.raises(SourceUnavailableError):
            held.statuses(words)


def test_a_pushed_list_answers_as_the_list_does(client: Any, held: RedisList) -> None:
    assert_cannot_say(held)
    load(client)
    held.probe()
    strings = [*STRINGS, "ZEBRA", "AB'C", "ÄBC"]
    assert held.statuses(strings) == {**LIST.statuses(strings)}
    assert drop(client, LIST.digest) is True
    assert_cannot_say(held)
    assert drop(client, LIST.digest) is False


def test_a_list_keeps_what_is_known_of_strings_that_are_no_words(client: Any) -> None:
    entries = [("CAB", WordStatus.ACCEPTABLE), ("DEB", WordStatus.PROPER_NOUN), ("FED", WordStatus.AFFIX)]
    digest = digest_of(canonical_lines(entries, Folding({})))
    push(client, digest, entries)
    held = RedisList(DESCRIPTION, client, digest)
    assert held.statuses(["CAB", "DEB", "FED", "BED"]) == {**dict(entries), "BED": WordStatus.NOT_FOUND}
    held.close()


def test_a_list_that_folds_letters_is_asked_as_it_spells(client: Any) -> None:
    entries = [("CAFE", WordStatus.ACCEPTABLE)]
    folding = {"É": "E"}
    digest = digest_of(canonical_lines(entries, Folding(folding)))
    push(client, digest, entries, folding)
    held = RedisList(DESCRIPTION, client, digest, folding)
    assert held.statuses(["CAFÉ", "CAFE", "FÉE"]) == {
        "CAFÉ": WordStatus.ACCEPTABLE,
        "CAFE": WordStatus.ACCEPTABLE,
        "FÉE": WordStatus.NOT_FOUND,
    }
    held.close()


def test_a_push_leaves_one_key_that_does_not_expire(client: Any) -> None:
    load(client)
    load(client)
    assert client.keys() == [KEY.encode()]
    assert client.ttl(KEY) == -1
    assert json.loads(client.hget(KEY, MARKER)) == {"digest": LIST.digest, "count": len(WORDS)}
    assert client.hlen(KEY) == len(WORDS) + 1


def broken(at: int, error: BaseException) -> Iterator[tuple[str, WordStatus]]:
    for number, entry in enumerate(LIST.entries()):
        if number == at:
            raise error
        yield entry


@pytest.mark.parametrize("at", [0, 1, 200, len(WORDS) - 1])
@pytest.mark.parametrize("there", [True, False])
def test_a_push_whose_reading_breaks_leaves_what_was_there(
    at: int, there: bool, client: Any, held: RedisList, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upwords_referee.lexicons.sources.redis_list._CHUNK", 100)
    if there:
        load(client)
    with pytest.raises(LexiconError, match="not pushed"):
        push(client, LIST.digest, broken(at, OSError("the disk is gone")))
    with pytest.raises(KeyboardInterrupt):
        push(client, LIST.digest, broken(at, KeyboardInterrupt()))
    assert client.keys() == ([KEY.encode()] if there else [])
    if there:
        assert held.statuses(STRINGS) == LIST.statuses(STRINGS)
    else:
        assert_cannot_say(held)


@pytest.mark.parametrize("entries", ["short", "other", "twice", "none"])
def test_words_that_are_not_those_of_the_digest_are_not_pushed(
    entries: str, client: Any, held: RedisList
) -> None:
    whole = list(LIST.entries())
    wrong = {
        "short": whole[:-1],
        "other": [*whole[:-1], ("FFFFF", WordStatus.ACCEPTABLE)],
        "twice": [*whole, whole[-1]],
        "none": [],
    }[entries]
    with pytest.raises(LexiconError, match="not pushed"):
        push(client, LIST.digest, wrong)
    assert client.keys() == []
    assert_cannot_say(held)


@pytest.mark.parametrize("there", [True, False])
def test_a_push_whose_connections_are_killed_is_never_half_a_list(
    there: bool, server: Valkey, client: Any, held: RedisList, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upwords_referee.lexicons.sources.redis_list._CHUNK", 100)
    if there:
        load(client)
    with closing(server.client()) as admin, closing(connect(server.url)) as pushing:

        def entries() -> Iterator[tuple[str, WordStatus]]:
            for number, entry in enumerate(LIST.entries()):
                if number == 250:
                    # Its process is gone: nothing more comes, not even to clean up.
                    admin.acl_setuser("default", enabled=True, commands=["-hset", "-unlink"])
                    admin.client_kill_filter(skipme=True)
                yield entry

        with pytest.raises(LexiconError, match="not pushed"):
            push(pushing, LIST.digest, entries())
        admin.acl_setuser("default", enabled=True, commands=["+hset", "+unlink"])
        left = [name for name in admin.scan_iter() if name != KEY]
        assert len(left) == 1
        assert 0 < admin.ttl(left[0]) <= 3600
        until(lambda: held._breaker.closed, "recovery", RECOVERY_SECONDS)
        if there:
            until(lambda: answers(held), "recovery", RECOVERY_SECONDS)
            assert held.statuses(STRINGS) == LIST.statuses(STRINGS)
        else:
            assert_cannot_say(held)


def answers(held: RedisList) -> bool:
    try:
        held.probe()
    except SourceUnavailableError:
        return False
    return True


def test_a_full_redis_takes_no_list_and_keeps_the_old_one() -> None:
    with valkey("maxmemory-policy noeviction") as server, closing(connect(server.url)) as client:
        load(client)
        client.config_set("maxmemory", "1")
        with pytest.raises(LexiconError, match="OutOfMemory"):
            push(client, LIST.digest, LIST.entries())
        held = RedisList(DESCRIPTION, client, LIST.digest)
        assert held.statuses(STRINGS) == LIST.statuses(STRINGS)
        held.close()


def half_loaded(client: Any) -> None:
    client.hset(KEY, mapping=dict.fromkeys(WORDS[::2], "1"))


def another_marker(client: Any) -> None:
    client.hset(KEY, mapping={**dict.fromkeys(WORDS, "1"), MARKER: json.dumps({"digest": "0" * 64})})


def broken_marker(client: Any) -> None:
    client.hset(KEY, mapping={**dict.fromkeys(WORDS, "1"), MARKER: b"\xff{"})


def garbage(client: Any) -> None:
    load(client)
    client.hset(KEY, mapping=dict.fromkeys(STRINGS, b"\xffbanana"))


def a_string(client: Any) -> None:
    client.set(KEY, "1")


def a_set(client: Any) -> None:
    client.sadd(KEY, MARKER, *WORDS)


@pytest.mark.parametrize("fault", [half_loaded, another_marker, broken_marker, garbage, a_string, a_set])
def test_what_is_not_the_whole_list_cannot_say(fault: Any, client: Any, held: RedisList) -> None:
    fault(client)
    assert_cannot_say(held)
    assert_cannot_say(held)
    load(client)
    until(lambda: answers(held), "recovery", RECOVERY_SECONDS)
    assert held.statuses(STRINGS) == LIST.statuses(STRINGS)


class Asking:
    """Threads that ask until the end of the block; an answer is right, or there is none."""

    def __init__(self, held: RedisList) -> None:
        self.said = self.unsaid = 0
        self.wrong: list[str] = []
        self._held = held
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=[STRINGS[at::4]]) for at in range(4)]

    def __enter__(self) -> "Asking":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(20)
        assert self.wrong == []

    def _run(self, strings: list[str]) -> None:
        at = 0
        while not self._ended.wait(0.001):
            words = [strings[(at + step) % len(strings)] for step in range(5)]
            at += 5
            try:
                given = self._held.statuses(words)
            except SourceUnavailableError:
                self.unsaid += 1
            except Exception as error:
                self.wrong.append(repr(error))
            else:
                self.said += 1
                if given != LIST.statuses(words):
                    self.wrong.append(str(given))


def test_a_list_flushed_and_pushed_again_and_again_is_never_wrong(client: Any, held: RedisList) -> None:
    load(client)
    with Asking(held) as asking:
        for turn in range(12):
            said, unsaid = asking.said, asking.unsaid
            client.flushall() if turn % 2 else client.delete(KEY)
            until(lambda unsaid=unsaid: asking.unsaid > unsaid, "refusals")  # type: ignore[misc]
            load(client)
            until(lambda said=said: asking.said > said, "answers")  # type: ignore[misc]


def test_an_evicted_list_cannot_say() -> None:
    options = "maxmemory 3mb", "maxmemory-policy allkeys-random"
    with valkey(*options) as server, closing(connect(server.url)) as client:
        load(client)
        held = RedisList(DESCRIPTION, client, LIST.digest)
        with Asking(held) as asking:
            until(lambda: asking.said > 20, "answers")
            for number in range(20_000):
                client.set(f"other:{number}", "X" * 20_000)
                if not client.exists(KEY):
                    break
            until(lambda: asking.unsaid > 0, "refusals")
        held.close()


@pytest.mark.parametrize("fault", ["killed", "frozen"])
def test_a_redis_that_is_gone_cannot_say_at_once_and_comes_back(
    fault: str, server: Valkey, client: Any, held: RedisList, log: list[EventDict]
) -> None:
    load(client)
    with Asking(held) as asking:
        until(lambda: asking.said > 20, "answers")
        server.kill() if fault == "killed" else server.freeze()
        until(lambda: asking.unsaid > 200, "refusals without waiting", 3)
        assert up("list:list") == 0
        server.start() if fault == "killed" else server.thaw()
        until(lambda: held._breaker.closed, "recovery", RECOVERY_SECONDS)
        if fault == "killed":
            load(client)
        said = asking.said
        until(lambda: asking.said > said + 20, "answers", RECOVERY_SECONDS)
        assert up("list:list") == 1
    assert [line["event"] for line in log] == ["store failed; going on without it", "store is well again"]


def test_a_server_that_answers_nonsense_cannot_say() -> None:
    def serve(connection: Any) -> None:
        while connection.recv(65536):
            connection.sendall(b"*6\r\n" + b":1\r\n" * 6)

    with tcp_server(serve) as port, closing(redis.Redis(port=port, protocol=2, socket_timeout=0.3)) as client:
        held = RedisList(DESCRIPTION, client, LIST.digest)
        assert_cannot_say(held)
        held.close()
