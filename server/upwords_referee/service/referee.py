"""The handlers of RefereeService: messages in, messages out."""

from collections.abc import Mapping

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.lexicons.errors import SourceUnavailableError
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import EMPTY, Overlay, statuses
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.move import write_formed, write_move
from upwords_referee.notation.position import write_board
from upwords_referee.rules.inspection import inspect
from upwords_referee.rules.judging import rule
from upwords_referee.rules.move import Play
from upwords_referee.rules.words import WordStatus
from upwords_referee.service.conversion.boards import write_position
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.conversion.moves import read_tiles
from upwords_referee.service.conversion.provenance import fill_provenance
from upwords_referee.service.conversion.rulesets import RulesetReader, ruleset_message
from upwords_referee.service.conversion.verdicts import fill_inspection, fill_verdict
from upwords_referee.service.errors import RefereeError
from upwords_referee.service.faults import internal_error, source_error
from upwords_referee.service.limits import MAX_BATCH, MAX_RACKS, MAX_STREAM_ID_BYTES
from upwords_referee.service.question import Defaults, Question, Reader, read_question, verdict_only
from upwords_referee.service.wanted import check_wanted

# Moves of a batch between two looks at whether the call is still wanted: about a millisecond.
_CHECKED_EVERY = 16


class RefereeHandlers:
    """Answers about moves, positions and rulesets; holds no state but its rulesets and lexica."""

    def __init__(self, rulesets: RulesetBook, lexicons: Registry, rulings: Overlay = EMPTY) -> None:
        self.reader = Reader(RulesetReader(rulesets), lexicons, rulings)
        self._rulesets = [ruleset_message(ruleset) for ruleset in rulesets]
        self._no_defaults = Defaults(pb.BatchJudgeMovesRequest(), self.reader)

    def judge_move(self, request: pb.JudgeMoveRequest) -> pb.JudgeMoveResponse:
        """Judge one move."""
        response = pb.JudgeMoveResponse()
        self._judge(request, Faults(), response)
        return response

    def stream_judge_moves(self, request: pb.StreamJudgeMovesRequest) -> pb.StreamJudgeMovesResponse:
        """Judge one move of a stream."""
        if len(request.id.encode()) > MAX_STREAM_ID_BYTES:
            raise Faults().stop("id", f"is longer than {MAX_STREAM_ID_BYTES} bytes")
        if not request.HasField("request"):
            raise Faults().stop("request", "is missing")
        response = pb.StreamJudgeMovesResponse(id=request.id)
        response.verdict.SetInParent()
        self._judge(request.request, Faults("request."), response.verdict)
        return response

    def _judge(self, request: pb.JudgeMoveRequest, faults: Faults, into: pb.JudgeMoveResponse) -> None:
        question = read_question(request, self.reader, faults, self._no_defaults)
        words = [word.text for word in question.examined.words]
        known = statuses(question.lexicon, question.overlay, words) if words else {}
        _answer(question, known, request.include_position, into)
        fill_provenance(into.provenance, question.ruleset, question.lexicon, question.overlay)

    def batch_judge_moves(self, batch: pb.BatchJudgeMovesRequest) -> pb.BatchJudgeMovesResponse:
        """Judge many moves; what is wrong with one of them is that one's answer."""
        if len(batch.requests) > MAX_BATCH:
            raise Faults().stop("requests", f"has {len(batch.requests)} moves; at most {MAX_BATCH}")
        defaults = Defaults(batch, self.reader)
        response = pb.BatchJudgeMovesResponse()
        asked: list[tuple[pb.JudgeMoveRequest, Question, pb.BatchResult]] = []
        for i, request in enumerate(batch.requests):
            if not i % _CHECKED_EVERY:
                check_wanted()
            result = response.results.add()
            try:
                question = read_question(request, self.reader, Faults(f"requests[{i}]."), defaults)
                asked.append((request, question, result))
            except RefereeError as error:
                result.error.CopyFrom(error.status())
            except Exception:
                result.error.CopyFrom(internal_error("BatchJudgeMoves").status())
        lookups = _look_up([question for _, question, _ in asked])
        answered = []
        for i, (request, question, result) in enumerate(asked):
            if not i % _CHECKED_EVERY:
                check_wanted()
            known = lookups.get(question.lexicon.id, {})
            if isinstance(known, RefereeError):
                if _words_to_look_up(question):
                    result.error.CopyFrom(known.status())
                    continue
                known = {}
            if question.overlay:
                known = {**known, **question.overlay.apply([w.text for w in question.examined.words])}
            _answer(question, known, request.include_position, result.verdict)
            answered.append((question, result.verdict))
        _share_provenance(response, answered)
        return response

    def inspect_position(self, request: pb.InspectPositionRequest) -> pb.InspectPositionResponse:
        """Say what is wrong with a position and what stands on it."""
        reader, faults = self.reader, Faults()
        ruleset = reader.ruleset(request, faults)
        if not request.HasField("board"):
            raise faults.stop("board", "is missing")
        board, ruleset = reader.board(request.board, ruleset, faults, heights=False)
        lexicon = reader.lexicon(request.lexicon, faults)
        overlay = reader.overlay_or_rulings(request, faults)
        if len(request.racks) > MAX_RACKS:
            raise faults.stop("racks", f"has {len(request.racks)} racks; at most {MAX_RACKS}")
        racks = [read_tiles(rack, ruleset, faults, f"racks[{i}]") for i, rack in enumerate(request.racks)]
        bag_count = request.bag_count if request.HasField("bag_count") else None
        faults.raise_any()
        inspection = inspect(
            ruleset, board, tuple(racks), bag_count, lambda words: statuses(lexicon, overlay, words)
        )
        response = pb.InspectPositionResponse(notation=write_board(board))
        fill_inspection(response, inspection)
        fill_provenance(response.provenance, ruleset, lexicon, overlay)
        return response

    def list_rulesets(self, _request: pb.ListRulesetsRequest) -> pb.ListRulesetsResponse:
        """List all rulesets."""
        return pb.ListRulesetsResponse(rulesets=self._rulesets)

    def get_ruleset(self, request: pb.GetRulesetRequest) -> pb.GetRulesetResponse:
        """Return one ruleset."""
        ruleset = self.reader.rulesets.named(request.id, "id")
        return pb.GetRulesetResponse(ruleset=ruleset_message(ruleset))


