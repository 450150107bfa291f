"""The lexicon that comes with the package."""

from functools import cache
from importlib.resources import files

from upwords_referee.lexicons.lines import parse_words
from upwords_referee.lexicons.word_list import WordList

EMBEDDED_ID = "enable"


@cache
def embedded() -> WordList:
    """Return ENABLE, 172,823 English words of 2 to 28 letters; read once per process.

    >>> embedded().statuses(["QUIZ", "QI"])
    {'QUIZ': <WordStatus.ACCEPTABLE: 1>, 'QI': <WordStatus.NOT_FOUND: 2>}
    """
    raw = files(__package__).joinpath("data", "enable.txt").read_bytes()
    # No edition: neither the list nor its notice names one.
    return WordList(
        EMBEDDED_ID,
        parse_words(raw, "enable.txt"),
        name="ENABLE",
        language="en",
        licence="Public domain (see ENABLE-NOTICE.txt)",
    )
