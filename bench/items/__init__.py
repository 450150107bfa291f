"""All that can be measured, by the command's name for it. A new item is a module, and a line here."""

from bench.item import Item
from bench.items import (
    batch,
    boards,
    builds,
    dictionaries,
    find_plays,
    form,
    memory,
    peers,
    start,
    stream,
    transport,
    unary,
    workers,
)

ITEMS: dict[str, Item] = {
    "unary": unary,
    "batch": batch,
    "stream": stream,
    "form": form,
    "boards": boards,
    "builds": builds,
    "workers": workers,
    "memory": memory,
    "start": start,
    "find-plays": find_plays,
    "peers": peers,
    "dictionaries": dictionaries,
    "transport": transport,
}

# They take long, and change little.
ON_REQUEST = frozenset({"dictionaries", "transport"})

USUAL = [name for name in ITEMS if name not in ON_REQUEST]
