"""Patience: calls that keep the server waiting are ended, the oldest first."""

import gc
import threading
import time
from typing import Any

import pytest

from upwords_referee.service.grpc.patience import Patience


class Call:
    """A call that knows whether it was ended."""

    def __init__(self) -> None:
        self.ended = False

    def cancel(self) -> None:
        self.ended = True

    def abort(self, code: Any, details: str) -> None:
        raise RuntimeError(code, details)


def calls(count: int) -> list[Any]:
    return [Call() for _ in range(count)]


def test_a_wait_that_lasts_too_long_ends_the_call() -> None:
    patience, (late, quick) = Patience(0.1, 100), calls(2)
    patience.begin(late)
    patience.end(patience.begin(quick))
    time.sleep(0.3)
    assert (late.ended, quick.ended) == (True, False)
    assert len(patience) == 0


def test_of_too_many_the_oldest_are_ended() -> None:
    patience, waiting = Patience(60, 3), calls(5)
    tokens = [patience.begin(call) for call in waiting]
    patience.look()
    assert [call.ended for call in waiting] == [True, True, False, False, False]
    for token in tokens:
        patience.end(token)
    assert len(patience) == 0


def test_what_weighs_more_counts_more_and_the_newest_always_has_its_chance() -> None:
    patience, (small, large, huge) = Patience(60, 100), calls(3)
    patience.begin(small, 10)
    patience.begin(large, 90)
    patience.look()
    assert not small.ended
    token = patience.begin(huge, 1000)
    patience.look()
    assert (small.ended, large.ended, huge.ended) == (True, True, False)
    patience.end(token)
    patience.end(token)
    assert len(patience) == 0


def test_many_threads_begin_and_end_while_the_watch_looks() -> None:
    """Without a lock: no wait is lost, none stays, and no look fails."""
    patience, failed = Patience(60, 1 << 30, spare=0.001), []

    def come_and_go() -> None:
        try:
            for _ in range(2_000):
                patience.end(patience.begin(Call()))  # type: ignore[arg-type]
                patience.look()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=come_and_go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert failed == []
    assert len(patience) == 0


def test_the_watch_ends_with_what_it_watches() -> None:
    # Those of other tests may end meanwhile.
    others = set(threading.enumerate())
    patience, (call,) = Patience(0.2, 10), calls(1)
    patience.end(patience.begin(call))
    (own,) = [each for each in threading.enumerate() if each.name == "patience" and each not in others]
    del patience
    gc.collect()
    own.join(10)
    assert not own.is_alive()


def test_a_message_that_never_comes_is_waited_for_no_longer() -> None:
    patience, (call,) = Patience(0.1, 10), calls(1)

    def requests() -> Any:
        while not call.ended:
            time.sleep(0.01)
        raise ConnectionError
        yield

    with pytest.raises(ConnectionError):
        patience.message(requests(), call)
    assert len(patience) == 0


def test_a_call_without_a_message_is_ended() -> None:
    patience, (call,) = Patience(60, 10), calls(1)
    with pytest.raises(RuntimeError, match="exactly one message"):
        patience.message(iter([]), call)
    assert patience.message(iter([7, 8]), call) == 7


def test_a_stream_is_waited_for_between_answers_and_not_while_it_is_worked_on() -> None:
    patience, (call,) = Patience(60, 10), calls(1)
    waiting = []

    def answer(number: int) -> int:
        waiting.append(len(patience))
        return number * 2

    answers = patience.messages(iter([1, 2]), call, answer)
    assert next(answers) == 2
    assert len(patience) == 1  # the answer is not taken yet, or the next message not sent
    assert list(answers) == [4]
    assert waiting == [0, 0]
    assert len(patience) == 0


def test_a_stream_that_breaks_off_is_waited_for_no_longer() -> None:
    patience, (call,) = Patience(60, 10), calls(1)
    answers: Any = patience.messages(iter([1, 2]), call, str)
    assert next(answers) == "1"
    answers.close()
    assert len(patience) == 0


def test_a_burst_has_its_spare_time_before_the_oldest_are_ended() -> None:
    patience, waiting = Patience(60, 3, spare=0.2), calls(6)
    for call in waiting:
        patience.begin(call)
    assert not any(call.ended for call in waiting)
    time.sleep(0.6)
    assert [call.ended for call in waiting] == [True, True, True, False, False, False]
