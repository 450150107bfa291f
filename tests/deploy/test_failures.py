"""A referee is killed, frozen or stopped under load: callers with the shipped service config see nothing."""

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.deploy.gateway import (
    PATIENCE,
    SERVICE_CONFIG,
    Gateway,
    RefereeProcess,
    channel,
    gateway,
    referees,
    rendered,
)
from tests.deploy.load import load
from tests.service.dictionaries.valkey import until


def wait_for_calls(envoy: Gateway, port: int) -> None:
    """Wait until Envoy has given the referee on this port some more calls."""
    enough = envoy.calls()[port] + 10
    until(lambda: envoy.calls()[port] >= enough, f"calls to {port}", PATIENCE)


# Also callers that never heard of the service config: Envoy alone is enough.
@pytest.mark.parametrize(("service_config", "deadline"), [(SERVICE_CONFIG, None), ("{}", 10.0)])
def test_no_call_fails_when_a_referee_behind_envoy_is_killed(
    service_config: str, deadline: float | None, tmp_path: Path
) -> None:
    with (
        referees(tmp_path, 3) as running,
        gateway(tmp_path, rendered([one.port for one in running]), 3) as envoy,
        channel(envoy.address, service_config) as caller,
        load(caller, deadline) as calls,
    ):
        killed = running[0]
        wait_for_calls(envoy, killed.port)
        killed.end()
        envoy.wait(healthy=2)
        calls.wait_for(300)


def test_no_call_fails_when_a_referee_behind_envoy_freezes_and_thaws(tmp_path: Path) -> None:
    with (
        referees(tmp_path, 3) as running,
        gateway(tmp_path, rendered([one.port for one in running]), 3) as envoy,
        channel(envoy.address) as caller,
        load(caller) as calls,
    ):
        frozen = running[0]
        wait_for_calls(envoy, frozen.port)
        frozen.signal(signal.SIGSTOP)
        envoy.wait(healthy=2)
        calls.wait_for_all()
        frozen.signal(signal.SIGCONT)
        envoy.wait(healthy=3)
        wait_for_calls(envoy, frozen.port)
    # No longer than one try of a batch may take, a retry, and what a slow machine adds.
    assert calls.slowest < 9


def test_no_call_fails_while_all_referees_behind_envoy_are_replaced_one_after_the_other(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        old = stack.enter_context(referees(tmp_path, 3))
        envoy = stack.enter_context(gateway(tmp_path, rendered([one.port for one in old]), 3))
        # Ended after the load, as everything that it calls.
        replacements = stack.enter_context(ExitStack())
        stack.enter_context(load(stack.enter_context(channel(envoy.address))))
        for one in old:
            one.stop()
            assert one.process.wait(PATIENCE) == 0, one.log.read_text()
            new = RefereeProcess(tmp_path, one.port)
            replacements.callback(new.end)
            new.wait()
            envoy.wait(healthy=3)
            # What it then is given, the new one answers.
            wait_for_calls(envoy, one.port)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_call_fails_when_one_of_three_referees_without_envoy_goes(number: int, tmp_path: Path) -> None:
    with referees(tmp_path, 3) as running:
        target = "ipv4:" + ",".join(one.address for one in running)
        with channel(target) as caller, load(caller) as calls:
            running[0].signal(number)
            running[0].process.wait(PATIENCE)
            calls.wait_for(300)
