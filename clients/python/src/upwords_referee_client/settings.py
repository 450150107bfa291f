"""What a client is made from."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import grpc
from grpc import aio

from upwords_referee_client.key import check_key, is_loopback
from upwords_referee_client.tls import TLS
from upwords_referee_client.version import __version__

DEFAULT_DEADLINE = 5.0
"""How long a unary call may take, in seconds, unless it says otherwise."""
DEFAULT_USER_AGENT = f"upwords-referee-python/{__version__}"
"""What a client calls itself, before gRPC's own name."""
DEFAULT_SERVICE_CONFIG: Mapping[str, Any] = json.loads(
    resources.files(__package__).joinpath("service_config.json").read_text(encoding="utf-8")
)
"""Round robin over the server's addresses, and retries of UNAVAILABLE only."""

_OPTIONS: tuple[tuple[str, Any], ...] = (
    # Else every start asks DNS for a config that would replace ours.
    ("grpc.service_config_disable_resolution", 1),
    # The server takes a ping every ten seconds.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    # gRPC would wait up to two minutes before it looks for a lost server again.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 5_000),
)


@dataclass(frozen=True)
class Settings:
    """Everything about a client but its address; see `Client`. Raises ValueError when it opens a channel."""

    deadline: float | None = DEFAULT_DEADLINE
    key: str | None = None
    key_over_plain_text: bool = False
    tls: TLS | None = None
    service_config: Mapping[str, Any] = field(default_factory=lambda: DEFAULT_SERVICE_CONFIG)
    user_agent: str = DEFAULT_USER_AGENT
    channel_options: Sequence[tuple[str, Any]] = ()

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What every call carries besides its message."""
        return (("authorization", f"Bearer {self.key}"),) if self.key is not None else ()

    def timeout(self, asked: float | None) -> float | None:
        """Return how long a unary call may take, in seconds; None: as the service config says."""
        return self.deadline if asked is None else asked

    def channel(self, target: str) -> grpc.Channel:
        """Return a channel, which connects at the first call."""
        self._check(target)
        if self.tls is None:
            return grpc.insecure_channel(target, options=self._options(target))
        return grpc.secure_channel(target, self.tls.credentials(), options=self._options(target))

    def async_channel(self, target: str) -> aio.Channel:
        """Return a channel for asyncio, which connects at the first call."""
        self._check(target)
        if self.tls is None:
            return aio.insecure_channel(target, options=self._options(target))
        return aio.secure_channel(target, self.tls.credentials(), options=self._options(target))

    def _check(self, target: str) -> None:
        if not target:
            raise ValueError("the target is empty; it must be HOST:PORT")
        if self.key is not None:
            check_key(self.key, target, safe=self.tls is not None or self.key_over_plain_text)

    def _options(self, target: str) -> list[tuple[str, Any]]:
        return [
            *_OPTIONS,
            ("grpc.service_config", json.dumps(dict(self.service_config))),
            ("grpc.primary_user_agent", self.user_agent),
            # A proxy cannot reach what listens on this machine only.
            ("grpc.enable_http_proxy", int(not is_loopback(target))),
            *self.channel_options,
        ]
