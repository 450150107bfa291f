"""The command `health`: whether a server takes calls, for probes."""

import os
from typing import Annotated, Any

import typer

from upwords_referee.cli.address import is_loopback, parse_address

EPILOG = """Examples:

\b
  upwords-referee health
  upwords-referee health --server referee.example:50051 --service lexicon/enable

Exit status: 0 it takes calls, 1 it does not or does not answer, 2 not understood.
"""

_HEALTHY, _NOT_HEALTHY = 0, 1
_DEADLINE_SECONDS = 3.0


def health(
    server: Annotated[
        str, typer.Option("--server", metavar="HOST:PORT", help="The server to ask.")
    ] = "127.0.0.1:50051",
    service: Annotated[
        str,
        typer.Option(
            "--service",
            metavar="NAME",
            help='A service, or "lexicon/ID"; else the server as a whole.',
            show_default=False,
        ),
    ] = "",
) -> int:
    """Ask a server that speaks plain text whether it takes calls, and print its answer."""
    host, _ = parse_address(server, "--server")
    # Imported here: grpc takes a while, and reads this variable when it is imported.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    import grpc  # noqa: PLC0415
    from grpc_health.v1 import health_pb2, health_pb2_grpc  # noqa: PLC0415

    # A proxy cannot reach what listens on this machine only.
    options = [("grpc.enable_http_proxy", 0)] if is_loopback(host) else []
    request = health_pb2.HealthCheckRequest(service=service)
    with grpc.insecure_channel(server, options=options) as channel:
        # Its code has no types.
        stub: Any = health_pb2_grpc.HealthStub(channel)
        try:
            answer = stub.Check(request, timeout=_DEADLINE_SECONDS)
        except grpc.RpcError as error:
            print(error.code().name if isinstance(error, grpc.Call) else "UNAVAILABLE")
            return _NOT_HEALTHY
    print(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))
    return _HEALTHY if answer.status == health_pb2.HealthCheckResponse.SERVING else _NOT_HEALTHY
