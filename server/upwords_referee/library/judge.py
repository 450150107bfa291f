"""Judging as a library call: rules, notation and lexica joined."""

from collections.abc import Iterable
from functools import cache

from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.none import NONE, NONE_ID
from upwords_referee.lexicons.overlay import EMPTY, Overlay, statuses
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.move import parse_move
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.inspection import Inspection
from upwords_referee.rules.inspection import inspect as inspect_position
from upwords_referee.rules.judging import Judgement, examine, rule
from upwords_referee.rules.letters import upper
from upwords_referee.rules.move import Exchange, Move, Play
from upwords_referee.rules.position import MOST_PLAYERS, Position
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.snapshot import snapshot_faults


def judge(
    board: Board | Position | str,
    move: Move | str,
    *,
    ruleset: Ruleset | str | None = None,
    lexicon: Lexicon | str = EMBEDDED_ID,
    overlay: Overlay = EMPTY,
    rack: str | None = None,
    bag_count: int | None = None,
) -> Judgement:
    """Return the judgement on a move: all violations, the words formed and the score.

    `board` and `move` are values or notation; `ruleset` a value or the id of a built-in one, by default
    the one of the board's size; `lexicon` a value, "enable" or "none". `rack` and `bag_count` are checked
    when given. Raises ValueError, with what is wrong and where, for a question that cannot be understood.

    >>> verdict = judge("10/10/10/10/3MOOD3/10/10/10/10/10", "5D W...")
    >>> verdict.valid, verdict.score, [word.text for word in verdict.words]
    (True, 5, ['WOOD'])
    >>> verdict = judge("10/10/10/10/3MOOD3/10/10/10/10/10", "5D WEED")
    >>> for violation in verdict.violations:
    ...     print(violation.rule.name, violation.message)
    SAME_LETTER A tile is laid on the same letter on G5.
    COVERS_WHOLE_WORD Every letter of the old word MOOD on D5, E5, F5 and G5 would be covered.
    """
    board, rules = _board_and_rules(board, ruleset, heights=True)
    if isinstance(move, str):
        move = parse_move(move, board, rules.letters)
    _check_letters(move, rules)
    _check_count(bag_count)
    if rack is not None:
        rack = _tiles(rack, rules)
        if rules.rack_size and len(rack) > rules.rack_size:
            raise ValueError(f"the rack has {len(rack)} tiles; it holds at most {rules.rack_size}")
    examined = examine(rules, board, move, rack, bag_count)
    return rule(examined, statuses(_lexicon(lexicon), overlay, [word.text for word in examined.words]))


def inspect(
    board: Board | Position | str,
    *,
    ruleset: Ruleset | str | None = None,
    lexicon: Lexicon | str = EMBEDDED_ID,
    overlay: Overlay = EMPTY,
    racks: tuple[str, ...] = (),
    bag_count: int | None = None,
) -> Inspection:
    """Return what is wrong with a position, all words on it and the tiles not seen.

    Parameters are those of `judge`; `racks` are those of all players, or none. Raises ValueError for a
    question that cannot be understood.

    >>> found = inspect("10/10/10/10/3MOOD3/8A1/10/10/10/10")
    >>> [finding.kind.name for finding in found.findings]
    ['DISCONNECTED', 'LONE_TILE']
    """
    board, rules = _board_and_rules(board, ruleset, heights=False)
    _check_count(bag_count)
    if len(racks) > MOST_PLAYERS:
        raise ValueError(f"there are {len(racks)} racks; a game has at most {MOST_PLAYERS} players")
    hands = tuple(_tiles(rack, rules) for rack in racks)
    source = _lexicon(lexicon)
    return inspect_position(rules, board, hands, bag_count, lambda words: statuses(source, overlay, words))


def _board_and_rules(
    board: Board | Position | str, ruleset: Ruleset | str | None, *, heights: bool
) -> tuple[Board, Ruleset]:
    if isinstance(board, Position):
        board = board.board
    elif isinstance(board, str):
        board = parse_board(board.split(None, 1)[0] if board.strip() else "")
    rules = _ruleset(ruleset, board)
    for fault in snapshot_faults(board, rules, heights=heights):
        raise ValueError(f"the board: {fault.message}")
    return board, rules


def _ruleset(ruleset: Ruleset | str | None, board: Board) -> Ruleset:
    if isinstance(ruleset, Ruleset):
        return ruleset
    if ruleset is None:
        return _ruleset_of_size(board.rows, board.columns)
    book = RulesetBook.builtin()
    found = book.get(ruleset)
    if found is None:
        raise ValueError(f"there is no ruleset {ruleset!r}; known are {', '.join(book.ids())}")
    return found


@cache
def _ruleset_of_size(rows: int, columns: int) -> Ruleset:
    found = RulesetBook.builtin().for_size(rows, columns)
    if found is None:
        raise ValueError(f"a board of {rows} rows and {columns} columns needs a ruleset")
    return found


def _lexicon(lexicon: Lexicon | str) -> Lexicon:
    if not isinstance(lexicon, str):
        return lexicon
    if lexicon == NONE_ID:
        return NONE
    if lexicon == EMBEDDED_ID:
        return embedded()
    raise ValueError(f"there is no built-in lexicon {lexicon!r}; known are {EMBEDDED_ID} and {NONE_ID}")


def _check_letters(move: Move, rules: Ruleset) -> None:
    letters: Iterable[str] = ()
    if isinstance(move, Play):
        letters = [letter for _, _, letter in move.placements]
    elif isinstance(move, Exchange):
        letters = move.letters
    for letter in letters:
        if letter not in rules.letters:
            raise ValueError(f"{letter!r} in the move is a letter that no tile has")


def _check_count(bag_count: int | None) -> None:
    if bag_count is not None and bag_count < 0:
        raise ValueError(f"the bag cannot hold {bag_count} tiles")


def _tiles(text: str, rules: Ruleset) -> str:
    tiles = upper(text)
    for tile in tiles:
        if tile not in rules.letters:
            raise ValueError(f"{tile!r} on a rack is a letter that no tile has")
    return tiles
