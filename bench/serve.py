"""A server to be measured, in a process of its own: `python -m bench.serve KIND [REDIS-URL]`.

KIND is aio, uvloop, or syncN with N threads; @WAY behind it says how the dictionary is held
(bench.dictionary). Prints its address and the build of its engine, and serves until standard input closes.
"""

import asyncio
import gc
import sys
from importlib import import_module

import structlog

from bench import aio_server
from bench.dictionary import held
from bench.no_op import NoOp
from upwords_referee.lexicons.embedded import EMBEDDED_ID, embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.engine import engine
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.grpc.server import RefereeServer
from upwords_referee.service.limits import MAX_REPLY_BYTES, MAX_TRANSPORT_BYTES
from upwords_referee.service.methods import Method, build_methods

_AIO_OPTIONS = (
    ("grpc.max_receive_message_length", MAX_TRANSPORT_BYTES),
    ("grpc.max_send_message_length", MAX_REPLY_BYTES),
)


class SyncServer(RefereeServer):
    """The referee's own server with the no-op beside its methods."""

    def __init__(self, methods: dict[str, Method], lexicons: list[str], threads: int) -> None:
        super().__init__(methods, lexicons, threads)
        self._server.add_generic_rpc_handlers((NoOp(methods),))


def main(kind: str, redis_url: str = "") -> None:
    """Serve as `kind` says."""
    # Standard output is for the address and the build alone.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    kind, _, way = kind.partition("@")
    lexicons = Registry([held(way, redis_url) if way else embedded()], EMBEDDED_ID)
    methods = build_methods(RulesetBook.builtin(), lexicons)
    # As the referee's own process does.
    gc.collect()
    gc.freeze()
    if kind.startswith("sync"):
        server = SyncServer(methods, lexicons.ids(), int(kind.removeprefix("sync")))
        print(server.listen("127.0.0.1:0"), engine(), flush=True)
        sys.stdin.read()
        server.stop(grace=1)
    elif kind == "uvloop":
        # Only for this comparison, and only where it happens to be installed.
        import_module("uvloop").run(_serve_aio(methods))
    else:
        asyncio.run(_serve_aio(methods))


async def _serve_aio(methods: dict[str, Method]) -> None:
    server, address = await aio_server.start(methods, NoOp(methods, aio=True), _AIO_OPTIONS)
    print(address, engine(), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(grace=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
