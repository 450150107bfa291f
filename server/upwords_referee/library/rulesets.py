"""The rulesets of a server or a program, by id: the built-in ones and an operator's."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.ruleset_data import (
    DEFAULT_BASE,
    RulesetError,
    UnknownBaseError,
    is_ruleset_id,
    parse_ruleset_toml,
    read_ruleset,
)

_BY_SIZE = {(8, 8): "classic-8x8", (10, 10): "standard-10x10"}
_LARGEST_FILE = 1 << 20


class RulesetFileError(ValueError):
    """A ruleset file that cannot be used; the text names the file, the field and the fault."""


class RulesetBook:
    """Rulesets by id.

    >>> book = RulesetBook.builtin()
    >>> book.ids()
    ['classic-8x8', 'standard-10x10', 'topwords-10x10']
    >>> book.for_size(8, 8).id
    'classic-8x8'
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Read the rulesets of TOML texts, by the name of their files; RulesetFileError if one is no good."""
        self._sources: dict[str, str] = {}
        self._data = {}
        for source, text in texts.items():
            data = _parse(source, text)
            self._data[self._claim(source, data)] = data
        self._rulesets: dict[str, Ruleset] = {}
        self._open: list[str] = []
        for id in sorted(self._data):
            self._read(id)
        self._rulesets = dict(sorted(self._rulesets.items()))

    @classmethod
    def builtin(cls) -> "RulesetBook":
        """Return the book of the built-in rulesets; there is one for the process."""
        return _builtin_book()

    @classmethod
    def with_folder(cls, folder: Path) -> "RulesetBook":
        """Return the built-in rulesets and those of the folder's `.toml` files."""
        if not folder.is_dir():
            raise RulesetFileError(f"{folder} is no folder of rulesets")
        texts = dict(_builtin_texts())
        for path in sorted(folder.glob("*.toml")):
            texts[str(path)] = _read_file(path)
        if len(texts) == len(_builtin_texts()):
            raise RulesetFileError(f"the folder {folder} holds no .toml file")
        return cls(texts)

    def get(self, id: str) -> Ruleset | None:
        """Return the ruleset with this id, None if there is none."""
        return self._rulesets.get(id)

    def for_size(self, rows: int, columns: int) -> Ruleset | None:
        """Return the ruleset meant when a board of this size comes without one; None if it must be named."""
        return self._rulesets.get(_BY_SIZE.get((rows, columns), ""))

    def ids(self) -> list[str]:
        """Return the ids, sorted."""
        return list(self._rulesets)

    def __iter__(self) -> Iterator[Ruleset]:
        return iter(self._rulesets.values())

    def _claim(self, source: str, data: Mapping[str, object]) -> str:
        id = data.get("id")
        if not isinstance(id, str) or not is_ruleset_id(id):
            raise RulesetFileError(
                f"{source}: id: must be 1 to 64 of a-z, 0-9, dot, underscore and hyphen, not {id!r}"
            )
        if id in self._sources:
            raise RulesetFileError(f"{source}: id: {id} is taken by {self._sources[id]}")
        self._sources[id] = source
        return id

    def _read(self, id: str) -> Ruleset | None:
        """Return the ruleset with this id, after the one it inherits from."""
        if id in self._rulesets or id not in self._data:
            return self._rulesets.get(id)
        if id in self._open:
            if id == DEFAULT_BASE and self._open[-1] == id:
                return None
            circle = " -> ".join([*self._open[self._open.index(id) :], id])
            raise RulesetFileError(f"{self._sources[id]}: base: goes round in a circle: {circle}")
        self._open.append(id)
        try:
            self._rulesets[id] = read_ruleset(self._data[id], self._read)
        except (RulesetError, UnknownBaseError) as error:
            raise RulesetFileError(f"{self._sources[id]}: {error}") from None
        self._open.pop()
        return self._rulesets[id]


@cache
def _builtin_texts() -> dict[str, str]:
    folder = resources.files(__package__).joinpath("rulesets")
    return {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}


@cache
def _builtin_book() -> RulesetBook:
    return RulesetBook(_builtin_texts())


def _read_file(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise RulesetFileError(f"{path}: is larger than a ruleset can be (1 MB)")
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesetFileError(f"{path}: cannot be read: {error}") from None


def _parse(source: str, text: str) -> dict[str, object]:
    try:
        return parse_ruleset_toml(text)
    except RulesetError as error:
        raise RulesetFileError(f"{source}: {error}") from None
