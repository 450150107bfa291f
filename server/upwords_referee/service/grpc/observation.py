"""What of a server is observed beside its metrics: calls in the log, traces, decisions."""

from dataclasses import dataclass

from upwords_referee.service.decisions import Decisions
from upwords_referee.service.observe import Tracer
from upwords_referee.service.settings.model import Settings


@dataclass(frozen=True)
class Observation:
    """What is observed; by default metrics alone. What the parts mean is told in the settings."""

    log_calls: bool = False
    tracer: Tracer | None = None
    decisions: Decisions | None = None

    @classmethod
    def of(cls, settings: Settings) -> "Observation":
        """Return what settings ask for; SettingsError if it cannot be had."""
        return cls(
            # Below the level the lines would be made in vain.
            settings.log_calls and settings.log_level in ("debug", "info"),
            _tracer() if settings.traces else None,
            Decisions(settings.decision_log) if settings.decision_log else None,
        )

    def close(self, seconds: float) -> None:
        """Write and send what was not yet, for no longer than this."""
        if self.decisions:
            self.decisions.close(seconds)
        if self.tracer:
            self.tracer.close(seconds)


UNOBSERVED = Observation()


def _tracer() -> Tracer:
    # The extra is needed by those only who ask for it, and takes a while to import.
    from upwords_referee.service.grpc.traces import OpenTelemetry  # noqa: PLC0415

    return OpenTelemetry.by_environment()
