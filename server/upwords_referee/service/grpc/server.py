"""The gRPC server: the service's methods, health and reflection on one port."""

from collections.abc import Callable, Iterator, Mapping
from concurrent import futures
from functools import partial

import grpc
from grpc_health.v1 import health

from upwords_referee.service.address import AddressError
from upwords_referee.service.admission import Admission
from upwords_referee.service.answers import Answers
from upwords_referee.service.call import answer
from upwords_referee.service.errors import DeadlineExceededError, RefereeError
from upwords_referee.service.grpc.calls import begin, end, refuse
from upwords_referee.service.grpc.drain import ShuttingDownError
from upwords_referee.service.grpc.guard import refusing
from upwords_referee.service.grpc.health import Health
from upwords_referee.service.grpc.observation import UNOBSERVED, Observation
from upwords_referee.service.grpc.patience import Patience
from upwords_referee.service.grpc.protection import UNPROTECTED, Protection
from upwords_referee.service.grpc.standard import add_health, add_reflection
from upwords_referee.service.grpc.streams import Streams
from upwords_referee.service.grpc.watch import Watch, watched
from upwords_referee.service.grpc.work import Work
from upwords_referee.service.limits import MAX_STREAMS, MAX_UNSENT_BYTES, RECEIVE_SECONDS, SEND_SECONDS
from upwords_referee.service.methods import SERVICES, Method
from upwords_referee.service.metrics import LEXICON_UP, tell_build
from upwords_referee.service.observe import Observer
from upwords_referee.service.wanted import CallEndedError, OutOfTimeError, check_wanted

# Long calls share one thread: they would only take turns at the interpreter, and the health check and every
# short call would wait for all of them (docs/benchmarks.md).
_LONG_THREADS = 1
_LAST_PORT = 65535


class RefereeServer:
    """A server of the given methods on one address.

    `threads` short calls are worked on at a time, and one long one; `lexicons` are the ids whose health
    is told as "lexicon/ID". `shared`: other processes of ours listen on the address too.
    `protection` says whom it serves and how much it takes on, `observation` what is noted of its calls.
    `work` tells the calls under way.
    """

    def __init__(
        self,
        methods: Mapping[str, Method],
        lexicons: list[str],
        threads: int,
        *,
        shared: bool = False,
        protection: Protection = UNPROTECTED,
        observation: Observation = UNOBSERVED,
    ) -> None:
        self._protection = protection
        seconds = protection.deadline_seconds
        self.work = Work(Admission(protection.max_calls, protection.max_calls_per_client), seconds)
        tell_build()
        observer = Observer(
            {path: method.stream for path, method in methods.items()},
            log_calls=observation.log_calls,
            tracer=observation.tracer,
        )
        methods = Answers(observation.decisions).watch(methods)
        self._handlers = Handlers(methods, self.work, threads, observer)
        # Without "so_reuseport" off a second server on the port starts silently and takes half of the
        # connections; several workers want just that.
        self._server = grpc.server(
            self.work.pool(threads, "call"),
            interceptors=[Watch(self._handlers.by_path, observer), *protection.interceptors],
            options=[*protection.options, ("grpc.so_reuseport", int(shared))],
        )
        self._server.add_generic_rpc_handlers((self._handlers,))
        self._health = Health()
        add_health(self._server, self._health)
        services = [service.full_name for service in SERVICES]
        self._names = ["", *services, *(f"lexicon/{id}" for id in lexicons)]
        add_reflection(self._server, [*services, health.SERVICE_NAME], seconds)

    def listen(self, address: str) -> str:
        """Listen on HOST:PORT (port 0: any free one) and serve; return the address with the real port."""
        host, _, asked = address.rpartition(":")
        try:
            # grpc takes a port over 65535 for another one, without a word.
            port = self._add_port(address) if 0 <= int(asked) <= _LAST_PORT else 0
        except (RuntimeError, ValueError):
            port = 0
        if not port:
            raise AddressError(f"cannot listen on {address}: the port is taken, or the address is not ours")
        self._server.start()
        for name in self._names:
            self._health.set(name, True)
        return f"{host}:{port}"

    def _add_port(self, address: str) -> int:
        certificates = self._protection.certificates
        if certificates:
            return self._server.add_secure_port(address, certificates.credentials())
        return self._server.add_insecure_port(address)

    def stop(self, grace: float) -> None:
        """Tell that the server goes, let calls finish for `grace` seconds, and stop."""
        self.leave()
        self._health.end_watches()
        self._server.stop(grace).wait()

    @property
    def calls(self) -> int:
        """The calls that wait or are worked on; not the streams that wait for their callers."""
        return self.work.calls - self._handlers.streams.idle

    def leave(self) -> None:
        """Tell that the server goes; calls are taken as before."""
        self._health.leave()

    def turn_away(self) -> None:
        """Refuse every new call with UNAVAILABLE and when to ask again; those taken go on."""
        self.work.closed = True
        self._health.end_watches()

    def set_lexicon(self, id: str, serving: bool) -> None:
        """Tell the health of a lexicon; that of the server as a whole never depends on it."""
        self._health.set(f"lexicon/{id}", serving)
        LEXICON_UP.labels(id).set(serving)


class Handlers(grpc.GenericRpcHandler):
    """The methods as grpcio wants them: bytes in, bytes out, so that we say what bad bytes are."""

    def __init__(self, methods: Mapping[str, Method], work: Work, threads: int, observer: Observer) -> None:
        self._work = work
        # Half of the threads may wait for messages that do not come.
        inbox = Patience(RECEIVE_SECONDS, max(threads // 2, 1), spare=0.25)
        outbox = Patience(SEND_SECONDS, MAX_UNSENT_BYTES, spare=1.0)
        long = work.pool(_LONG_THREADS, "long call")
        self.streams = Streams(MAX_STREAMS, work)
        handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
            path: grpc.stream_stream_rpc_method_handler(self.streams.behaviour(method))
            if method.stream
            # grpcio hands the message over unread, so that a call is refused, or given up, before it comes.
            else grpc.stream_unary_rpc_method_handler(
                _unary(method, work, inbox, outbox, long if method.long else None)
            )
            for path, method in methods.items()
        }
        self.by_path = {path: watched(path, handler, observer) for path, handler in handlers.items()}

    def service(self, details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        """Return the handler of a call's method; None: unknown here."""
        handler = self.by_path.get(details.method)
        return refusing(ShuttingDownError()) if handler and self._work.closed else handler


def _unary(
    method: Method,
    work: Work,
    inbox: Patience,
    outbox: Patience,
    pool: futures.ThreadPoolExecutor | None = None,
) -> Callable[[Iterator[bytes], grpc.ServicerContext], bytes]:
    path = method.path

    def call(requests: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        begin(context)
        request = inbox.message(requests, context)
        working = work.begin(path)
        try:
            # It may have waited for a thread longer than its caller for it.
            check_wanted()
            reply = answer(method, request)
        except RefereeError as error:
            refuse(context, error)
        except OutOfTimeError as error:
            refuse(context, DeadlineExceededError(error.seconds))
        except CallEndedError:
            end(context)
        finally:
            work.end(working)
        sending = outbox.begin(context, len(reply))
        if not context.add_callback(partial(outbox.end, sending)):
            outbox.end(sending)
        return reply

    if pool:
        # grpcio looks for this attribute of a handler's function.
        call.experimental_thread_pool = pool  # type: ignore[attr-defined]
    return call
