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
MAX_STREAMS = 64
MAX_STREAM_ID_BYTES = 64
MAX_RACK_TO_PLAY = 10
MAX_PLAYS = 5_000
USUAL_PLAYS = 100
MAX_PLAYER = 3
MAX_CHALLENGED = 100
MAX_RECORD_BYTES = 256 << 10
MAX_EVENTS = 1_000
MAX_PLAYERS = 4
MAX_NICK = 64
MAX_NAME = 200
MAX_NOTE_BYTES = 8 << 10

# How long a caller may keep the server waiting, and how much of it at once.
RECEIVE_SECONDS = 10.0
"""For the one message of a call."""
STREAM_IDLE_SECONDS = 300.0
"""For the next message of a stream, or for taking the last answer."""
SEND_SECONDS = 30.0
"""For taking the reply of a call."""
MAX_UNSENT_BYTES = 64 << 20
"""Of replies that callers have not taken yet; over it the slowest caller's call is ended."""
HANDSHAKE_SECONDS = 10.0
MAX_CONNECTIONS = 10_000
MAX_STREAMS_PER_CONNECTION = 256
MAX_METADATA_BYTES = 8 << 10

# What a status may carry: trailing metadata over 8 KB would break the whole call.
MAX_FIELD_VIOLATIONS = 20
MAX_DETAIL_BYTES = 4 << 10
# The message travels percent-encoded: three bytes for each byte that is not ASCII.
MAX_MESSAGE_BYTES = 300
MAX_TEXT_BYTES = 900
