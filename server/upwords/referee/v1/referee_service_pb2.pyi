from google.rpc import status_pb2 as _status_pb2
from upwords.referee.v1 import board_pb2 as _board_pb2
from upwords.referee.v1 import challenge_pb2 as _challenge_pb2
from upwords.referee.v1 import game_pb2 as _game_pb2
from upwords.referee.v1 import lexicon_pb2 as _lexicon_pb2
from upwords.referee.v1 import move_pb2 as _move_pb2
from upwords.referee.v1 import position_pb2 as _position_pb2
from upwords.referee.v1 import ruleset_pb2 as _ruleset_pb2
from upwords.referee.v1 import verdict_pb2 as _verdict_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class JudgeMoveRequest(_message.Message):
    __slots__ = ("ruleset", "custom_ruleset", "lexicon", "overlay", "lexicon_digest", "ruleset_digest", "board", "move", "rack", "bag_count", "detail", "include_position")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_RULESET_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    LEXICON_DIGEST_FIELD_NUMBER: _ClassVar[int]
    RULESET_DIGEST_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    BAG_COUNT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_POSITION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    custom_ruleset: _ruleset_pb2.Ruleset
    lexicon: str
    overlay: _lexicon_pb2.WordOverlay
    lexicon_digest: str
    ruleset_digest: str
    board: _board_pb2.Board
    move: _move_pb2.Move
    rack: str
    bag_count: int
    detail: _verdict_pb2.Detail
    include_position: bool
    def __init__(self, ruleset: _Optional[str] = ..., custom_ruleset: _Optional[_Union[_ruleset_pb2.Ruleset, _Mapping]] = ..., lexicon: _Optional[str] = ..., overlay: _Optional[_Union[_lexicon_pb2.WordOverlay, _Mapping]] = ..., lexicon_digest: _Optional[str] = ..., ruleset_digest: _Optional[str] = ..., board: _Optional[_Union[_board_pb2.Board, _Mapping]] = ..., move: _Optional[_Union[_move_pb2.Move, _Mapping]] = ..., rack: _Optional[str] = ..., bag_count: _Optional[int] = ..., detail: _Optional[_Union[_verdict_pb2.Detail, str]] = ..., include_position: _Optional[bool] = ...) -> None: ...

class JudgeMoveResponse(_message.Message):
    __slots__ = ("valid", "violations", "words", "score", "full_rack_bonus", "letter_bonus", "notation", "position", "provenance")
    VALID_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    FULL_RACK_BONUS_FIELD_NUMBER: _ClassVar[int]
    LETTER_BONUS_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    violations: _containers.RepeatedCompositeFieldContainer[_verdict_pb2.Violation]
    words: _containers.RepeatedCompositeFieldContainer[_verdict_pb2.FormedWord]
    score: int
    full_rack_bonus: int
    letter_bonus: int
    notation: str
    position: _board_pb2.Board
    provenance: _verdict_pb2.Provenance
    def __init__(self, valid: _Optional[bool] = ..., violations: _Optional[_Iterable[_Union[_verdict_pb2.Violation, _Mapping]]] = ..., words: _Optional[_Iterable[_Union[_verdict_pb2.FormedWord, _Mapping]]] = ..., score: _Optional[int] = ..., full_rack_bonus: _Optional[int] = ..., letter_bonus: _Optional[int] = ..., notation: _Optional[str] = ..., position: _Optional[_Union[_board_pb2.Board, _Mapping]] = ..., provenance: _Optional[_Union[_verdict_pb2.Provenance, _Mapping]] = ...) -> None: ...

class BatchJudgeMovesRequest(_message.Message):
    __slots__ = ("requests", "ruleset", "custom_ruleset", "lexicon", "overlay", "board", "detail")
    REQUESTS_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_RULESET_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    requests: _containers.RepeatedCompositeFieldContainer[JudgeMoveRequest]
    ruleset: str
    custom_ruleset: _ruleset_pb2.Ruleset
    lexicon: str
    overlay: _lexicon_pb2.WordOverlay
    board: _board_pb2.Board
    detail: _verdict_pb2.Detail
    def __init__(self, requests: _Optional[_Iterable[_Union[JudgeMoveRequest, _Mapping]]] = ..., ruleset: _Optional[str] = ..., custom_ruleset: _Optional[_Union[_ruleset_pb2.Ruleset, _Mapping]] = ..., lexicon: _Optional[str] = ..., overlay: _Optional[_Union[_lexicon_pb2.WordOverlay, _Mapping]] = ..., board: _Optional[_Union[_board_pb2.Board, _Mapping]] = ..., detail: _Optional[_Union[_verdict_pb2.Detail, str]] = ...) -> None: ...

