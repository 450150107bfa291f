"""House rulings, which go before the lexicon."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from upwords_referee.lexicons.digest import digest_of
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.rules.letters import upper
from upwords_referee.rules.words import WordStatus


@dataclass(frozen=True)
class Overlay:
    """Words to accept and words to refuse whatever the lexicon says, in NFC upper case.

    ValueError if a word is in both, is empty, or holds white space or an unprintable character (which would
    let two overlays share a digest). An overlay without words is falsy.
    """

    allow: frozenset[str] = frozenset()
    deny: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if both := self.allow & self.deny:
            raise ValueError(f"{min(both)!r} is both allowed and denied")
        for word in self.allow | self.deny:
            if not word or " " in word or not word.isprintable():
                raise ValueError(f"{word!r} is empty or holds white space or a control character")

    @classmethod
    def from_words(cls, allow: Iterable[str] = (), deny: Iterable[str] = ()) -> "Overlay":
        """Return the overlay of words in any case; ValueError as for the class.

        >>> sorted(Overlay.from_words(allow=["qi", "Za"]).allow)
        ['QI', 'ZA']
        """
        return cls(frozenset(map(upper, allow)), frozenset(map(upper, deny)))

    def __bool__(self) -> bool:
        return bool(self.allow or self.deny)

    @cached_property
    def digest(self) -> str:
        """Lower-case hex SHA-256 of the words sorted by code point, one WORD[TAB]ALLOWED or DENIED a line.

        Empty for an overlay without words.
        """
        if not self:
            return ""
        rulings = self.apply(sorted(self.allow | self.deny))
        return digest_of(f"{word}\t{status.name}" for word, status in rulings.items())

    def rules(self, word: str) -> bool:
        """Return whether the word is ruled here."""
        return word in self.allow or word in self.deny

    def apply(self, words: Iterable[str]) -> dict[str, WordStatus]:
        """Return ALLOWED or DENIED for those of `words` that are ruled here; the others are left out."""
        rulings = {}
        for word in words:
            if word in self.allow:
                rulings[word] = WordStatus.ALLOWED
            elif word in self.deny:
                rulings[word] = WordStatus.DENIED
        return rulings


EMPTY = Overlay()


def statuses(lexicon: Lexicon, overlay: Overlay, words: Iterable[str]) -> dict[str, WordStatus]:
    """Return the status of every word, by the overlay or else by the lexicon; `words` are in NFC upper case.

    The lexicon is asked once for all words that the overlay leaves, and not at all if it leaves none.
    """
    if not overlay:
        return lexicon.statuses(words)
    asked = list(words)
    answers = overlay.apply(asked)
    left = [word for word in asked if word not in answers]
    if left:
        answers.update(lexicon.statuses(left))
    return answers
