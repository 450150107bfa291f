from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ChallengeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHALLENGE_KIND_UNSPECIFIED: _ClassVar[ChallengeKind]
    CHALLENGE_KIND_SINGLE: _ClassVar[ChallengeKind]
    CHALLENGE_KIND_VOID: _ClassVar[ChallengeKind]
    CHALLENGE_KIND_DOUBLE: _ClassVar[ChallengeKind]
    CHALLENGE_KIND_PENALTY: _ClassVar[ChallengeKind]

class PenaltyPer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PENALTY_PER_UNSPECIFIED: _ClassVar[PenaltyPer]
    PENALTY_PER_WORD: _ClassVar[PenaltyPer]
    PENALTY_PER_PLAY: _ClassVar[PenaltyPer]

class PenaltyPayment(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PENALTY_PAYMENT_UNSPECIFIED: _ClassVar[PenaltyPayment]
    PENALTY_PAYMENT_CREDIT_OPPONENT: _ClassVar[PenaltyPayment]
    PENALTY_PAYMENT_DEBIT_CHALLENGER: _ClassVar[PenaltyPayment]
CHALLENGE_KIND_UNSPECIFIED: ChallengeKind
CHALLENGE_KIND_SINGLE: ChallengeKind
CHALLENGE_KIND_VOID: ChallengeKind
CHALLENGE_KIND_DOUBLE: ChallengeKind
CHALLENGE_KIND_PENALTY: ChallengeKind
PENALTY_PER_UNSPECIFIED: PenaltyPer
PENALTY_PER_WORD: PenaltyPer
PENALTY_PER_PLAY: PenaltyPer
PENALTY_PAYMENT_UNSPECIFIED: PenaltyPayment
PENALTY_PAYMENT_CREDIT_OPPONENT: PenaltyPayment
PENALTY_PAYMENT_DEBIT_CHALLENGER: PenaltyPayment

class ChallengeRule(_message.Message):
    __slots__ = ("kind", "points", "per", "payment")
    KIND_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PER_FIELD_NUMBER: _ClassVar[int]
    PAYMENT_FIELD_NUMBER: _ClassVar[int]
    kind: ChallengeKind
    points: int
    per: PenaltyPer
    payment: PenaltyPayment
    def __init__(self, kind: _Optional[_Union[ChallengeKind, str]] = ..., points: _Optional[int] = ..., per: _Optional[_Union[PenaltyPer, str]] = ..., payment: _Optional[_Union[PenaltyPayment, str]] = ...) -> None: ...

class ScoreAdjustment(_message.Message):
    __slots__ = ("player", "points")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    player: int
    points: int
    def __init__(self, player: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...
