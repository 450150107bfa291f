"""What is judged by when no server is asked: rulesets and lexica, the package's and the user's own."""

from collections.abc import Iterable
from pathlib import Path

from upwords_referee.lexicons.embedded import EMBEDDED_ID, builtin_lexicons
from upwords_referee.lexicons.file import open_lexicon
from upwords_referee.lexicons.registry import Registry, parse_spec
from upwords_referee.library.rulesets import RulesetBook


def read_rulesets(folder: str | None) -> RulesetBook:
    """Return the built-in rulesets and those of a folder; RulesetFileError if one is no good."""
    return RulesetBook.builtin() if folder is None else RulesetBook.with_folder(Path(folder))


def read_lexicons(specs: Iterable[str], default: str = EMBEDDED_ID) -> Registry:
    """Return the built-in lexica and one for each ID=PATH; LexiconError if one is no good."""
    added = [open_lexicon(path, id) for id, path in map(parse_spec, specs)]
    return Registry([*builtin_lexicons(), *added], default)
