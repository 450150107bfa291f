"""Digests name a list by its content, so that a verdict can be repeated years later."""

from collections.abc import Iterable
from hashlib import sha256


def digest_of(lines: Iterable[str]) -> str:
    """Return the lower-case hex SHA-256 of `lines`, each with a newline after it, in UTF-8.

    The caller sorts the lines by code point.
    """
    return sha256("\n".join([*lines, ""]).encode()).hexdigest()
