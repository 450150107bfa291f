"""The settings of a server: a TOML file, the environment over it, flags over both."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import quote, urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    SecretStr,
    Tag,
    ValidationError,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from upwords_referee.lexicons.cache.cached import LRU_WORDS
from upwords_referee.lexicons.cache.client import connect
from upwords_referee.lexicons.embedded import EMBEDDED_ID
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.id import check_id
from upwords_referee.lexicons.sources.description import ENGLISH, Description
from upwords_referee.rules.letters import upper

PREFIX = "UPWORDS_"
CONFIG_VARIABLE = "UPWORDS_CONFIG"
_DEEPER = "__"
_LARGEST_FILE = 1 << 20
# What Kubernetes puts into every container for a service whose name begins with "upwords".
_OF_KUBERNETES = re.compile(r"UPWORDS_(.+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)")
_SECRET = re.compile(r"pass|secret|token|auth|credential|redis|url|key", re.IGNORECASE)
_SHOWN = 60


class SettingsError(ValueError):
    """Settings that cannot be used; the text names each setting at fault, its value and what to do.

    Values that may hold a password are not shown.
    """


def _redis_url(url: SecretStr) -> SecretStr:
    try:
        connect(url.get_secret_value())  # which only reads the URL
    except LexiconError as error:
        raise ValueError(str(error)) from None
    return url


def _http_url(url: SecretStr) -> SecretStr:
    try:
        parts = urlsplit(url.get_secret_value())
        whole = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        whole = False
    if not whole:
        raise ValueError("must be http://HOST/… or https://HOST/… with {word} in it")
    if "{word}" in parts.netloc or "{word}" not in parts.path + parts.query:
        raise ValueError("must hold {word} behind the host")
    return url


def _alphabet(letters: str) -> str:
    letters = upper(letters)
    if not letters.isalpha():
        raise ValueError("must be letters only, without separators")
    return letters


def _folding(letters: dict[str, str]) -> dict[str, str]:
    return Folding({upper(letter): upper(spelling) for letter, spelling in letters.items()}).letters


def _id(id: str) -> str:
    try:
        check_id(id)
    except LexiconError as error:
        raise ValueError(str(error)) from None
    return id


def _list(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _digest(digest: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", digest.lower()):
        raise ValueError("must be 64 hex digits, as `upwords-referee lexicon push` prints them")
    return digest.lower()


Cache: TypeAlias = Literal["auto", "always", "never"]
_RedisUrl = Annotated[SecretStr, AfterValidator(_redis_url)]
_Text = Annotated[str, Field(max_length=200)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Listed(_Table):
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

    alphabet: Annotated[str, AfterValidator(_alphabet)] = ENGLISH
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


class BuiltinLexicon(_Table):
    """A lexicon of the package, which is there without being named; named for its cache."""

    source: Literal["builtin"]
    cache: Cache = "auto"


class FileLexicon(_Listed):
    """A compact lexicon or word list in a file."""

    source: Literal["file"] = "file"
    path: Path


class RedisLexicon(_Outside):
    """A list that `upwords-referee lexicon push` put into Redis."""

    source: Literal["redis"]
    digest: Annotated[str, AfterValidator(_digest)]
    url: _RedisUrl | None = None
    """Its Redis, if it is not the common one."""
    folding: Annotated[dict[str, str], AfterValidator(_folding)] = Field(default_factory=dict)
    """The letters that the list was built to spell otherwise, as in { "ß" = "SS" }."""


class GrpcLexicon(_Outside):
    """A lexicon of any server that speaks LexiconService."""

    source: Literal["grpc"]
    address: Annotated[str, Field(pattern=r"^(\[[0-9A-Fa-f:.]+\]|[\w.-]+):[0-9]{1,5}$")]
    lexicon: _Text = ""
    """Its id there; empty: that server's default."""
    tls: bool = False
    edition: Annotated[str, Field(min_length=1, max_length=200)]


class HttpLexiconSettings(_Outside):
    """A dictionary behind a web server, one URL a word."""

    source: Literal["http"]
    url: Annotated[SecretStr, AfterValidator(_http_url)]
    edition: Annotated[str, Field(min_length=1, max_length=200)]


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
_KINDS: dict[str, type[BaseModel]] = {
    "builtin": BuiltinLexicon,
    "file": FileLexicon,
    "redis": RedisLexicon,
    "grpc": GrpcLexicon,
    "http": HttpLexiconSettings,
}


