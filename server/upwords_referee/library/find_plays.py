"""Finding plays as a library call: rules, notation, lexica and the finder joined."""

from upwords_referee.lexicons.embedded import EMBEDDED_ID
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import EMPTY, Overlay
from upwords_referee.library.judge import _board_and_rules, _lexicon, _tiles
from upwords_referee.movegen import finder
from upwords_referee.movegen.found import FoundPlay
from upwords_referee.rules.board import Board
from upwords_referee.rules.position import Position
from upwords_referee.rules.ruleset import Ruleset


def find_plays(
    board: Board | Position | str,
    rack: str,
    *,
    ruleset: Ruleset | str | None = None,
    lexicon: Lexicon | str = EMBEDDED_ID,
    overlay: Overlay = EMPTY,
    any_only: bool = False,
) -> list[FoundPlay]:
    """Return all valid plays of a rack, best first, ties by notation; with `any_only` one, if there is any.

    Parameters are those of `judge`. It finds exactly the plays that `judge` calls valid. Raises ValueError
    for a question that cannot be understood or answered: NotEnumerableError if the lexicon's words cannot be
    listed ("none" has none), UnknownBuriedError if a house rule asks for buried tiles that are not known.

    >>> found = find_plays("10/10/10/10/3MOOD3/10/10/10/10/10", "W")
    >>> [(play.notation, play.score, play.words) for play in found][:2]
    [('5D W...', 5, ('WOOD',)), ('E4 W.', 4, ('WO',))]
    """
    board, rules = _board_and_rules(board, ruleset, heights=True)
    hand = _tiles(rack, rules)
    if rules.rack_size and len(hand) > rules.rack_size:
        raise ValueError(f"the rack has {len(hand)} tiles; it holds at most {rules.rack_size}")
    return finder.find_plays(rules, board, hand, _lexicon(lexicon), overlay, any_only=any_only)
