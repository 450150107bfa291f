"""What the lookups tell Prometheus."""

from prometheus_client import Counter, Gauge

LOOKUPS = Counter(
    "upwords_lexicon_lookups_total",
    "Words looked up, by the layer that answered: foreign, lru, joined, redis or source.",
    ["lexicon", "layer"],
)
REDIS_ERRORS = Counter(
    "upwords_redis_errors_total", "Redis commands that failed or answered nonsense.", ["command", "kind"]
)
REDIS_UP = Gauge(
    "upwords_redis_up",
    "Whether Redis is asked (1) or left alone because it failed (0), by use: read and write of the cache, "
    "list:ID of a list that lies in it.",
    ["use"],
    multiprocess_mode="livemin",
)
REDIS_DROPPED = Counter(
    "upwords_redis_dropped_words_total",
    "Answers not written to Redis, by reason: down, refused, failed or full (too many waited).",
    ["why"],
)
SOURCE_ERRORS = Counter(
    "upwords_source_errors_total", "Lookups that a lexicon's source could not answer.", ["lexicon"]
)
