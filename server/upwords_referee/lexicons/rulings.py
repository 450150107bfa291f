"""House rulings in files: words that a club accepts or refuses whatever its lexicon says."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.lines import MAX_REPORTED, MAX_WORD
from upwords_referee.lexicons.overlay import EMPTY, Overlay
from upwords_referee.rules.letters import upper

MAX_BYTES = 4 << 20
"""Bytes of the largest file of rulings."""

_LINE = re.compile(r"(?P<sign>[+-])\s*(?P<signed>\S+)|(?P<word>\S+)\s*\t\s*(?P<status>ALLOWED|DENIED)", re.I)
_FORMS = "+WORD, -WORD, WORD[TAB]ALLOWED or WORD[TAB]DENIED"
_REMEDY = "Mend or remove these lines."


class RulingsError(LexiconError):
    """A file of house rulings that cannot be used; the text names the file, the lines and the faults."""


class _Ruling(NamedTuple):
    allowed: bool
    where: str


def read_rulings(paths: Iterable[str | Path]) -> Overlay:
    """Return the rulings of all files together; RulingsError if one is no good or two contradict each other.

    A file is UTF-8 of at most 4 MB and may hold no ruling at all.
    """
    ruled: dict[str, _Ruling] = {}
    for path in paths:
        _add(ruled, _read(path), str(path))
    return _overlay(ruled)


def parse_rulings(text: str, source: str) -> Overlay:
    """Return the rulings of a text, one a line; `#` begins a comment. RulingsError calls the text `source`.

    >>> rulings = parse_rulings("+qi  # club meeting, March\\n-zax\\nza\\tALLOWED\\n", "club.txt")
    >>> sorted(rulings.allow), sorted(rulings.deny)
    (['QI', 'ZA'], ['ZAX'])
    """
    ruled: dict[str, _Ruling] = {}
    _add(ruled, text, source)
    return _overlay(ruled)


def over(call: Overlay, house: Overlay) -> Overlay:
    """Return both rulings as one: the call's go before those of the house.

    >>> merged = over(Overlay.from_words(allow=["zax"]), Overlay.from_words(allow=["qi"], deny=["zax"]))
    >>> sorted(merged.allow), sorted(merged.deny)
    (['QI', 'ZAX'], [])
    """
    if not house:
        return call
    if not call:
        return house
    return Overlay(call.allow | (house.allow - call.deny), call.deny | (house.deny - call.allow))


def _read(path: str | Path) -> str:
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise RulingsError(f'the rulings "{path}" are larger than {MAX_BYTES >> 20} MB; bring fewer')
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulingsError(f'the rulings "{path}" are not UTF-8; save them as UTF-8') from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise RulingsError(f'the rulings "{path}" cannot be read ({reason}); check the path') from None


def _add(ruled: dict[str, _Ruling], text: str, source: str) -> None:
    faults = []
    for number, line in enumerate(text.split("\n"), start=1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        where = f"line {number}"
        found = _LINE.fullmatch(said)
        word = upper(found["signed"] or found["word"]) if found else ""
        if not found:
            faults.append(f"{where}: {said[:40]!r} is not {_FORMS}")
        elif not word.isalpha() or len(word) > MAX_WORD:
            faults.append(f"{where}: {word[:40]!r} is not 1 to {MAX_WORD} letters")
        else:
            allowed = found["sign"] == "+" if found["sign"] else found["status"].upper() == "ALLOWED"
            before = ruled.setdefault(word, _Ruling(allowed, f'{where} of "{source}"'))
            if before.allowed != allowed:
                faults.append(f"{where}: {word} is ruled the other way by {before.where}")
    if faults:
        more = [f"and {len(faults) - MAX_REPORTED} more"] if len(faults) > MAX_REPORTED else []
        raise RulingsError(f'the rulings "{source}": {"; ".join([*faults[:MAX_REPORTED], *more])}. {_REMEDY}')


def _overlay(ruled: dict[str, _Ruling]) -> Overlay:
    if not ruled:
        return EMPTY
    allow = frozenset(word for word, ruling in ruled.items() if ruling.allowed)
    return Overlay(allow, frozenset(ruled) - allow)
