"""The handler of JudgeGame: messages in, messages out."""

from collections.abc import Callable

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import Overlay, statuses
from upwords_referee.movegen.finder import find_plays
from upwords_referee.notation.errors import RecordError
from upwords_referee.notation.record import parse_record, write_record
from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.game import GameError, GameJudgement, judge_game
from upwords_referee.rules.position import Position
from upwords_referee.rules.record import GameRecord
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.ruleset_data import DEFAULT_BASE
from upwords_referee.service.conversion.challenges import read_rule
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.conversion.games import fill_game
from upwords_referee.service.conversion.provenance import fill_provenance
from upwords_referee.service.conversion.records import fill_record, read_record, read_start
from upwords_referee.service.conversion.words import find_lexicon
from upwords_referee.service.errors import FieldFault, InvalidArgumentError
from upwords_referee.service.limits import MAX_RECORD_BYTES
from upwords_referee.service.plays import listed
from upwords_referee.service.question import Reader
from upwords_referee.service.wanted import check_wanted

_MOST_POINTS = 2**31 - 1


class GameHandlers:
    """Answers about whole games."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def judge_game(self, request: pb.JudgeGameRequest) -> pb.JudgeGameResponse:
        """Judge a game from the first event to the last."""
        reader, faults = self._reader, Faults()
        called = reader.ruleset(request, faults)
        overlay = reader.overlay_or_rulings(request, faults)
        record, ruleset = self._record(request, called, faults)
        lexicon = self._lexicon(request, record)
        challenge_rule = _challenge_rule(request, record, ruleset, faults)
        faults.raise_any()
        try:
            judgement = judge_game(
                record,
                ruleset,
                challenge_rule,
                lambda words: statuses(lexicon, overlay, words),
                any_play=_any_play(ruleset, lexicon, overlay),
                stop_at_first_error=request.stop_at_first_error,
                lexicon_digest=lexicon.digest,
                checkpoint=check_wanted,
            )
        except GameError as error:
            raise _no_game(request, error, faults) from None
        if not _fits(judgement):
            path = "record" if request.HasField("record") else "text"
            raise faults.stop(path, f"its scores go beyond {_MOST_POINTS} points")
        response = pb.JudgeGameResponse()
        fill_game(response, judgement, ruleset)
        if request.include_record:
            fill_record(response.record, record)
            response.text = _text(record, ruleset)
        fill_provenance(response.provenance, ruleset, lexicon, overlay)
        return response

    def _record(
        self, request: pb.JudgeGameRequest, called: Ruleset | None, faults: Faults
    ) -> tuple[GameRecord, Ruleset]:
        """Return the record and its ruleset: what the call names goes before what the record names."""
        game = request.WhichOneof("game")
        if game == "text":
            record = self._read_text(request.text, called, faults)
            return record, called or self._ruleset(record.ruleset, record.start, "text", faults)
        if game == "record":
            start = read_start(request.record.start, faults)
            ruleset = called or self._ruleset(request.record.ruleset, start, "record.ruleset", faults)
            return read_record(request.record, ruleset, faults), ruleset
        raise faults.stop("game", "is not set (or set to a form newer than this server): give text or record")

    def _read_text(self, text: str, called: Ruleset | None, faults: Faults) -> GameRecord:
        if len(text) > MAX_RECORD_BYTES or len(text.encode()) > MAX_RECORD_BYTES:
            raise faults.stop("text", f"is longer than {MAX_RECORD_BYTES} bytes")
        try:
            return parse_record(text, called, rulesets=lambda id: self._reader.rulesets.named(id, "text"))
        except RecordError as error:
            for fault in error.faults:
                faults.add("text", str(fault))
            # Those that are not told are counted.
            faults.found += [FieldFault("text", "")] * error.more
            raise InvalidArgumentError.of_fields(faults.found) from None

    def _ruleset(self, id: str, start: Position | None, path: str, faults: Faults) -> Ruleset:
        """Return the ruleset that a record names, else the one of its board's size."""
        rulesets = self._reader.rulesets
        if id:
            return rulesets.named(id, path)
        if start:
            return rulesets.by_size(start.board.rows, start.board.columns, faults)
        return rulesets.named(DEFAULT_BASE, path)

    def _lexicon(self, request: pb.JudgeGameRequest, record: GameRecord) -> Lexicon:
        path = "lexicon" if request.lexicon else "text" if request.HasField("text") else "record.lexicon"
        return find_lexicon(self._reader.lexicons, request.lexicon or record.lexicon, path)


def _challenge_rule(
    request: pb.JudgeGameRequest, record: GameRecord, ruleset: Ruleset, faults: Faults
) -> ChallengeRule:
    called = read_rule(request.challenge_rule, faults) if request.HasField("challenge_rule") else None
    return called or record.challenge_rule or ruleset.challenge_rule


def _any_play(ruleset: Ruleset, lexicon: Lexicon, overlay: Overlay) -> Callable[[Board, str], bool] | None:
    """Return what says whether a rack has a play on a board; None: the lexicon's words cannot be listed."""
    if not lexicon.enumerable:
        return None

    words = listed(lexicon)

    def any_play(board: Board, rack: str) -> bool:
        found = find_plays(ruleset, board, rack, words, overlay, any_only=True, tick=check_wanted)
        return bool(found)

    return any_play


def _no_game(request: pb.JudgeGameRequest, error: GameError, faults: Faults) -> InvalidArgumentError:
    if request.HasField("record"):
        return faults.stop(f"record.{error.path}", error.message)
    return faults.stop("text", str(error))


def _fits(judgement: GameJudgement) -> bool:
    """Return whether a message can say all scores; with the points of a custom ruleset it may not."""
    points = [event.total for event in judgement.events] + [result.score for result in judgement.results]
    return all(abs(each) <= _MOST_POINTS for each in points)


def _text(record: GameRecord, ruleset: Ruleset) -> str:
    """Return the record in canonical notation, "" if notation cannot say all of it."""
    try:
        return write_record(record, ruleset)
    except RecordError:
        return ""
