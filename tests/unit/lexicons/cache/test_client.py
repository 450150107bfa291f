"""Redis by URL: what each form means, and that a bad one tells nothing of the password."""

from contextlib import closing
from typing import Any

import pytest

from upwords_referee.lexicons.cache.client import LazyCluster, connect
from upwords_referee.lexicons.errors import LexiconError


def options_of(url: str) -> dict[str, Any]:
    with closing(connect(url)) as client:
        if isinstance(client, LazyCluster):
            return client._options
        return dict(client.connection_pool.connection_kwargs)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://h", {"host": "h"}),
        ("redis://h:7000/3", {"host": "h", "port": 7000, "db": 3}),
        ("redis://:p%40%2Fs@h", {"host": "h", "password": "p@/s"}),
        ("redis://u:p@[::1]:7000", {"host": "::1", "port": 7000, "username": "u", "password": "p"}),
        ("rediss://h?ssl_ca_certs=/ca.pem", {"host": "h", "ssl_ca_certs": "/ca.pem"}),
        ("unix:///run/valkey.sock?db=2", {"path": "/run/valkey.sock", "db": 2}),
        ("redis+sentinel://u:p%40@a,b:7/main/2", {"username": "u", "password": "p@", "db": 2}),
        ("rediss+sentinel://a/main?ssl_ca_certs=/ca.pem", {"ssl_ca_certs": "/ca.pem"}),
        ("redis+cluster://u:p%40@a,b:7", {"username": "u", "password": "p@"}),
        ("rediss+cluster://a", {"ssl": True}),
    ],
)
def test_a_url_says_where_and_as_whom(url: str, expected: dict[str, Any]) -> None:
    options = options_of(url)
    assert {name: options.get(name) for name in expected} == expected
    assert options["socket_timeout"] <= 0.1
    assert options["socket_connect_timeout"] <= 0.2


def test_sentinels_have_a_password_of_their_own() -> None:
    with closing(connect("redis+sentinel://:of-redis@a,b:7/main?sentinel_password=of-sentinels")) as client:
        sentinels = client.connection_pool.sentinel_manager.sentinels
        asked = [one.connection_pool.connection_kwargs for one in sentinels]
        assert [(one["host"], one["port"], one["password"]) for one in asked] == [
            ("a", 26379, "of-sentinels"),
            ("b", 7, "of-sentinels"),
        ]
        assert client.connection_pool.connection_kwargs["password"] == "of-redis"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hush",
        "http://u:hush@h",
        "redis://",
        "redis://u:hush@h:port",
        "redis://u:hu/hush@h",
        "redis://u:hush#x@h",
        "redis://u:hush@h/words",
        "redis://u:hush@h:99999",
        "redis://u:hush@h?colour=hush",
        "redis://u:hush@h?socket_timeout=hush",
        "redis+sentinel://u:hush@h",
        "redis+sentinel://u:hush@h/main/hush",
        "redis+sentinel://u:hush@h?main",
        "redis+sentinel://u:hush@h,/main",
        "redis+cluster://u:hush@",
        "redis+cluster://u:hush@h,:7",
        "redis+cluster://u:hush@h/hush",
        "redis+cluster://u:hush@h?colour=hush",
        "redis+sentinel://u:hush@h/main?colour=hush",
        "redis+nonsense://u:hush@h",
        "redis://[u:hush@h",
    ],
)
def test_a_bad_url_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(LexiconError, match="the Redis URL") as raised:
        connect(url)
    assert "hush" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__suppress_context__
