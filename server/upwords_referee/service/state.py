"""What a server's process is doing, for those who ask whether it lives and whether it serves."""

from collections import Counter
from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector


class State(Collector):
    """Whether the process serves and drains, its workers, and how its reloads went.

    `ready`: calls are taken, as /readyz tells. `workers` are those that serve now; `results` counts reloads
    by "swapped" or "refused".
    """

    def __init__(self) -> None:
        self.workers = 0
        self.restarts = 0
        self.draining = False
        self.results: Counter[str] = Counter(swapped=0, refused=0)

    @property
    def ready(self) -> bool:
        """Whether a new call would be answered, and is welcome."""
        return self.workers > 0 and not self.draining

    def reloaded(self, result: str) -> None:
        """Count a reload."""
        self.results[result] += 1

    def collect(self) -> Iterator[Metric]:
        """Return all of it for Prometheus."""
        yield GaugeMetricFamily("upwords_workers", "Processes that serve now.", self.workers)
        yield CounterMetricFamily(
            "upwords_worker_restarts", "Workers started in place of one that died.", self.restarts
        )
        yield GaugeMetricFamily(
            "upwords_draining",
            "Whether the server was told to stop (1) and finishes its work.",
            self.draining,
        )
        reloads = CounterMetricFamily(
            "upwords_reloads",
            "Reloads that were swapped in, or refused with the old state kept.",
            labels=["result"],
        )
        for result, count in self.results.items():
            reloads.add_metric([result], count)
        yield reloads
