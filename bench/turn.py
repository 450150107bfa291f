"""What one round of one thing that is measured gave."""

from typing import NamedTuple


class Turn(NamedTuple):
    """How often it was done per second; over the wire also a call's CPU time on the server, and latencies."""

    rate: float
    cpu_us: float | None = None
    p50_ms: float | None = None
    p99_ms: float | None = None

    @property
    def us(self) -> float:
        """Microseconds for one."""
        return 1e6 / self.rate
