"""Strings that no lexicon needs to be asked about."""

from collections.abc import Set as AbstractSet

from upwords_referee.rules.words import WordStatus

APOSTROPHES = frozenset("'\N{RIGHT SINGLE QUOTATION MARK}")
HYPHENS = frozenset("-\N{HYPHEN}\N{NON-BREAKING HYPHEN}")


def foreign_status(word: str, alphabet: AbstractSet[str]) -> WordStatus | None:
    """Return the status of a word that is not made of `alphabet`; None if it is and must be looked up.

    The first apostrophe or hyphen decides; a word with neither is NOT_FOUND. `alphabet` holds upper-case
    letters, so `word` must be upper case too.

    >>> letters = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    >>> foreign_status("DON'T", letters).name
    'NEEDS_APOSTROPHE'
    >>> foreign_status("CAFÉ", letters).name
    'NOT_FOUND'
    >>> foreign_status("ZZZ", letters) is None
    True
    """
    if alphabet >= set(word):
        return None
    for letter in word:
        if letter in APOSTROPHES:
            return WordStatus.NEEDS_APOSTROPHE
        if letter in HYPHENS:
            return WordStatus.NEEDS_HYPHEN
    return WordStatus.NOT_FOUND
