"""What the judge of games says: values of the domain into messages."""

from upwords.referee.v1 import game_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.notation.move import write_move
from upwords_referee.notation.position import write_position
from upwords_referee.notation.record import write_action
from upwords_referee.rules.game import GameJudgement, JudgedEvent
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.conversion.verdicts import fill_findings, fill_verdict


def fill_game(into: pb.JudgeGameResponse, judgement: GameJudgement, ruleset: Ruleset) -> None:
    """Fill in everything but the record and the provenance."""
    into.sound = judgement.sound
    for event in judgement.events:
        _fill_event(into.events.add(), event, ruleset)
    fill_findings(into, judgement.findings)
    if judgement.end_reason:
        into.end_reason = game_pb2.EndReason.ValueType(judgement.end_reason)  # type: ignore[assignment]
    for result in judgement.results:
        into.results.add(
            nick=result.player.nick,
            score=result.score,
            deduction=result.deduction,
            tiles_left=result.tiles_left,
            winner=result.winner,
        )
    into.position = write_position(judgement.position)


def _fill_event(into: pb.JudgedEvent, judged: JudgedEvent, ruleset: Ruleset) -> None:
    event = judged.event
    into.turn = judged.number
    into.player = event.player
    into.line = event.line
    into.notation = write_action(event.action, judged.board, ruleset.letters)
    if judged.judgement is not None:
        into.verdict.SetInParent()
        fill_verdict(into.verdict, judged.judgement)
        if isinstance(event.action, Play | Exchange | Pass):
            into.verdict.notation = write_move(event.action, judged.board)
    into.taken_back = judged.taken_back
    if event.score is not None:
        into.recorded_score = event.score
    if event.total is not None:
        into.recorded_total = event.total
    into.score = judged.score
    into.total = judged.total
