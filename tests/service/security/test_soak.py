"""Memory over many calls, and many cancelled ones: flat in the second half.

SOAK_CALLS and SOAK_CANCELLED set how many; the full numbers are 100000 and 20000.
"""

import os
import time
from collections.abc import Callable

from tests.service.questions import batch, item, judge
from tests.service.security.serving import BATCH, JUDGE, Caller, Process, process, until

CALLS = int(os.environ.get("SOAK_CALLS", "10000"))
CANCELLED = int(os.environ.get("SOAK_CANCELLED", "4000"))
GROWTH = 3.0
"""Megabytes that the second half may add: the allocator's own to and fro."""
AT_ONCE = 32


def second_half(server: Process, total: int, some: Callable[[int], None]) -> float:
    """Do `some` until there were so many in all; return the megabytes that the second half added."""
    step = total // 20
    memory = []
    for _ in range(20):
        some(step)
        memory.append(server.memory())
    # The middle of a few, for a single look may fall on a call's own memory.
    return sorted(memory[-5:])[2] - sorted(memory[8:13])[2]


def test_memory_is_flat_over_many_calls() -> None:
    request = judge().SerializeToString()
    with process() as server, Caller(server.address) as caller:
        method = caller.channel.unary_unary(JUDGE, request_serializer=bytes, response_deserializer=bytes)

        def some(count: int) -> None:
            for _ in range(count // AT_ONCE):
                for call in [method.future(request, timeout=30) for _ in range(AT_ONCE)]:
                    call.result()

        assert second_half(server, CALLS, some) < GROWTH


def test_memory_is_flat_over_many_cancelled_calls() -> None:
    """Cancelled at once, while they wait, while they are worked on, or by their deadline."""
    short, long = judge().SerializeToString(), batch(*[item()] * 200).SerializeToString()
    with process() as server, Caller(server.address) as caller:
        methods = {
            path: caller.channel.unary_unary(path, request_serializer=bytes, response_deserializer=bytes)
            for path in (JUDGE, BATCH)
        }

        def some(count: int) -> None:
            for number in range(count // AT_ONCE):
                calls = [
                    methods[BATCH if one % 4 == 0 else JUDGE].future(
                        long if one % 4 == 0 else short, timeout=0.002 if one % 3 == 0 else 30
                    )
                    for one in range(AT_ONCE)
                ]
                time.sleep(0.001 * (number % 4))
                for call in calls:
                    call.cancel()

        assert second_half(server, CANCELLED, some) < GROWTH
        assert until(lambda: isinstance(caller.call(JUDGE, judge()), bytes))