class Settings(BaseSettings):
    """All settings of a server."""

    model_config = SettingsConfigDict(extra="forbid", frozen=True)

    listen: str = "127.0.0.1:50051"
    """HOST:PORT to listen on; port 0: any free one."""
    threads: Annotated[int, Field(ge=1, le=256)] = 32
    """Short calls worked on at a time."""
    redis: _RedisUrl | None = None
    """The Redis that keeps the answers of dictionaries outside the process."""
    redis_password: SecretStr | None = None
    """The password for `redis`, where its URL holds none."""
    default_lexicon: str = EMBEDDED_ID
    """The lexicon of calls that name none, or "none"."""
    rulings: Annotated[tuple[Path, ...], BeforeValidator(_list)] = ()
    """Files of house rulings; in the environment separated by commas."""
    rulesets: Path | None = None
    """A folder of ruleset files beside the built-in ones."""
    lru_words: Annotated[int, Field(ge=1, le=10_000_000)] = LRU_WORDS
    """Words kept in the process for each lexicon that is cached."""
    reload_seconds: Annotated[float, Field(ge=0, le=3600)] = 2.0
    """How often files are looked at for changes; 0: only on SIGHUP."""
    metrics: str = ""
    """HOST:PORT at which Prometheus reads metrics; empty: nowhere."""
    lexicons: dict[Annotated[str, AfterValidator(_id)], LexiconSettings] = {}
    """The operator's lexica by id."""

    def redis_url(self, url: SecretStr | None = None) -> str:
        """Return the URL, or that of the common Redis with its password; empty if there is none."""
        if url is not None:
            return url.get_secret_value()
        if self.redis is None:
            return ""
        return with_password(self.redis.get_secret_value(), self.redis_password)

    def files(self) -> list[Path]:
        """Return the files and the folder that the settings name."""
        listed = [one.path for one in self.lexicons.values() if isinstance(one, FileLexicon)]
        return [*listed, *self.rulings, *([self.rulesets] if self.rulesets else [])]


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


