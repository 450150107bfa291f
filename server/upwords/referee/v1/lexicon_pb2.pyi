from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WordStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WORD_STATUS_UNSPECIFIED: _ClassVar[WordStatus]
    WORD_STATUS_ACCEPTABLE: _ClassVar[WordStatus]
    WORD_STATUS_NOT_FOUND: _ClassVar[WordStatus]
    WORD_STATUS_PROPER_NOUN: _ClassVar[WordStatus]
    WORD_STATUS_ABBREVIATION: _ClassVar[WordStatus]
    WORD_STATUS_NEEDS_APOSTROPHE: _ClassVar[WordStatus]
    WORD_STATUS_NEEDS_HYPHEN: _ClassVar[WordStatus]
    WORD_STATUS_AFFIX: _ClassVar[WordStatus]
    WORD_STATUS_DENIED: _ClassVar[WordStatus]
    WORD_STATUS_ALLOWED: _ClassVar[WordStatus]
    WORD_STATUS_UNCHECKED: _ClassVar[WordStatus]

class SourceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SOURCE_KIND_UNSPECIFIED: _ClassVar[SourceKind]
    SOURCE_KIND_FILE: _ClassVar[SourceKind]
    SOURCE_KIND_REDIS: _ClassVar[SourceKind]
    SOURCE_KIND_GRPC: _ClassVar[SourceKind]
    SOURCE_KIND_HTTP: _ClassVar[SourceKind]

class LexiconState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LEXICON_STATE_UNSPECIFIED: _ClassVar[LexiconState]
    LEXICON_STATE_READY: _ClassVar[LexiconState]
    LEXICON_STATE_LOADING: _ClassVar[LexiconState]
    LEXICON_STATE_UNREACHABLE: _ClassVar[LexiconState]
WORD_STATUS_UNSPECIFIED: WordStatus
WORD_STATUS_ACCEPTABLE: WordStatus
WORD_STATUS_NOT_FOUND: WordStatus
WORD_STATUS_PROPER_NOUN: WordStatus
WORD_STATUS_ABBREVIATION: WordStatus
WORD_STATUS_NEEDS_APOSTROPHE: WordStatus
WORD_STATUS_NEEDS_HYPHEN: WordStatus
WORD_STATUS_AFFIX: WordStatus
WORD_STATUS_DENIED: WordStatus
WORD_STATUS_ALLOWED: WordStatus
WORD_STATUS_UNCHECKED: WordStatus
SOURCE_KIND_UNSPECIFIED: SourceKind
SOURCE_KIND_FILE: SourceKind
SOURCE_KIND_REDIS: SourceKind
SOURCE_KIND_GRPC: SourceKind
SOURCE_KIND_HTTP: SourceKind
LEXICON_STATE_UNSPECIFIED: LexiconState
LEXICON_STATE_READY: LexiconState
LEXICON_STATE_LOADING: LexiconState
LEXICON_STATE_UNREACHABLE: LexiconState

class WordOverlay(_message.Message):
    __slots__ = ("allow", "deny")
    ALLOW_FIELD_NUMBER: _ClassVar[int]
    DENY_FIELD_NUMBER: _ClassVar[int]
    allow: _containers.RepeatedScalarFieldContainer[str]
    deny: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, allow: _Optional[_Iterable[str]] = ..., deny: _Optional[_Iterable[str]] = ...) -> None: ...

class WordRuling(_message.Message):
    __slots__ = ("word", "status")
    WORD_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    word: str
    status: WordStatus
    def __init__(self, word: _Optional[str] = ..., status: _Optional[_Union[WordStatus, str]] = ...) -> None: ...

class LengthCount(_message.Message):
    __slots__ = ("length", "count")
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    length: int
    count: int
    def __init__(self, length: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class Lexicon(_message.Message):
    __slots__ = ("id", "name", "language", "source", "word_counts", "digest", "edition", "licence", "enumerable", "state")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    WORD_COUNTS_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    LICENCE_FIELD_NUMBER: _ClassVar[int]
    ENUMERABLE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    language: str
    source: SourceKind
    word_counts: _containers.RepeatedCompositeFieldContainer[LengthCount]
    digest: str
    edition: str
    licence: str
    enumerable: bool
    state: LexiconState
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., language: _Optional[str] = ..., source: _Optional[_Union[SourceKind, str]] = ..., word_counts: _Optional[_Iterable[_Union[LengthCount, _Mapping]]] = ..., digest: _Optional[str] = ..., edition: _Optional[str] = ..., licence: _Optional[str] = ..., enumerable: _Optional[bool] = ..., state: _Optional[_Union[LexiconState, str]] = ...) -> None: ...
