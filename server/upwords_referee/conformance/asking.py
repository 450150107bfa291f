"""Putting a vector to a server."""

from typing import Any

import grpc
from google.rpc import status_pb2
from grpc_status import rpc_status

from upwords_referee.conformance.answers import Answer, render, render_error, render_stream
from upwords_referee.conformance.messages import method_of, requests_of
from upwords_referee.conformance.vectors import Vector

DEADLINE_SECONDS = 10.0


def send(channel: grpc.Channel, vector: Vector, deadline: float = DEADLINE_SECONDS) -> Answer:
    """Return a server's answer to a vector; `deadline` is in seconds."""
    method = method_of(vector.method)
    requests = requests_of(vector)
    codecs: dict[str, Any] = {
        "request_serializer": method.request.SerializeToString,
        "response_deserializer": method.response.FromString,
    }
    try:
        if method.streams:
            stream = channel.stream_stream(f"/{vector.method}", **codecs)
            return {"response": render_stream(list(stream(iter(requests), timeout=deadline)))}
        call = channel.unary_unary(f"/{vector.method}", **codecs)
        return {"response": render(call(requests[0], timeout=deadline))}
    except grpc.RpcError as error:
        if not isinstance(error, grpc.Call):
            raise
        return {"error": render_error(_status(error))}


def _status(error: grpc.Call) -> status_pb2.Status:
    try:
        status = rpc_status.from_call(error)
    except ValueError:
        # The details contradict the status.
        status = None
    return status or status_pb2.Status(code=error.code().value[0], message=error.details() or "")
