"""How the tests of the finder ask for plays."""

from tests.unit.rules.asking import STANDARD
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import EMPTY, Overlay
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.movegen.finder import find_plays
from upwords_referee.movegen.found import FoundPlay
from upwords_referee.rules.board import Board
from upwords_referee.rules.ruleset import Ruleset


def find(
    board: Board, rack: str, *words: str, ruleset: Ruleset = STANDARD, overlay: Overlay = EMPTY
) -> list[FoundPlay]:
    """Return the plays with a lexicon of these words."""
    return find_plays(ruleset, board, rack, WordList("some", words), overlay)


def notations(found: list[FoundPlay]) -> list[str]:
    """Return the plays' notations, in their order."""
    return [play.notation for play in found]


class Unlisted:
    """A lexicon whose words lie elsewhere."""

    id = "elsewhere"
    name = language = digest = edition = licence = ""
    enumerable = False

    def statuses(self, words: object) -> dict[str, object]:
        """Fail: no finder may ask."""
        raise AssertionError(words)

    def word_counts(self) -> list[tuple[int, int]]:
        """Return none."""
        return []


def unlisted() -> Lexicon:
    """Return one."""
    return Unlisted()  # type: ignore[return-value]
