"""Where a lexicon's words lie."""

from enum import IntEnum


class SourceKind(IntEnum):
    """Where a lexicon's words lie; the numbers are those of the wire."""

    FILE = 1
    REDIS = 2
    GRPC = 3
    HTTP = 4
