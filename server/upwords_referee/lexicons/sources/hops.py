"""How many referees a call has come through, so that sources that point at each other end."""

from contextvars import ContextVar

MOST_HOPS = 4

# Set by the transport at the start of every call, read in the same thread by sources that are referees.
hops: ContextVar[int] = ContextVar("hops", default=0)
