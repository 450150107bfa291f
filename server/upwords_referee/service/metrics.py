"""What Prometheus is told of the server."""

from prometheus_client import Gauge

CERTIFICATE_NOT_AFTER = Gauge(
    "upwords_certificate_not_after_seconds",
    "Until when the server's certificate is good, in Unix time.",
    multiprocess_mode="livemin",
)
