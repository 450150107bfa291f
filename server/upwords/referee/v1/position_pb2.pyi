from upwords.referee.v1 import board_pb2 as _board_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Severity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEVERITY_UNSPECIFIED: _ClassVar[Severity]
    SEVERITY_ERROR: _ClassVar[Severity]
    SEVERITY_WARNING: _ClassVar[Severity]
    SEVERITY_NOTE: _ClassVar[Severity]

class FindingKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FINDING_KIND_UNSPECIFIED: _ClassVar[FindingKind]
    FINDING_KIND_STACK_TOO_HIGH: _ClassVar[FindingKind]
    FINDING_KIND_TILE_COUNT_EXCEEDED: _ClassVar[FindingKind]
    FINDING_KIND_TILE_COUNT_SHORT: _ClassVar[FindingKind]
    FINDING_KIND_RACK_TOO_LARGE: _ClassVar[FindingKind]
    FINDING_KIND_DISCONNECTED: _ClassVar[FindingKind]
    FINDING_KIND_MISSES_CENTRE: _ClassVar[FindingKind]
    FINDING_KIND_WORD_NOT_ACCEPTABLE: _ClassVar[FindingKind]
    FINDING_KIND_SAME_LETTER: _ClassVar[FindingKind]
    FINDING_KIND_LONE_TILE: _ClassVar[FindingKind]
    FINDING_KIND_UNKNOWN_BURIED: _ClassVar[FindingKind]
    FINDING_KIND_SCORE_MISMATCH: _ClassVar[FindingKind]
    FINDING_KIND_TOTAL_MISMATCH: _ClassVar[FindingKind]
    FINDING_KIND_OFF_TURN: _ClassVar[FindingKind]
    FINDING_KIND_AFTER_END: _ClassVar[FindingKind]
    FINDING_KIND_BAD_TAKE_BACK: _ClassVar[FindingKind]
    FINDING_KIND_ILLEGAL_PLAY: _ClassVar[FindingKind]
    FINDING_KIND_TILE_NOT_ON_RACK: _ClassVar[FindingKind]
    FINDING_KIND_IMPOSSIBLE_RACK: _ClassVar[FindingKind]
    FINDING_KIND_EXCHANGE_COUNT: _ClassVar[FindingKind]
    FINDING_KIND_EXCHANGE_BAG_EMPTY: _ClassVar[FindingKind]
    FINDING_KIND_RACK_UNKNOWN: _ClassVar[FindingKind]
    FINDING_KIND_DIGEST_MISMATCH: _ClassVar[FindingKind]
    FINDING_KIND_UNFINISHED: _ClassVar[FindingKind]
SEVERITY_UNSPECIFIED: Severity
SEVERITY_ERROR: Severity
SEVERITY_WARNING: Severity
SEVERITY_NOTE: Severity
FINDING_KIND_UNSPECIFIED: FindingKind
FINDING_KIND_STACK_TOO_HIGH: FindingKind
FINDING_KIND_TILE_COUNT_EXCEEDED: FindingKind
FINDING_KIND_TILE_COUNT_SHORT: FindingKind
FINDING_KIND_RACK_TOO_LARGE: FindingKind
FINDING_KIND_DISCONNECTED: FindingKind
FINDING_KIND_MISSES_CENTRE: FindingKind
FINDING_KIND_WORD_NOT_ACCEPTABLE: FindingKind
FINDING_KIND_SAME_LETTER: FindingKind
FINDING_KIND_LONE_TILE: FindingKind
FINDING_KIND_UNKNOWN_BURIED: FindingKind
FINDING_KIND_SCORE_MISMATCH: FindingKind
FINDING_KIND_TOTAL_MISMATCH: FindingKind
FINDING_KIND_OFF_TURN: FindingKind
FINDING_KIND_AFTER_END: FindingKind
FINDING_KIND_BAD_TAKE_BACK: FindingKind
FINDING_KIND_ILLEGAL_PLAY: FindingKind
FINDING_KIND_TILE_NOT_ON_RACK: FindingKind
FINDING_KIND_IMPOSSIBLE_RACK: FindingKind
FINDING_KIND_EXCHANGE_COUNT: FindingKind
FINDING_KIND_EXCHANGE_BAG_EMPTY: FindingKind
FINDING_KIND_RACK_UNKNOWN: FindingKind
FINDING_KIND_DIGEST_MISMATCH: FindingKind
FINDING_KIND_UNFINISHED: FindingKind

class Finding(_message.Message):
    __slots__ = ("severity", "kind", "message", "squares", "word", "turn")
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    severity: Severity
    kind: FindingKind
    message: str
    squares: _containers.RepeatedCompositeFieldContainer[_board_pb2.Square]
    word: str
    turn: int
    def __init__(self, severity: _Optional[_Union[Severity, str]] = ..., kind: _Optional[_Union[FindingKind, str]] = ..., message: _Optional[str] = ..., squares: _Optional[_Iterable[_Union[_board_pb2.Square, _Mapping]]] = ..., word: _Optional[str] = ..., turn: _Optional[int] = ...) -> None: ...

class TileCount(_message.Message):
    __slots__ = ("letter", "count")
    LETTER_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    letter: str
    count: int
    def __init__(self, letter: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...
