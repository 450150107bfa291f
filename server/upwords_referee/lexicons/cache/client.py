"""Connections to Redis alone, Sentinel or Cluster, by URL, with time-outs that a verdict can bear."""

from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

from upwords_referee.lexicons.errors import LexiconError

# Together they stay under the 50 ms that a broken Redis may cost one call. The library's defaults, five
# seconds and ten retries, would make it a minute.
CONNECT_SECONDS = 0.02
ANSWER_SECONDS = 0.025
SENTINEL_SECONDS = 0.01
MAX_CONNECTIONS = 64

_FORMS = (
    "redis://[USER:PASSWORD@]HOST[:PORT][/DB], rediss://… for TLS, unix://PATH, "
    "redis+sentinel://HOST:PORT[,HOST:PORT…]/MASTER[/DB] or redis+cluster://HOST:PORT[,HOST:PORT…]"
)


def connect(url: str, *, answer_seconds: float = ANSWER_SECONDS) -> Any:
    """Return a client for the URL; nothing is connected yet. LexiconError if the URL is no good.

    Every command of it fails within `answer_seconds` and the time to connect; nothing is retried.
    """
    options: dict[str, Any] = {
        "socket_connect_timeout": CONNECT_SECONDS,
        "socket_timeout": answer_seconds,
        "retry": Retry(NoBackoff(), 0),
        "max_connections": MAX_CONNECTIONS,
        "decode_responses": True,
    }
    try:
        parts = urlsplit(url)
        if parts.scheme in ("redis+sentinel", "rediss+sentinel"):
            return _sentinel(parts, options)
        if parts.scheme in ("redis+cluster", "rediss+cluster"):
            return _cluster(parts, options)
        if parts.scheme in ("redis", "rediss", "unix"):
            return redis.Redis.from_url(url, **options)
    except (ValueError, redis.RedisError) as error:
        raise LexiconError(f"the Redis URL cannot be used ({error}); it is one of {_FORMS}") from None
    raise LexiconError(f"the Redis URL has the scheme {parts.scheme!r}; it is one of {_FORMS}")


def _nodes(parts: SplitResult, default_port: int) -> list[tuple[str, int]]:
    nodes = []
    for node in parts.netloc.rpartition("@")[2].split(","):
        host, _, port = node.rpartition(":")
        if not (host or port):
            raise ValueError("no host")
        nodes.append((host.strip("[]"), int(port)) if host else (port, default_port))
    return nodes


def _credentials(parts: SplitResult) -> dict[str, Any]:
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    options: dict[str, Any] = {}
    if user:
        options["username"] = user
    if password:
        options["password"] = password
    if parts.scheme.startswith("rediss"):
        options["ssl"] = True
    return options


def _sentinel(parts: SplitResult, options: dict[str, Any]) -> Any:
    master, _, db = parts.path.strip("/").partition("/")
    if not master:
        raise ValueError("no name of the master")
    times = {"socket_connect_timeout": SENTINEL_SECONDS, "socket_timeout": SENTINEL_SECONDS}
    make: Any = Sentinel
    sentinel = make(_nodes(parts, 26379), sentinel_kwargs={**times, "retry": options["retry"]}, **options)
    return sentinel.master_for(master, db=int(db or 0), **_credentials(parts), **options)


def _cluster(parts: SplitResult, options: dict[str, Any]) -> Any:
    make: Any = ClusterNode
    nodes = [make(*node) for node in _nodes(parts, 6379)]
    return LazyCluster(nodes, {**options, **_credentials(parts)})


class LazyCluster:
    """A cluster client that connects on first use: the library's own connects when it is made."""

    def __init__(self, nodes: list[ClusterNode], options: dict[str, Any]) -> None:
        self._nodes = nodes
        self._options = options
        self._client: Any = None

    def __getattr__(self, name: str) -> Any:
        if self._client is None:
            self._client = RedisCluster(startup_nodes=self._nodes, **self._options)
        return getattr(cast("Any", self._client), name)
