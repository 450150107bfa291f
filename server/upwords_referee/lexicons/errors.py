"""What can be wrong with lexica.

LexiconError
├── UnknownLexiconError     no lexicon has the id
└── SourceUnavailableError  its words cannot be asked for now
    └── SourceLoopError     its sources ask each other, or are too many in a row
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


class SourceUnavailableError(LexiconError):
    """A lexicon's source cannot be reached or did not answer; asking again after `retry_seconds` may help."""

    def __init__(self, id: str, why: str, retry_seconds: float = 1.0) -> None:
        super().__init__(f"lexicon {id!r} cannot be asked: {why}")
        self.id = id
        self.retry_seconds = retry_seconds


class SourceLoopError(SourceUnavailableError):
    """A lexicon's source is a referee whose source is a referee, and so on, too many in a row: a circle.

    Asking again does not help.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id, "its sources point at each other, or too many referees stand in a row")
