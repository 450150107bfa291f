"""The command: `python -m bench [floor|transport|in-process|dictionaries|find-plays]`."""

import argparse

from bench import dictionaries, find_plays, floor, in_process, report, transport
from bench.client import best_client
from bench.machine import describe, pin_client
from bench.rounds import measure
from bench.target import build_calls, targets
from bench.valkey import valkey
from upwords_referee.service.grpc.process import DEFAULT_THREADS

_WHATS = ["floor", "transport", "in-process", "dictionaries", "find-plays"]


def main() -> None:
    """Measure, print tables and keep the samples."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("what", nargs="?", choices=_WHATS, default="floor")
    parser.add_argument("--rounds", type=int, default=9, help="seven or more to publish (default: 9)")
    parser.add_argument("--seconds", type=float, default=0.6, help="length of one measurement")
    parser.add_argument("--servers", help="kinds of servers, as in sync8,sync32,aio; one for floor")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be 1 or more")
    pinned = pin_client()
    if options.what == "find-plays":
        print(report.heading(describe()), find_plays.tables(*find_plays.measure(options.rounds)), sep="\n\n")
        return
    calls = build_calls()
    if options.what == "in-process":
        found = in_process.measure(calls, options.rounds)
        print(report.heading(describe()), in_process.tables(found), sep="\n\n")
        return
    client = best_client()
    facts = report.about(client, options.rounds, pinned)
    if options.what == "floor":
        kind = facts["server"] = options.servers or f"sync{DEFAULT_THREADS}"
        with targets([kind], calls) as running:
            samples = measure(floor.blocks(running[kind], calls), client, options.rounds, options.seconds)
        shown, path = floor.tables(samples), report.save("floor", facts, samples)
    elif options.what == "dictionaries":
        server = facts["server"] = options.servers or f"sync{DEFAULT_THREADS}"
        with valkey() as url:
            words = dictionaries.lookups(url, options.rounds)
            with targets(dictionaries.kinds(server), calls, url) as running:
                cells = dictionaries.blocks(running, calls)
                samples = measure(cells, client, options.rounds, options.seconds)
        shown = dictionaries.tables(server, words, samples)
        path = report.save("dictionaries", facts, samples, words_per_second=words)
    else:
        kinds = options.servers.split(",") if options.servers else transport.kinds()
        with targets(kinds, calls) as running:
            crowd = transport.Crowd(running, calls, client)
            blocks = transport.blocks(running, calls)
            samples = measure(blocks, client, options.rounds, options.seconds, each_round=crowd)
        shown = transport.tables(samples, crowd)
        more = {"batch_moves_per_second": crowd.moves_per_second, "health_ms": crowd.health_ms}
        path = report.save("transport", facts, samples, **more)
    print(report.heading(facts), shown, f"All samples: {path.relative_to(path.parents[2])}", sep="\n\n")


if __name__ == "__main__":
    main()
