from upwords.referee.v1 import board_pb2 as _board_pb2
from upwords.referee.v1 import challenge_pb2 as _challenge_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LetterBonusMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LETTER_BONUS_MODE_UNSPECIFIED: _ClassVar[LetterBonusMode]
    LETTER_BONUS_MODE_FLAT_WORD: _ClassVar[LetterBonusMode]
    LETTER_BONUS_MODE_WHEN_PLACED: _ClassVar[LetterBonusMode]
    LETTER_BONUS_MODE_OFF: _ClassVar[LetterBonusMode]

class WholeWordRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WHOLE_WORD_RULE_UNSPECIFIED: _ClassVar[WholeWordRule]
    WHOLE_WORD_RULE_KEEP_A_LETTER: _ClassVar[WholeWordRule]
    WHOLE_WORD_RULE_OFF: _ClassVar[WholeWordRule]

class BareSRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BARE_S_RULE_UNSPECIFIED: _ClassVar[BareSRule]
    BARE_S_RULE_OLD_RUNS: _ClassVar[BareSRule]
    BARE_S_RULE_EVERY_WORD: _ClassVar[BareSRule]
    BARE_S_RULE_OFF: _ClassVar[BareSRule]

class SameLetterRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SAME_LETTER_RULE_UNSPECIFIED: _ClassVar[SameLetterRule]
    SAME_LETTER_RULE_TOP: _ClassVar[SameLetterRule]
    SAME_LETTER_RULE_ANYWHERE: _ClassVar[SameLetterRule]

