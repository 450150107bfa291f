"""Metrics that several processes count together, in files of a folder."""

import os
from collections.abc import Callable

from prometheus_client import REGISTRY, CollectorRegistry, values
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def share_metrics(folder: str, name: Callable[[], str]) -> CollectorRegistry:
    """Count in files in the folder from now on, each process under its `name`; return what holds the sums.

    A process takes over the counts of one that ended under its name. Metrics without labels must not be
    made before this; those with labels may, as long as nothing is counted.
    """
    early = [
        one
        for one in getattr(REGISTRY, "_collector_to_names", ())
        if hasattr(one, "_labelnames") and (not one._labelnames or one._metrics)
    ]
    assert not early, f"made before the metrics are shared: {early}"
    os.environ[_VARIABLE] = folder
    values.ValueClass = values.MultiProcessValue(name)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return registry


def forget_gauges(name: str) -> None:
    """Leave out what the process of this name said of its state, as it has ended."""
    mark_process_dead(name)  # type: ignore[no-untyped-call]
