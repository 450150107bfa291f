"""Certificates for servers on 127.0.0.1, made anew for each run of the tests."""

import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import trustme


class Issued(NamedTuple):
    """Files in PEM: the authority's certificate, and a server's chain and key."""

    authority: Path
    chain: Path
    key: Path


@cache
def issued() -> Issued:
    """Return a certificate for 127.0.0.1 alone; one for the whole run."""
    folder = Path(tempfile.mkdtemp(prefix="certificates-"))
    files = Issued(folder / "authority.pem", folder / "chain.pem", folder / "key.pem")
    authority = trustme.CA()
    server = authority.issue_cert("127.0.0.1")
    authority.cert_pem.write_to_path(str(files.authority))
    for part in server.cert_chain_pems:
        part.write_to_path(str(files.chain), append=True)
    server.private_key_pem.write_to_path(str(files.key))
    return files