def config_path(flag: Path | None, environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the settings file: that of the flag, else of UPWORDS_CONFIG; None if there is none."""
    named = environ.get(CONFIG_VARIABLE)
    return flag or (Path(named) if named else None)


def read_settings(
    config: Path | None = None,
    flags: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Settings:
    """Return the settings of the file `config`, UPWORDS_… in `environ`, and `flags`; the last goes first.

    Paths in the file are taken from the file's folder. SettingsError if a setting is unknown or no good.
    """
    layers = {
        "flag": dict(flags or {}),
        "environment": _read_environment(environ),
        "file": _read_file(config) if config else {},
    }

    class Layered(Settings):
        @classmethod
        def settings_customise_sources(
            cls, settings_cls: type[BaseSettings], *_: Any, **_sources: Any
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return tuple(InitSettingsSource(settings_cls, layer) for layer in layers.values())

    try:
        return Layered()
    except ValidationError as error:
        faults = [_sentence(fault, layers, config) for fault in error.errors(include_url=False)]
        raise SettingsError("settings: " + "; ".join(dict.fromkeys(faults))) from None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST_FILE + 1)
        if len(raw) > _LARGEST_FILE:
            raise SettingsError(f'the settings file "{path}" is larger than 1 MB')
        values = tomllib.loads(raw.decode())
    except UnicodeDecodeError:
        raise SettingsError(f'the settings file "{path}" is not UTF-8; save it as UTF-8') from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f'the settings file "{path}" is no TOML: {error}') from None
    except OSError as error:
        raise SettingsError(
            f'the settings file "{path}" cannot be read ({error.strerror}); check the path'
        ) from None
    _anchor(values, path.parent)
    return values


def _anchor(values: dict[str, Any], folder: Path) -> None:
    """Take the paths in a settings file from its folder."""
    if isinstance(rulings := _list(values.get("rulings")), list):
        values["rulings"] = [str(folder / one) if isinstance(one, str) else one for one in rulings]
    if isinstance(rulesets := values.get("rulesets"), str):
        values["rulesets"] = str(folder / rulesets)
    tables = values.get("lexicons")
    for table in tables.values() if isinstance(tables, dict) else ():
        if isinstance(table, dict) and isinstance(path := table.get("path"), str):
            table["path"] = str(folder / path)


def _read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings in UPWORDS_… variables, `__` going one table deeper."""
    values: dict[str, Any] = {}
    for variable, value in sorted(environ.items()):
        if (
            not variable.startswith(PREFIX)
            or variable == CONFIG_VARIABLE
            or _OF_KUBERNETES.fullmatch(variable)
        ):
            continue
        *tables, key = variable.removeprefix(PREFIX).lower().split(_DEEPER)
        into = values
        for table in tables:
            into = into.setdefault(table, {})
            if not isinstance(into, dict):
                raise SettingsError(f"settings: {variable} is set beside {variable.rpartition(_DEEPER)[0]}")
        into[key] = value
    return values


def _sentence(fault: ErrorDetails, layers: Mapping[str, Mapping[str, Any]], config: Path | None) -> str:
    """Return what is wrong with a setting: its name, where it is from, its value, and what to do."""
    where = [str(part) for part in fault["loc"]]
    known: Mapping[str, Any] = Settings.model_fields
    asks = ""
    if where[0] == "lexicons" and len(where) > 2 and where[2] in _KINDS:
        # pydantic names the kind of a table where it has a key.
        kind = where.pop(2)
        known, asks = _KINDS[kind].model_fields, f' with source = "{kind}"'
    if fault["type"] in ("union_tag_invalid", "union_tag_not_found"):
        source = str(fault.get("ctx", {}).get("tag", ""))[:_SHOWN]
        where.append("source")
        return f'{_name(where, layers, config)} = "{source}": the sources are {", ".join(sorted(_KINDS))}'
    if where[-1] == "[key]":
        where.pop()
        return f"{_name(where, layers, config)}: {_message(fault)}"
    name = _name(where, layers, config)
    if fault["type"] == "missing":
        return f"{name} is missing: a lexicon{asks} needs it"
    value = _shown(where[-1], fault["input"])
    if fault["type"] == "extra_forbidden":
        close = get_close_matches(where[-1], known, n=1)
        mend = f"did you mean {close[0]}?" if close else f"known are {', '.join(sorted(known))}"
        return f"{name} = {value}: there is no such setting{asks}; {mend}"
    return f"{name} = {value}: {_message(fault)}"


def _message(fault: ErrorDetails) -> str:
    message = fault["msg"].removeprefix("Value error, ")
    if fault["type"].startswith(("model_type", "model_attributes_type", "dict_type")):
        return "must be a table"
    if fault["type"] == "string_pattern_mismatch":
        return "must be HOST:PORT"
    return message[:1].lower() + message[1:]


def _name(where: list[str], layers: Mapping[str, Mapping[str, Any]], config: Path | None) -> str:
    """Return the setting's name as it is written where it came from."""
    for layer, values in layers.items():
        if not _holds(values, where):
            continue
        if layer == "flag":
            return f"--{where[0].replace('_', '-')}"
        if layer == "environment":
            return PREFIX + _DEEPER.join(where).upper()
        return f'{".".join(where)} in "{config}"'
    return ".".join(where)


def _holds(values: Any, where: list[str]) -> bool:
    for part in where:
        if isinstance(values, list | tuple):
            return True
        if not isinstance(values, Mapping) or part not in values:
            return False
        values = values[part]
    return True


def _shown(key: str, value: object) -> str:
    """Return a value for people; of what may hold a password only its scheme."""
    if isinstance(value, SecretStr):
        value = value.get_secret_value()
    if isinstance(value, Mapping):
        return "{…}"
    text = value if isinstance(value, str) else repr(value)
    scheme, slashes, _ = text.partition("://")
    if slashes:
        return f'"{scheme[:20]}://…"' if re.fullmatch(r"[a-z+]+", scheme) else '"…"'
    if _SECRET.search(key) or "@" in text:
        return '"…"'
    text = "".join(one if one.isprintable() else "?" for one in text[:_SHOWN])
    return f'"{text}"' if isinstance(value, str) else text


def toml_lines(table: str, values: Mapping[str, str | dict[str, str]]) -> Iterator[str]:
    """Yield the lines of a settings table; values that are empty are left out."""
    yield f"[{table}]"
    for key, value in values.items():
        if isinstance(value, dict) and value:
            pairs = ", ".join(f"{_quoted(one)} = {_quoted(other)}" for one, other in value.items())
            yield f"{key} = {{ {pairs} }}"
        elif isinstance(value, str) and value:
            yield f"{key} = {_quoted(value)}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
