"""What a run leaves behind: tables in Markdown on the screen, all samples as JSON."""

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.client import Client
from bench.machine import describe

RESULTS = Path(__file__).with_name("results")


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


def save(name: str, facts: Mapping[str, str], samples: Mapping[str, object], **more: object) -> Path:
    """Write everything to a file of its own under bench/results/ and return its path."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}.json"
    kept = {
        "about": dict(facts),
        "samples": _plain(samples),
        **{key: _plain(each) for key, each in more.items()},
    }
    path.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    return path


def _plain(value: Any) -> Any:
    """Return the value as JSON has it, named tuples as objects without what is None."""
    if hasattr(value, "to_dict"):
        return _plain(value.to_dict())
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items() if each is not None}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
