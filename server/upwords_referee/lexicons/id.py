"""Ids of lexica, as they stand in calls, options and settings."""

import re

from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.none import NONE_ID

_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def check_id(id: str) -> None:
    """LexiconError if `id` is malformed or reserved."""
    if not _ID.fullmatch(id):
        raise LexiconError(
            f"{id!r} is no lexicon id: 1 to 64 of a-z, 0-9, dot, underscore and hyphen, "
            "the first a letter or digit"
        )
    if id == NONE_ID:
        raise LexiconError(f"lexicon id {NONE_ID!r} is reserved for play without a list; choose another")
