"""The no-op beside JudgeMove: what a call of this server costs when nothing is judged.

It parses the same request and serialises the same response object, built once; grpcio does both, as in any
generated servicer. Nothing of ours lies in between: not `service.call`, not what may be built around it.
"""

from typing import TypeAlias

import grpc

from bench import questions
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.service.call import answer
from upwords_referee.service.methods import Method

# The server leaves alone what is grpc's own, as health is.
NO_OP = "/grpc.bench.v1.BenchService/NoOp"

Handler: TypeAlias = "grpc.RpcMethodHandler[pb.JudgeMoveRequest, pb.JudgeMoveResponse]"


class NoOp(grpc.GenericRpcHandler):
    """One more method for a server; for the sync one or, with `aio`, for grpc.aio."""

    def __init__(self, methods: dict[str, Method], *, aio: bool = False) -> None:
        reply = answer(methods[questions.JUDGE], questions.unary().SerializeToString())
        response = pb.JudgeMoveResponse.FromString(reply)

        def call(_request: pb.JudgeMoveRequest, _context: object) -> pb.JudgeMoveResponse:
            return response

        async def call_aio(_request: pb.JudgeMoveRequest, _context: object) -> pb.JudgeMoveResponse:
            return response

        self._handler: Handler = grpc.unary_unary_rpc_method_handler(
            call_aio if aio else call,
            request_deserializer=pb.JudgeMoveRequest.FromString,
            response_serializer=pb.JudgeMoveResponse.SerializeToString,
        )

    def service(self, details: grpc.HandlerCallDetails) -> "Handler | None":
        """Return the handler if the no-op is called."""
        return self._handler if details.method == NO_OP else None
