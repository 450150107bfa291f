"""The text of a word list: one word a line, perhaps with its status."""

import unicodedata
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Collection
from io import BytesIO
from typing import TypeVar

from upwords_referee.lexicons.alphabet import APOSTROPHES, HYPHENS
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.rules.letters import upper
from upwords_referee.rules.words import WordStatus

MAX_WORD = 64
"""Characters of the longest word."""

MAX_REPORTED = 20
"""Bad lines that an error quotes."""

_MAX_SHOWN = 40
_TAB = b"\t"
T = TypeVar("T")

_REMEDY = "A line holds one word, in letters only, in UTF-8: mend or remove these lines."


def parse_words(raw: bytes, source: str) -> list[str]:
    """Return the words of a list in NFC upper case, in its order, repeats kept.

    UTF-8 with or without a byte order mark, lines end in LF or CRLF; blank lines and white space around a
    word are ignored. LexiconError, which calls the list `source`, if a line is no word (all such lines are
    counted, the first 20 quoted) or if there is no word at all.

    >>> parse_words(b"cat\\r\\nDog", "pets")
    ['CAT', 'DOG']
    >>> parse_words(b"cat\\nDON'T", "pets")
    Traceback (most recent call last):
    ...
    upwords_referee.lexicons.errors.LexiconError: word list "pets" has 1 bad line: line 2: DON'T holds an \
apostrophe. A line holds one word, in letters only, in UTF-8: mend or remove these lines.
    """
    raw = _without_mark(raw, source)
    words = _parse_clean(raw)
    if words is None:
        words = _parse_line_by_line(raw, source, _read_word)
    if not words:
        raise _no_word(source)
    return words


def parse_entries(raw: bytes, source: str, known: Collection[WordStatus]) -> list[tuple[str, WordStatus]]:
    """Return the words of a list as `parse_words` does, each with its status: ACCEPTABLE if it names none.

    A line is WORD or WORD[TAB]STATUS, and STATUS the name of one of `known`, in any case.

    >>> parse_entries(b"cat\\ndont\\tneeds_apostrophe", "pets", list(WordStatus))[1]
    ('DONT', <WordStatus.NEEDS_APOSTROPHE: 5>)
    """
    if _TAB not in raw:
        return [(word, WordStatus.ACCEPTABLE) for word in parse_words(raw, source)]
    names = {status.name: status for status in known}

    def read(line: str) -> tuple[tuple[str, WordStatus] | None, str]:
        text, tab, name = line.partition("\t")
        word, fault = _read_word(text.strip())
        if word is None:
            return None, fault
        status = names.get(name.strip().upper()) if tab else WordStatus.ACCEPTABLE
        if status is None:
            return None, f"has no status of {', '.join(names)}"
        return (word, status), ""

    entries = _parse_line_by_line(_without_mark(raw, source), source, read)
    if not entries:
        raise _no_word(source)
    return entries


def _without_mark(raw: bytes, source: str) -> bytes:
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise LexiconError(f'word list "{source}" is UTF-16; save it as UTF-8')
    return raw.removeprefix(BOM_UTF8)


def _no_word(source: str) -> LexiconError:
    return LexiconError(f'word list "{source}" holds no word; it needs one word a line')


def _parse_clean(raw: bytes) -> list[str] | None:
    """Return the words of a list without oddities, by few passes over the whole text; None if it has any."""
    try:
        text = upper(raw.decode()).replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None
    letters = text.replace("\n", "")
    if letters and not letters.isalpha():
        return None
    words = text.split()
    return words if max(map(len, words), default=0) <= MAX_WORD else None


def _parse_line_by_line(raw: bytes, source: str, read: Callable[[str], tuple[T | None, str]]) -> list[T]:
    """Return what `read` makes of each line; it returns that, or None and a fault, empty for a blank line."""
    items: list[T] = []
    quoted: list[str] = []
    bad = 0
    for number, line in enumerate(BytesIO(raw), start=1):
        try:
            shown = line.decode().strip()
            item, fault = read(shown)
        except UnicodeDecodeError:
            shown = line.decode(errors="backslashreplace").strip()
            item, fault = None, "is not UTF-8"
        if item is not None:
            items.append(item)
        if not fault:
            continue
        bad += 1
        if bad <= MAX_REPORTED:
            quoted.append(f"line {number}: {_show(shown)} {fault}")
    if bad:
        if bad > MAX_REPORTED:
            quoted.append(f"and {bad - MAX_REPORTED} more")
        count = "1 bad line" if bad == 1 else f"{bad} bad lines"
        raise LexiconError(f'word list "{source}" has {count}: {"; ".join(quoted)}. {_REMEDY}')
    return items


def _read_word(line: str) -> tuple[str | None, str]:
    word = upper(line)
    fault = _fault(word)
    return (None, fault) if fault or not word else (word, "")


def _fault(word: str) -> str:
    """Say what makes a line no word, by its first character that is no letter; empty if nothing does."""
    if len(word) > MAX_WORD:
        return f"has {len(word)} characters, more than {MAX_WORD}"
    for letter in word:
        if letter.isalpha():
            continue
        if letter.isspace():
            return "holds white space"
        if letter in APOSTROPHES:
            return "holds an apostrophe"
        if letter in HYPHENS:
            return "holds a hyphen"
        if letter.isnumeric():
            return "holds a digit"
        if unicodedata.category(letter).startswith("M"):
            return f"holds a mark that joins no letter (U+{ord(letter):04X}), and a tile is one character"
        return f"holds the sign {letter}" if letter.isprintable() else f"holds U+{ord(letter):04X}"
    return ""


def _show(text: str) -> str:
    """Return `text` short and safe to print: a list may hold anything, and this goes to a terminal or log."""
    short = text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in short
    )
