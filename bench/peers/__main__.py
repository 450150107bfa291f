"""The command: `python -m bench.peers [--rounds N]`."""

import argparse
import sys

from bench import report
from bench.machine import pin_client
from bench.peers import PeersMissingError, measure, tables


def main() -> None:
    """Compare, print tables and keep the samples."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="seven or more to publish (default: 9)")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be 1 or more")
    pin_client()
    try:
        results = measure(options.rounds)
    except PeersMissingError as error:
        sys.exit(f"error: {error}")
    kept = results.to_dict()
    path = report.save("peers", kept.pop("facts"), {}, **kept)
    shown = f"All samples: {path.relative_to(path.parents[2])}"
    print(report.heading(results.facts), tables(results), shown, sep="\n\n")


if __name__ == "__main__":
    main()
