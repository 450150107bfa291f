"""What the cache keeps, under which key, for how long, and who asks the source when many ask."""

import os
import resource
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import product, repeat
from pathlib import Path
from string import ascii_uppercase

import pytest

from tests.service.dictionaries.redis.calling import LIST, STRINGS, WORDS, SlowList, counted
from tests.service.dictionaries.redis.conftest import Open
from tests.service.dictionaries.valkey import Valkey, until
from upwords_referee.lexicons.cache.cached import CachedLexicon
from upwords_referee.lexicons.cache.redis_words import JITTER, KEEP_SECONDS, MOST_WAITING, key
from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus

EDITION = f"list:{LIST.digest}"
NONE = STRINGS[1]


class FailingList(SlowList):
    """The list, out of reach while `down`."""

    down = True

    def statuses(self, words: Iterable[str]) -> dict[str, WordStatus]:
        answers = super().statuses(words)
        if self.down:
            raise SourceUnavailableError(self.id, "it is out of reach")
        return answers


def memory() -> int:
    """Return the bytes that the process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_500_calls_for_one_word_ask_the_source_once(server: Valkey, open_redis: Open) -> None:
    source = SlowList(0.5)
    lexicon = CachedLexicon(source, open_redis(server.url))
    with ThreadPoolExecutor(500) as pool:
        answers = list(pool.map(lexicon.statuses, repeat([WORDS[0]], 500)))
    assert answers == [{WORDS[0]: WordStatus.ACCEPTABLE}] * 500
    assert source.lookups == [(WORDS[0],)]


def test_calls_that_share_some_words_wait_for_those_and_ask_for_the_others(
    server: Valkey, open_redis: Open
) -> None:
    source = SlowList(0.1)
    lexicon = CachedLexicon(source, open_redis(server.url))
    calls = [STRINGS[at : at + 3] for at in range(60)]
    with ThreadPoolExecutor(60) as pool:
        answers = list(pool.map(lexicon.statuses, calls))
    assert answers == [LIST.statuses(call) for call in calls]
    asked = [word for lookup in source.lookups for word in lookup]
    assert sorted(asked) == sorted(STRINGS[:62])


def test_misses_are_kept_as_hits_are(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    first = SlowList()
    assert CachedLexicon(first, redis).statuses([NONE]) == {NONE: WordStatus.NOT_FOUND}
    assert redis.flush()
    second = SlowList()
    lexicon = CachedLexicon(second, redis)
    before = counted("upwords_lexicon_lookups_total", lexicon="list", layer="lru")
    assert lexicon.statuses([NONE]) == lexicon.statuses([NONE]) == {NONE: WordStatus.NOT_FOUND}
    assert second.lookups == []
    assert counted("upwords_lexicon_lookups_total", lexicon="list", layer="lru") == before + 1


def test_keys_name_the_lexicon_and_its_edition_and_hold_a_digit(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    redis.write(EDITION, {WORDS[0]: WordStatus.ACCEPTABLE, NONE: WordStatus.NOT_FOUND})
    redis.write("web:2024-03", {"MONDAY": WordStatus.PROPER_NOUN})
    assert redis.flush()
    with closing(server.client()) as admin:
        assert {name: admin.get(name) for name in admin.scan_iter()} == {
            f"upwords:1:{{list:{LIST.digest}}}:{WORDS[0]}": "1",
            f"upwords:1:{{list:{LIST.digest}}}:{NONE}": "2",
            "upwords:1:{web:2024-03}:MONDAY": "3",
        }


def test_a_new_edition_asks_anew(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    assert CachedLexicon(WordList("list", ["CAT"]), redis).statuses(["DOG"]) == {"DOG": WordStatus.NOT_FOUND}
    assert redis.flush()
    newer = CachedLexicon(WordList("list", ["CAT", "DOG"]), redis)
    assert newer.statuses(["DOG"]) == {"DOG": WordStatus.ACCEPTABLE}


def test_what_was_written_at_once_does_not_expire_at_once(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    words = ["".join(letters) for letters in product("ABCDEFGHIJ", repeat=4)]
    for start in range(0, len(words), 1000):
        redis.write(EDITION, dict.fromkeys(words[start : start + 1000], WordStatus.ACCEPTABLE))
        assert redis.flush()
    with closing(server.client()) as admin, admin.pipeline(transaction=False) as pipe:
        for word in words:
            pipe.ttl(key(EDITION, word))
        lives = pipe.execute()
    assert min(lives) >= KEEP_SECONDS * (1 - JITTER) - 60
    assert max(lives) <= KEEP_SECONDS * (1 + JITTER)
    assert max(lives) - min(lives) >= 0.1 * KEEP_SECONDS
    hours = [life // 3600 for life in lives]
    assert max(map(hours.count, set(hours))) < len(words) / 5


def test_what_the_source_cannot_say_is_not_kept_and_all_who_wait_are_told(
    server: Valkey, open_redis: Open
) -> None:
    redis = open_redis(server.url)
    source = FailingList(0.3)
    lexicon = CachedLexicon(source, redis)

    def ask(_: int) -> str:
        with pytest.raises(SourceUnavailableError, match="out of reach") as raised:
            lexicon.statuses([WORDS[0]])
        return raised.value.id

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(ask, range(50))) == ["list"] * 50
    assert source.lookups == [(WORDS[0],)]
    assert redis.flush()
    with closing(server.client()) as admin:
        assert admin.dbsize() == 0
    source.down = False
    assert lexicon.statuses([WORDS[0]]) == {WORDS[0]: WordStatus.ACCEPTABLE}
    assert len(source.lookups) == 2


def test_what_is_kept_serves_while_the_source_is_down(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    CachedLexicon(SlowList(), redis).statuses(STRINGS[:9])
    assert redis.flush()
    lexicon = CachedLexicon(FailingList(), redis)
    assert lexicon.statuses(STRINGS[:9]) == LIST.statuses(STRINGS[:9])
    with pytest.raises(SourceUnavailableError):
        lexicon.statuses(STRINGS[:10])
    server.kill()
    assert lexicon.statuses(STRINGS[:9]) == LIST.statuses(STRINGS[:9])


def test_keys_that_vanish_during_calls_are_asked_for_again(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    lexicon = CachedLexicon(SlowList(0), redis, lru_words=1)
    ends = time.monotonic() + 1
    with closing(server.client()) as admin:
        while time.monotonic() < ends:
            assert lexicon.statuses(STRINGS[:300]) == LIST.statuses(STRINGS[:300])
            admin.delete(*(key(EDITION, word) for word in STRINGS[:300:7]))


DROPPED = ("full", "down", "refused", "failed")


def dropped(why: str) -> float:
    return counted("upwords_redis_dropped_words_total", why=why)


def test_a_million_words_take_bounded_memory(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    source = WordList("list", WORDS)
    lexicon = CachedLexicon(source, redis, lru_words=20_000)
    words = map("".join, product(ascii_uppercase[:10], repeat=6))
    before_all = [dropped(why) for why in DROPPED]
    most_waiting = 0

    def ask(number: int) -> None:
        nonlocal most_waiting
        for _ in range(number):
            some = [next(words) for _ in range(500)]
            assert set(lexicon.statuses(some).values()) == {WordStatus.NOT_FOUND}
            most_waiting = max(most_waiting, redis.waiting())

    ask(400)
    before = memory()
    ask(1600)
    assert next(words, None) is None
    assert len(lexicon._known) == 20_000
    assert not any(lexicon._asked)
    assert most_waiting <= MOST_WAITING
    assert memory() - before < 40 << 20
    assert redis.flush(30)
    with closing(server.client()) as admin:
        kept = admin.dbsize()
    # On a busy machine the breaker may open for a moment; every word is kept or told as dropped all the same.
    # A write that failed may still have been done.
    lost = [dropped(why) - before for why, before in zip(DROPPED, before_all, strict=True)]
    assert kept + sum(lost[:-1]) <= 1_000_000 <= kept + sum(lost)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own(server: Valkey, open_redis: Open) -> None:
    redis = open_redis(server.url)
    lexicon = CachedLexicon(SlowList(), redis, lru_words=1)
    lexicon.statuses(STRINGS[:9])
    assert redis.flush()
    child = os.fork()
    if child == 0:
        source = SlowList()
        right = CachedLexicon(source, redis).statuses(STRINGS[:9]) == LIST.statuses(STRINGS[:9])
        os._exit(0 if right and source.lookups == [] and redis.flush(2) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert lexicon.statuses(STRINGS[:9]) == LIST.statuses(STRINGS[:9])


def test_closing_ends_the_threads(server: Valkey, open_redis: Open) -> None:
    others = set(threading.enumerate())
    redis = open_redis(server.url)
    lexicon = CachedLexicon(SlowList(), redis)
    lexicon.statuses(STRINGS[:9])
    assert redis.flush()
    redis.close()
    until(
        lambda: not any(t.name.startswith("redis ") for t in set(threading.enumerate()) - others), "the end"
    )
    assert lexicon.statuses(STRINGS[9:20]) == LIST.statuses(STRINGS[9:20])
