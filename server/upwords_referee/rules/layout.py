"""A game laid out: the board before every event, and what there is to say of every play but its words."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from upwords_referee.rules.board import Board
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.game_error import GameError
from upwords_referee.rules.judging import Judgement, examine, rule
from upwords_referee.rules.move import Play
from upwords_referee.rules.record import Event, TakeBack, stood
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.words import WordStatus


class Laid(NamedTuple):
    """An event on its board: the judgement on a play, and whether a later event takes it back."""

    event: Event
    board: Board
    judgement: Judgement | None
    undone: bool


def lay_out(
    ruleset: Ruleset, board: Board, events: tuple[Event, ...], checkpoint: Callable[[], None]
) -> list[Laid]:
    """Return the events on their boards, plays examined.

    Every play stands, as far as its tiles can lie, unless it is taken back. The last play can be taken back,
    once, whatever came after it. Raises GameError where a house rule asks for buried tiles that the start
    position does not show.
    """
    layout: list[Laid] = []
    last: int | None = None
    for number, event in enumerate(events):
        checkpoint()
        judgement = None
        if isinstance(event.action, Play):
            try:
                judgement = examine(ruleset, board, event.action, event.rack)
            except UnknownBuriedError as error:
                raise GameError(f"events[{number}].play", str(error)) from None
        layout.append(Laid(event, board, judgement, False))
        if judgement:
            last = number
            board = stood(board, event.action)
        elif isinstance(event.action, TakeBack) and last is not None:
            board = layout[last].board
            layout[last] = layout[last]._replace(undone=True)
    return layout


def ruled(layout: list[Laid], lookup: Callable[[list[str]], Mapping[str, WordStatus]]) -> list[Laid]:
    """Return the layout with the words of all plays ruled on, after one look-up of them all."""
    texts = {word.text for laid in layout if laid.judgement for word in laid.judgement.words}
    statuses = lookup(sorted(texts)) if texts else {}
    return [
        laid._replace(judgement=rule(laid.judgement, statuses)) if laid.judgement else laid for laid in layout
    ]
