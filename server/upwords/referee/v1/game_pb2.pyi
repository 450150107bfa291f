from upwords.referee.v1 import challenge_pb2 as _challenge_pb2
from upwords.referee.v1 import move_pb2 as _move_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_OUT: _ClassVar[EndReason]
    END_REASON_NO_PLAYS: _ClassVar[EndReason]
    END_REASON_PASSES: _ClassVar[EndReason]
END_REASON_UNSPECIFIED: EndReason
END_REASON_OUT: EndReason
END_REASON_NO_PLAYS: EndReason
END_REASON_PASSES: EndReason

class TakeBack(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class UnplayedTiles(_message.Message):
    __slots__ = ("tiles",)
    TILES_FIELD_NUMBER: _ClassVar[int]
    tiles: str
    def __init__(self, tiles: _Optional[str] = ...) -> None: ...

class ChallengeBonus(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TimePenalty(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Event(_message.Message):
    __slots__ = ("player", "rack", "play", "exchange", "pass_turn", "take_back", "unplayed_tiles", "challenge_bonus", "time_penalty", "notation", "score", "total", "note", "line")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    TAKE_BACK_FIELD_NUMBER: _ClassVar[int]
    UNPLAYED_TILES_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_BONUS_FIELD_NUMBER: _ClassVar[int]
    TIME_PENALTY_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    player: int
    rack: str
    play: _move_pb2.Play
    exchange: _move_pb2.Exchange
    pass_turn: _move_pb2.Pass
    take_back: TakeBack
    unplayed_tiles: UnplayedTiles
    challenge_bonus: ChallengeBonus
    time_penalty: TimePenalty
    notation: str
    score: int
    total: int
    note: str
    line: int
    def __init__(self, player: _Optional[int] = ..., rack: _Optional[str] = ..., play: _Optional[_Union[_move_pb2.Play, _Mapping]] = ..., exchange: _Optional[_Union[_move_pb2.Exchange, _Mapping]] = ..., pass_turn: _Optional[_Union[_move_pb2.Pass, _Mapping]] = ..., take_back: _Optional[_Union[TakeBack, _Mapping]] = ..., unplayed_tiles: _Optional[_Union[UnplayedTiles, _Mapping]] = ..., challenge_bonus: _Optional[_Union[ChallengeBonus, _Mapping]] = ..., time_penalty: _Optional[_Union[TimePenalty, _Mapping]] = ..., notation: _Optional[str] = ..., score: _Optional[int] = ..., total: _Optional[int] = ..., note: _Optional[str] = ..., line: _Optional[int] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("nick", "name", "rack")
    NICK_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    nick: str
    name: str
    rack: str
    def __init__(self, nick: _Optional[str] = ..., name: _Optional[str] = ..., rack: _Optional[str] = ...) -> None: ...

class Pragma(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class GameRecord(_message.Message):
    __slots__ = ("ruleset", "lexicon", "lexicon_digest", "challenge_rule", "players", "start", "events", "incomplete", "title", "description", "id", "date", "pragmata")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    LEXICON_DIGEST_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_RULE_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    INCOMPLETE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    PRAGMATA_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    lexicon: str
    lexicon_digest: str
    challenge_rule: _challenge_pb2.ChallengeRule
    players: _containers.RepeatedCompositeFieldContainer[Player]
    start: str
    events: _containers.RepeatedCompositeFieldContainer[Event]
    incomplete: bool
    title: str
    description: str
    id: str
    date: str
    pragmata: _containers.RepeatedCompositeFieldContainer[Pragma]
    def __init__(self, ruleset: _Optional[str] = ..., lexicon: _Optional[str] = ..., lexicon_digest: _Optional[str] = ..., challenge_rule: _Optional[_Union[_challenge_pb2.ChallengeRule, _Mapping]] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., start: _Optional[str] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., incomplete: _Optional[bool] = ..., title: _Optional[str] = ..., description: _Optional[str] = ..., id: _Optional[str] = ..., date: _Optional[str] = ..., pragmata: _Optional[_Iterable[_Union[Pragma, _Mapping]]] = ...) -> None: ...

class PlayerResult(_message.Message):
    __slots__ = ("nick", "score", "deduction", "tiles_left", "winner")
    NICK_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    DEDUCTION_FIELD_NUMBER: _ClassVar[int]
    TILES_LEFT_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    nick: str
    score: int
    deduction: int
    tiles_left: int
    winner: bool
    def __init__(self, nick: _Optional[str] = ..., score: _Optional[int] = ..., deduction: _Optional[int] = ..., tiles_left: _Optional[int] = ..., winner: _Optional[bool] = ...) -> None: ...
