"""Methods and their messages, looked up by name."""

from dataclasses import dataclass
from typing import Any

from google.protobuf import descriptor_pool, json_format, message, message_factory

# The generated modules are imported for their descriptors.
from grpc_health.v1 import health_pb2  # noqa: F401

from upwords.referee.v1 import lexicon_service_pb2, referee_service_pb2
from upwords_referee.conformance.vectors import Vector

SERVICES = (referee_service_pb2.DESCRIPTOR, lexicon_service_pb2.DESCRIPTOR)


@dataclass(frozen=True)
class Method:
    """A method: its name, the classes of its messages, and whether it is a stream."""

    name: str
    request: type[message.Message]
    response: type[message.Message]
    streams: bool


def method_of(path: str) -> Method:
    """Return the method of `SERVICE/METHOD`; raises KeyError for an unknown one.

    >>> method_of("upwords.referee.v1.RefereeService/JudgeMove").streams
    False
    """
    service, name = path.split("/")
    found = descriptor_pool.Default().FindServiceByName(service).methods_by_name[name]
    return Method(
        name,
        message_factory.GetMessageClass(found.input_type),
        message_factory.GetMessageClass(found.output_type),
        found.client_streaming,
    )


def requests_of(vector: Vector) -> list[Any]:
    """Return the messages that a vector sends: one, or for a stream any number."""
    method = method_of(vector.method)
    given = vector.request if method.streams else [vector.request]
    return [json_format.ParseDict(request, method.request()) for request in given]
