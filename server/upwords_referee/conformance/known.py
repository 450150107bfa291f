"""Known failures: questions that are expected to fail, with the reason."""

from collections.abc import Container


class KnownFailuresError(ValueError):
    """A list of known failures that cannot be used; the text says which line and why."""


def read_known(text: str, ids: Container[str]) -> dict[str, str]:
    """Return id to reason: one `ID  # reason` a line, blank lines and whole-line comments left out.

    Raises KnownFailuresError for an id that is not among `ids`, one listed twice, or one without a reason.

    >>> read_known("# of our server\\n\\ngap-broken  # reads no gaps yet\\n", {"gap-broken"})
    {'gap-broken': 'reads no gaps yet'}
    """
    known: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        id, _, reason = (part.strip() for part in line.partition("#"))
        if not id:
            continue
        if id not in ids:
            raise KnownFailuresError(f"line {number}: there is no vector or case {id!r}")
        if id in known:
            raise KnownFailuresError(f"line {number}: {id!r} stands there twice")
        if not reason:
            raise KnownFailuresError(f"line {number}: say why {id!r} fails: {id}  # reason")
        known[id] = reason
    return known
