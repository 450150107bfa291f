"""What a run leaves behind: tables in Markdown on the screen, all samples as JSON."""

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.client import Client
from bench.machine import describe
from bench.rounds import Sample

_RESULTS = Path(__file__).with_name("results")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table with its columns aligned."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)) + " |"

    return "\n".join(
        [line(head), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(line, rows)]
    )


def about(client: Client, rounds: int, pinned: bool) -> dict[str, str]:
    """Return what a reader must know to judge the tables."""
    cpus = "server on CPU 0, client on CPU 1" if pinned else "server and client share all CPUs"
    return {**describe(), "client": client.name, "cpus": cpus, "rounds": str(rounds)}


def heading(facts: Mapping[str, str]) -> str:
    """Return the facts as lines of a list."""
    return "\n".join(f"- {name}: {value}" for name, value in facts.items())


def save(
    name: str, facts: Mapping[str, str], samples: Mapping[str, Sequence[Sample]], **more: object
) -> Path:
    """Write everything to a file of its own under bench/results/ and return its path."""
    _RESULTS.mkdir(exist_ok=True)
    path = _RESULTS / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}.json"
    rows = {
        cell: [{**sample.load._asdict(), "cpu_us": sample.cpu_us} for sample in each]
        for cell, each in samples.items()
    }
    path.write_text(json.dumps({"about": dict(facts), "samples": rows, **more}, indent=1) + "\n", "utf-8")
    return path
