"""Letters as the game reads them: composed (NFC) and upper case, one character in, one character out."""

import unicodedata


def upper(text: str) -> str:
    """Return `text` in NFC upper case, never longer than its NFC form.

    A letter whose upper case takes two characters (ß) stays as it is: a tile is one character, and
    whether a lexicon spells it SS is the lexicon's affair.
    """
    if text.isascii():
        return text.upper()
    composed = unicodedata.normalize("NFC", text)
    large = "".join(big if len(big := letter.upper()) == 1 else letter for letter in composed)
    # A large letter may go together with a mark that its small one does not (i and a dot).
    return unicodedata.normalize("NFC", large)
