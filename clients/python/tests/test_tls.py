"""Encrypted channels: whom a client trusts, and what travels on them."""

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme

from tests.fake import fake
from upwords_referee_client import TLS, AsyncClient, Client, RefereeError
from upwords_referee_client import messages as pb


def answer(request: pb.GetRulesetRequest, context: Any) -> pb.GetRulesetResponse:
    """Tell the key that was sent."""
    return pb.GetRulesetResponse(ruleset=pb.Ruleset(id=dict(context.invocation_metadata())["authorization"]))


def test_a_key_travels_encrypted_to_a_server_that_is_trusted_and_to_no_other(tmp_path: Path) -> None:
    authority, other = trustme.CA(), trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    chain = b"".join(part.bytes() for part in issued.cert_chain_pems)
    credentials = grpc.ssl_server_credentials([(issued.private_key_pem.bytes(), chain)])
    for name, each in (("trusted", authority), ("other", other)):
        each.cert_pem.write_to_path(str(tmp_path / name))

    async def run(target: str) -> str:
        async with AsyncClient(target, key="secret", tls=TLS(ca_file=tmp_path / "trusted")) as client:
            return (await client.get_ruleset("x")).id

    with fake(answer, credentials) as target:
        with Client(target, key="secret", tls=TLS(ca_file=tmp_path / "trusted")) as client:
            assert client.get_ruleset("x").id == "Bearer secret"
        assert asyncio.run(run(target)) == "Bearer secret"
        stranger = Client(target, key="secret", tls=TLS(ca_file=tmp_path / "other"), deadline=3)
        with stranger, pytest.raises(RefereeError) as refused:
            stranger.get_ruleset("x")
    assert refused.value.code_name in ("UNAVAILABLE", "DEADLINE_EXCEEDED")


def test_files_that_are_no_good_are_named(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pem"
    empty.touch()
    with pytest.raises(ValueError, match=r"empty\.pem holds no certificate"):
        Client("127.0.0.1:1", tls=TLS(ca_file=empty))
    with pytest.raises(ValueError, match="needs its key"):
        Client("127.0.0.1:1", tls=TLS(certificate_file=empty))
