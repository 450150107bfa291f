"""Letters that a lexicon spells otherwise."""

from collections.abc import Mapping

from upwords_referee.rules.letters import upper

MAX_SPELLING = 8
"""Letters that one letter may become."""


class Folding:
    """What single letters are spelled as, before a word is looked up: accents, digraphs, ß.

    Which letters these are is each list's affair: nothing is folded unless its maker says so. `letters` maps
    one letter to one or more, in NFC upper case, and none of those is itself folded; else ValueError. A
    folding of no letter is falsy.

    >>> german = Folding({"ß": "SS"})
    >>> german.apply("STRAßE"), german.apply("ÖL")
    ('STRASSE', 'ÖL')
    """

    def __init__(self, letters: Mapping[str, str]) -> None:
        for letter, spelling in letters.items():
            if len(letter) != 1 or not letter.isalpha() or upper(letter) != letter:
                raise ValueError(f"{letter!r} is no single letter in NFC upper case")
            if not spelling.isalpha() or upper(spelling) != spelling or len(spelling) > MAX_SPELLING:
                raise ValueError(f"{spelling!r} is not 1 to {MAX_SPELLING} letters in NFC upper case")
            if folded := sorted(set(spelling) & letters.keys()):
                raise ValueError(f"{letter!r} becomes {spelling!r}, whose {folded[0]!r} is folded too")
        self.letters = dict(sorted(letters.items()))
        self._table = str.maketrans(self.letters)

    def __bool__(self) -> bool:
        return bool(self.letters)

    def apply(self, word: str) -> str:
        """Return `word` as the lexicon spells it."""
        return word.translate(self._table)

    def lines(self) -> list[str]:
        """Return a line LETTER[TAB]=SPELLING for each letter, as the digest counts them."""
        return [f"{letter}\t={spelling}" for letter, spelling in self.letters.items()]
