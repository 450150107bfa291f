"""What can be known of a word."""

from enum import IntEnum


class WordStatus(IntEnum):
    """The status of a word; the numbers are those of the wire."""

    ACCEPTABLE = 1
    NOT_FOUND = 2
    PROPER_NOUN = 3
    ABBREVIATION = 4
    NEEDS_APOSTROPHE = 5
    NEEDS_HYPHEN = 6
    AFFIX = 7
    DENIED = 8
    ALLOWED = 9
    UNCHECKED = 10

    @property
    def refused(self) -> bool:
        """Whether a word of this status makes a play invalid."""
        # The numbers of refusals lie between.
        return WordStatus.NOT_FOUND <= self <= WordStatus.DENIED
