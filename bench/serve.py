"""A server to be measured, in a process of its own: `python -m bench.serve KIND [REDIS-URL]`.

KIND is aio, uvloop, syncN with N threads, or syncN+M with M more for batches alone; @WAY behind it says how
the dictionary is held (bench.dictionary). Prints the address, and serves until standard input closes.
"""

import asyncio
import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import grpc
import structlog

from bench import aio_server, questions
from bench.dictionary import held
from bench.no_op import NoOp
from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc import server as sync_server
from upwords_referee.service.methods import Method, build_methods


class SyncServer(sync_server.RefereeServer):
    """The referee's own server with the no-op beside its methods; `apart` threads, if any, for batches."""

    def __init__(self, methods: dict[str, Method], lexicons: list[str], threads: int, apart: int) -> None:
        here = {path: method for path, method in methods.items() if not (apart and path == questions.BATCH)}
        super().__init__(here, lexicons, threads)
        self._server.add_generic_rpc_handlers((NoOp(methods),))
        if apart:
            self._server.add_generic_rpc_handlers((BatchesApart(methods[questions.BATCH], apart),))


class BatchesApart(grpc.GenericRpcHandler):
    """BatchJudgeMoves on threads of its own: grpcio looks for this attribute of a handler's function."""

    def __init__(self, method: Method, threads: int) -> None:
        call = sync_server._unary(method)
        call.experimental_thread_pool = ThreadPoolExecutor(threads)  # type: ignore[attr-defined]
        self._handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(call)

    def service(self, details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        """Return the handler if batches are called."""
        return self._handler if details.method == questions.BATCH else None


def main(kind: str, redis_url: str = "") -> None:
    """Serve as `kind` says."""
    # Standard output is for the address alone.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    kind, _, way = kind.partition("@")
    lexicons = Registry([held(way, redis_url) if way else embedded()], EMBEDDED_ID)
    methods = build_methods(RulesetBook.builtin(), lexicons)
    # As the referee's own process does.
    gc.collect()
    gc.freeze()
    if kind.startswith("sync"):
        threads, _, apart = kind.removeprefix("sync").partition("+")
        server = SyncServer(methods, lexicons.ids(), int(threads), int(apart or 0))
        print(server.listen("127.0.0.1:0"), flush=True)
        sys.stdin.read()
        server.stop(grace=1)
    elif kind == "uvloop":
        # Only for this comparison, and only where it happens to be installed.
        import_module("uvloop").run(_serve_aio(methods))
    else:
        asyncio.run(_serve_aio(methods))


async def _serve_aio(methods: dict[str, Method]) -> None:
    server, address = await aio_server.start(methods, NoOp(methods, aio=True), sync_server._OPTIONS)
    print(address, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(grace=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