class BatchResult(_message.Message):
    __slots__ = ("verdict", "error")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    verdict: JudgeMoveResponse
    error: _status_pb2.Status
    def __init__(self, verdict: _Optional[_Union[JudgeMoveResponse, _Mapping]] = ..., error: _Optional[_Union[_status_pb2.Status, _Mapping]] = ...) -> None: ...

class BatchJudgeMovesResponse(_message.Message):
    __slots__ = ("results", "provenance")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[BatchResult]
    provenance: _verdict_pb2.Provenance
    def __init__(self, results: _Optional[_Iterable[_Union[BatchResult, _Mapping]]] = ..., provenance: _Optional[_Union[_verdict_pb2.Provenance, _Mapping]] = ...) -> None: ...

class StreamJudgeMovesRequest(_message.Message):
    __slots__ = ("id", "request")
    ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    id: str
    request: JudgeMoveRequest
    def __init__(self, id: _Optional[str] = ..., request: _Optional[_Union[JudgeMoveRequest, _Mapping]] = ...) -> None: ...

class StreamJudgeMovesResponse(_message.Message):
    __slots__ = ("id", "verdict", "error")
    ID_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    id: str
    verdict: JudgeMoveResponse
    error: _status_pb2.Status
    def __init__(self, id: _Optional[str] = ..., verdict: _Optional[_Union[JudgeMoveResponse, _Mapping]] = ..., error: _Optional[_Union[_status_pb2.Status, _Mapping]] = ...) -> None: ...

class FindPlaysRequest(_message.Message):
    __slots__ = ("ruleset", "custom_ruleset", "lexicon", "overlay", "board", "rack", "limit", "any_only")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_RULESET_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    ANY_ONLY_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    custom_ruleset: _ruleset_pb2.Ruleset
    lexicon: str
    overlay: _lexicon_pb2.WordOverlay
    board: _board_pb2.Board
    rack: str
    limit: int
    any_only: bool
    def __init__(self, ruleset: _Optional[str] = ..., custom_ruleset: _Optional[_Union[_ruleset_pb2.Ruleset, _Mapping]] = ..., lexicon: _Optional[str] = ..., overlay: _Optional[_Union[_lexicon_pb2.WordOverlay, _Mapping]] = ..., board: _Optional[_Union[_board_pb2.Board, _Mapping]] = ..., rack: _Optional[str] = ..., limit: _Optional[int] = ..., any_only: _Optional[bool] = ...) -> None: ...

class FoundPlay(_message.Message):
    __slots__ = ("notation", "score", "words", "placements")
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    notation: str
    score: int
    words: _containers.RepeatedScalarFieldContainer[str]
    placements: _containers.RepeatedCompositeFieldContainer[_move_pb2.Placement]
    def __init__(self, notation: _Optional[str] = ..., score: _Optional[int] = ..., words: _Optional[_Iterable[str]] = ..., placements: _Optional[_Iterable[_Union[_move_pb2.Placement, _Mapping]]] = ...) -> None: ...

class FindPlaysResponse(_message.Message):
    __slots__ = ("plays", "total", "provenance")
    PLAYS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    plays: _containers.RepeatedCompositeFieldContainer[FoundPlay]
    total: int
    provenance: _verdict_pb2.Provenance
    def __init__(self, plays: _Optional[_Iterable[_Union[FoundPlay, _Mapping]]] = ..., total: _Optional[int] = ..., provenance: _Optional[_Union[_verdict_pb2.Provenance, _Mapping]] = ...) -> None: ...

class AdjudicateChallengeRequest(_message.Message):
    __slots__ = ("ruleset", "custom_ruleset", "lexicon", "overlay", "board", "move", "challenged", "challenge_rule", "player", "challenger", "detail")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_RULESET_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    CHALLENGED_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_RULE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CHALLENGER_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    custom_ruleset: _ruleset_pb2.Ruleset
    lexicon: str
    overlay: _lexicon_pb2.WordOverlay
    board: _board_pb2.Board
    move: _move_pb2.Move
    challenged: _containers.RepeatedScalarFieldContainer[str]
    challenge_rule: _challenge_pb2.ChallengeRule
    player: int
    challenger: int
    detail: _verdict_pb2.Detail
    def __init__(self, ruleset: _Optional[str] = ..., custom_ruleset: _Optional[_Union[_ruleset_pb2.Ruleset, _Mapping]] = ..., lexicon: _Optional[str] = ..., overlay: _Optional[_Union[_lexicon_pb2.WordOverlay, _Mapping]] = ..., board: _Optional[_Union[_board_pb2.Board, _Mapping]] = ..., move: _Optional[_Union[_move_pb2.Move, _Mapping]] = ..., challenged: _Optional[_Iterable[str]] = ..., challenge_rule: _Optional[_Union[_challenge_pb2.ChallengeRule, _Mapping]] = ..., player: _Optional[int] = ..., challenger: _Optional[int] = ..., detail: _Optional[_Union[_verdict_pb2.Detail, str]] = ...) -> None: ...

