"""What single settings must be like; ValueError says what is wrong with one."""

import re
from importlib.util import find_spec
from urllib.parse import urlsplit

from pydantic import SecretStr

from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.id import check_id
from upwords_referee.rules.letters import upper


def redis_url(url: SecretStr) -> SecretStr:
    """Refuse what is no URL of a Redis."""
    # It takes a while to import, and most servers have no Redis.
    from upwords_referee.lexicons.cache.client import connect  # noqa: PLC0415

    try:
        connect(url.get_secret_value())  # which only reads the URL
    except LexiconError as error:
        raise ValueError(str(error)) from None
    return url


def http_url(url: SecretStr) -> SecretStr:
    """Refuse what is no URL of a dictionary behind a web server."""
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


def alphabet(letters: str) -> str:
    """Return the letters in upper case; refuse what is none."""
    letters = upper(letters)
    if not letters.isalpha():
        raise ValueError("must be letters only, without separators")
    return letters


def folding(letters: dict[str, str]) -> dict[str, str]:
    """Return the folding in upper case; refuse one that goes on and on."""
    return Folding({upper(letter): upper(spelling) for letter, spelling in letters.items()}).letters


def id(id: str) -> str:
    """Refuse what no lexicon can be called."""
    try:
        check_id(id)
    except LexiconError as error:
        raise ValueError(str(error)) from None
    return id


def list(value: object) -> object:
    """Return the parts of a text with commas; anything else as it is."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def digest(digest: str) -> str:
    """Return the digest in lower case; refuse what is none."""
    if not re.fullmatch(r"[0-9a-f]{64}", digest.lower()):
        raise ValueError("must be 64 hex digits, as `upwords-referee lexicon push` prints them")
    return digest.lower()


def traces(wanted: bool) -> bool:
    """Refuse traces where what makes them is not installed."""
    needed = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.grpc")
    if wanted and not all(_is_installed(one) for one in needed):
        raise ValueError("needs the extra of that name: pip install 'upwords-referee[traces]'")
    return wanted


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
