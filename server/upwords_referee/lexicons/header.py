"""What a compact lexicon says of itself."""

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any

from upwords_referee.lexicons.folding import Folding
from upwords_referee.lexicons.id import check_id
from upwords_referee.rules.letters import upper

MAX_TEXT = 200
"""Characters of the longest name, language, edition or licence."""

MAX_HEADER = 256 * 2**10
"""Bytes of the longest header."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Header:
    """What is known of a list without looking at its words; LexiconError or ValueError if it cannot be so.

    `alphabet` holds the letters that occur, `word_counts` (letters, acceptable words of that length), both
    sorted; `folding` is as `Folding` takes it.
    """

    id: str
    name: str
    language: str
    edition: str
    licence: str
    digest: str
    alphabet: str
    word_counts: list[tuple[int, int]]
    folding: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_id(self.id)
        for name in ("name", "language", "edition", "licence"):
            check_text(name, getattr(self, name))
        if not _DIGEST.fullmatch(self.digest):
            raise ValueError(f"digest {self.digest[:80]!r} is no SHA-256 in lower-case hex")
        letters = self.alphabet
        if not (letters.isalpha() and all(map(_is_upper, letters)) and sorted(set(letters)) == list(letters)):
            raise ValueError("alphabet is not letters in NFC upper case, each once, by code point")
        if set(letters) & Folding(self.folding).letters.keys():
            raise ValueError("alphabet holds a letter that is folded")
        lengths = [length for length, _ in self.word_counts]
        if sorted(set(lengths)) != lengths or any(min(pair) < 1 for pair in self.word_counts):
            raise ValueError("word_counts are not lengths and counts from 1, the shortest first")

    def to_json(self) -> bytes:
        """Return the header as one line of JSON, the same for the same header."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True).encode() + b"\n"

    @classmethod
    def from_json(cls, line: bytes) -> "Header":
        """Return the header of a line; LexiconError or ValueError if it is none."""
        value = json.loads(line)
        if not isinstance(value, dict) or value.keys() != cls.__annotations__.keys():
            raise ValueError(f"it has not the members {', '.join(cls.__annotations__)}")
        counts, folding = value.pop("word_counts"), value.pop("folding")
        if not all(isinstance(text, str) for text in value.values()):
            raise ValueError("a text is no text")
        return cls(**value, word_counts=_counts(counts), folding=_folding(folding))


def check_text(name: str, text: str) -> None:
    """ValueError if a text for people, called `name`, is too long or cannot be printed on one line."""
    if len(text) > MAX_TEXT or not text.isprintable():
        raise ValueError(f"{name} is not at most {MAX_TEXT} printable characters")


def _is_upper(letter: str) -> bool:
    return upper(letter) == letter


def _counts(value: Any) -> list[tuple[int, int]]:
    if not isinstance(value, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair)
        for pair in value
    ):
        raise ValueError("word_counts are no pairs of numbers")
    return [(length, count) for length, count in value]


def _folding(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(spelling, str) for spelling in value.values()):
        raise ValueError("folding does not map letters to letters")
    return value