class AdjudicateChallengeResponse(_message.Message):
    __slots__ = ("play_stands", "turn_lost", "turn_lost_by", "adjustments", "position", "words", "violations", "provenance")
    PLAY_STANDS_FIELD_NUMBER: _ClassVar[int]
    TURN_LOST_FIELD_NUMBER: _ClassVar[int]
    TURN_LOST_BY_FIELD_NUMBER: _ClassVar[int]
    ADJUSTMENTS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    play_stands: bool
    turn_lost: bool
    turn_lost_by: int
    adjustments: _containers.RepeatedCompositeFieldContainer[_challenge_pb2.ScoreAdjustment]
    position: _board_pb2.Board
    words: _containers.RepeatedCompositeFieldContainer[_verdict_pb2.FormedWord]
    violations: _containers.RepeatedCompositeFieldContainer[_verdict_pb2.Violation]
    provenance: _verdict_pb2.Provenance
    def __init__(self, play_stands: _Optional[bool] = ..., turn_lost: _Optional[bool] = ..., turn_lost_by: _Optional[int] = ..., adjustments: _Optional[_Iterable[_Union[_challenge_pb2.ScoreAdjustment, _Mapping]]] = ..., position: _Optional[_Union[_board_pb2.Board, _Mapping]] = ..., words: _Optional[_Iterable[_Union[_verdict_pb2.FormedWord, _Mapping]]] = ..., violations: _Optional[_Iterable[_Union[_verdict_pb2.Violation, _Mapping]]] = ..., provenance: _Optional[_Union[_verdict_pb2.Provenance, _Mapping]] = ...) -> None: ...

class JudgeGameRequest(_message.Message):
    __slots__ = ("text", "record", "ruleset", "custom_ruleset", "lexicon", "overlay", "challenge_rule", "stop_at_first_error", "include_record")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_RULESET_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_RULE_FIELD_NUMBER: _ClassVar[int]
    STOP_AT_FIRST_ERROR_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_RECORD_FIELD_NUMBER: _ClassVar[int]
    text: str
    record: _game_pb2.GameRecord
    ruleset: str
    custom_ruleset: _ruleset_pb2.Ruleset
    lexicon: str
    overlay: _lexicon_pb2.WordOverlay
    challenge_rule: _challenge_pb2.ChallengeRule
    stop_at_first_error: bool
    include_record: bool
    def __init__(self, text: _Optional[str] = ..., record: _Optional[_Union[_game_pb2.GameRecord, _Mapping]] = ..., ruleset: _Optional[str] = ..., custom_ruleset: _Optional[_Union[_ruleset_pb2.Ruleset, _Mapping]] = ..., lexicon: _Optional[str] = ..., overlay: _Optional[_Union[_lexicon_pb2.WordOverlay, _Mapping]] = ..., challenge_rule: _Optional[_Union[_challenge_pb2.ChallengeRule, _Mapping]] = ..., stop_at_first_error: _Optional[bool] = ..., include_record: _Optional[bool] = ...) -> None: ...

class JudgedEvent(_message.Message):
    __slots__ = ("turn", "player", "line", "notation", "verdict", "taken_back", "recorded_score", "recorded_total", "score", "total")
    TURN_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    TAKEN_BACK_FIELD_NUMBER: _ClassVar[int]
    RECORDED_SCORE_FIELD_NUMBER: _ClassVar[int]
    RECORDED_TOTAL_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    turn: int
    player: int
    line: int
    notation: str
    verdict: JudgeMoveResponse
    taken_back: bool
    recorded_score: int
    recorded_total: int
    score: int
    total: int
    def __init__(self, turn: _Optional[int] = ..., player: _Optional[int] = ..., line: _Optional[int] = ..., notation: _Optional[str] = ..., verdict: _Optional[_Union[JudgeMoveResponse, _Mapping]] = ..., taken_back: _Optional[bool] = ..., recorded_score: _Optional[int] = ..., recorded_total: _Optional[int] = ..., score: _Optional[int] = ..., total: _Optional[int] = ...) -> None: ...

