"""What a reader must know to judge the comparison."""

import os
from collections.abc import Mapping

from bench.client import Client
from bench.machine import describe
from bench.peers.neutral import SIZE
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.rules import board


def facts(client: Client, server: str, versions: Mapping[str, str], node: str, rounds: int) -> dict[str, str]:
    """Return the machine, both sides' versions, and what was the same for both."""
    words = sum(count for _, count in embedded().word_counts())
    return {
        **describe(),
        "engine": engine(str(board.__file__)),
        "node": node,
        **versions,
        "words": f"{embedded().name}, {words:,} words",
        "boards": f"{SIZE}x{SIZE}; the peers have no other",
        "server": server,
        "client": client.name,
        "cpus": _cpus(),
        "rounds": str(rounds),
    }


def engine(file: str) -> str:
    """Return whether the rules that were loaded from that file are compiled."""
    return "compiled by mypyc" if file.endswith((".so", ".pyd")) else "plain Python"


def _cpus() -> str:
    if hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) == 1:
        return "server on CPU 0; this process, the peers and the client on CPU 1"
    return "server, this process, the peers and the client share all CPUs"
