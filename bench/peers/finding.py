"""Finding all plays of the same racks: the library, FindPlays and the solver with the toolkit's check."""

from collections.abc import Mapping
from functools import partial

from bench.client import Call, Client
from bench.find_plays import Station
from bench.find_plays import stations as all_stations
from bench.peers.contender import Contender, here, there, wire
from bench.peers.peer import Peer, Search
from bench.questions import FIND, grid
from bench.target import Target, methods
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.library.find_plays import find_plays
from upwords_referee.service.call import answer
from upwords_referee.service.limits import MAX_PLAYS

LIBRARY = "library.find_plays, in process"
SERVER = "FindPlays, server"
SOLVER = "solver and checkPlay, in process"


def stations() -> dict[str, Station]:
    """Return the mid-game positions that the peers can have: with the usual rules, on 10x10, with ENABLE."""
    usual = ("standard-10x10", "enable")
    held = [each for each in all_stations() if each.mid_game and (each.ruleset.id, each.lexicon.id) == usual]
    return {f"{i}: {each.rack}": each for i, each in enumerate(held, 1)}


def call(station: Station) -> Call:
    """Return the question for all plays of a position."""
    request = pb.FindPlaysRequest(board=grid(station.board), rack=station.rack, limit=MAX_PLAYS)
    sent = request.SerializeToString()
    reply = answer(methods()[FIND], sent)
    if len(pb.FindPlaysResponse.FromString(reply).plays) != station.plays:
        raise RuntimeError(f"FindPlays does not return all {station.plays} plays")
    return Call(FIND, sent, reply)


def block(
    station: Station, number: int, search: Search, solver: Peer, target: Target, client: Client, asked: Call
) -> Mapping[str, Contender]:
    """Return the contenders for a position, which is the solver's with this number."""

    def ours() -> int:
        return len(find_plays(station.board, station.rack))

    return {
        LIBRARY: here(1, ours, station.plays),
        SERVER: wire(1, target, client, asked, 1),
        SOLVER: there(1, solver.pid, partial(solver.find, number), len(search.accepted)),
    }
