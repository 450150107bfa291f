"""What can be wrong with lexica.

LexiconError
└── UnknownLexiconError
"""

from collections.abc import Iterable


class LexiconError(Exception):
    """A lexicon cannot be read, named or registered; the text says what is wrong and what to do."""


class UnknownLexiconError(LexiconError):
    """No lexicon has the id.

    `id` is the one asked for, `known` the ids there are, sorted.
    """

    def __init__(self, id: str, known: Iterable[str]) -> None:
        self.id = id
        self.known = tuple(sorted(known))
        super().__init__(f"unknown lexicon {id!r}; known: {', '.join([*self.known, 'none'])}")
