"""What an operator says of a lexicon whose words lie elsewhere."""

from dataclasses import dataclass

from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.rules.letters import upper

ENGLISH = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Description:
    """Names and bounds of a lexicon outside the process.

    `edition` takes the digest's place where the words can change; `alphabet` holds the letters of its
    words, in NFC upper case: other strings never leave the process. `timeout_seconds`, at most 60, is for
    all words of a call together. LexiconError if the alphabet or the time-out is no good.
    """

    id: str
    edition: str
    name: str = ""
    language: str = ""
    licence: str = ""
    alphabet: str = ENGLISH
    timeout_seconds: float = 1.0

    def __post_init__(self) -> None:
        if not self.alphabet or upper(self.alphabet) != self.alphabet or not self.alphabet.isprintable():
            raise LexiconError(f"lexicon {self.id!r}: alphabet must be its letters in upper case")
        if not 0 < self.timeout_seconds <= MOST_SECONDS:
            raise LexiconError(f"lexicon {self.id!r}: the time-out must be over 0 and at most 60 seconds")
