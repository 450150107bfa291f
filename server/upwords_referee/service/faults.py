"""Faults of ours: logged whole for the operator, told to the caller as an id."""

import uuid

import structlog

from upwords_referee.service.errors import InternalError

_log = structlog.get_logger("upwords_referee")


def internal_error(method: str) -> InternalError:
    """Log the exception being handled and return the error that the caller may see."""
    request_id = uuid.uuid4().hex
    _log.exception("internal error", method=method, request_id=request_id)
    return InternalError(request_id)
