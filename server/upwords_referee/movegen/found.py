"""A play that was found."""

from typing import NamedTuple

from upwords_referee.rules.move import Play


class FoundPlay(NamedTuple):
    """A valid play: its placements in reading order, its canonical notation, what it scores, and the words
    it forms as they are spelled, the main word first, the others as `Judgement.words` has them.
    """

    play: Play
    notation: str
    score: int
    words: tuple[str, ...]
