"""What POSITION and the options say together."""

from collections.abc import Sequence

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli.errors import NotUnderstoodError
from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.position import parse_position
from upwords_referee.rules.position import Position

_MOST_IN_BAG = 2**32 - 1


def read_position(text: str, *, strict: bool) -> Position:
    """Return the position; NotUnderstoodError if the text is none."""
    try:
        return parse_position(text, strict=strict)
    except NotationError as error:
        raise NotUnderstoodError(f"POSITION: {error}") from None


def split_lexicon(option: str | None) -> tuple[str, list[str]]:
    """Return the id that --lexicon names, empty if it is not given, and the ID=PATH to read first, if any.

    >>> split_lexicon("club=lists/club.txt"), split_lexicon("none"), split_lexicon(None)
    (('club', ['club=lists/club.txt']), ('none', []), ('', []))
    """
    if option is None:
        return "", []
    id, equals, _ = option.partition("=")
    return id, [option] if equals else []


def read_rack(option: str) -> str | None:
    """Return the tiles of a --rack written as in a position, None for an unknown rack.

    >>> read_rack("ABC"), read_rack("-"), read_rack("?")
    ('ABC', '', None)
    """
    return None if option == "?" else "" if option == "-" else option


def _bag_of(position: Position) -> int | None:
    """Return the position's bag count, None if it has none; NotUnderstoodError if it is no number."""
    text = position.opcodes.get("bag")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= _MOST_IN_BAG):
        raise NotUnderstoodError(f"POSITION: bag is a count of tiles, not {quoted(text)}")
    return int(text)


def fill_question(
    request: pb.JudgeMoveRequest | pb.InspectPositionRequest,
    text: str,
    position: Position,
    *,
    ruleset: str | None,
    lexicon: str | None,
    bag: int | None,
    allow: Sequence[str],
    deny: Sequence[str],
) -> None:
    """Fill what requests with a bag share; options that are not given leave it to the position."""
    fill_board(request, text, position, ruleset=ruleset, lexicon=lexicon, allow=allow, deny=deny)
    bag = _bag_of(position) if bag is None else bag
    if bag is not None:
        if not 0 <= bag <= _MOST_IN_BAG:
            raise NotUnderstoodError(f"--bag is a count of tiles, 0 to {_MOST_IN_BAG}, not {bag}")
        request.bag_count = bag


def fill_board(
    request: pb.JudgeMoveRequest
    | pb.InspectPositionRequest
    | pb.FindPlaysRequest
    | pb.AdjudicateChallengeRequest,
    text: str,
    position: Position,
    *,
    ruleset: str | None,
    lexicon: str | None,
    allow: Sequence[str],
    deny: Sequence[str],
) -> None:
    """Fill what all requests about a board share; options that are not given leave it to the position."""
    # As it was typed, so that an error counts its characters.
    request.board.notation = text.split(None, 1)[0]
    request.ruleset = position.opcodes.get("rs", "") if ruleset is None else ruleset
    request.lexicon = position.opcodes.get("lex", "") if lexicon is None else split_lexicon(lexicon)[0]
    if allow or deny:
        request.overlay.allow.extend(allow)
        request.overlay.deny.extend(deny)


def refuse_beside_request(given: dict[str, object]) -> None:
    """Refuse what stands beside --request; `given` are arguments and options by name."""
    beside = [
        name for name, value in given.items() if value is not None and value is not False and value != []
    ]
    if beside:
        raise NotUnderstoodError(f"--request holds the whole question: leave out {', '.join(beside)}")