class ExchangeInPasses(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXCHANGE_IN_PASSES_UNSPECIFIED: _ClassVar[ExchangeInPasses]
    EXCHANGE_IN_PASSES_BREAKS_RUN: _ClassVar[ExchangeInPasses]
    EXCHANGE_IN_PASSES_COUNTS_AS_PASS: _ClassVar[ExchangeInPasses]
    EXCHANGE_IN_PASSES_IGNORED: _ClassVar[ExchangeInPasses]

class GoingOut(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOING_OUT_UNSPECIFIED: _ClassVar[GoingOut]
    GOING_OUT_ENDS_GAME: _ClassVar[GoingOut]
    GOING_OUT_OTHERS_PLAY_ON: _ClassVar[GoingOut]
LETTER_BONUS_MODE_UNSPECIFIED: LetterBonusMode
LETTER_BONUS_MODE_FLAT_WORD: LetterBonusMode
LETTER_BONUS_MODE_WHEN_PLACED: LetterBonusMode
LETTER_BONUS_MODE_OFF: LetterBonusMode
WHOLE_WORD_RULE_UNSPECIFIED: WholeWordRule
WHOLE_WORD_RULE_KEEP_A_LETTER: WholeWordRule
WHOLE_WORD_RULE_OFF: WholeWordRule
BARE_S_RULE_UNSPECIFIED: BareSRule
BARE_S_RULE_OLD_RUNS: BareSRule
BARE_S_RULE_EVERY_WORD: BareSRule
BARE_S_RULE_OFF: BareSRule
SAME_LETTER_RULE_UNSPECIFIED: SameLetterRule
SAME_LETTER_RULE_TOP: SameLetterRule
SAME_LETTER_RULE_ANYWHERE: SameLetterRule
EXCHANGE_IN_PASSES_UNSPECIFIED: ExchangeInPasses
EXCHANGE_IN_PASSES_BREAKS_RUN: ExchangeInPasses
EXCHANGE_IN_PASSES_COUNTS_AS_PASS: ExchangeInPasses
EXCHANGE_IN_PASSES_IGNORED: ExchangeInPasses
GOING_OUT_UNSPECIFIED: GoingOut
GOING_OUT_ENDS_GAME: GoingOut
GOING_OUT_OTHERS_PLAY_ON: GoingOut

class SquareList(_message.Message):
    __slots__ = ("squares",)
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    squares: _containers.RepeatedCompositeFieldContainer[_board_pb2.Square]
    def __init__(self, squares: _Optional[_Iterable[_Union[_board_pb2.Square, _Mapping]]] = ...) -> None: ...

class TileKind(_message.Message):
    __slots__ = ("letter", "spelling", "count", "bonus")
    LETTER_FIELD_NUMBER: _ClassVar[int]
    SPELLING_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    letter: str
    spelling: str
    count: int
    bonus: bool
    def __init__(self, letter: _Optional[str] = ..., spelling: _Optional[str] = ..., count: _Optional[int] = ..., bonus: _Optional[bool] = ...) -> None: ...

class TileList(_message.Message):
    __slots__ = ("kinds",)
    KINDS_FIELD_NUMBER: _ClassVar[int]
    kinds: _containers.RepeatedCompositeFieldContainer[TileKind]
    def __init__(self, kinds: _Optional[_Iterable[_Union[TileKind, _Mapping]]] = ...) -> None: ...

class Scoring(_message.Message):
    __slots__ = ("flat_tile", "stacked_tile", "letter_bonus", "letter_bonus_mode", "full_rack_bonus", "unplayed_tile", "solo_unplayed_tile")
    FLAT_TILE_FIELD_NUMBER: _ClassVar[int]
    STACKED_TILE_FIELD_NUMBER: _ClassVar[int]
    LETTER_BONUS_FIELD_NUMBER: _ClassVar[int]
    LETTER_BONUS_MODE_FIELD_NUMBER: _ClassVar[int]
    FULL_RACK_BONUS_FIELD_NUMBER: _ClassVar[int]
    UNPLAYED_TILE_FIELD_NUMBER: _ClassVar[int]
    SOLO_UNPLAYED_TILE_FIELD_NUMBER: _ClassVar[int]
    flat_tile: int
    stacked_tile: int
    letter_bonus: int
    letter_bonus_mode: LetterBonusMode
    full_rack_bonus: int
    unplayed_tile: int
    solo_unplayed_tile: int
    def __init__(self, flat_tile: _Optional[int] = ..., stacked_tile: _Optional[int] = ..., letter_bonus: _Optional[int] = ..., letter_bonus_mode: _Optional[_Union[LetterBonusMode, str]] = ..., full_rack_bonus: _Optional[int] = ..., unplayed_tile: _Optional[int] = ..., solo_unplayed_tile: _Optional[int] = ...) -> None: ...

class Ruleset(_message.Message):
    __slots__ = ("id", "name", "base", "rows", "columns", "centre", "rack_size", "max_height", "tiles", "scoring", "whole_word_rule", "bare_s_rule", "bare_s_letter", "same_letter_rule", "exchange_tiles", "digest", "pass_rounds", "exchange_in_passes", "going_out", "challenge_rule", "solo_exchanges")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    BASE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    CENTRE_FIELD_NUMBER: _ClassVar[int]
    RACK_SIZE_FIELD_NUMBER: _ClassVar[int]
    MAX_HEIGHT_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    SCORING_FIELD_NUMBER: _ClassVar[int]
    WHOLE_WORD_RULE_FIELD_NUMBER: _ClassVar[int]
    BARE_S_RULE_FIELD_NUMBER: _ClassVar[int]
    BARE_S_LETTER_FIELD_NUMBER: _ClassVar[int]
    SAME_LETTER_RULE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_TILES_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    PASS_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_IN_PASSES_FIELD_NUMBER: _ClassVar[int]
    GOING_OUT_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_RULE_FIELD_NUMBER: _ClassVar[int]
    SOLO_EXCHANGES_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    base: str
    rows: int
    columns: int
    centre: SquareList
    rack_size: int
    max_height: int
    tiles: TileList
    scoring: Scoring
    whole_word_rule: WholeWordRule
    bare_s_rule: BareSRule
    bare_s_letter: str
    same_letter_rule: SameLetterRule
    exchange_tiles: int
    digest: str
    pass_rounds: int
    exchange_in_passes: ExchangeInPasses
    going_out: GoingOut
    challenge_rule: _challenge_pb2.ChallengeRule
    solo_exchanges: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., base: _Optional[str] = ..., rows: _Optional[int] = ..., columns: _Optional[int] = ..., centre: _Optional[_Union[SquareList, _Mapping]] = ..., rack_size: _Optional[int] = ..., max_height: _Optional[int] = ..., tiles: _Optional[_Union[TileList, _Mapping]] = ..., scoring: _Optional[_Union[Scoring, _Mapping]] = ..., whole_word_rule: _Optional[_Union[WholeWordRule, str]] = ..., bare_s_rule: _Optional[_Union[BareSRule, str]] = ..., bare_s_letter: _Optional[str] = ..., same_letter_rule: _Optional[_Union[SameLetterRule, str]] = ..., exchange_tiles: _Optional[int] = ..., digest: _Optional[str] = ..., pass_rounds: _Optional[int] = ..., exchange_in_passes: _Optional[_Union[ExchangeInPasses, str]] = ..., going_out: _Optional[_Union[GoingOut, str]] = ..., challenge_rule: _Optional[_Union[_challenge_pb2.ChallengeRule, _Mapping]] = ..., solo_exchanges: _Optional[int] = ...) -> None: ...
