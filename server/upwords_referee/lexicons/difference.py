"""What changed from one edition of a list to the next."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from upwords_referee.rules.words import WordStatus


class Change(NamedTuple):
    """A string of which two lists say different things; None where a list says nothing."""

    word: str
    old: WordStatus | None
    new: WordStatus | None


def changes(old: Iterable[tuple[str, WordStatus]], new: Iterable[tuple[str, WordStatus]]) -> Iterator[Change]:
    """Yield what changed, by code point; both lists come by code point, each word once.

    >>> good = WordStatus.ACCEPTABLE
    >>> list(changes([("CAT", good), ("DOG", good)], [("DOG", good)]))
    [Change(word='CAT', old=<WordStatus.ACCEPTABLE: 1>, new=None)]
    """
    left, right = iter(old), iter(new)
    one, other = next(left, None), next(right, None)
    while one or other:
        if other is None or (one and one[0] < other[0]):
            assert one
            yield Change(one[0], one[1], None)
            one = next(left, None)
        elif one is None or other[0] < one[0]:
            yield Change(other[0], None, other[1])
            other = next(right, None)
        else:
            if one[1] is not other[1]:
                yield Change(one[0], one[1], other[1])
            one, other = next(left, None), next(right, None)
