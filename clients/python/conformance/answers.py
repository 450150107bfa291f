"""What a client saw, as the values of a line."""

from base64 import b64encode
from typing import Any

from upwords_referee_client import RefereeError


def response(message: Any) -> str:
    """Return a message as base64."""
    return b64encode(message.SerializeToString()).decode()


def failure(error: RefereeError) -> dict[str, Any]:
    """Return all that an error says."""
    delay = error.retry_delay
    return {
        "code": error.code_name,
        "message": error.message,
        "reason": error.reason,
        "domain": error.domain,
        "metadata": error.metadata,
        "field_violations": [
            {"field": violation.field, "description": violation.description}
            for violation in error.field_violations
        ],
        "retry_delay_ms": None if delay is None else round(delay.total_seconds() * 1000),
    }
