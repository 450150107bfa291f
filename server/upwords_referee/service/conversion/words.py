"""Words, overlays and lexica: messages to values of the domain and back."""

from collections.abc import Sequence

from upwords.referee.v1 import lexicon_pb2
from upwords_referee.lexicons.errors import UnknownLexiconError
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import EMPTY, Overlay
from upwords_referee.lexicons.registry import Registry
from upwords_referee.lexicons.sources.kind import SourceKind
from upwords_referee.lexicons.sources.outside import outside
from upwords_referee.notation.errors import quoted
from upwords_referee.rules.letters import upper
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.errors import NotFoundError, Reason
from upwords_referee.service.limits import MAX_OVERLAY_WORDS, MAX_WORD_LENGTH


def find_lexicon(registry: Registry, id: str, path: str) -> Lexicon:
    """Return the lexicon with this id, the default if empty; NotFoundError if there is none."""
    try:
        return registry.get(id)
    except UnknownLexiconError as error:
        known = ", ".join(error.known)
        raise NotFoundError(
            f"{path}: there is no lexicon {id[:64]!r}; known are {known} and none",
            Reason.UNKNOWN_LEXICON,
            metadata={"known": known},
        ) from None


def read_overlay(message: lexicon_pb2.WordOverlay, faults: Faults) -> Overlay:
    """Return the house rulings of a call; faults are noted."""
    if not (message.allow or message.deny):
        return EMPTY
    if len(message.allow) + len(message.deny) > MAX_OVERLAY_WORDS:
        raise faults.stop("overlay", f"has more than {MAX_OVERLAY_WORDS} words")
    allow = read_words(message.allow, faults, "overlay.allow")
    deny = read_words(message.deny, faults, "overlay.deny")
    for path, words in (("overlay.allow", allow), ("overlay.deny", deny)):
        for i, word in enumerate(words):
            if " " in word or not word.isprintable():
                faults.add(f"{path}[{i}]", f"{quoted(word)} holds white space or a control character")
    allowed = set(allow)
    for i, word in enumerate(deny):
        if word in allowed:
            faults.add(f"overlay.deny[{i}]", f"{quoted(word)} is both allowed and denied")
    if faults.found:
        return EMPTY
    return Overlay(frozenset(allow), frozenset(deny))


def read_words(words: Sequence[str], faults: Faults, path: str) -> list[str]:
    """Return the words in upper case; faults are noted."""
    read = []
    for i, text in enumerate(words):
        word = upper(text)
        read.append(word)
        if not 1 <= len(word) <= MAX_WORD_LENGTH:
            faults.add(f"{path}[{i}]", f"a word has 1 to {MAX_WORD_LENGTH} characters, not {len(word)}")
    return read


def lexicon_message(lexicon: Lexicon) -> lexicon_pb2.Lexicon:
    """Return the lexicon's description as a message."""
    source = outside(lexicon)
    ready = source is None or source.reachable
    message = lexicon_pb2.Lexicon(
        id=lexicon.id,
        name=lexicon.name,
        language=lexicon.language,
        source=f"SOURCE_KIND_{(source.kind if source else SourceKind.FILE).name}",
        digest=lexicon.digest,
        edition=lexicon.edition,
        licence=lexicon.licence,
        enumerable=lexicon.enumerable,
        state=lexicon_pb2.LEXICON_STATE_READY if ready else lexicon_pb2.LEXICON_STATE_UNREACHABLE,
    )
    for length, count in lexicon.word_counts():
        message.word_counts.add(length=length, count=count)
    return message
