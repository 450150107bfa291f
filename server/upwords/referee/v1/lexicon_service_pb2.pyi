from upwords.referee.v1 import lexicon_pb2 as _lexicon_pb2
from upwords.referee.v1 import verdict_pb2 as _verdict_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CheckWordsRequest(_message.Message):
    __slots__ = ("lexicon", "overlay", "words", "detail")
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    OVERLAY_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    lexicon: str
    overlay: _lexicon_pb2.WordOverlay
    words: _containers.RepeatedScalarFieldContainer[str]
    detail: _verdict_pb2.Detail
    def __init__(self, lexicon: _Optional[str] = ..., overlay: _Optional[_Union[_lexicon_pb2.WordOverlay, _Mapping]] = ..., words: _Optional[_Iterable[str]] = ..., detail: _Optional[_Union[_verdict_pb2.Detail, str]] = ...) -> None: ...

class CheckWordsResponse(_message.Message):
    __slots__ = ("words", "all_acceptable")
    WORDS_FIELD_NUMBER: _ClassVar[int]
    ALL_ACCEPTABLE_FIELD_NUMBER: _ClassVar[int]
    words: _containers.RepeatedCompositeFieldContainer[_lexicon_pb2.WordRuling]
    all_acceptable: bool
    def __init__(self, words: _Optional[_Iterable[_Union[_lexicon_pb2.WordRuling, _Mapping]]] = ..., all_acceptable: _Optional[bool] = ...) -> None: ...

class ListLexiconsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListLexiconsResponse(_message.Message):
    __slots__ = ("lexicons",)
    LEXICONS_FIELD_NUMBER: _ClassVar[int]
    lexicons: _containers.RepeatedCompositeFieldContainer[_lexicon_pb2.Lexicon]
    def __init__(self, lexicons: _Optional[_Iterable[_Union[_lexicon_pb2.Lexicon, _Mapping]]] = ...) -> None: ...

class GetLexiconRequest(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    def __init__(self, id: _Optional[str] = ...) -> None: ...

class GetLexiconResponse(_message.Message):
    __slots__ = ("lexicon",)
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    lexicon: _lexicon_pb2.Lexicon
    def __init__(self, lexicon: _Optional[_Union[_lexicon_pb2.Lexicon, _Mapping]] = ...) -> None: ...
