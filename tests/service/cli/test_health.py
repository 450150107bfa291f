"""The command `health`, against real servers."""

import pytest

from tests.service.cli.calling import call
from tests.service.referee import running
from upwords_referee.lexicons.embedded import embedded


@pytest.mark.parametrize("service", ["", "upwords.referee.v1.RefereeService", "lexicon/enable"])
def test_a_server_that_takes_calls_is_status_0(service: str, referee_address: str) -> None:
    outcome = call("health", "--server", referee_address, "--service", service)
    assert outcome == (0, "SERVING\n", "")


def test_an_unknown_service_is_status_1(referee_address: str) -> None:
    assert call("health", "--server", referee_address, "--service", "nix") == (1, "NOT_FOUND\n", "")


def test_a_lexicon_that_cannot_be_asked_is_status_1_and_the_server_0() -> None:
    with running(embedded()) as (referee, server):
        server.set_lexicon("enable", False)
        asked = ("health", "--server", referee.address)
        assert call(*asked, "--service", "lexicon/enable") == (1, "NOT_SERVING\n", "")
        assert call(*asked).status == 0


def test_nobody_there_is_status_1() -> None:
    assert call("health", "--server", "127.0.0.1:1") == (1, "UNAVAILABLE\n", "")


def test_what_is_no_address_is_status_2() -> None:
    outcome = call("health", "--server", "here")
    assert outcome.status == 2
    assert "--server takes HOST:PORT" in outcome.err
