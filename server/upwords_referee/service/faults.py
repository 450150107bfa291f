"""Faults that are not the caller's: ours, logged whole and told as an id, and those of sources."""

import structlog

from upwords_referee.lexicons.errors import SourceLoopError, SourceUnavailableError
from upwords_referee.service.errors import (
    FailedPreconditionError,
    InternalError,
    Reason,
    RefereeError,
    UnavailableError,
)
from upwords_referee.service.request_id import request_id

_log = structlog.get_logger("upwords_referee")


def internal_error(method: str) -> InternalError:
    """Log the exception being handled and return the error that the caller may see."""
    id = request_id()
    _log.exception("internal error", method=method, request_id=id)
    return InternalError(id)


def source_error(error: SourceUnavailableError) -> RefereeError:
    """Return what the caller is told of a lexicon whose source cannot say."""
    about = {"lexicon": error.id}
    if isinstance(error, SourceLoopError):
        return FailedPreconditionError(str(error), Reason.SOURCE_LOOP, metadata=about)
    return UnavailableError(str(error), Reason.LEXICON_UNREACHABLE, about, error.retry_seconds)
