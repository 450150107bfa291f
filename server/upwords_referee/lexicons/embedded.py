"""The lexica that come with the package."""

from functools import cache
from importlib.resources import files

from upwords_referee.lexicons.compact import CompactLexicon

EMBEDDED_ID = "enable"

BUILTIN_IDS = (EMBEDDED_ID, "scowl-60", "wdutch", "denckring-de")
"""Ids of all lexica in the package, the default first."""


def embedded() -> CompactLexicon:
    """Return ENABLE, 172,823 English words of 2 to 28 letters; read once per process.

    >>> embedded().statuses(["QUIZ", "QI"])
    {'QUIZ': <WordStatus.ACCEPTABLE: 1>, 'QI': <WordStatus.NOT_FOUND: 2>}
    """
    return builtin_lexicon(EMBEDDED_ID)


def builtin_lexicons() -> tuple[CompactLexicon, ...]:
    """Return all lexica in the package, in the order of `BUILTIN_IDS`; each is read once per process.

    >>> [lexicon.language for lexicon in builtin_lexicons()]
    ['en', 'en-US', 'nl', 'de']
    """
    return tuple(map(builtin_lexicon, BUILTIN_IDS))


@cache
def builtin_lexicon(id: str) -> CompactLexicon:
    """Return the lexicon with this id, one of `BUILTIN_IDS`, else KeyError; read once per process."""
    if id not in BUILTIN_IDS:
        raise KeyError(id)
    name = f"{id}.lexicon"
    return CompactLexicon.from_bytes(files(__package__).joinpath("data", name).read_bytes(), name)
