"""All settings of a server, with their defaults and bounds."""

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import quote

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from upwords_referee.lexicons.cache.cached import LRU_WORDS
from upwords_referee.lexicons.embedded import EMBEDDED_ID
from upwords_referee.service.settings import checks
from upwords_referee.service.settings.descriptions import describe
from upwords_referee.service.settings.lexicons import FileLexicon, LexiconSettings, RedisUrl


class Settings(BaseSettings):
    """All settings of a server."""

    model_config = SettingsConfigDict(extra="forbid", frozen=True)

    listen: str = "127.0.0.1:50051"
    """HOST:PORT to listen on; port 0: any free one."""
    threads: Annotated[int, Field(ge=1, le=256)] = 32
    """Short calls worked on at a time, by each worker."""
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    """Processes that share the port; more than one needs a system with SO_REUSEPORT."""
    tls_certificate: Path | None = None
    """The server's certificate chain (PEM); without it the server speaks plain text."""
    tls_key: Path | None = None
    """The private key of the certificate (PEM)."""
    tls_client_ca: Path | None = None
    """The authorities (PEM) of which every client must show a certificate: mutual TLS."""
    keys: Path | None = None
    """A file of bearer keys, hashed; with it every call but health needs one (`upwords-referee key new`)."""
    allow_plaintext: bool = False
    """Whether keys may be taken in plain text on an address that is not this machine's own."""
    max_calls: Annotated[int, Field(ge=1, le=100_000)] = 256
    """Calls in work or waiting for it, by each worker; one more is refused with RESOURCE_EXHAUSTED."""
    max_calls_per_client: Annotated[int, Field(ge=0, le=100_000)] = 0
    """The same for one client: one key, or one address where there are no keys; 0: no limit."""
    deadline_seconds: Annotated[float, Field(gt=0, le=600)] = 10.0
    """The longest that a call may take, whatever its deadline; a stream may last longer."""
    connection_age_seconds: Annotated[float, Field(ge=0, le=86_400)] = 0.0
    """After how long a connection is ended, so that clients find new replicas; 0: never."""
    drain_seconds: Annotated[float, Field(ge=0, le=600)] = 2.0
    """How long a server that was told to stop still takes calls, while its health says NOT_SERVING."""
    grace_seconds: Annotated[float, Field(gt=0, le=600)] = 10.0
    """How long calls may then still take; after that the process ends, whatever they do."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least important lines that are logged."""
    log_calls: bool = False
    """Whether each call is a line in the log."""
    decision_log: Path | None = None
    """A file to which every verdict is added as a line of JSON, for `upwords-referee replay`."""
    traces: Annotated[bool, AfterValidator(checks.traces)] = False
    """Whether calls are traced by OpenTelemetry (the extra `traces`), set up by OTEL_… variables."""
    redis: RedisUrl | None = None
    """The Redis that keeps the answers of dictionaries outside the process."""
    redis_password: SecretStr | None = None
    """The password for `redis`, where its URL holds none."""
    default_lexicon: str = EMBEDDED_ID
    """The lexicon of calls that name none, or "none"."""
    rulings: Annotated[tuple[Path, ...], BeforeValidator(checks.list)] = ()
    """Files of house rulings; in the environment separated by commas."""
    rulesets: Path | None = None
    """A folder of ruleset files beside the built-in ones."""
    lru_words: Annotated[int, Field(ge=1, le=10_000_000)] = LRU_WORDS
    """Words kept in the process for each lexicon that is cached."""
    reload_seconds: Annotated[float, Field(ge=0, le=3600)] = 2.0
    """How often files are looked at for changes; 0: only on SIGHUP."""
    metrics: str = ""
    """HOST:PORT at which /metrics, /livez and /readyz are told over plain HTTP; empty: nowhere."""
    lexicons: dict[Annotated[str, AfterValidator(checks.id)], LexiconSettings] = {}
    """The operator's lexica by id."""

    @model_validator(mode="after")
    def _together(self) -> Self:
        if (self.tls_certificate is None) != (self.tls_key is None):
            raise ValueError("tls_certificate and tls_key go together: set both, or neither")
        if self.tls_client_ca and not self.tls_certificate:
            raise ValueError("tls_client_ca needs tls_certificate and tls_key: clients show theirs over TLS")
        if self.keys and not (self.tls_certificate or self.allow_plaintext or is_loopback(self.listen)):
            raise ValueError(
                f"keys would travel in plain text on {self.listen}: set tls_certificate and tls_key, listen "
                "on 127.0.0.1, or set allow_plaintext where something before the server encrypts"
            )
        return self

    def redis_url(self, url: SecretStr | None = None) -> str:
        """Return the URL, or that of the common Redis with its password; empty if there is none."""
        if url is not None:
            return url.get_secret_value()
        if self.redis is None:
            return ""
        return with_password(self.redis.get_secret_value(), self.redis_password)

    def files(self) -> list[Path]:
        """Return the files and the folder that a stock is loaded from."""
        listed = [one.path for one in self.lexicons.values() if isinstance(one, FileLexicon)]
        return [*listed, *self.rulings, *([self.rulesets] if self.rulesets else [])]


describe(__file__, Settings)


def is_loopback(address: str) -> bool:
    """Return whether HOST:PORT is reached from this machine only.

    >>> is_loopback("[::1]:50051"), is_loopback("localhost:0"), is_loopback("0.0.0.0:50051")
    (True, True, False)
    """
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def with_password(url: str, password: SecretStr | None) -> str:
    """Return a Redis URL with this password, unless it holds one already.

    >>> with_password("redis://cache@10.0.0.1/2", SecretStr("a/b"))
    'redis://cache:a%2Fb@10.0.0.1/2'
    """
    scheme, _, rest = url.partition("://")
    end = re.search(r"[/?#]|$", rest)
    assert end
    user, _, hosts = rest[: end.start()].rpartition("@")
    if password is None or ":" in user:
        return url
    secret = quote(password.get_secret_value(), safe="")
    return f"{scheme}://{user}:{secret}@{hosts}{rest[end.start() :]}"
