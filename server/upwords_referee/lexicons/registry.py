"""The lexica of a server, by id."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from upwords_referee.lexicons.embedded import embedded
from upwords_referee.lexicons.errors import LexiconError, UnknownLexiconError
from upwords_referee.lexicons.id import check_id
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.none import NONE, NONE_ID

__all__ = ["Registry", "embedded", "parse_spec"]


class Registry:
    """Lexica by id, and which one is meant when none is named.

    `default` is the id of one of them, or "none". LexiconError if an id is malformed, reserved or taken, or
    `default` is not there. Iteration goes by id and leaves "none" out: it holds no words.

    >>> registry = Registry([embedded()], default="enable")
    >>> registry.get("").name, registry.get("none").name, registry.ids()
    ('ENABLE', 'No lexicon', ['enable'])
    """

    def __init__(self, lexica: Iterable[Lexicon], default: str) -> None:
        held: dict[str, Lexicon] = {}
        for lexicon in lexica:
            check_id(lexicon.id)
            if lexicon.id in held:
                raise LexiconError(f"two lexica have the id {lexicon.id!r}; rename one")
            held[lexicon.id] = lexicon
        self._lexica = dict(sorted(held.items()))
        self._default = default
        if default not in self._lexica and default != NONE_ID:
            raise UnknownLexiconError(default, self._lexica)

    @property
    def default(self) -> str:
        """Id of the lexicon meant when none is named."""
        return self._default

    def get(self, id: str) -> Lexicon:
        """Return the lexicon with this id, the default if empty; UnknownLexiconError if there is none."""
        wanted = id or self._default
        if wanted == NONE_ID:
            return NONE
        try:
            return self._lexica[wanted]
        except KeyError:
            raise UnknownLexiconError(id, self._lexica) from None

    def ids(self) -> list[str]:
        """Return the ids, sorted, without "none"."""
        return list(self._lexica)

    def __iter__(self) -> Iterator[Lexicon]:
        return iter(self._lexica.values())

    def __len__(self) -> int:
        return len(self._lexica)


def parse_spec(spec: str) -> tuple[str, Path]:
    """Return the id and path of "ID=PATH"; LexiconError if either is missing or the id is no good.

    >>> id, path = parse_spec("club=lists/club.txt")
    >>> id, path.name
    ('club', 'club.txt')
    """
    id, equals, path = spec.partition("=")
    if not (equals and path):
        raise LexiconError(f"lexicon {spec!r} is not of the form ID=PATH, as in club=lists/club.txt")
    check_id(id)
    return id, Path(path)
