"""Reads one question in JSON a line, writes what the client saw, in any order."""

import argparse
import asyncio
import json
import sys
import threading
from typing import Any

from conformance import tasks, threads


def main() -> None:
    """Answer standard input until it ends."""
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__)
    parser.add_argument("--async", action="store_true", dest="with_tasks", help="ask through AsyncClient")
    parser.add_argument("target", metavar="HOST:PORT")
    given = parser.parse_args()
    lock = threading.Lock()

    def write(answer: dict[str, Any]) -> None:
        with lock:
            print(json.dumps(answer), flush=True)

    if given.with_tasks:
        asyncio.run(tasks.serve(given.target, sys.stdin, write))
    else:
        threads.serve(given.target, sys.stdin, write)


main()
