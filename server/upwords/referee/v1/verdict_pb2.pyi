from upwords.referee.v1 import board_pb2 as _board_pb2
from upwords.referee.v1 import lexicon_pb2 as _lexicon_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Rule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RULE_UNSPECIFIED: _ClassVar[Rule]
    RULE_NO_TILES: _ClassVar[Rule]
    RULE_TOO_MANY_TILES: _ClassVar[Rule]
    RULE_TILE_NOT_ON_RACK: _ClassVar[Rule]
    RULE_OUT_OF_BOUNDS: _ClassVar[Rule]
    RULE_SAME_SQUARE_TWICE: _ClassVar[Rule]
    RULE_NOT_IN_LINE: _ClassVar[Rule]
    RULE_GAP: _ClassVar[Rule]
    RULE_MISSES_CENTRE: _ClassVar[Rule]
    RULE_TOO_FEW_TILES: _ClassVar[Rule]
    RULE_NOT_CONNECTED: _ClassVar[Rule]
    RULE_STACK_TOO_HIGH: _ClassVar[Rule]
    RULE_SAME_LETTER: _ClassVar[Rule]
    RULE_SAME_LETTER_IN_STACK: _ClassVar[Rule]
    RULE_COVERS_WHOLE_WORD: _ClassVar[Rule]
    RULE_BARE_S: _ClassVar[Rule]
    RULE_FORMS_NO_WORD: _ClassVar[Rule]
    RULE_WORD_NOT_ACCEPTABLE: _ClassVar[Rule]
    RULE_EXCHANGE_COUNT: _ClassVar[Rule]
    RULE_EXCHANGE_BAG_EMPTY: _ClassVar[Rule]

class Detail(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DETAIL_UNSPECIFIED: _ClassVar[Detail]
    DETAIL_FULL: _ClassVar[Detail]
    DETAIL_VERDICT_ONLY: _ClassVar[Detail]
RULE_UNSPECIFIED: Rule
RULE_NO_TILES: Rule
RULE_TOO_MANY_TILES: Rule
RULE_TILE_NOT_ON_RACK: Rule
RULE_OUT_OF_BOUNDS: Rule
RULE_SAME_SQUARE_TWICE: Rule
RULE_NOT_IN_LINE: Rule
RULE_GAP: Rule
RULE_MISSES_CENTRE: Rule
RULE_TOO_FEW_TILES: Rule
RULE_NOT_CONNECTED: Rule
RULE_STACK_TOO_HIGH: Rule
RULE_SAME_LETTER: Rule
RULE_SAME_LETTER_IN_STACK: Rule
RULE_COVERS_WHOLE_WORD: Rule
RULE_BARE_S: Rule
RULE_FORMS_NO_WORD: Rule
RULE_WORD_NOT_ACCEPTABLE: Rule
RULE_EXCHANGE_COUNT: Rule
RULE_EXCHANGE_BAG_EMPTY: Rule
DETAIL_UNSPECIFIED: Detail
DETAIL_FULL: Detail
DETAIL_VERDICT_ONLY: Detail

class Violation(_message.Message):
    __slots__ = ("rule", "message", "squares", "word", "reference")
    RULE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    rule: Rule
    message: str
    squares: _containers.RepeatedCompositeFieldContainer[_board_pb2.Square]
    word: str
    reference: str
    def __init__(self, rule: _Optional[_Union[Rule, str]] = ..., message: _Optional[str] = ..., squares: _Optional[_Iterable[_Union[_board_pb2.Square, _Mapping]]] = ..., word: _Optional[str] = ..., reference: _Optional[str] = ...) -> None: ...

class FormedWord(_message.Message):
    __slots__ = ("text", "start", "direction", "length", "heights", "status", "score", "flat", "bonus")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHTS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    FLAT_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    text: str
    start: _board_pb2.Square
    direction: _board_pb2.Direction
    length: int
    heights: str
    status: _lexicon_pb2.WordStatus
    score: int
    flat: bool
    bonus: int
    def __init__(self, text: _Optional[str] = ..., start: _Optional[_Union[_board_pb2.Square, _Mapping]] = ..., direction: _Optional[_Union[_board_pb2.Direction, str]] = ..., length: _Optional[int] = ..., heights: _Optional[str] = ..., status: _Optional[_Union[_lexicon_pb2.WordStatus, str]] = ..., score: _Optional[int] = ..., flat: _Optional[bool] = ..., bonus: _Optional[int] = ...) -> None: ...

class Provenance(_message.Message):
    __slots__ = ("ruleset", "ruleset_digest", "lexicon", "lexicon_digest", "lexicon_edition", "overlay_digest", "server_version")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    RULESET_DIGEST_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    LEXICON_DIGEST_FIELD_NUMBER: _ClassVar[int]
    LEXICON_EDITION_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_DIGEST_FIELD_NUMBER: _ClassVar[int]
    SERVER_VERSION_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    ruleset_digest: str
    lexicon: str
    lexicon_digest: str
    lexicon_edition: str
    overlay_digest: str
    server_version: str
    def __init__(self, ruleset: _Optional[str] = ..., ruleset_digest: _Optional[str] = ..., lexicon: _Optional[str] = ..., lexicon_digest: _Optional[str] = ..., lexicon_edition: _Optional[str] = ..., overlay_digest: _Optional[str] = ..., server_version: _Optional[str] = ...) -> None: ...
