"""What Prometheus is told of the server."""

import platform
import warnings
from importlib.metadata import version

from prometheus_client import Counter, Gauge, Histogram

from upwords_referee.library.engine import engine
from upwords_referee.version import __version__

# From 50 microseconds to 10 seconds.
_BUCKETS = (50e-6, *(float(f"{step}e{power}") for power in range(-4, 1) for step in (1, 2.5, 5)), 10)

CERTIFICATE_NOT_AFTER = Gauge(
    "upwords_certificate_not_after_seconds",
    "Until when the server's certificate is good, in Unix time.",
    multiprocess_mode="livemin",
)
CALLS = Counter(
    "upwords_calls_total",
    "Calls that ended, by method and the name of their status code; methods that do not exist are `unknown`.",
    ["method", "code"],
)
CALL_SECONDS = Histogram(
    "upwords_call_seconds",
    "Seconds from a call's arrival to its answer, waiting included; of a stream the work on each answer.",
    ["method"],
    buckets=_BUCKETS,
)
CALLS_IN_FLIGHT = Gauge(
    "upwords_calls_in_flight",
    "Calls that are worked on now, open streams included.",
    ["method"],
    multiprocess_mode="livesum",
)
CALLS_REFUSED = Counter(
    "upwords_calls_refused_total",
    "Calls without an answer, by the reason that their ErrorInfo tells.",
    ["reason"],
)
VERDICTS = Counter(
    "upwords_verdicts_total",
    "Moves judged, alone, in batches and in streams, by whether they are valid.",
    ["valid"],
)
VIOLATIONS = Counter(
    "upwords_violations_total",
    "Rules that moves broke, as callers were told; who asks for the verdict only is not told any.",
    ["rule"],
)
BUILD_INFO = Gauge(
    "upwords_build_info",
    "1, with the versions of the referee, of Python, grpcio and protobuf; the engine is pure or compiled.",
    ["version", "engine", "python", "grpc", "protobuf"],
    multiprocess_mode="livemax",
)
LEXICON_UP = Gauge(
    "upwords_lexicon_up",
    "Whether a lexicon can be asked (1), or its source cannot be reached (0), as its health tells.",
    ["lexicon"],
    multiprocess_mode="livemin",
)
DECISIONS_DROPPED = Counter(
    "upwords_decisions_dropped_total",
    "Decisions that are not in the decision log, by reason: full (too many waited) or failed (it took none).",
    ["why"],
)


def forget_lexicon(id: str) -> None:
    """Tell nothing more of a lexicon that is not served any more: nobody misses it."""
    LEXICON_UP.labels(id).set(1)
    # Several processes keep the label in their files, and warn of it.
    with warnings.catch_warnings(action="ignore"):
        LEXICON_UP.remove(id)


def tell_build() -> None:
    """Tell what this process is made of."""
    versions = (platform.python_version(), version("grpcio"), version("protobuf"))
    BUILD_INFO.labels(__version__, engine(), *versions).set(1)
