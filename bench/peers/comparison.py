"""The comparison with the peers, from their installation to the results."""

import gc
from collections.abc import Mapping, Sequence
from itertools import chain

from bench.client import ask, best_client
from bench.find_plays import Station
from bench.peers import finding, judging
from bench.peers.agreement import Asked, agree, compare
from bench.peers.contest import Block, hold
from bench.peers.facts import facts
from bench.peers.install import install
from bench.peers.neutral import NeutralPosition, neutral, write_words
from bench.peers.peer import Search, peer
from bench.peers.results import Results
from bench.target import build_calls, targets
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.library.find_plays import find_plays
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play
from upwords_referee.service.grpc.process import DEFAULT_THREADS

_JUDGING_SECONDS = 0.5
_FINDING_SECONDS = 0.1


def measure(rounds: int) -> Results:
    """Compare in so many rounds; PeersMissingError if the peers cannot be run here."""
    installed = install()
    words = installed.home / "words.txt"
    write_words(embedded(), words)
    asked, stations, client = judging.asked(), finding.stations(), best_client()
    kind = f"sync{DEFAULT_THREADS}"
    with peer(installed) as theirs, targets([kind], build_calls()) as running:
        target = running[kind]
        loaded = theirs.load(words, _positions(asked, stations))
        agreement = agree(asked, list(chain.from_iterable(loaded.verdicts)))
        searches = _searches(stations, loaded.searches)
        # From here on the plays that both agree on, alone; the stations keep their numbers.
        theirs.load(words, _positions(agreement.kept, stations))
        batch = judging.batch(agreement.kept)
        calls = {title: finding.call(station) for title, station in stations.items()}
        blocks: dict[str, Block] = {
            title: finding.block(station, number, searches[title], theirs, target, client, calls[title])
            for number, (title, station) in enumerate(stations.items())
        }
        for call in (batch, *calls.values()):
            ask(target.address, call)
        gc.collect()
        judges = judging.block(agreement.kept, theirs, target, client, batch)
        judged = hold({"judging": judges}, rounds, _JUDGING_SECONDS)
        found = hold(blocks, rounds, _FINDING_SECONDS)
        for call in (batch, *calls.values()):
            ask(target.address, call)
    return Results(
        facts(client, kind, installed.versions, loaded.node, rounds),
        len(agreement.kept),
        agreement.left_out,
        agreement.examples,
        judged["judging"],
        found,
        {
            title: compare(station.board, find_plays(station.board, station.rack), searches[title])
            for title, station in stations.items()
        },
    )


def _positions(asked: Sequence[Asked], stations: Mapping[str, Station]) -> list[NeutralPosition]:
    """Return the stations, and behind them the boards with their plays, in the order of the plays."""
    plays: dict[int, tuple[Board, list[Play]]] = {}
    for each in asked:
        plays.setdefault(id(each.board), (each.board, []))[1].append(each.play)
    return [
        *(neutral(station.board, rack=station.rack) for station in stations.values()),
        *(neutral(board, plays=on_it) for board, on_it in plays.values()),
    ]


def _searches(stations: Mapping[str, Station], searches: Sequence[Search | None]) -> dict[str, Search]:
    return {title: search for title, search in zip(stations, searches, strict=False) if search is not None}
