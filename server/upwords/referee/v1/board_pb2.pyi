from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Direction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIRECTION_UNSPECIFIED: _ClassVar[Direction]
    DIRECTION_ACROSS: _ClassVar[Direction]
    DIRECTION_DOWN: _ClassVar[Direction]
DIRECTION_UNSPECIFIED: Direction
DIRECTION_ACROSS: Direction
DIRECTION_DOWN: Direction

class Square(_message.Message):
    __slots__ = ("row", "column")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    row: int
    column: int
    def __init__(self, row: _Optional[int] = ..., column: _Optional[int] = ...) -> None: ...

class Grid(_message.Message):
    __slots__ = ("letters", "heights")
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    HEIGHTS_FIELD_NUMBER: _ClassVar[int]
    letters: str
    heights: str
    def __init__(self, letters: _Optional[str] = ..., heights: _Optional[str] = ...) -> None: ...

class Stack(_message.Message):
    __slots__ = ("row", "column", "tiles")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    row: int
    column: int
    tiles: str
    def __init__(self, row: _Optional[int] = ..., column: _Optional[int] = ..., tiles: _Optional[str] = ...) -> None: ...

class StackList(_message.Message):
    __slots__ = ("rows", "columns", "stacks")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    STACKS_FIELD_NUMBER: _ClassVar[int]
    rows: int
    columns: int
    stacks: _containers.RepeatedCompositeFieldContainer[Stack]
    def __init__(self, rows: _Optional[int] = ..., columns: _Optional[int] = ..., stacks: _Optional[_Iterable[_Union[Stack, _Mapping]]] = ...) -> None: ...

class Board(_message.Message):
    __slots__ = ("grid", "notation", "stack_list")
    GRID_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    STACK_LIST_FIELD_NUMBER: _ClassVar[int]
    grid: Grid
    notation: str
    stack_list: StackList
    def __init__(self, grid: _Optional[_Union[Grid, _Mapping]] = ..., notation: _Optional[str] = ..., stack_list: _Optional[_Union[StackList, _Mapping]] = ...) -> None: ...
