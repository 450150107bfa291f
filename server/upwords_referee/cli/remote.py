"""Asking a server."""

import os
from contextlib import nullcontext

from google.rpc import code_pb2, status_pb2

from upwords_referee.cli.address import is_loopback, parse_address
from upwords_referee.cli.errors import UnansweredError, error_of
from upwords_referee.cli.referee import Send

# The error says all; grpc would put its own lines before it. It reads this once, when it is imported.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

import grpc
from grpc_status import rpc_status

DEADLINE_SECONDS = 10.0


def remote_send(address: str, *, many: bool = False) -> Send:
    """Return what answers requests over the network; NotUnderstoodError if it is no HOST:PORT.

    `many`: one connection is kept for all of them.
    """
    host, _ = parse_address(address, "--server")
    # A proxy cannot reach what listens on this machine only.
    options = [("grpc.enable_http_proxy", 0)] if is_loopback(host) else []

    kept = grpc.insecure_channel(address, options) if many else None

    def send(path: str, request: bytes, arguments: bool) -> bytes:
        with nullcontext(kept) if kept else grpc.insecure_channel(address, options) as channel:
            call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(path)
            try:
                return bytes(call(request, timeout=DEADLINE_SECONDS))
            except grpc.RpcError as error:
                status = _status(error)
                if status is None:
                    raise _unanswered(error, address) from None
                raise error_of(status, arguments=arguments) from None

    return send


def _status(error: grpc.RpcError) -> status_pb2.Status | None:
    """Return the status that the server sent with details, None if there is none."""
    try:
        return rpc_status.from_call(error) if isinstance(error, grpc.Call) else None
    except ValueError:
        # The details contradict the status.
        return None


def _unanswered(error: grpc.RpcError, address: str) -> UnansweredError:
    """Return the error for a call that met no referee."""
    code = error.code()
    message = {
        grpc.StatusCode.UNAVAILABLE: f"no referee answers at {address}: start one there "
        f"(upwords-referee serve --listen {address}) or check --server",
        grpc.StatusCode.DEADLINE_EXCEEDED: f"the server at {address} did not answer within "
        f"{DEADLINE_SECONDS:.0f} seconds; try again or check --server",
        grpc.StatusCode.UNIMPLEMENTED: f"the server at {address} does not know this question: "
        "it is no referee or an older one; check --server",
    }.get(code, f"the server at {address} answered {code.name}: {error.details()}")
    unanswered = UnansweredError(message)
    unanswered.code = code_pb2.Code.Value(code.name)
    return unanswered