class JudgeGameResponse(_message.Message):
    __slots__ = ("sound", "events", "findings", "end_reason", "results", "position", "record", "text", "provenance")
    SOUND_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    END_REASON_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    sound: bool
    events: _containers.RepeatedCompositeFieldContainer[JudgedEvent]
    findings: _containers.RepeatedCompositeFieldContainer[_position_pb2.Finding]
    end_reason: _game_pb2.EndReason
    results: _containers.RepeatedCompositeFieldContainer[_game_pb2.PlayerResult]
    position: str
    record: _game_pb2.GameRecord
    text: str
    provenance: _verdict_pb2.Provenance
    def __init__(self, sound: _Optional[bool] = ..., events: _Optional[_Iterable[_Union[JudgedEvent, _Mapping]]] = ..., findings: _Optional[_Iterable[_Union[_position_pb2.Finding, _Mapping]]] = ..., end_reason: _Optional[_Union[_game_pb2.EndReason, str]] = ..., results: _Optional[_Iterable[_Union[_game_pb2.PlayerResult, _Mapping]]] = ..., position: _Optional[str] = ..., record: _Optional[_Union[_game_pb2.GameRecord, _Mapping]] = ..., text: _Optional[str] = ..., provenance: _Optional[_Union[_verdict_pb2.Provenance, _Mapping]] = ...) -> None: ...

class InspectPositionRequest(_message.Message):
    __slots__ = ("board", "ruleset", "custom_ruleset", "racks", "bag_count", "lexicon", "overlay")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_RULESET_FIELD_NUMBER: _ClassVar[int]
    RACKS_FIELD_NUMBER: _ClassVar[int]
    BAG_COUNT_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    board: _board_pb2.Board
    ruleset: str
    custom_ruleset: _ruleset_pb2.Ruleset
    racks: _containers.RepeatedScalarFieldContainer[str]
    bag_count: int
    lexicon: str
    overlay: _lexicon_pb2.WordOverlay
    def __init__(self, board: _Optional[_Union[_board_pb2.Board, _Mapping]] = ..., ruleset: _Optional[str] = ..., custom_ruleset: _Optional[_Union[_ruleset_pb2.Ruleset, _Mapping]] = ..., racks: _Optional[_Iterable[str]] = ..., bag_count: _Optional[int] = ..., lexicon: _Optional[str] = ..., overlay: _Optional[_Union[_lexicon_pb2.WordOverlay, _Mapping]] = ...) -> None: ...

class InspectPositionResponse(_message.Message):
    __slots__ = ("sound", "findings", "words", "unseen", "notation", "provenance")
    SOUND_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    sound: bool
    findings: _containers.RepeatedCompositeFieldContainer[_position_pb2.Finding]
    words: _containers.RepeatedCompositeFieldContainer[_verdict_pb2.FormedWord]
    unseen: _containers.RepeatedCompositeFieldContainer[_position_pb2.TileCount]
    notation: str
    provenance: _verdict_pb2.Provenance
    def __init__(self, sound: _Optional[bool] = ..., findings: _Optional[_Iterable[_Union[_position_pb2.Finding, _Mapping]]] = ..., words: _Optional[_Iterable[_Union[_verdict_pb2.FormedWord, _Mapping]]] = ..., unseen: _Optional[_Iterable[_Union[_position_pb2.TileCount, _Mapping]]] = ..., notation: _Optional[str] = ..., provenance: _Optional[_Union[_verdict_pb2.Provenance, _Mapping]] = ...) -> None: ...

class ListRulesetsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListRulesetsResponse(_message.Message):
    __slots__ = ("rulesets",)
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    rulesets: _containers.RepeatedCompositeFieldContainer[_ruleset_pb2.Ruleset]
    def __init__(self, rulesets: _Optional[_Iterable[_Union[_ruleset_pb2.Ruleset, _Mapping]]] = ...) -> None: ...

class GetRulesetRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class GetRulesetResponse(_message.Message):
    __slots__ = ("ruleset",)
    RULESET_FIELD_NUMBER: _ClassVar[int]
    ruleset: _ruleset_pb2.Ruleset
    def __init__(self, ruleset: _Optional[_Union[_ruleset_pb2.Ruleset, _Mapping]] = ...) -> None: ...
