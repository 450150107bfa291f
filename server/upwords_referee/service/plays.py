"""The handler of FindPlays: messages in, messages out."""

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.movegen.errors import NotEnumerableError
from upwords_referee.movegen.finder import find_best
from upwords_referee.movegen.found import FoundPlay
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.conversion.moves import read_rack
from upwords_referee.service.conversion.provenance import fill_provenance
from upwords_referee.service.errors import FailedPreconditionError, Reason
from upwords_referee.service.limits import MAX_PLAYS, MAX_RACK_TO_PLAY, USUAL_PLAYS
from upwords_referee.service.question import Reader, unknown_buried
from upwords_referee.service.wanted import check_wanted


class PlaysHandlers:
    """Answers about the plays that there are."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def find_plays(self, request: pb.FindPlaysRequest) -> pb.FindPlaysResponse:
        """Find all legal plays of a rack."""
        reader, faults = self._reader, Faults()
        ruleset = reader.ruleset(request, faults)
        if not request.HasField("board"):
            raise faults.stop("board", "is missing")
        board, ruleset = reader.board(request.board, ruleset, faults)
        lexicon = reader.lexicon(request.lexicon, faults)
        overlay = reader.overlay_or_rulings(request, faults)
        rack = _read_rack(request.rack, ruleset, faults)
        if request.limit > MAX_PLAYS:
            faults.add("limit", f"is {request.limit}; at most {MAX_PLAYS} plays are returned")
        faults.raise_any()
        try:
            found, total = find_best(
                ruleset,
                board,
                rack,
                listed(lexicon),
                overlay,
                most=request.limit or USUAL_PLAYS,
                any_only=request.any_only,
                tick=check_wanted,
            )
        except NotEnumerableError:
            raise _not_enumerable(lexicon) from None
        except UnknownBuriedError as error:
            raise unknown_buried(error, request.board, faults) from None
        response = pb.FindPlaysResponse(total=total)
        for play in found:
            _fill_play(response.plays.add(), play)
        fill_provenance(response.provenance, ruleset, lexicon, overlay)
        return response


def listed(lexicon: Lexicon) -> Lexicon:
    """Return the lexicon that lists the words: of one that keeps the answers of another, that other."""
    source: Lexicon = getattr(lexicon, "source", lexicon)
    return source


def _read_rack(text: str, ruleset: Ruleset, faults: Faults) -> str:
    # Before its letters: a rack of any length is not worth reading.
    if len(text) > MAX_RACK_TO_PLAY:
        raise faults.stop("rack", f"has {len(text)} tiles; plays are found for at most {MAX_RACK_TO_PLAY}")
    return read_rack(text, ruleset, faults)


def _fill_play(into: pb.FoundPlay, found: FoundPlay) -> None:
    into.notation = found.notation
    into.score = found.score
    into.words.extend(found.words)
    for row, column, letter in sorted(found.play.placements):
        into.placements.add(row=row, column=column, tile=letter)


def _not_enumerable(lexicon: Lexicon) -> FailedPreconditionError:
    return FailedPreconditionError(
        f"lexicon: the words of {lexicon.id} cannot be listed, so its plays cannot be found",
        Reason.LEXICON_NOT_ENUMERABLE,
        metadata={"lexicon": lexicon.id},
    )
