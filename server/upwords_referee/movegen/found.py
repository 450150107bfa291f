"""A play that was found."""

from typing import Any, Final

from upwords_referee.rules.move import Play
from upwords_referee.rules.value import Value


class FoundPlay(Value):
    """A valid play: its placements in reading order, its canonical notation, what it scores, and the words
    it forms as they are spelled, the main word first, the others as `Judgement.words` has them.
    """

    __slots__ = ("notation", "play", "score", "words")

    def __init__(self, play: Play, notation: str, score: int, words: tuple[str, ...]) -> None:
        self.play: Final = play
        self.notation: Final = notation
        self.score: Final = score
        self.words: Final = words

    def fields(self) -> tuple[Any, ...]:
        """Return the fields in the order of the constructor."""
        return self.play, self.notation, self.score, self.words
