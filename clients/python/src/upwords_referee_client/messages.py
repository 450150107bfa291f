"""The messages and enums of `upwords.referee.v1`, all by their own names.

>>> from upwords_referee_client.messages import RULE_GAP, JudgeMoveRequest, Rule
>>> Rule.Name(RULE_GAP), JudgeMoveRequest(rack="AB").rack
('RULE_GAP', 'AB')

They are made from the contract in a pool of their own, so that they meddle with nobody else's: the package
`upwords-referee`, of whatever version, may lie beside this one.
"""

from collections.abc import Iterator
from importlib import resources
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

_PACKAGE = "upwords.referee.v1"


def _read() -> Iterator[tuple[str, Any]]:
    data = resources.files(__package__).joinpath("contract.binpb").read_bytes()
    image = descriptor_pb2.FileDescriptorSet.FromString(data)
    pool = descriptor_pool.DescriptorPool()
    for each in image.file:
        pool.Add(each)
    for name in (each.name for each in image.file if each.package == _PACKAGE):
        file = pool.FindFileByName(name)
        for message in file.message_types_by_name.values():
            yield message.name, message_factory.GetMessageClass(message)
        for enum in file.enum_types_by_name.values():
            yield enum.name, EnumTypeWrapper(enum)
            yield from ((value.name, value.number) for value in enum.values)


_NAMES = dict(_read())
globals().update(_NAMES)
__all__ = list(_NAMES)
