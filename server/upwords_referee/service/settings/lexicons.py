"""The settings of lexica, one kind of table for each source."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, SecretStr, Tag

from upwords_referee.lexicons.sources.description import ENGLISH, Description
from upwords_referee.service.settings import checks
from upwords_referee.service.settings.descriptions import describe

Cache: TypeAlias = Literal["auto", "always", "never"]
RedisUrl = Annotated[SecretStr, AfterValidator(checks.redis_url)]
_Text = Annotated[str, Field(max_length=200)]


class Table(BaseModel):
    """A table of settings."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Listed(Table):
    """What every lexicon of an operator may say of itself."""

    name: _Text = ""
    """Its name for people; else its own, or its id."""
    language: _Text = ""
    """BCP 47 tag."""
    licence: _Text = ""
    """Its licence in a few words."""
    edition: _Text = ""
    """Its edition, as its maker names it."""
    cache: Cache = "auto"
    """Where its answers are kept: "auto" if it lies outside the process."""


class _Outside(_Listed):
    """A lexicon outside the process."""

    alphabet: Annotated[str, AfterValidator(checks.alphabet)] = ENGLISH
    """The letters of its words; strings with others are never asked for."""
    timeout_seconds: Annotated[float, Field(gt=0, le=30)] = 1.0
    """How long one question to it may take."""

    def description(self, id: str) -> Description:
        """Return the description of the lexicon with this id."""
        return Description(
            id=id,
            edition=self.edition,
            name=self.name,
            language=self.language,
            licence=self.licence,
            alphabet=self.alphabet,
            timeout_seconds=self.timeout_seconds,
        )


class BuiltinLexicon(Table):
    """A lexicon of the package, which is there without being named; named for its cache."""

    source: Literal["builtin"]
    cache: Cache = "auto"
    """Where its answers are kept: "always" keeps them in Redis too."""


class FileLexicon(_Listed):
    """A compact lexicon or word list in a file."""

    source: Literal["file"] = "file"
    path: Path
    """The file."""


class RedisLexicon(_Outside):
    """A list that `upwords-referee lexicon push` put into Redis."""

    source: Literal["redis"]
    digest: Annotated[str, AfterValidator(checks.digest)]
    """Its digest, as `upwords-referee lexicon push` printed it."""
    url: RedisUrl | None = None
    """Its Redis, if it is not the common one."""
    folding: Annotated[dict[str, str], AfterValidator(checks.folding)] = Field(default_factory=dict)
    """The letters that the list was built to spell otherwise, as in { "ß" = "SS" }."""


class GrpcLexicon(_Outside):
    """A lexicon of any server that speaks LexiconService."""

    source: Literal["grpc"]
    address: Annotated[str, Field(pattern=r"^(\[[0-9A-Fa-f:.]+\]|[\w.-]+):[0-9]{1,5}$")]
    """HOST:PORT of that server."""
    lexicon: _Text = ""
    """Its id there; empty: that server's default."""
    tls: bool = False
    """Whether it is asked over TLS."""
    edition: Annotated[str, Field(min_length=1, max_length=200)]
    """Its edition, which names its answers in caches: change it when its words change."""


class HttpLexiconSettings(_Outside):
    """A dictionary behind a web server, one URL a word."""

    source: Literal["http"]
    url: Annotated[SecretStr, AfterValidator(checks.http_url)]
    """The URL of a word, with {word} in it."""
    edition: Annotated[str, Field(min_length=1, max_length=200)]
    """Its edition, which names its answers in caches: change it when its words change."""


def _source_of(table: Any) -> str:
    source = table.get("source", "file") if isinstance(table, Mapping) else getattr(table, "source", "file")
    return source if isinstance(source, str) else repr(source)


LexiconSettings: TypeAlias = Annotated[
    Annotated[BuiltinLexicon, Tag("builtin")]
    | Annotated[FileLexicon, Tag("file")]
    | Annotated[RedisLexicon, Tag("redis")]
    | Annotated[GrpcLexicon, Tag("grpc")]
    | Annotated[HttpLexiconSettings, Tag("http")],
    Discriminator(_source_of),
]
KINDS: dict[str, type[BaseModel]] = {
    "builtin": BuiltinLexicon,
    "file": FileLexicon,
    "redis": RedisLexicon,
    "grpc": GrpcLexicon,
    "http": HttpLexiconSettings,
}
describe(__file__, *KINDS.values())