def _answer(
    question: Question, known: Mapping[str, WordStatus], include_position: bool, into: pb.JudgeMoveResponse
) -> None:
    """Fill the verdict but for its provenance."""
    judgement = rule(question.examined, known)
    board, move = question.board, question.move
    if judgement.words and isinstance(move, Play):
        into.notation = write_formed(move, judgement.words)
    else:
        into.notation = write_move(move, board)
    if verdict_only(question.detail):
        into.valid = judgement.valid
        return
    fill_verdict(into, judgement)
    if include_position and judgement.score is not None:
        after = board.after(move) if isinstance(move, Play) else board
        write_position(after, question.board_message, into.position)


def _words_to_look_up(question: Question) -> list[str]:
    """Return the words that a move forms but for those that a house ruling rules."""
    words = [word.text for word in question.examined.words]
    overlay = question.overlay
    return [word for word in words if not overlay.rules(word)] if overlay else words


def _look_up(questions: list[Question]) -> dict[str, Mapping[str, WordStatus] | RefereeError]:
    """Look up the words of all questions that no house ruling rules: by lexicon, each word once.

    A lexicon whose source cannot say has its error instead.
    """
    words: dict[str, dict[str, None]] = {}
    lexicons: dict[str, Lexicon] = {}
    for question in questions:
        asked = words.setdefault(question.lexicon.id, {})
        lexicons[question.lexicon.id] = question.lexicon
        asked.update(dict.fromkeys(_words_to_look_up(question)))
    answers: dict[str, Mapping[str, WordStatus] | RefereeError] = {}
    for id, asked in words.items():
        try:
            answers[id] = lexicons[id].statuses(asked) if asked else {}
        except SourceUnavailableError as error:
            answers[id] = source_error(error)
    return answers


def _share_provenance(
    response: pb.BatchJudgeMovesResponse, answered: list[tuple[Question, pb.JudgeMoveResponse]]
) -> None:
    """Put the provenance at the top when all verdicts share it, else into each."""
    sources = {
        (question.ruleset.id, question.ruleset.digest, question.lexicon.id, question.overlay.digest)
        for question, _ in answered
    }
    for question, verdict in answered if len(sources) > 1 else answered[:1]:
        into = verdict.provenance if len(sources) > 1 else response.provenance
        fill_provenance(into, question.ruleset, question.lexicon, question.overlay)
