"""The limits of the service, as the API documents them (1 MB is 2^20 bytes)."""

MAX_REQUEST_BYTES = 1 << 20
MAX_TRANSPORT_BYTES = 4 << 20
MAX_REPLY_BYTES = 4 << 20
MAX_BATCH = 1_000
MAX_OVERLAY_WORDS = 1_000
MAX_WORDS = 1_000
MAX_WORD_LENGTH = 64
MAX_PLACEMENTS = 625
MAX_NOTATION_BYTES = 8 << 10
MAX_RACKS = 4

# What a status may carry: trailing metadata over 8 KB would break the whole call.
MAX_FIELD_VIOLATIONS = 20
MAX_DETAIL_BYTES = 4 << 10
# The message travels percent-encoded: three bytes for each byte that is not ASCII.
MAX_MESSAGE_BYTES = 300
MAX_TEXT_BYTES = 900
