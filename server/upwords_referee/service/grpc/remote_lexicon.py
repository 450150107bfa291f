"""A lexicon on another server that speaks LexiconService, such as another referee."""

import time
from collections.abc import Sequence

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from upwords.referee.v1 import lexicon_pb2, lexicon_service_pb2
from upwords_referee.lexicons.errors import LexiconError, SourceLoopError, SourceUnavailableError
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.hops import MOST_HOPS, hops
from upwords_referee.lexicons.sources.kind import SourceKind
from upwords_referee.lexicons.sources.outside import OutsideLexicon
from upwords_referee.rules.words import WordStatus
from upwords_referee.service.errors import DOMAIN, Reason
from upwords_referee.service.limits import MAX_WORDS

HOPS = "upwords-hops"

_CHECK_WORDS = "/upwords.referee.v1.LexiconService/CheckWords"
_STATUS_KEY = "grpc-status-details-bin"
_MOST_RETRY_SECONDS = 30.0
_OPTIONS = (
    ("grpc.max_receive_message_length", 1 << 20),
    # The default waits up to two minutes before it tries to connect again.
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    # A connection that died without a word is found out and made anew.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 2_000),
)
_STATUS = {
    **{int(status): status for status in WordStatus if status <= WordStatus.AFFIX},
    # The house rulings of the other server are words and no words to us.
    int(WordStatus.ALLOWED): WordStatus.ACCEPTABLE,
    int(WordStatus.DENIED): WordStatus.NOT_FOUND,
}


class RemoteLexicon(OutsideLexicon):
    """A lexicon that asks CheckWords at `address` (HOST:PORT), at most 1,000 words at a time.

    `lexicon` is its id there, empty for that server's default. `tls` verifies the server against the roots
    of grpc, or of the file that GRPC_DEFAULT_SSL_ROOTS_FILE_PATH names. All words of a call have
    `timeout_seconds` together. A call that came through 4 referees already goes no further: SourceLoopError.
    """

    kind = SourceKind.GRPC

    def __init__(
        self, description: Description, address: str, *, lexicon: str = "", tls: bool = False
    ) -> None:
        super().__init__(description)
        host, _, port = address.rpartition(":")
        if not host or not port.isascii() or not port.isdigit():
            raise LexiconError(f"lexicon {self.id!r}: address must be HOST:PORT, not {address!r}")
        self._lexicon = lexicon
        self._channel = (
            grpc.secure_channel(address, grpc.ssl_channel_credentials(), options=_OPTIONS)
            if tls
            else grpc.insecure_channel(address, options=_OPTIONS)
        )
        self._check_words = self._channel.unary_unary(
            _CHECK_WORDS,
            request_serializer=lexicon_service_pb2.CheckWordsRequest.SerializeToString,
            response_deserializer=lexicon_service_pb2.CheckWordsResponse.FromString,
        )

    def _ask(self, words: Sequence[str]) -> dict[str, WordStatus]:
        if hops.get() >= MOST_HOPS:
            raise SourceLoopError(self.id)
        ends = time.monotonic() + self.timeout_seconds
        answers: dict[str, WordStatus] = {}
        for start in range(0, len(words), MAX_WORDS):
            answers |= self._ask_some(words[start : start + MAX_WORDS], ends - time.monotonic())
        return answers

    def _ask_some(self, words: Sequence[str], seconds: float) -> dict[str, WordStatus]:
        request = lexicon_service_pb2.CheckWordsRequest(lexicon=self._lexicon, words=words)
        metadata = ((HOPS, str(hops.get() + 1)),)
        try:
            response = self._check_words(request, timeout=max(seconds, 0), metadata=metadata)
        except grpc.RpcError as error:
            raise self._unavailable(error) from None
        if len(response.words) != len(words):
            raise SourceUnavailableError(self.id, "its server answered nonsense")
        return {word: self._status(word, ruling) for word, ruling in zip(words, response.words, strict=True)}

    def _status(self, word: str, ruling: lexicon_pb2.WordRuling) -> WordStatus:
        status = _STATUS.get(ruling.status)
        if status is None or ruling.word != word:
            raise SourceUnavailableError(self.id, "its server answered nonsense")
        return status

    def _unavailable(self, error: grpc.RpcError) -> SourceUnavailableError:
        assert isinstance(error, grpc.Call)
        retry_seconds = 1.0
        for detail in _details(error):
            info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
            if detail.Unpack(info) and (info.domain, info.reason) == (DOMAIN, Reason.SOURCE_LOOP):
                return SourceLoopError(self.id)
            if detail.Unpack(retry):
                asked = retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9
                retry_seconds = min(max(asked, retry_seconds), _MOST_RETRY_SECONDS)
        return SourceUnavailableError(self.id, f"its server answered {error.code().name}", retry_seconds)


def incoming_hops(metadata: Sequence[tuple[str, str | bytes]]) -> int:
    """Return how many referees a call came through; what is no number counts as too many."""
    most = 0
    for name, value in metadata:
        if name == HOPS:
            most = max(most, _count(value))
    return most


def _count(value: str | bytes) -> int:
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    return min(int(text), MOST_HOPS) if text.isascii() and text.isdigit() and len(text) < 10 else MOST_HOPS


def _details(error: grpc.Call) -> list[AnyMessage]:
    for name, value in error.trailing_metadata() or ():
        if name == _STATUS_KEY and isinstance(value, bytes):
            try:
                return list(status_pb2.Status.FromString(value).details)
            except DecodeError:
                return []
    return []
