"""Plays a game against itself and prints its record: engine HOST:PORT [SEED]; a seed draws the same tiles."""

import argparse
from random import Random

from examples.engine.game import Game
from upwords_referee_client import Client


def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser(prog="engine", description=__doc__)
    parser.add_argument("target", metavar="HOST:PORT")
    parser.add_argument("seed", metavar="SEED", type=int, nargs="?", default=1)
    given = parser.parse_args()
    with Client(given.target, deadline=10) as client:
        print("\n".join(Game(client, Random(given.seed)).play()))


main()
