from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Placement(_message.Message):
    __slots__ = ("row", "column", "tile")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    row: int
    column: int
    tile: str
    def __init__(self, row: _Optional[int] = ..., column: _Optional[int] = ..., tile: _Optional[str] = ...) -> None: ...

class Play(_message.Message):
    __slots__ = ("placements",)
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    placements: _containers.RepeatedCompositeFieldContainer[Placement]
    def __init__(self, placements: _Optional[_Iterable[_Union[Placement, _Mapping]]] = ...) -> None: ...

class Exchange(_message.Message):
    __slots__ = ("tiles",)
    TILES_FIELD_NUMBER: _ClassVar[int]
    tiles: str
    def __init__(self, tiles: _Optional[str] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Move(_message.Message):
    __slots__ = ("play", "notation", "exchange", "pass_turn")
    PLAY_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    play: Play
    notation: str
    exchange: Exchange
    pass_turn: Pass
    def __init__(self, play: _Optional[_Union[Play, _Mapping]] = ..., notation: _Optional[str] = ..., exchange: _Optional[_Union[Exchange, _Mapping]] = ..., pass_turn: _Optional[_Union[Pass, _Mapping]] = ...) -> None: ...
