"""Connections to Redis alone, Sentinel or Cluster, by URL, with time-outs and without retries."""

import re
import threading
from typing import Any
from urllib.parse import SplitResult, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.connection import parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel

from upwords_referee.lexicons.errors import LexiconError

# They tell soon that Redis is broken; what a call waits at most, the `Asker` says. The library's defaults,
# five seconds and ten retries, would make it a minute.
CONNECT_SECONDS = 0.2
ANSWER_SECONDS = 0.1
SENTINEL_SECONDS = 0.1

_OF_SENTINELS = {"sentinel_username", "sentinel_password"}
_SCHEME = re.compile(r"redis(s?)(?:\+(sentinel|cluster))?|unix")
_FORMS = (
    "redis://[[USER]:PASSWORD@]HOST[:PORT][/DB], rediss://… for TLS, unix://PATH, "
    "redis[s]+sentinel://HOST[:PORT][,HOST[:PORT]…]/MASTER[/DB] or "
    "redis[s]+cluster://HOST[:PORT][,HOST[:PORT]…]; other signs than letters and digits in a password are "
    "written as %2F, %40 and so on"
)


def connect(url: str, *, answer_seconds: float = ANSWER_SECONDS) -> Any:
    """Return a client for the URL; nothing is connected yet. LexiconError if the URL is no good.

    Commands fail `answer_seconds` after they got no answer; nothing is retried. Replies are bytes. What
    follows a `?` are options of the library, such as `ssl_ca_certs=PATH`; `sentinel_password` and
    `sentinel_username` are those of the sentinels.
    """
    times = {"socket_connect_timeout": CONNECT_SECONDS, "socket_timeout": answer_seconds}
    options: dict[str, Any] = {**times, "retry": Retry(NoBackoff(), 0), "protocol": 2}
    try:
        parts = urlsplit(url)
        scheme = _SCHEME.fullmatch(parts.scheme)
        if not scheme:
            raise ValueError("unknown scheme")
        if scheme[2] == "sentinel":
            return _sentinel(parts, options)
        if scheme[2] == "cluster":
            del options["retry"]
            if parts.path.strip("/"):
                raise ValueError("a cluster has no numbered databases")
            return LazyCluster(_nodes(parts, 6379), {**options, **_options(parts, "")})
        if scheme[0] != "unix" and not (parts.hostname and re.fullmatch(r"/?\d*", parts.path)):
            raise ValueError("no host or no number of a database")
        _options(parts, "")
        return redis.Redis.from_url(url, **options)
    except (ValueError, TypeError, redis.RedisError):
        # The error's own text may hold a part of the password.
        raise LexiconError(f"the Redis URL cannot be used; it is one of {_FORMS}") from None


def _nodes(parts: SplitResult, default_port: int) -> list[tuple[str, int]]:
    nodes = []
    for node in parts.netloc.rpartition("@")[2].split(","):
        address = urlsplit(f"//{node}")
        if not address.hostname:
            raise ValueError("no host")
        nodes.append((address.hostname, address.port or default_port))
    return nodes


def _options(parts: SplitResult, path: str) -> dict[str, Any]:
    """Return what the library makes of the URL's user, password, query and `path`."""
    if not re.fullmatch(r"/?\d*", path):
        raise ValueError("no number of a database")
    scheme = "rediss" if parts.scheme.startswith("rediss") else "redis"
    credentials = parts.netloc.rpartition("@")[0]
    parse: Any = parse_url
    options: dict[str, Any] = parse(f"{scheme}://{credentials}@localhost{path}?{parts.query}")
    del options["host"]
    connection = options.pop("connection_class", redis.Connection)
    # An option that the library does not know is found now, not with the first command.
    connection(**{name: value for name, value in options.items() if name not in _OF_SENTINELS})
    if connection is redis.SSLConnection:
        options["ssl"] = True
    return options


def _sentinel(parts: SplitResult, options: dict[str, Any]) -> Any:
    master, slash, db = parts.path.strip("/").partition("/")
    if not master:
        raise ValueError("no name of the master")
    of_master = {**options, **_options(parts, slash + db)}
    of_sentinels = {
        **{name: value for name, value in of_master.items() if name.startswith("ssl")},
        **options,
        "socket_connect_timeout": SENTINEL_SECONDS,
        "socket_timeout": SENTINEL_SECONDS,
    }
    for name in _OF_SENTINELS & of_master.keys():
        of_sentinels[name.removeprefix("sentinel_")] = of_master.pop(name)
    make: Any = Sentinel
    return make(_nodes(parts, 26379), sentinel_kwargs=of_sentinels).master_for(master, **of_master)


class LazyCluster:
    """A cluster client that connects on first use: the library's own connects when it is made.

    After `close` it connects anew, to the nodes that it was given.
    """

    def __init__(self, nodes: list[tuple[str, int]], options: dict[str, Any]) -> None:
        self._nodes = nodes
        self._options = options
        self._lock = threading.Lock()
        self._client: Any = None

    def close(self) -> None:
        """Close what connections there are."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def __getattr__(self, name: str) -> Any:
        with self._lock:
            if self._client is None:
                make: Any = ClusterNode
                self._client = RedisCluster(
                    startup_nodes=[make(*node) for node in self._nodes],
                    retry=Retry(NoBackoff(), 0),
                    **self._options,
                )
            return getattr(self._client, name)
