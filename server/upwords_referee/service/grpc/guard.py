"""The guard at the door: with keys, no call but health gets further than its metadata without one."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

import grpc

from upwords_referee.service.errors import PermissionDeniedError, RefereeError, UnauthenticatedError
from upwords_referee.service.grpc.arrival import PoolOfNone, note_client
from upwords_referee.service.grpc.calls import refuse
from upwords_referee.service.keys import KeyRing
from upwords_referee.service.scopes import scope_of

_HEADER = "authorization"
_SCHEME = "bearer"
_HEALTH = "/grpc.health.v1.Health/"

_at_once = PoolOfNone()


class Guard(grpc.ServerInterceptor):
    """Refuses calls without a valid key, and those that the key is not good for, before they are read.

    It also says whose call it is, for Admission.
    """

    def __init__(self, keys: KeyRing) -> None:
        self._keys = keys

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], "grpc.RpcMethodHandler[Any, Any] | None"],
        details: grpc.HandlerCallDetails,
    ) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """Return the method's handler, or one that refuses."""
        path = str(details.method)
        if not path.startswith(_HEALTH):
            try:
                note_client(self._admit(path, details.invocation_metadata or ()))
            except RefereeError as error:
                return refusing(error)
        return continuation(details)

    def _admit(self, path: str, metadata: Sequence[tuple[str, str | bytes]]) -> str:
        """Return the name of the key that a call has."""
        sent = bearer(metadata)
        key = self._keys.find(sent) if sent else None
        if key is None:
            raise UnauthenticatedError
        scope = scope_of(path)
        if not key.allows(scope):
            raise PermissionDeniedError(scope)
        return key.name


def bearer(metadata: Sequence[tuple[str, str | bytes]]) -> str:
    """Return the key that the metadata hold; empty if it is none, or more than one."""
    values = [value for name, value in metadata if name == _HEADER]
    if len(values) != 1 or not isinstance(values[0], str):
        return ""
    scheme, _, key = values[0].partition(" ")
    return key.strip() if scheme.lower() == _SCHEME else ""


def refusing(error: RefereeError) -> "grpc.RpcMethodHandler[Any, Any]":
    """Return a handler that refuses whatever comes, at once and unread."""

    def call(_requests: Iterator[bytes], context: grpc.ServicerContext) -> NoReturn:
        refuse(context, error)

    call.experimental_thread_pool = _at_once  # type: ignore[attr-defined]
    return grpc.stream_unary_rpc_method_handler(call)
