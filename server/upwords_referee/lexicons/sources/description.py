"""What an operator says of a lexicon whose words lie elsewhere."""

from dataclasses import dataclass

ENGLISH = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Description:
    """Names and bounds of a lexicon outside the process.

    `edition` takes the digest's place where the words can change; `alphabet` holds the letters of its
    words, in NFC upper case: other strings never leave the process.
    """

    id: str
    edition: str
    name: str = ""
    language: str = ""
    licence: str = ""
    alphabet: str = ENGLISH
    timeout_seconds: float = 1.0
