"""The handler of AdjudicateChallenge: messages in, messages out."""

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.overlay import statuses
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.challenge import Adjudication, NotFormedError, UncheckedError, adjudicate
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule
from upwords_referee.rules.judging import examine, rule
from upwords_referee.rules.move import Play
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.conversion.boards import write_position
from upwords_referee.service.conversion.challenges import read_rule
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.conversion.moves import read_move
from upwords_referee.service.conversion.provenance import fill_provenance
from upwords_referee.service.conversion.verdicts import fill_violations, fill_words
from upwords_referee.service.conversion.words import read_words
from upwords_referee.service.limits import MAX_CHALLENGED, MAX_PLAYER
from upwords_referee.service.question import Reader, unknown_buried, verdict_only

# Under these it matters who challenges.
_CHALLENGER_MATTERS = (ChallengeKind.DOUBLE, ChallengeKind.PENALTY)


class ChallengeHandlers:
    """Answers about challenged plays."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def adjudicate_challenge(self, request: pb.AdjudicateChallengeRequest) -> pb.AdjudicateChallengeResponse:
        """Say what becomes of a challenged play."""
        reader, faults = self._reader, Faults()
        ruleset = reader.ruleset(request, faults)
        if not request.HasField("board"):
            raise faults.stop("board", "is missing")
        board, ruleset = reader.board(request.board, ruleset, faults)
        lexicon = reader.lexicon(request.lexicon, faults)
        overlay = reader.overlay_or_rulings(request, faults)
        if not request.HasField("move"):
            raise faults.stop("move", "is missing")
        play = read_move(request.move, board, ruleset, faults)
        if not isinstance(play, Play):
            raise faults.stop("move", "is no play; only a play can be challenged")
        challenged = _read_challenged(request, faults)
        challenge_rule = _read_rule(request, ruleset, faults)
        _check_players(request, challenge_rule, faults)
        faults.raise_any()
        try:
            examined = examine(ruleset, board, play)
        except UnknownBuriedError as error:
            raise unknown_buried(error, request.board, faults) from None
        judgement = rule(examined, statuses(lexicon, overlay, [word.text for word in examined.words]))
        try:
            adjudication = adjudicate(
                board,
                play,
                judgement,
                challenge_rule,
                challenged=challenged,
                player=request.player,
                challenger=request.challenger,
            )
        except NotFormedError as error:
            raise faults.stop(f"challenged[{error.index}]", "is a word that the play does not form") from None
        except UncheckedError:
            raise faults.stop(
                "lexicon", f"{lexicon.id} leaves a challenged word unchecked; name one that knows words"
            ) from None
        response = pb.AdjudicateChallengeResponse()
        _fill(response, adjudication, blind=verdict_only(request.detail))
        write_position(adjudication.board, request.board, response.position)
        fill_provenance(response.provenance, ruleset, lexicon, overlay)
        return response


def _read_challenged(request: pb.AdjudicateChallengeRequest, faults: Faults) -> list[str]:
    if len(request.challenged) > MAX_CHALLENGED:
        raise faults.stop("challenged", f"has {len(request.challenged)} words; at most {MAX_CHALLENGED}")
    return read_words(request.challenged, faults, "challenged")


def _read_rule(request: pb.AdjudicateChallengeRequest, ruleset: Ruleset, faults: Faults) -> ChallengeRule:
    given = read_rule(request.challenge_rule, faults) if request.HasField("challenge_rule") else None
    return given or ruleset.challenge_rule


def _check_players(
    request: pb.AdjudicateChallengeRequest, challenge_rule: ChallengeRule, faults: Faults
) -> None:
    for path, number in (("player", request.player), ("challenger", request.challenger)):
        if number > MAX_PLAYER:
            faults.add(path, f"is {number}; players have the numbers 0 to {MAX_PLAYER}")
    if request.player == request.challenger and challenge_rule.kind in _CHALLENGER_MATTERS:
        faults.add("challenger", "is the player who made the play; another one challenges it")


def _fill(into: pb.AdjudicateChallengeResponse, adjudication: Adjudication, *, blind: bool) -> None:
    into.play_stands = adjudication.play_stands
    if adjudication.turn_lost_by is not None:
        into.turn_lost = True
        into.turn_lost_by = adjudication.turn_lost_by
    for player, points in adjudication.adjustments:
        into.adjustments.add(player=player, points=points)
    if not blind:
        fill_words(into, adjudication.challenged)
        fill_violations(into, adjudication.violations)
